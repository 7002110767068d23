"""A robot's executor of CRCL commands with its mover.

The joints are assumed to be at their commanded positions.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import List

import numpy as np
import pytest
from geometry_msgs.msg import Vector3

from sim.errors import InputError
from sim.msg import (
    CrclCommand,
    CrclJointGoal,
    CrclParameter,
    CrclRate,
    CrclWaypoint,
)
from sim.robots.effector import MOTION_TIMEOUT, Effector, GripOrder, GripReading
from sim.robots.executor import CommandExecutor, CommandProgress
from sim.robots.mover import DONE, ERROR, WORKING, Mover
from sim.ros.conversions import pose_from_matrix
from sim.ros.crcl.orders import order_from_message
from sim.ros.robots.placed import placed_arm
from sim.workcell.layout import read_layout

LAB = read_layout(Path(__file__).resolve().parents[2] / "config" / "agility_lab.yaml")
FREE = Vector3(math.inf, math.inf, math.inf)


class Rig:
    """An executor on its own clock, 20 ms of setpoints ahead."""

    def __init__(self, refuses: bool = True) -> None:
        placed = placed_arm(LAB, "fanuc")
        self.robot, self.now, self.number = placed.robot, 0.0, 0
        self.mover, self.sent, self.warned = Mover(placed.robot, placed.robot.start), [], []
        self.effector = Effector(placed.gripper, self.sent.append, 40.0)
        self.executor = CommandExecutor(
            self.mover, self.effector, lambda: self.now + 0.02, self.warned.append, refuses
        )
        self.rest()

    def rest(self, seconds: float = 0.0) -> List[np.ndarray]:
        """Let time pass and return the poses of the controlled point meanwhile."""
        poses = []
        for _ in range(max(1, round(seconds / 0.008))):
            self.now += 0.008
            report = self.mover.measure(self.now, *self._joints())
            self.executor.measured(self.now, report)
            poses.append(report.pose)
        return poses

    def _joints(self):
        return self.mover.setpoints([self.now])[:2, 0]

    def give(self, kind: str, **fields: object) -> str:
        """Begin a command and return its state."""
        self.number += 1
        command = CrclCommand(id=self.number, type=kind, **fields)
        try:
            self.executor.take(order_from_message(command), self.now)
        except InputError as error:
            self.executor.refuse(self.number, str(error))
        return self.executor.progress.state

    def until_ended(self, longest: float = 20.0) -> CommandProgress:
        begun = self.now
        while self.executor.progress.state == WORKING and self.now < begun + longest:
            self.rest(0.04)
        assert self.executor.progress.id == self.number
        return self.executor.progress

    def pose(self) -> np.ndarray:
        return self.rest()[-1]

    def grip_state(self, moving: bool, age: float = 0.0) -> None:
        self.effector.reading = GripReading(self.now - age, 0.03, moving)


def to(pose: np.ndarray) -> CrclWaypoint:
    half = CrclRate(True, 0.5)
    return CrclWaypoint(
        pose_from_matrix(pose),
        True,
        True,
        CrclRate(False, 0.25),
        half,
        half,
        half,
        FREE,
        math.inf,
        math.inf,
    )


def moved(pose: np.ndarray, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    result = pose.copy()
    result[:3, 3] += (x, y, z)
    return result


def test_a_move_works_until_the_measured_pose_has_arrived() -> None:
    rig = Rig()
    goal = moved(rig.pose(), 0.05, 0.1, -0.1)
    assert rig.give("MoveTo", straight=True, waypoints=[to(goal)]) == WORKING
    assert rig.until_ended().state == DONE
    assert 0.15 / 0.25 < rig.now < 3.0
    assert np.allclose(rig.pose(), goal, atol=2e-4)


def test_an_unreachable_pose_is_an_error_and_the_arm_stays() -> None:
    rig = Rig()
    start = rig.pose()
    assert rig.give("MoveTo", straight=True, waypoints=[to(moved(start, 3.0))]) == ERROR
    assert rig.executor.progress.description
    assert np.allclose(rig.rest(0.5)[-1], start, atol=1e-9)


def test_a_move_without_waypoint_or_with_nonsense_is_refused() -> None:
    rig = Rig()
    assert rig.give("MoveTo") == ERROR and "no waypoint" in rig.executor.progress.description
    bad = to(rig.pose())
    bad.pose.position.x = math.nan
    assert rig.give("MoveTo", waypoints=[bad]) == ERROR
    assert (
        rig.give(
            "ActuateJoints", joints=[CrclJointGoal(number=0, position=0.1, tolerance=math.inf)]
        )
        == ERROR
    )
    assert (
        rig.give(
            "ActuateJoints", joints=[CrclJointGoal(number=9, position=0.1, tolerance=math.inf)]
        )
        == ERROR
    )


def test_an_unreadable_command_stops_the_motion_on_its_path() -> None:
    rig = Rig()
    start = rig.pose()
    rig.give("MoveTo", straight=True, waypoints=[to(moved(start, y=0.3))])
    rig.rest(0.6)
    assert rig.give("MoveTo") == ERROR
    at = rig.rest(1.0)[-1] - start
    assert 0.03 < at[1, 3] < 0.25 and abs(at[0, 3]) < 1e-3 and abs(at[2, 3]) < 1e-3
    assert not rig.mover.moving(rig.now) and rig.executor.progress.state == ERROR
    assert (
        rig.give("MoveTo", straight=True, waypoints=[to(start)]) == WORKING
        and rig.until_ended().state == DONE
    )


def test_an_internal_error_fails_only_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig()
    start = rig.pose()
    rig.give("MoveTo", straight=True, waypoints=[to(moved(start, y=0.3))])
    rig.rest(0.6)
    with monkeypatch.context() as broken:
        broken.setattr(rig.mover._planner, "plan", lambda *_: [bytearray(1 << 62)])
        assert rig.give("MoveTo", straight=True, waypoints=[to(start)]) == ERROR
    assert rig.executor.progress.description == "MemoryError" and "Traceback" in rig.warned[-1]
    rig.rest(1.0)
    assert not rig.mover.moving(rig.now)
    assert (
        rig.give("MoveTo", straight=True, waypoints=[to(start)]) == WORKING
        and rig.until_ended().state == DONE
    )


def test_joints_go_where_they_are_told() -> None:
    rig = Rig()
    goal = CrclJointGoal(
        number=1,
        position=0.3,
        tolerance=math.inf,
        details=CrclJointGoal.SPEED,
        speed=0.5,
        accel=3.0,
    )
    rig.give("ActuateJoints", joints=[goal])
    assert rig.until_ended().state == DONE
    assert rig.now > 0.6
    assert rig.mover.setpoints([rig.now])[0, 0, 0] == pytest.approx(0.3, abs=1e-6)


def test_stop_motion_ends_a_move_on_its_line() -> None:
    rig = Rig()
    start = rig.pose()
    rig.give("MoveTo", straight=True, waypoints=[to(moved(start, y=0.3))])
    rig.rest(0.6)
    assert rig.give("StopMotion", text="Fast") == WORKING
    assert rig.until_ended().state == DONE
    at = rig.pose() - start
    assert 0.03 < at[1, 3] < 0.25 and abs(at[0, 3]) < 1e-3 and abs(at[2, 3]) < 1e-3
    assert np.allclose(rig.rest(0.3)[-1], rig.pose(), atol=1e-9)


def test_a_move_preempts_another() -> None:
    rig = Rig()
    start = rig.pose()
    rig.give("MoveTo", straight=True, waypoints=[to(moved(start, y=0.3))])
    rig.rest(0.5)
    rig.give("MoveTo", straight=False, waypoints=[to(moved(start, z=0.05))])
    assert rig.until_ended().state == DONE
    assert np.allclose(rig.pose(), moved(start, z=0.05), atol=2e-4)


def test_dwell_takes_simulated_time() -> None:
    rig = Rig()
    begun = rig.now
    assert rig.give("Dwell", value=1.5) == WORKING
    rig.until_ended()
    assert 1.5 <= rig.now - begun < 1.6
    assert rig.give("Dwell", value=math.nan) == ERROR


def test_the_gripper_is_done_when_a_later_state_is_at_rest() -> None:
    rig = Rig()
    rig.grip_state(False)
    assert rig.give("SetEndEffector", value=0.5) == WORKING
    assert (
        isinstance(rig.sent[-1], GripOrder)
        and rig.sent[-1].width == pytest.approx(0.04)
        and rig.sent[-1].force == 40.0
    )
    for moving in (True, True, False):
        assert rig.executor.progress.state == WORKING
        rig.rest(0.1)
        rig.grip_state(moving)
    rig.rest()
    assert rig.executor.progress.state == DONE
    rig.give(
        "SetEndEffectorParameters",
        parameters=[CrclParameter("Force", "12.5"), CrclParameter("colour", "red")],
    )
    rig.give("SetEndEffector", value=0.0)
    assert rig.sent[-1].force == 12.5 and "colour" in rig.warned[-1]
    rig.give("InitCanon")
    rig.give("SetEndEffector", value=0.0)
    assert rig.sent[-1].force == 40.0


def test_a_silent_gripper_is_an_error() -> None:
    rig = Rig()
    rig.give("SetEndEffector", value=0.5)
    assert rig.until_ended(2 * MOTION_TIMEOUT).state == ERROR
    assert "no state" in rig.executor.progress.description


def test_stop_motion_holds_moving_fingers() -> None:
    rig = Rig()
    rig.give("SetEndEffector", value=0.0)
    rig.grip_state(True)
    rig.give("StopMotion", text="Normal")
    assert rig.sent[-1].width == pytest.approx(0.03)


def test_the_tool_changer_changes_controlled_point_and_gripper() -> None:
    rig = Rig()
    on = rig.pose()
    assert rig.give("OpenToolChanger") == DONE
    off = rig.pose()
    assert np.linalg.norm((on - off)[:3, 3]) == pytest.approx(0.12, abs=1e-6)
    assert rig.give("SetEndEffector", value=1.0) == ERROR
    assert rig.give("CloseToolChanger") == DONE
    assert np.allclose(rig.pose(), on)
    assert rig.give("EnableGripper", text="nist_gripper") == DONE
    assert rig.give("EnableGripper", text="hand") == ERROR


def test_a_stuck_tool_changer_is_an_error_until_it_is_cleared() -> None:
    rig = Rig()
    rig.executor.changer_stuck = True
    for kind in ("OpenToolChanger", "CloseToolChanger"):
        assert rig.give(kind) == ERROR
        assert rig.executor.progress.description == "the tool changer is stuck"
    assert rig.effector.mounted
    rig.executor.changer_stuck = False
    assert rig.give("OpenToolChanger") == DONE


def test_a_blocked_robot_stops_on_its_path_and_refuses_commands() -> None:
    rig = Rig()
    start = rig.pose()
    rig.give("MoveTo", straight=True, waypoints=[to(moved(start, y=0.3))])
    rig.rest(0.6)
    rig.executor.block("fault", "out of order")
    rig.executor.block("curtain", "a light curtain is interrupted")
    assert rig.executor.progress.state == ERROR
    assert rig.executor.progress.description == "out of order"
    at = rig.rest(1.0)[-1]
    assert 0.03 < (at - start)[1, 3] < 0.25 and abs((at - start)[0, 3]) < 1e-3
    for kind in ("StopMotion", "InitCanon", "Dwell", "SetEndEffector", "EndCanon"):
        assert rig.give(kind) == ERROR
        assert rig.executor.progress.description == "out of order; a light curtain is interrupted"
    rig.executor.unblock("fault")
    assert rig.give("MoveTo", straight=True, waypoints=[to(start)]) == ERROR
    rig.executor.unblock("curtain")
    assert np.allclose(rig.rest(0.5)[-1], at, atol=1e-9)
    assert rig.give("MoveTo", straight=True, waypoints=[to(start)]) == WORKING
    assert rig.until_ended().state == DONE


def test_override_slows_what_moves() -> None:
    rig, times = Rig(), []
    start = rig.pose()
    for percent, goal in (("100", moved(start, y=0.2)), ("50", start)):
        assert (
            rig.give("SetRobotParameters", parameters=[CrclParameter("override_percent", percent)])
            == DONE
        )
        begun = rig.now
        rig.give("MoveTo", straight=True, waypoints=[to(goal)])
        rig.until_ended()
        times.append(rig.now - begun)
    assert times[1] > 1.6 * times[0]
    assert (
        rig.give("SetRobotParameters", parameters=[CrclParameter("override_percent", "120")])
        == ERROR
    )


def test_unsupported_commands_are_refused_or_ignored_as_configured() -> None:
    assert Rig().give("RunProgram", text="G01 X10") == ERROR
    lenient = Rig(refuses=False)
    assert lenient.give("RunProgram", text="G01 X10") == DONE and "G01" in lenient.warned[-1]
    assert lenient.give("SetTransSpeed") == DONE
