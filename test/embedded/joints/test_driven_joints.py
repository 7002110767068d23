"""Driven joints hold and follow as a good servo, within their limits."""

from __future__ import annotations

import logging
from typing import List

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.errors import InputError

from ..bodies import IDENTITY, box, pose
from .rigs import Stand, disc, rig

BOTH = ("shoulder", "elbow")
FOOT = (
    '<link name="foot"><pose>0 0 0.5 0 0 '
    "0</pose><inertial><mass>40</mass><inertia><ixx>5</ixx><iyy>5</iyy><izz>3</izz></inertia></inertial>"
    '<collision name="hull"><geometry><box><size>0.8 0.6 '
    "1</size></box></geometry></collision></link>"
)


def swing(stand: Stand, seconds: float, length: float = 0.02, spacing: float = 0.004) -> np.ndarray:
    """Return wanted and measured positions of the arm's tip (n, 2, 3).

    A controller sends chunks of a smooth motion.
    """

    def way(t: float) -> np.ndarray:
        return np.array([0.5, -0.7]) * (1 - np.cos(3.0 * t)) / 2

    def rate(t: float) -> np.ndarray:
        return np.array([0.5, -0.7]) * 3.0 * np.sin(3.0 * t) / 2

    begin, places = stand.physics.time, []
    for chunk in range(round(seconds / length)):
        base = chunk * length
        times = [base + spacing * k for k in range(1, round(length / spacing) + 1)]
        stand.mechanisms.command(
            "arm",
            begin + base,
            BOTH,
            [CommandPoint(t - base, tuple(way(t)), tuple(rate(t))) for t in times],
        )
        for _ in range(round(length / stand.physics.timestep)):
            stand.simulation.step_world(1)
            places.append((tip(*way(stand.physics.time - begin)), tip(*stand.positions("arm"))))
    return np.array(places)


def tip(shoulder: float, elbow: float) -> np.ndarray:
    """Return the end of the lower arm, 0.4 m from the elbow. Turning about +y points it down."""
    first, second = shoulder, shoulder + elbow
    return np.array(
        [
            0.5 * np.cos(first) + 0.4 * np.cos(second),
            0.0,
            -0.5 * np.sin(first) - 0.4 * np.sin(second),
        ]
    )


@pytest.mark.parametrize("step", [0.001, 0.002, 0.004])
def test_the_tip_follows_its_path_within_a_tenth_of_a_millimetre(step):
    stand = Stand((rig("arm"), IDENTITY), step=step)
    stand.run(0.1)
    wanted, measured = swing(stand, 2.0).swapaxes(0, 1)
    assert np.linalg.norm(np.diff(wanted, axis=0), axis=1).max() / step > 0.25
    assert np.linalg.norm(wanted - measured, axis=1).max() < 1e-4


def test_a_load_that_nobody_announced_is_borne():
    stand = Stand((rig("arm"), IDENTITY))
    stand.run(0.2)
    for _ in range(1000):
        stand.physics.apply_wrench(
            "arm", "lower", (0.0, 0.0, -30.0), (0.0, 0.0, 0.0), stand.at("arm", "lower")
        )
        stand.run(stand.physics.timestep)
    assert np.abs(stand.positions("arm")).max() < 1e-4
    # 35.28 N m of the arm's weight and 30 N at half a metre.
    assert stand.mechanisms.states("arm").efforts[0] == pytest.approx(-35.28 - 15.0, rel=0.01)


def test_joints_with_damping_and_friction_follow_too():
    limit = "<velocity>2</velocity></limit>"
    damped = rig(
        "arm", (limit, limit + "<dynamics><damping>8</damping><friction>5</friction></dynamics>")
    )
    stand = Stand((damped, IDENTITY))
    stand.run(0.1)
    wanted, measured = swing(stand, 2.0).swapaxes(0, 1)
    assert np.linalg.norm(wanted - measured, axis=1).max() < 1e-3


def test_a_jump_is_made_at_the_velocity_limit_and_said(caplog):
    stand, speeds = Stand((rig("arm"), IDENTITY)), []
    stand.go("arm", BOTH, CommandPoint(0.0, (1.0, -1.0)))
    with caplog.at_level(logging.WARNING):
        for _ in range(500):
            stand.run(stand.physics.timestep)
            speeds.append(stand.mechanisms.states("arm").velocities)
    assert np.abs(speeds).max(axis=0) == pytest.approx([2.0, 3.0], rel=0.02)
    np.testing.assert_allclose(stand.positions("arm"), (1.0, -1.0), atol=1e-3)
    lines = [record.getMessage() for record in caplog.records]
    assert sorted(lines) == [
        f"/arm: the command of joint {joint} exceeds its velocity limit; it is limited"
        for joint in sorted(BOTH)
    ]


def test_nothing_goes_beyond_a_position_limit(caplog):
    stand = Stand((rig("arm"), IDENTITY))
    stand.move("arm", "shoulder", -4.0, 3.0)
    assert stand.positions("arm")[0] == pytest.approx(-1.5, abs=1e-3)
    assert "position limit" in caplog.text


def test_a_weak_motor_sinks_and_an_effort_accelerates_a_cart(caplog):
    stand = Stand((rig("carts"), IDENTITY))
    stand.go("carts", ["push"], CommandPoint(0.0, effort=(3.0,)), CommandPoint(1.0, effort=(3.0,)))
    stand.run(1.0)
    names = stand.mechanisms.states("carts").names
    found = dict(zip(names, stand.positions("carts")))
    assert found["push"] == pytest.approx(0.5 * 1.5, abs=5e-3)
    assert found["lift"] == pytest.approx(-0.5 * (9.8 - 7.5), abs=5e-3)
    efforts = dict(zip(names, stand.mechanisms.states("carts").efforts))
    assert efforts == pytest.approx(
        {"speed": 0.0, "push": 3.0, "lift": 15.0, "loose": 0.0}, abs=1e-6
    )
    assert "command of joint lift exceeds its effort limit" in caplog.text


def test_a_blocked_cart_does_not_save_up_its_way():
    stand = Stand((rig("carts"), IDENTITY))
    stand.go(
        "carts",
        ["speed"],
        CommandPoint(0.0, velocities=(0.5,)),
        CommandPoint(2.0, velocities=(0.5,)),
    )
    for _ in range(100):
        stand.physics.apply_wrench(
            "carts", "first", (-150.0, 0.0, 0.0), (0.0, 0.0, 0.0), stand.at("carts", "first")
        )
        stand.run(stand.physics.timestep)
    assert stand.positions("carts")[0] == pytest.approx(-0.5, abs=0.05)
    fastest = 0.0
    for _ in range(400):
        stand.run(stand.physics.timestep)
        fastest = max(fastest, stand.mechanisms.states("carts").velocities[0])
    assert fastest == pytest.approx(0.5, rel=0.05)


def test_joints_moved_from_outside_hold_their_new_position():
    stand = Stand((rig("arm"), IDENTITY))
    stand.go("arm", BOTH, CommandPoint(1.0, (1.0, 1.0)))
    stand.run(0.3)
    elbow = stand.positions("arm")[1]
    stand.physics.joints.set_position("arm", "shoulder", -0.4)
    stand.go("arm", ["elbow"], CommandPoint(0.5, (elbow,), (0.0,)))
    stand.run(1.0)
    np.testing.assert_allclose(stand.positions("arm"), (-0.4, elbow), atol=1e-3)
    stand.simulation.reset(with_time=True)
    stand.run(0.5)
    np.testing.assert_allclose(stand.positions("arm"), 0.0, atol=1e-6)


def test_a_spawn_in_the_middle_of_a_motion_changes_nothing():
    def run(spawns: bool) -> List[np.ndarray]:
        stand = Stand((rig("arm"), IDENTITY))
        stand.go("arm", BOTH, CommandPoint(0.5, (0.5, -0.5), (0.0, 0.0)))
        found = []
        for k in range(300):
            if spawns and k in (50, 150):
                stand.physics.add(box(), f"box {k}", pose(3.0, 3.0, 0.1))
            if spawns and k == 200:
                stand.physics.remove("box 50")
            stand.run(stand.physics.timestep)
            found.append(stand.positions("arm"))
        return found

    np.testing.assert_array_equal(run(False), run(True))


def test_two_runs_are_the_same_to_the_last_bit():
    runs = [swing(Stand((rig("arm"), IDENTITY)), 0.3)[:, 1] for _ in range(2)]
    np.testing.assert_array_equal(*runs)


def test_past_stamps_count_from_now_and_future_ones_wait():
    stand = Stand((rig("arm"), IDENTITY))
    stand.run(0.5)
    stand.mechanisms.command("arm", 0.1, ["elbow"], [CommandPoint(0.5, (0.5,), (0.0,))])
    stand.mechanisms.command("arm", 0.8, ["shoulder"], [CommandPoint(0.0, (0.01,))])
    stand.run(0.3)
    assert stand.positions("arm")[0] == pytest.approx(0.0, abs=1e-5)
    stand.run(0.2)
    np.testing.assert_allclose(stand.positions("arm"), (0.01, 0.5), atol=1e-4)


def test_a_command_to_an_unknown_joint_changes_nothing():
    stand = Stand((rig("carts"), IDENTITY))
    with pytest.raises(
        InputError, match="no joint 'loose' is driven here; the joints are speed, push, lift"
    ):
        stand.go("carts", ["speed", "loose"], CommandPoint(0.0, velocities=(1.0, 1.0)))
    stand.run(0.1)
    assert stand.positions("carts")[0] == pytest.approx(0.0, abs=1e-9)


def test_an_arm_on_a_base_that_stands_free_holds_too():
    free = rig(
        "arm",
        ("<parent>world</parent><child>base</child>", "<parent>base</parent><child>foot</child>"),
        ('<link name="upper">', FOOT + '<link name="upper">'),
    )
    stand = Stand((free, IDENTITY))
    stand.run(0.5)
    stand.go("arm", BOTH, CommandPoint(1.0, (0.3, -0.5), (0.0, 0.0)))
    stand.run(1.5)
    np.testing.assert_allclose(stand.positions("arm"), (0.3, -0.5), atol=1e-4)
    assert stand.at("arm", "base")[2] == pytest.approx(1.0, abs=2e-3)


STARTS = '<start joint="shoulder" position="0.5"/><start joint="elbow" position="-1"/>'


def test_joints_stand_where_they_start_at_spawn_and_after_a_reset():
    bare = '<plugin name="joints" filename="libsim_joints.so"/>'
    stand = Stand((rig("arm", (bare, bare.replace("/>", f">{STARTS}</plugin>"))), IDENTITY))
    assert stand.positions("arm") == pytest.approx([0.5, -1.0], abs=1e-12)
    stand.run(0.5)
    assert stand.positions("arm") == pytest.approx([0.5, -1.0], abs=1e-5)
    stand.move("arm", "shoulder", -0.2)
    # Models added later leave the arm in place.
    stand.physics.add(disc(), "disc", pose(x=2.0))
    assert stand.positions("arm") == pytest.approx([-0.2, -1.0], abs=1e-4)
    for with_time in (False, True):
        stand.simulation.reset(with_time)
        assert stand.positions("arm") == pytest.approx([0.5, -1.0], abs=1e-12)
        stand.run(0.5)
        assert stand.positions("arm") == pytest.approx([0.5, -1.0], abs=1e-5)
        stand.move("arm", "elbow", 0.3)
