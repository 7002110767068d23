"""Executes motions of one arm: setpoints for its joints ahead of time, and from what is measured
whether it arrived.

Everything is a function of time: setpoints may be asked for ahead, and a stop, an override or
another motion may come at an earlier time than was asked for; setpoints from then on are others.
Requests come in the order of their times, in s on one clock, simulated or not, which is never read
here.
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
from sim.robots.motion.planner import Planner
from sim.robots.robot import Robot
from sim.robots.timeline import Timeline

READY = "ready"
WORKING = "working"
DONE = "done"
ERROR = "error"
STOPS = ("Normal", "Fast", "Immediate")


@dataclass(frozen=True)
class Report:
    """State of the motion last taken, and the controlled point as measured: pose (4, 4) and twist
    (6,) in the workstation's frame."""

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
        self._planner = Planner(robot.kinematics, robot.ring, robot.speeds, self._loads)
        self._timeline = Timeline(positions)
        self._measured: Optional[Array] = None
        self._carried: Optional[Array] = None
        self._asked = -math.inf
        self.state, self.description = READY, ""
        self._checks: List[ArrivalCheck] = []

    # What is asked for.

    def take(self, motion: Request, time: float) -> None:
        """Do this motion, after a stop on the path of any other. InputError or MotionError, and the
        state is ERROR, where it cannot be done."""
        time = self._ordered(time)
        self._stop(time, "Normal")
        try:
            self._begin(motion, time)
        except Exception as error:
            self._checks = []
            self.state, self.description = ERROR, str(error) or type(error).__name__
            raise

    def append(self, motion: Request, time: float) -> None:
        """Do this motion when those before it are done; on an error those before it go on."""
        if not self._checks:
            self.take(motion, time)
        else:
            self._begin(motion, self._ordered(time))

    def stop(self, time: float, condition: str = "Normal") -> None:
        """Come to rest on the path: Normal within the motion's own limits, Immediate within those
        of the joints, Fast between."""
        if condition not in STOPS:
            raise InputError(
                "stop", f"there is no condition '{condition}'; there are: {', '.join(STOPS)}"
            )
        self._stop(self._ordered(time), condition)
        self._checks = [ArrivalCheck(None)]
        self.state, self.description = WORKING, ""

    def override(self, time: float, fraction: float) -> None:
        """From ``time`` on go at this fraction, 0 to 1, of all speeds; 0 holds the arm on its
        path."""
        if not (math.isfinite(fraction) and 0.0 <= fraction <= 1.0):
            raise InputError("override", f"{fraction} is not between 0 and 1")
        self._timeline.override(self._ordered(time), fraction)

    def use_tool(self, name: str) -> None:
        """Another controlled point, "" for the flange; while the arm rests."""
        self.ring = self.ring.with_tool(name)
        self._planner = Planner(self.robot.kinematics, self.ring, self.robot.speeds, self._loads)

    def _loads(self) -> Loads:
        return self.robot.loads_with(self.ring.tool)

    def hold(self, time: float, positions: Union[Array, Sequence[float]]) -> None:
        """Forget everything and hold these positions, as after a reset."""
        self._timeline.hold(positions)
        self._checks, self._measured, self._asked = [], None, time
        self.state, self.description = READY, ""

    # What the joints get.

    def setpoints(self, times: Union[Array, Sequence[float]]) -> Array:
        """Positions, velocities and accelerations (3, n, k) of the joints at ascending times
        (n,)."""
        return self._timeline.setpoints(times)

    def planned(self, time: float) -> Array:
        """Where the joints (k,) are to be at a time."""
        if not self.moving(time):
            return self._timeline.end_positions
        planned: Array = self.setpoints([time])[0, 0]
        return planned

    def moving(self, time: float) -> bool:
        """Whether setpoints change after a time."""
        return self._timeline.moving(time)

    # What is measured.

    def measure(
        self,
        time: float,
        positions: Array,
        velocities: Optional[Array] = None,
        efforts: Optional[Array] = None,
    ) -> Report:
        """Take note of measured joints (k,) and say how the motion stands."""
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
        return Report(
            self.state,
            self.description,
            pose,
            self._twist(flange, twist),
            self._timeline.speed_fraction,
        )

    def configuration(self, positions: Array) -> str:
        """The name of the arm's branch."""
        return self.robot.kinematics.branch(np.asarray(positions, dtype=float))

    def _twist(self, flange: Array, twist: Array) -> Array:
        """The controlled point's twist (6,) in the workstation's axes of the flange's (6,) in the
        base's."""
        turn = self.ring.workstation_from_base[:3, :3]
        x, y, z = flange[:3, :3] @ self.ring.tool0_from_tcp[:3, 3]
        u, v, w = twist[3:]
        carried = twist[:3] + np.array([v * z - w * y, w * x - u * z, u * y - v * x])
        return np.concatenate([turn @ carried, turn @ twist[3:]])

    # Time line.

    def _ordered(self, time: float) -> float:
        """The time at which a request counts: never before the one before it."""
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
        """Joints with an effort of their own stop where they meet more than it, beyond what holds
        the arm and what it carried as the motion began."""
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
        """Whether the last motion's goal is reached, once no setpoint changes any more."""
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
