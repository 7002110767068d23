"""A robot controller without measurements, and one stopped during a CRCL command.

It waits for them once, logs that, and continues with the next one.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Iterator, List
from unittest.mock import MagicMock

import numpy as np
import pytest

pytest.importorskip("ruckig")
rospy = pytest.importorskip("rospy")
from geometry_msgs.msg import Vector3  # noqa: E402
from sensor_msgs.msg import JointState  # noqa: E402
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint  # noqa: E402

from sim.msg import CrclCommand, CrclRate, CrclStatus, CrclWaypoint, LockstepBoundary  # noqa: E402
from sim.robots.mover import ERROR, WORKING  # noqa: E402
from sim.ros.conversions import header, pose_from_matrix  # noqa: E402
from sim.ros.robots import controller as module  # noqa: E402
from sim.ros.robots.placed import placed_arm  # noqa: E402
from sim.workcell.layout import read_layout  # noqa: E402

LAB = read_layout(Path(__file__).resolve().parents[2] / "config" / "agility_lab.yaml")
FREE = Vector3(math.inf, math.inf, math.inf)


def measured(placed, time: float) -> JointState:
    return JointState(
        header=header(time),
        name=list(placed.robot.arm.names),
        position=list(placed.robot.start),
        velocity=[0.0] * 6,
        effort=[0.0] * 6,
    )


@pytest.fixture
def controller(monkeypatch: pytest.MonkeyPatch) -> Iterator[module.RobotController]:
    monkeypatch.setattr(module.rospy, "Publisher", MagicMock())
    monkeypatch.setattr(module, "LockstepClient", MagicMock())
    timing = module.ControllerTiming(0.02, 0.004, 0.008, 60.0)
    made = module.RobotController(placed_arm(LAB, "fanuc"), timing, 40.0, True)
    made._measurements._measured(measured(made._placed, 1.0))
    yield made


def move(controller: module.RobotController, number: int) -> None:
    """Send a command to move by 0.1 m."""
    robot = controller._placed.robot
    goal = robot.ring.controlled(robot.kinematics.forward(robot.start))
    goal[1, 3] += 0.1
    rate = CrclRate(True, 0.5)
    waypoint = CrclWaypoint(
        pose_from_matrix(goal), True, True, rate, rate, rate, rate, FREE, math.inf, math.inf
    )
    controller._commanded(
        CrclCommand(id=number, type="MoveTo", straight=True, waypoints=[waypoint])
    )
    assert controller._executor.progress.state == WORKING


def test_missing_measurements_are_awaited_once_and_end_the_command(
    controller: module.RobotController, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MEASUREMENT_TIMEOUT", 0.05)
    waited: List[float] = []
    logged = MagicMock()
    monkeypatch.setattr(module.rospy, "logerr", logged)
    wait_for = controller._lock.wait_for
    monkeypatch.setattr(
        controller._lock, "wait_for", lambda *given: waited.append(given[1]) or wait_for(*given)
    )
    move(controller, 7)
    for time in (1.1, 1.12, 1.14, 1.16):
        controller._boundary(LockstepBoundary(header=header(time)))
    progress = controller._executor.progress
    assert len(waited) == 1 and logged.call_count == 1
    assert (progress.id, progress.state) == (
        7,
        ERROR,
    ) and "/fanuc/joint_states" in progress.description
    told = controller._status.publish.call_args[0][0]
    assert (told.id, told.state) == (7, CrclStatus.ERROR)
    controller._measurements._measured(measured(controller._placed, 1.17))
    controller._boundary(LockstepBoundary(header=header(1.18)))
    assert len(waited) == 1 and controller._report.state == "ready"


def test_a_command_stopped_by_another_client_is_not_done(
    controller: module.RobotController,
) -> None:
    move(controller, 7)
    assert controller._trajectories._command(JointTrajectory())
    progress = controller._executor.progress
    assert (progress.id, progress.state) == (7, ERROR) and "stop_motion" in progress.description


@pytest.mark.parametrize("kind", ["Message", "StopMotion"])
def test_a_crcl_command_stops_the_arm_that_follows_a_trajectory(
    controller: module.RobotController, kind: str
) -> None:
    robot = controller._placed.robot
    end = JointTrajectoryPoint(
        positions=np.add(robot.start, [0.4, 0, 0, 0, 0, 0]).tolist(),
        time_from_start=rospy.Duration(2.0),
    )
    assert controller._trajectories._command(
        JointTrajectory(joint_names=list(robot.arm.names), points=[end])
    )
    assert controller._mover.planned(10.0)[0] == pytest.approx(end.positions[0])
    controller._commanded(CrclCommand(id=8, type=kind))
    assert not controller._trajectories.following
    assert abs(controller._mover.planned(10.0)[0] - robot.start[0]) < 0.1
