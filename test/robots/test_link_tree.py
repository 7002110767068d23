"""Links of a description by joint: same chain as the kinematics."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.robots.link_tree import LinkTree
from sim.robots.placed import placed_robot
from sim.robots.robot import Robot
from sim.transforms import rotation_from_quaternion, transform
from sim.workcell.layout import read_layout

LAB = Path(__file__).resolve().parents[2] / "config" / "agility_lab.yaml"


def robot(name: str) -> Robot:
    layout = read_layout(LAB)
    return placed_robot(layout.robots[name], layout.grippers, layout.tool_on(name))


@pytest.mark.parametrize("name", ["fanuc", "motoman"])
def test_the_links_lead_to_where_the_arm_says_that_its_flange_is(name) -> None:
    arm = robot(name)
    tree, rng = LinkTree(arm.urdf(fixed=False)), np.random.default_rng(3)
    for _ in range(20):
        positions = rng.uniform(-2.0, 2.0, len(arm.arm))
        given = dict(zip(arm.arm.names, positions.tolist()))
        links = {
            hinge.child: (hinge.parent, transform(place, rotation_from_quaternion(turn)))
            for hinge, (place, turn) in (*tree.fixed(), *tree.moved(given))
        }
        pose, link = np.eye(4), arm.arm.tip
        while link != arm.arm.base:
            link, parent_from_link = links[link]
            pose = parent_from_link @ pose
        np.testing.assert_allclose(pose, arm.kinematics.forward(positions), atol=1e-9)


def test_fingers_slide_and_unmeasured_joints_are_left_out() -> None:
    tree = LinkTree(robot("fanuc").urdf(fixed=False))
    finger = next(hinge for hinge in tree.moving if hinge.slides)
    ((_, (closed, turn)),) = tree.moved({finger.name: 0.0})
    ((_, (opened, same)),) = tree.moved({finger.name: 0.02, "unknown": 1.0})
    assert np.linalg.norm(np.subtract(opened, closed)) == pytest.approx(0.02) and turn == same
