"""A driven model stops at a contact and reports the body.

Static models stay free of others.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.contact_guard import ContactGuard, size
from sim.embedded.joints.drives import COMMAND_SILENCE
from sim.errors import InputError
from sim.sdf.types import Box, Collision, Friction, Inertial, Link, Model

from ..bodies import IDENTITY, pose
from .rigs import DISC_HEIGHT, Stand, disc, rig

BARE = '<plugin name="joints" filename="libsim_joints.so"/>'
STOPS = (BARE, BARE.replace("/>", '><contact_stop force="40"/></plugin>'))
TRAY = 0.005
SPEED = 0.25


def tray() -> Model:
    floor = Collision("floor", pose(z=TRAY / 2), Box((0.3, 0.3, TRAY)), Friction(0.8, 0.8))
    return Model(
        "tray",
        IDENTITY,
        True,
        (Link("body", IDENTITY, Inertial(1.0, IDENTITY, np.eye(3)), (floor,)),),
    )


def light_disc(name: str) -> Model:
    made = disc(0.023, 0.8)
    return Model(name, IDENTITY, False, made.links)


def over_a_disc(*changes) -> Stand:
    """Return a hand that holds a disc above another one.

    It holds 23 g at 40 N; the other disc lies on a thin static tray.
    """
    stand = Stand(
        (tray(), pose(x=0.3)),
        (light_disc("lying"), pose(x=0.3, z=TRAY)),
        (light_disc("held"), IDENTITY),
        (rig("hand", ("<force>30", "<force>40"), *changes), IDENTITY),
    )
    stand.grip("hand", 0.08)
    stand.move("hand", "height", -0.212)
    stand.grip("hand", 0.0, 40.0)
    stand.run(0.8)
    stand.move("hand", "height", 0.0)
    stand.move("hand", "along", 0.3)
    assert stand.report("hand").thing == "held"
    return stand


def pressed(stand: Stand) -> float:
    """Send the hand down through the disc; return its depth. It is below the tray's top, in m."""
    stand.go(
        "hand",
        ["height"],
        CommandPoint(0.1, (-0.0125,), (-SPEED,)),
        CommandPoint(0.8, (-0.1875,), (-SPEED,)),
        CommandPoint(0.9, (-0.2,), (0.0,)),
    )
    lowest = 1.0
    for _ in range(600):
        stand.run(stand.physics.timestep)
        lowest = min(lowest, float(stand.at("lying")[2]))
    return TRAY - lowest


@pytest.mark.not_quick
def test_a_thing_on_a_thin_tray_stops_the_hand_and_is_named():
    stand = over_a_disc(STOPS)
    assert pressed(stand) < 1e-3
    last = stand.mechanisms.contact_stop("hand").last
    assert (last.pressing.own, last.pressing.other) == ("held::link::hull", "lying::link::hull")
    assert last.pressing.force[2] > 40.0
    assert (
        stand.report("hand").thing == "held"
        and stand.mechanisms.contact_stop("hand").pressing() == []
    )
    above = TRAY + DISC_HEIGHT
    assert above < stand.at("held")[2] < above + 0.05, "it has gone back a little"
    stand.move("hand", "height", 0.0)
    assert stand.positions("hand")[1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.not_quick
def test_without_a_contact_stop_it_is_pressed_in():
    """The depth depends on the solver, and differs between processors."""
    assert pressed(over_a_disc()) > 5.0 * pressed(over_a_disc(STOPS))


@pytest.mark.not_quick
def test_commands_are_refused_until_the_client_pauses():
    stand = over_a_disc(STOPS)
    stand.go("hand", ["height"], CommandPoint(0.8, (-0.2,)))
    while stand.mechanisms.contact_stop("hand").last is None:
        stand.run(stand.physics.timestep)
    for _ in range(10):
        with pytest.raises(
            InputError, match="hand: was stopped by lying::link::hull, which it pressed on"
        ):
            stand.go("hand", ["height"], CommandPoint(0.02, (-0.2,)))
        stand.run(0.1)
    stand.run(COMMAND_SILENCE)
    stand.move("hand", "height", 0.0)
    assert stand.positions("hand")[1] == pytest.approx(0.0, abs=1e-3)


def test_a_light_thing_in_the_way_is_pushed_aside_without_a_stop():
    stand = Stand((disc(mu=0.3), pose(x=0.1)), (rig("hand", STOPS), IDENTITY))
    stand.grip("hand", 0.0)
    stand.move("hand", "height", -0.21)
    stand.go("hand", ["along"], CommandPoint(1.0, (0.25,), (0.0,)))
    stand.run(1.5)
    assert stand.mechanisms.contact_stop("hand").last is None
    assert (
        stand.positions("hand")[0] == pytest.approx(0.25, abs=1e-3) and stand.at("disc")[0] > 0.25
    )


def test_a_hand_at_rest_inside_a_thing_does_not_press_harder():
    stand = Stand((rig("hand", STOPS), IDENTITY))
    stand.move("hand", "height", -0.2199)
    stand.go("hand", ["height"], CommandPoint(0.1, (-0.2201,)))
    stand.run(1.0)
    for _ in range(20):
        stand.run(0.1)
        assert (
            0.1
            < sum(size(one.force) for one in stand.mechanisms.contact_stop("hand").pressing())
            < 45.0
        )


@pytest.mark.not_quick
def test_a_reset_forgets_the_stop():
    stand = over_a_disc(STOPS)
    pressed(stand)
    stand.simulation.reset(with_time=False)
    assert stand.mechanisms.contact_stop("hand").last is None
    stand.move("hand", "height", 0.1)
    assert stand.positions("hand")[1] == pytest.approx(0.1, abs=1e-3)


def test_the_guard_averages_and_forgets_initial_contacts():
    guard, push = ContactGuard(60.0), {"wall": (100.0, 0.0, 0.0)}
    assert guard.step(push, True, 0.001) == "" and guard.felt["wall"][0] == pytest.approx(20.0)
    assert [guard.step(push, True, 0.001) for _ in range(4)] == ["", "", "", "wall"]
    for _ in range(100):
        assert guard.step(push, False, 0.001) == "wall"
    assert guard.step(push, True, 0.001) == "", "it was there before the motion"
    assert guard.step({}, True, 0.001) == "", "it goes away"
    assert guard.step({"wall": (900.0, 0.0, 0.0)}, True, 0.001) == "wall"
    for _ in range(200):
        guard.step({}, True, 0.001)
    assert guard.felt == {}


def test_a_held_things_support_counts_once_lifted_off():
    guard, push = ContactGuard(40.0, lifting=True), {"tray": (0.0, 0.0, 90.0)}
    guard.step(push, False, 0.002)
    assert {guard.step(push, True, 0.002) for _ in range(20)} == {""}
    for _ in range(100):
        guard.step({}, True, 0.002)
    assert [guard.step(push, True, 0.002) for _ in range(2)] == ["", "tray"]
