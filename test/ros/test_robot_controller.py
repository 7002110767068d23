"""A robot controller whose measurements stop: it waits for them once, says so, and takes up again
with the next one."""

from __future__ import annotations

import math
from pathlib import Path
from typing import List
from unittest.mock import MagicMock

import pytest

pytest.importorskip("ruckig")
rospy = pytest.importorskip("rospy")
from geometry_msgs.msg import Vector3  # noqa: E402
from sensor_msgs.msg import JointState  # noqa: E402

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


def test_measurements_that_stop_are_waited_for_once_and_end_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module.rospy, "Publisher", MagicMock())
    monkeypatch.setattr(module, "LockstepClient", MagicMock())
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    waited: List[float] = []
    logged = MagicMock()
    monkeypatch.setattr(module.rospy, "logerr", logged)
    placed = placed_arm(LAB, "fanuc")
    controller = module.Controller(placed, module.Timing(0.02, 0.004, 0.008, 60.0), 40.0, True)
    wait_for = controller._lock.wait_for
    monkeypatch.setattr(
        controller._lock, "wait_for", lambda *given: waited.append(given[1]) or wait_for(*given)
    )
    controller._measured(measured(placed, 1.0))
    goal = placed.robot.ring.controlled(placed.robot.kinematics.forward(placed.robot.start))
    goal[1, 3] += 0.1
    rate = CrclRate(True, 0.5)
    controller._commanded(
        CrclCommand(
            id=7,
            type="MoveTo",
            straight=True,
            waypoints=[
                CrclWaypoint(
                    pose_from_matrix(goal),
                    True,
                    True,
                    rate,
                    rate,
                    rate,
                    rate,
                    FREE,
                    math.inf,
                    math.inf,
                )
            ],
        )
    )
    assert controller._executor.progress.state == WORKING
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
    controller._measured(measured(placed, 1.17))
    controller._boundary(LockstepBoundary(header=header(1.18)))
    assert len(waited) == 1 and controller._report.state == "ready"
