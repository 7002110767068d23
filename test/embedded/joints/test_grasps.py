"""Fingers hold objects by friction; a declared assist holds by a joint.

Objects and forces are reported.
"""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.gripper import GripperOrder
from sim.errors import InputError
from sim.robots import assembly
from sim.sdf.reader import read_model_string
from sim.sdf.urdf.reader import read_urdf_string
from sim.workcell.layout import read_layout
from sim.workcell.models import model_text, write_meshes

from ..bodies import IDENTITY, box, pose
from .rigs import DISC_RADIUS, Stand, disc, rig

DOWN = -0.212
LAB = Path(__file__).resolve().parents[3] / "config" / "agility_lab.yaml"
ASSISTED = ("<grasp_assist>false", "<grasp_assist>true")


def grasping(
    mass: float = 0.08,
    force: float = 20.0,
    aside: float = 0.0,
    step: float = 0.002,
    assisted: bool = False,
    mu: float = 0.9,
) -> Stand:
    """Return the hand closed on a disc."""
    stand = Stand(
        (disc(mass, mu), pose(y=aside)),
        (rig("hand", *([ASSISTED] if assisted else [])), IDENTITY),
        step=step,
    )
    stand.grip("hand", 0.08)
    stand.move("hand", "height", DOWN)
    stand.grip("hand", 0.0, force)
    stand.run(0.8)
    return stand


def between(stand: Stand) -> np.ndarray:
    """Return the disc's position (3,) relative to the palm."""
    return stand.at("disc") - stand.at("hand", "palm")


@pytest.mark.parametrize("step, aside", [(0.001, 0.002), (0.002, -0.002), (0.004, 0.0)])
@pytest.mark.not_quick
def test_a_disc_of_80_g_is_lifted_and_carried(step, aside):
    stand = grasping(aside=aside, step=step)
    report = stand.report("hand")
    assert (report.kind, report.holding, report.thing, report.assisted, report.moving) == (
        "parallel",
        True,
        "disc",
        False,
        False,
    )
    assert report.width == pytest.approx(
        2 * DISC_RADIUS, abs=1e-3
    ) and report.force == pytest.approx(20.0, rel=0.02)
    assert stand.at("disc")[1] == pytest.approx(0.0, abs=1e-4)
    before = between(stand)
    stand.move("hand", "height", 0.2)
    stand.go(
        "hand",
        ["along"],
        CommandPoint(0.1, (0.0125,), (0.25,)),
        CommandPoint(1.1, (0.2625,), (0.25,)),
        CommandPoint(1.2, (0.275,), (0.0,)),
    )
    stand.run(2.0)
    np.testing.assert_allclose(between(stand), before, atol=5e-4)
    assert stand.at("disc")[0] == pytest.approx(0.275, abs=5e-4) and stand.report("hand").holding
    stand.grip("hand", 0.08)
    stand.run(0.5)
    assert stand.report("hand").thing == "" and stand.at("disc")[2] < 0.3


def test_friction_decides_what_is_too_heavy():
    """Two fingers of 10 N at mu 0.5 bear 10 N."""
    for mass, holds in ((0.8, True), (1.25, False)):
        stand = grasping(mass, 10.0, mu=0.5)
        stand.move("hand", "height", 0.0)
        assert (stand.at("disc")[2] > 0.2, stand.report("hand").holding) == (holds, holds)


def test_the_force_is_what_was_asked_for_up_to_the_most(caplog):
    for asked, force in ((3.0, 3.0), (0.0, 30.0), (99.0, 30.0)):
        assert grasping(force=asked).report("hand").force == pytest.approx(force, rel=0.03)
    assert "command 0 m, 99 N is out of range; allowed: 0 to 0.08 m, up to 30 N" in caplog.text


def test_the_width_moves_at_its_speed_and_fingers_meet_in_the_middle():
    stand = Stand((rig("hand"), IDENTITY))
    stand.grip("hand", 0.06)
    stand.run(0.3)
    assert (
        stand.report("hand").width == pytest.approx(0.03, abs=2e-3) and stand.report("hand").moving
    )
    stand.run(0.5)
    assert (
        stand.report("hand").width == pytest.approx(0.06, abs=1e-4)
        and not stand.report("hand").moving
    )
    left, right = stand.positions("hand")[2:]
    assert left == pytest.approx(right, abs=1e-6)


def test_the_assist_holds_slipping_objects_until_the_fingers_open():
    stand = grasping(4.0, 5.0, assisted=True)
    assert stand.report("hand").assisted
    before = between(stand)
    stand.move("hand", "height", 0.2)
    np.testing.assert_allclose(between(stand), before, atol=5e-4)
    stand.physics.add(box(), "box", pose(2.0, 2.0, 0.1))
    stand.run(0.5)
    np.testing.assert_allclose(between(stand), before, atol=5e-4)
    stand.grip("hand", 0.08)
    stand.run(0.5)
    report = stand.report("hand")
    assert (report.holding, report.assisted, report.thing) == (False, False, "") and stand.at(
        "disc"
    )[2] < 0.05


@pytest.mark.parametrize(
    "away",
    [
        lambda stand: stand.physics.remove("disc"),
        lambda stand: stand.physics.poses.set_model_pose("disc", pose(1.0, 1.0)),
        lambda stand: stand.simulation.reset(with_time=False),
    ],
)
def test_objects_moved_from_outside_are_released(away):
    stand = grasping(assisted=True)
    stand.move("hand", "height", 0.2)
    away(stand)
    stand.run(0.5)
    report = stand.report("hand")
    assert (report.holding, report.assisted, report.thing) == (False, False, "")
    if stand.physics.models.has("disc"):
        assert stand.at("disc")[2] == pytest.approx(0.0, abs=1e-3)


def test_orders_wait_for_their_stamps_and_nonsense_is_refused():
    stand = Stand((rig("hand"), IDENTITY))
    stand.mechanisms.order("hand", GripperOrder(0.5, 0.08))
    stand.mechanisms.order("hand", GripperOrder(0.2, 0.02))
    stand.run(1.0)
    # The later order was replaced by the one that counts before it.
    assert stand.report("hand").width == pytest.approx(0.02, abs=1e-4)
    for order, what in (
        (GripperOrder(0.0, float("nan")), "width: nan"),
        (GripperOrder(0.0, 0.0, -1.0), "force: -1"),
    ):
        with pytest.raises(InputError, match=what):
            stand.mechanisms.order("hand", order)


def test_orders_to_deleted_models_are_refused():
    stand = Stand((rig("hand"), IDENTITY), (rig("arm"), pose(2.0)))
    stand.run(0.1)
    stand.physics.remove("hand")
    with pytest.raises(InputError, match="hand: has no gripper; models with one: none"):
        stand.grip("hand", 0.08)
    with pytest.raises(InputError, match="no joint 'along' is driven here"):
        stand.go("hand", ["along"], CommandPoint(1.0, (0.1,)))
    stand.run(0.5)
    np.testing.assert_allclose(stand.positions("arm"), 0.0, atol=1e-6)


@pytest.mark.parametrize("gripper", ["nist_gripper", "two_finger_85"])
def test_the_grippers_of_this_package_hold_a_disc_on_an_arm(gripper, caplog):
    with caplog.at_level(logging.WARNING):
        text = assembly.assemble(
            "robot",
            assembly.folder() / "fanuc_lr_mate_200id.urdf",
            assembly.folder() / f"{gripper}.urdf",
        )
        model, unsupported = read_urdf_string(text, gripper)
    assert unsupported == []
    stand = Stand((model, IDENTITY))
    stand.physics.joints.set_position("robot", "joint_5", -np.pi / 2)
    stand.grip("robot", 0.08)
    stand.run(1.0)
    tcp = stand.physics.poses.link_pose("robot", "tcp")
    # Level and between the fingers, whatever way they look.
    stand.physics.add(disc(), "disc", tcp @ pose(z=-0.01))
    stand.physics.set_gravity(np.zeros(3))
    stand.grip("robot", 0.0, 20.0)
    stand.run(0.8)
    stand.physics.set_gravity(np.array([0.0, 0.0, -9.8]))
    stand.run(0.5)
    assert (stand.report("robot").holding, stand.report("robot").thing) == (True, "disc")
    before = np.linalg.inv(
        stand.physics.poses.link_pose("robot", "tcp")
    ) @ stand.physics.poses.model_pose("disc")
    stand.go("robot", ["joint_1"], CommandPoint(1.0, (0.5,), (0.0,)))
    stand.run(1.2)
    after = np.linalg.inv(
        stand.physics.poses.link_pose("robot", "tcp")
    ) @ stand.physics.poses.model_pose("disc")
    np.testing.assert_allclose(after, before, atol=2e-3)


@pytest.mark.parametrize(
    "part, seconds", [("gear_small", 1.0), ("gear_medium", 1.5), ("gear_large", 1.5)]
)
def test_gears_stay_where_they_are_in_the_fingers_on_a_curved_way(tmp_path, part, seconds):
    """At 40 N on a swing of 1.5 rad."""
    text = assembly.assemble(
        "robot",
        assembly.folder() / "fanuc_lr_mate_200id.urdf",
        assembly.folder() / "nist_gripper.urdf",
    )
    layout = read_layout(LAB)
    gear = read_model_string(
        model_text("gear", layout.parts[part], write_meshes(layout, tmp_path)), []
    )[0]
    stand = Stand((read_urdf_string(text, "robot")[0], IDENTITY))
    # The tool points down, with the fingers before and behind the gear on its way.
    for joint in ("joint_5", "joint_6"):
        stand.physics.joints.set_position("robot", joint, -np.pi / 2)
    stand.grip("robot", 0.08)
    stand.run(1.0)
    hand_from_gear = pose(z=0.014 + layout.parts[part].body.thickness) @ np.diag(
        [1.0, -1.0, -1.0, 1.0]
    )
    stand.physics.add(gear, "gear", stand.physics.poses.link_pose("robot", "tcp") @ hand_from_gear)
    stand.physics.set_gravity(np.zeros(3))
    stand.grip("robot", 0.0, 40.0)
    stand.run(0.8)
    stand.physics.set_gravity(np.array([0.0, 0.0, -9.8]))
    stand.run(0.5)
    assert stand.report("robot").thing == "gear"

    def seen():
        return (
            np.linalg.inv(stand.physics.poses.link_pose("robot", "tcp"))
            @ stand.physics.poses.model_pose("gear")
        )[:3, 3]

    before, most = seen(), 0.0
    stand.go("robot", ["joint_1"], CommandPoint(seconds, (1.5,), (0.0,)))
    for _ in range(round((seconds + 0.5) / 0.01)):
        stand.run(0.01)
        most = max(most, float(np.linalg.norm(seen() - before)))
    assert stand.report("robot").thing == "gear" and most < 0.1e-3, most
