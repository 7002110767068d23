"""Execution of motions of one arm.

Computes joint setpoints ahead of time, and checks arrival from measurements. Everything is a
function of time: setpoints may be computed ahead, and a stop, an override or another motion may
come at an earlier time; it changes the setpoints from then on. Requests come in the order of their
times, in s on one clock, simulated or not, which is never read here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Optional, Sequence, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robots.arrival import ArrivalCheck
from sim.robots.loads import Loads
from sim.robots.motion.follow import Request
from sim.robots.motion.planner import MotionPlanner
from sim.robots.robot import Robot
from sim.robots.timeline import Timeline

READY = "ready"
WORKING = "working"
DONE = "done"
ERROR = "error"
STOPS = ("Normal", "Fast", "Immediate")


@dataclass(frozen=True)
class MotionReport:
    """State of the last motion, and the measured controlled point.

    Pose (4, 4) and twist (6,) in the workstation's frame.
    """

    state: str
    description: str
    pose: Array
    twist: Array
    override: float


class Mover:
    """One arm's motions."""

    def __init__(self, robot: Robot, positions: Union[Array, Sequence[float]]) -> None:
        self.robot = robot
        self.ring = robot.ring
        self._planner = MotionPlanner(robot.kinematics, robot.ring, robot.speeds, self._loads)
        self._timeline = Timeline(positions)
        self._measured: Optional[Array] = None
        self._carried: Optional[Array] = None
        self._asked = -math.inf
        self.state, self.description = READY, ""
        self._checks: List[ArrivalCheck] = []

    # Requests.

    def take(self, motion: Request, time: float) -> None:
        """Execute this motion after stopping any other on its path.

        Raises InputError or MotionError, and sets the state to ERROR, if it is impossible.
        """
        time = self._ordered(time)
        self._stop(time, "Normal")
        try:
            self._begin(motion, time)
        except Exception as error:
            self._checks = []
            self.state, self.description = ERROR, str(error) or type(error).__name__
            raise

    def append(self, motion: Request, time: float) -> None:
        """Execute this motion after the queued ones. On an error the queued ones go on."""
        if not self._checks:
            self.take(motion, time)
        else:
            self._begin(motion, self._ordered(time))

    def stop(self, time: float, condition: str = "Normal") -> None:
        """Come to rest on the path.

        Normal keeps the motion's own limits, Immediate the joints' limits, Fast between.
        """
        if condition not in STOPS:
            raise InputError(
                "stop", f"condition must be one of: {', '.join(STOPS)}; got '{condition}'"
            )
        self._stop(self._ordered(time), condition)
        self._checks = [ArrivalCheck(None)]
        self.state, self.description = WORKING, ""

    def override(self, time: float, fraction: float) -> None:
        """Scale all speeds by this fraction, 0 to 1, from ``time`` on.

        0 holds the arm on its path.
        """
        if not (math.isfinite(fraction) and 0.0 <= fraction <= 1.0):
            raise InputError("override", f"{fraction} is not between 0 and 1")
        self._timeline.override(self._ordered(time), fraction)

    def use_tool(self, name: str) -> None:
        """Change the controlled point, "" for the flange, while the arm rests."""
        self.ring = self.ring.with_tool(name)
        self._planner = MotionPlanner(
            self.robot.kinematics, self.ring, self.robot.speeds, self._loads
        )

    def _loads(self) -> Loads:
        return self.robot.loads_with(self.ring.tool)

    def hold(self, time: float, positions: Union[Array, Sequence[float]]) -> None:
        """Forget everything and hold these positions, as after a reset."""
        self._timeline.hold(positions)
        self._checks, self._measured, self._asked = [], None, time
        self.state, self.description = READY, ""

    # Setpoints of the joints.

    def setpoints(self, times: Union[Array, Sequence[float]]) -> Array:
        """Return joint positions, velocities, accelerations (3, n, k) at ascending times (n,)."""
        return self._timeline.setpoints(times)

    def planned(self, time: float) -> Array:
        """Return the joints' setpoint (k,) at a time."""
        if not self.moving(time):
            return self._timeline.end_positions
        planned: Array = self.setpoints([time])[0, 0]
        return planned

    def moving(self, time: float) -> bool:
        """Return whether setpoints change after a time."""
        return self._timeline.moving(time)

    # Measurements.

    def measure(
        self,
        time: float,
        positions: Array,
        velocities: Optional[Array] = None,
        efforts: Optional[Array] = None,
    ) -> MotionReport:
        """Process measured joints (k,) and return the motion's state."""
        positions = np.asarray(positions, dtype=float)
        flange, twist = self.robot.kinematics.state(positions, velocities)
        pose = self.ring.controlled(flange)
        if self.state == WORKING:
            self._check_efforts(time, positions, efforts)
        if self.state == WORKING and self._checks:
            for check in self._checks:
                check.note_marks(self.robot, self._measured, pose)
            if not self.moving(time):
                self._settle(time, positions, pose)
        self._measured = pose
        return MotionReport(
            self.state,
            self.description,
            pose,
            self._twist(flange, twist),
            self._timeline.speed_fraction,
        )

    def configuration(self, positions: Array) -> str:
        """Return the name of the arm's branch."""
        return self.robot.kinematics.branch(np.asarray(positions, dtype=float))

    def _twist(self, flange: Array, twist: Array) -> Array:
        """Convert a twist (6,) of the flange, in the base's axes, to the controlled point.

        The result is in the workstation's axes.
        """
        turn = self.ring.workstation_from_base[:3, :3]
        x, y, z = flange[:3, :3] @ self.ring.tool0_from_tcp[:3, 3]
        u, v, w = twist[3:]
        carried = twist[:3] + np.array([v * z - w * y, w * x - u * z, u * y - v * x])
        return np.concatenate([turn @ carried, turn @ twist[3:]])

    # Time line.

    def _ordered(self, time: float) -> float:
        """Return a request's time, not before the previous one's."""
        self._asked = max(self._asked, time)
        return self._asked

    def _begin(self, motion: Request, time: float) -> None:
        start = self._timeline.end_positions
        legs = self._planner.plan(motion, start)
        goal = self._planner.goal(motion, start, legs)
        self._checks.append(ArrivalCheck(motion, legs, goal))
        self.state, self.description, self._carried = WORKING, "", None
        self._timeline.add(legs, time)

    def _stop(self, time: float, condition: str) -> None:
        self._timeline.stop(time, condition)
        self._checks = []

    # Arriving.

    def _check_efforts(self, time: float, positions: Array, efforts: Optional[Array]) -> None:
        """Stop joints beyond their effort limit.

        The limit is beyond the effort that holds the arm and the load at the motion's begin.
        """
        goals = [goal for check in self._checks for goal in check.efforts]
        if efforts is None or not goals:
            return
        up = self.ring.world_from_base[2, :3]
        beyond = np.asarray(efforts, dtype=float) - self._loads().holding(positions, up)
        if self._carried is None:
            self._carried = beyond
        for goal in goals:
            met = abs(float(beyond[goal.index] - self._carried[goal.index]))
            if met > goal.effort:
                self._stop(time, "Fast")
                self._fail(
                    f"{self.robot.arm.joints[goal.index].name} met {met:.3g} beyond what holds "
                    f"the arm, more than the {goal.effort:.3g} that it was allowed"
                )
                return

    def _settle(self, time: float, positions: Array, pose: Array) -> None:
        """Check the last motion's goal once all setpoints are constant."""
        check, settling = self._checks[-1], self.robot.settling
        since = time - self._timeline.end
        inside, near_enough, remark = check.arrived(self.robot, positions, self._measured, pose)
        if (inside and check.inside) or (near_enough and since >= settling.patience):
            self._finish("" if inside else remark)
        elif since >= settling.timeout:
            if check.checked:
                self._fail(remark)
            else:
                self._finish(remark)
        check.inside = inside

    def _finish(self, remark: str) -> None:
        missed = next(filter(None, (check.missed_mark() for check in self._checks)), "")
        if missed:
            self._fail(missed)
            return
        self._checks = []
        self.state, self.description = DONE, remark

    def _fail(self, what: str) -> None:
        self._timeline.drop_ahead()
        self._checks = []
        self.state, self.description = ERROR, what
