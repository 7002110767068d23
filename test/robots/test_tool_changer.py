"""Tool changer and end effector with the executor.

The simulator's side is played by hand.
"""

from __future__ import annotations

from typing import List

import numpy as np
import pytest

from sim.errors import InputError, SimulationError
from sim.robots.assembly import folder
from sim.robots.changer import ANSWER_TIMEOUT, ChangerReading, ToolChangerControl
from sim.robots.effector import Effector, GripOrder
from sim.robots.gripper import read_gripper
from sim.robots.mover import Mover
from sim.robots.robot import read_robot

CONFIG = folder().parent
TOOLS = {"jaw": "nist_gripper", "cup": "vacuum_cup"}


def test_a_change_is_done_when_a_state_says_that_it_was_carried_out() -> None:
    sent: List[bool] = []
    changer = ToolChangerControl(sent.append)
    done = changer.change(True, 1.04)
    assert sent == [True] and not done(1.05)
    changer.reading = ChangerReading("", "jaw", 0.2, 0.1, 1.0)
    assert not done(1.06)
    changer.reading = ChangerReading("jaw", "", 0.0, 0.0, 1.04)
    assert done(1.06)
    opened = changer.change(False, 2.0)
    changer.reading = ChangerReading("", "jaw", 0.0, 0.0, 2.0)
    assert opened(2.02)


def test_a_changer_that_closes_on_nothing_says_what_is_near() -> None:
    changer = ToolChangerControl(lambda close: None)
    done = changer.change(True, 1.0)
    changer.reading = ChangerReading("", "jaw", 0.035, 0.1, 1.0)
    with pytest.raises(SimulationError, match="the nearest, jaw, is 35"):
        done(1.02)
    changer.reading = ChangerReading("", "", 0.0, 0.0, 1.0)
    with pytest.raises(SimulationError, match="none is anywhere that no robot has on"):
        done(1.02)


def test_a_changer_that_says_nothing_is_an_error() -> None:
    done = ToolChangerControl(lambda close: None).change(True, 1.0)
    assert not done(1.0 + 0.5 * ANSWER_TIMEOUT)
    with pytest.raises(SimulationError, match="the tool changer sends no state"):
        done(1.1 + ANSWER_TIMEOUT)


def test_the_gripper_that_is_on_is_the_one_that_is_commanded() -> None:
    sent: List[GripOrder] = []
    effector = Effector(None, sent.append, 40.0)
    with pytest.raises(InputError, match="the robot has none on"):
        effector.set(1.0, 0.0)
    effector.fit("cup", read_gripper(folder() / "vacuum_cup.urdf"))
    effector.set(1.0, 0.0)
    assert sent[-1] == GripOrder(vacuum=True)
    effector.fit("jaw", read_gripper(folder() / "nist_gripper.urdf"))
    effector.set(0.5, 0.0)
    assert sent[-1] == GripOrder(width=0.04, force=40.0)
    for name in ("jaw", "nist_gripper"):
        effector.check(name)
    with pytest.raises(InputError, match="'cup' is not on the robot; 'jaw' is"):
        effector.check("cup")
    effector.fit("", None)
    assert effector.name == "" and not effector.mounted


def test_a_robot_with_a_changer_knows_its_tools_and_their_weight() -> None:
    robot = read_robot(CONFIG / "fanuc.yaml", end_effectors=TOOLS, tool="jaw")
    whole = read_robot(CONFIG / "fanuc.yaml")
    assert robot.ring.tool == "jaw" and set(robot.ring.tools) == {"jaw", "cup"}
    assert robot.gripper is None and 'tool_changer joint="joint_6"' in robot.urdf()
    assert "left_finger" not in robot.urdf()
    up, positions = np.array([0.0, 0.0, 1.0]), robot.start
    assert robot.loads_with("jaw").holding(positions, up) == pytest.approx(
        whole.loads.holding(positions, up)
    )
    bare = read_robot(CONFIG / "fanuc.yaml", gripper="")
    assert robot.loads_with("").holding(positions, up) == pytest.approx(
        bare.loads.holding(positions, up)
    )
    mover = Mover(robot, robot.start)
    flange = robot.kinematics.forward(robot.start)
    for name, away in (("jaw", 0.12), ("cup", 0.108), ("", 0.0)):
        mover.use_tool(name)
        at = mover.ring.controlled(flange)
        assert np.linalg.norm((at - flange)[:3, 3]) == pytest.approx(away, abs=1e-9)


def test_a_tool_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="tool 'saw' not found"):
        read_robot(CONFIG / "fanuc.yaml", end_effectors=TOOLS, tool="saw")
    with pytest.raises(InputError, match="hammer"):
        read_robot(CONFIG / "fanuc.yaml", end_effectors={"hammer": "hammer"})
