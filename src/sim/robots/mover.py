"""Executes motions of one arm: setpoints for its joints ahead of time, and from what is measured
whether it arrived.

Everything is a function of time: setpoints may be asked for ahead, and a stop, an override or
another motion may come at an earlier time than was asked for; setpoints from then on are others.
Requests come in the order of their times, in s on one clock, simulated or not, which is never read
here.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.robot_orders import Move, MoveJoints, Tolerance
from sim.robots.loads import Loads
from sim.robots.motion.follow import FollowJoints, Request
from sim.robots.motion.leg import Leg, Mark
from sim.robots.motion.planner import Planner
from sim.robots.motion.profile import Profile
from sim.robots.robot import Robot
from sim.robots.settling import Miss, between, miss

READY = "ready"
WORKING = "working"
DONE = "done"
ERROR = "error"
STOPS = ("Normal", "Fast", "Immediate")
KEPT = 2.0  # s of finished paths that stay answerable


@dataclass(frozen=True)
class Setpoints:
    """Times (n,), positions, velocities and accelerations (n, k)."""

    times: Array
    positions: Array
    velocities: Array
    accelerations: Array


@dataclass(frozen=True)
class Report:
    """State of the motion last taken, and the controlled point as measured: pose (4, 4) and twist
    (6,) in the workstation's frame."""

    state: str
    description: str
    pose: Array
    twist: Array
    override: float


@dataclass
class _Run:
    """A leg on its way since ``start``."""

    start: float
    leg: Leg
    profile: Profile

    @property
    def end(self) -> float:
        return self.start + self.profile.duration

    @property
    def end_positions(self) -> Array:
        """Joint positions (k,) where it comes to rest."""
        return self.leg.positions(self.profile.at(self.profile.duration)[0])


@dataclass
class _Job:
    """A motion's legs and what it must reach; ``nearest`` is how near each waypoint with a
    tolerance was passed."""

    motion: Optional[Request]
    legs: List[Leg]
    pose: Optional[Array] = None
    tolerance: Tolerance = Tolerance()
    nearest: Dict[Tuple[int, int], Tuple[float, Miss]] = field(default_factory=dict)
    inside: bool = False

    @property
    def checked(self) -> bool:
        """Whether the command says how near its goal must be reached."""
        if isinstance(self.motion, MoveJoints):
            return any(math.isfinite(goal.tolerance) for goal in self.motion.goals)
        return self.tolerance.given

    @property
    def marks(self) -> Dict[Tuple[int, int], Mark]:
        return {
            (row, column): mark
            for row, leg in enumerate(self.legs)
            for column, mark in enumerate(leg.marks)
            if mark.tolerance.given
        }


class Mover:
    """One arm's motions."""

    def __init__(self, robot: Robot, positions: Union[Array, Sequence[float]]) -> None:
        self.robot = robot
        self.ring = robot.ring
        self._planner = Planner(robot.kinematics, robot.ring, robot.speeds, self._loads)
        self._override = 1.0
        self._measured: Optional[Array] = None
        self._carried: Optional[Array] = None
        self._asked = -math.inf
        self.state, self.description = READY, ""
        self._rest = np.array(positions, dtype=float)
        self._runs: List[_Run] = []
        self._jobs: List[_Job] = []
        self._ahead: List[Leg] = []

    # What is asked for.

    def take(self, motion: Request, time: float) -> None:
        """Do this motion, after a stop on the path of any other. InputError or MotionError, and the
        state is ERROR, where it cannot be done."""
        time = self._ordered(time)
        self._stop(time, "Normal")
        try:
            self._begin(motion, time)
        except Exception as error:
            self._jobs = []
            self.state, self.description = ERROR, str(error) or type(error).__name__
            raise

    def append(self, motion: Request, time: float) -> None:
        """Do this motion when those before it are done; on an error those before it go on."""
        if not self._jobs:
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
        self._jobs = [_Job(None, [])]
        self.state, self.description = WORKING, ""

    def override(self, time: float, fraction: float) -> None:
        """From ``time`` on go at this fraction, 0 to 1, of all speeds; 0 holds the arm on its
        path."""
        if not (math.isfinite(fraction) and 0.0 <= fraction <= 1.0):
            raise InputError("override", f"{fraction} is not between 0 and 1")
        time = self._ordered(time)
        self._override = fraction
        self._forget(time)
        if self._runs and self._runs[-1].end > time:
            self._runs[-1].profile.override(time - self._runs[-1].start, fraction)

    def use_tool(self, name: str) -> None:
        """Another controlled point, "" for the flange; while the arm rests."""
        self.ring = self.ring.with_tool(name)
        self._planner = Planner(self.robot.kinematics, self.ring, self.robot.speeds, self._loads)

    def _loads(self) -> Loads:
        return self.robot.loads_with(self.ring.tool)

    def hold(self, time: float, positions: Union[Array, Sequence[float]]) -> None:
        """Forget everything and hold these positions, as after a reset."""
        self._rest = np.array(positions, dtype=float)
        self._runs, self._ahead, self._jobs, self._measured, self._asked = [], [], [], None, time
        self.state, self.description = READY, ""

    # What the joints get.

    def setpoints(self, times: Union[Array, Sequence[float]]) -> Setpoints:
        """Where the joints are to be at ascending times (n,)."""
        moments = np.atleast_1d(np.asarray(times, dtype=float))
        shape = (len(moments), len(self.robot.arm))
        positions, velocities, accelerations = (
            np.tile(self._rest, (len(moments), 1)),
            np.zeros(shape),
            np.zeros(shape),
        )
        runs = [self._run_at(time) for time in moments]
        for run in {id(run): run for run in runs if run is not None}.values():
            rows = np.array([index for index, other in enumerate(runs) if other is run])
            s, v, a = np.array([run.profile.at(moments[row] - run.start) for row in rows]).T[
                :, :, None
            ]
            spline = run.leg.spline
            first = spline(s[:, 0], 1)
            positions[rows] = spline(s[:, 0])
            velocities[rows] = first * v
            accelerations[rows] = spline(s[:, 0], 2) * v**2 + first * a
        return Setpoints(moments, positions, velocities, accelerations)

    def planned(self, time: float) -> Array:
        """Where the joints (k,) are to be at a time."""
        if not self.moving(time):
            return self._end_positions()
        planned: Array = self.setpoints([time]).positions[0]
        return planned

    def step(
        self, time: float, positions: Array, velocities: Optional[Array] = None
    ) -> Tuple[Setpoints, Report]:
        """One cycle: what is measured at a time, and the setpoint for it."""
        report = self.measure(time, positions, velocities)
        return self.setpoints([time]), report

    def moving(self, time: float) -> bool:
        """Whether setpoints change after a time."""
        self._advance(time)
        return bool(self._ahead) or (bool(self._runs) and self._runs[-1].end > time)

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
        if self.state == WORKING and self._jobs:
            self._note_marks(pose)
            if not self.moving(time):
                self._settle(time, positions, pose)
        self._measured = pose
        return Report(
            self.state, self.description, pose, self._twist(flange, twist), self._override
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
        start = self._end_positions()
        legs = self._planner.plan(motion, start)
        pose = self._planner.goal(motion, start, legs)
        tolerance = (
            motion.waypoints[-1].tolerance
            if isinstance(motion, Move)
            else Tolerance()
            if isinstance(motion, (MoveJoints, FollowJoints))
            else motion.waypoint.tolerance
        )
        job = _Job(motion, legs, pose, tolerance)
        self._jobs.append(job)
        self._ahead += legs
        self.state, self.description, self._carried = WORKING, "", None
        if not self._runs or self._runs[-1].end <= time:
            self._launch(time)

    def _end_positions(self) -> Array:
        """Joint positions (k,) in which all that is planned ends."""
        if self._ahead:
            return self._ahead[-1].end
        return self._runs[-1].end_positions if self._runs else self._rest

    def _launch(self, time: float) -> None:
        if self._ahead:
            leg = self._ahead.pop(0)
            self._runs.append(_Run(time, leg, Profile(leg.limits, self._override, leg.edge_speed)))

    def _advance(self, time: float) -> None:
        """Begin the legs that are due by a time."""
        while self._ahead and self._runs and self._runs[-1].end <= time:
            self._launch(self._runs[-1].end)

    def _run_at(self, time: float) -> Optional[_Run]:
        """The path of a time, None before the first."""
        self._advance(time)
        index = bisect_right([run.start for run in self._runs], time) - 1
        return self._runs[index] if index >= 0 else None

    def _forget(self, time: float) -> None:
        """Put back the legs that begin after a time, and drop what ended long before it."""
        self._advance(time)
        while self._runs and self._runs[-1].start > time:
            self._ahead.insert(0, self._runs.pop().leg)
        while len(self._runs) > 1 and self._runs[0].end < time - KEPT:
            self._rest = self._runs.pop(0).end_positions

    def _stop(self, time: float, condition: str) -> None:
        self._forget(time)
        self._ahead, self._jobs = [], []
        if self._runs and self._runs[-1].end > time:
            run = self._runs[-1]
            own = (run.leg.limits.acceleration, run.leg.limits.jerk)
            hardest = run.leg.hardest
            limits = {
                "Normal": own,
                "Fast": tuple(math.sqrt(a * b) for a, b in zip(own, hardest)),
                "Immediate": hardest,
            }[condition]
            run.profile.stop(time - run.start, *limits)

    # Arriving.

    def _check_efforts(self, time: float, positions: Array, efforts: Optional[Array]) -> None:
        """Joints with an effort of their own stop where they meet more than it, beyond what holds
        the arm and what it carried as the motion began."""
        goals = [
            goal
            for job in self._jobs
            if isinstance(job.motion, MoveJoints)
            for goal in job.motion.goals
            if not math.isinf(goal.effort)
        ]
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

    def _note_marks(self, pose: Array) -> None:
        """Keep how near each waypoint with a tolerance was passed, as measured."""
        for job in self._jobs:
            for key, mark in job.marks.items():
                nearest = (
                    pose if self._measured is None else between(self._measured, pose, mark.pose)
                )
                missed = miss(nearest, mark.pose)
                # No arm can be nearer than what counts as arrived, whatever the tolerance.
                share = 0.0 if missed.within(self.robot.settling) else missed.share(mark.tolerance)
                if key not in job.nearest or (share, missed.distance) < (
                    job.nearest[key][0],
                    job.nearest[key][1].distance,
                ):
                    job.nearest[key] = (share, missed)

    def _settle(self, time: float, positions: Array, pose: Array) -> None:
        """Whether the last motion's goal is reached, once no setpoint changes any more."""
        job, settling = self._jobs[-1], self.robot.settling
        since = time - (self._runs[-1].end if self._runs else -math.inf)
        inside, near_enough, remark = self._arrived(job, positions, pose)
        if (inside and job.inside) or (near_enough and since >= settling.patience):
            self._finish("" if inside else remark)
        elif since >= settling.timeout:
            if job.checked:
                self._fail(remark)
            else:
                self._finish(remark)
        job.inside = inside

    def _arrived(self, job: _Job, positions: Array, pose: Array) -> Tuple[bool, bool, str]:
        """Whether the arm is at its goal, whether it is within the command's own tolerance, and how
        far off it is."""
        settling = self.robot.settling
        if job.motion is None:
            still = self._measured is not None and miss(pose, self._measured).within(settling)
            return still, still, "the arm does not come to rest"
        if isinstance(job.motion, MoveJoints):
            inside, near_enough, remark = self._joints_arrived(job.motion, positions)
            return inside, job.checked and near_enough, remark
        assert job.pose is not None
        missed = miss(pose, job.pose)
        return (
            missed.within(settling),
            job.checked and missed.share(job.tolerance) <= 1.0,
            f"the end pose is {missed}",
        )

    def _joints_arrived(self, motion: MoveJoints, positions: Array) -> Tuple[bool, bool, str]:
        settling, joints = self.robot.settling, self.robot.arm.joints
        off = [abs(float(positions[goal.index]) - goal.position) for goal in motion.goals]
        inside = all(
            by <= (settling.joint_slide if joints[goal.index].slides else settling.joint_angle)
            for by, goal in zip(off, motion.goals)
        )
        near_enough = all(by <= goal.tolerance for by, goal in zip(off, motion.goals))
        worst = int(np.argmax(off)) if off else 0
        return (
            inside,
            near_enough,
            f"{joints[motion.goals[worst].index].name} is {off[worst]:.3g} from its goal"
            if off
            else "",
        )

    def _finish(self, remark: str) -> None:
        for job in self._jobs:
            for key, mark in job.marks.items():
                share, missed = job.nearest.get(key, (0.0, None))
                if share > 1.0:
                    self._fail(f"{mark.name} was passed {missed}, which is more than its tolerance")
                    return
        self._jobs = []
        self.state, self.description = DONE, remark

    def _fail(self, what: str) -> None:
        self._ahead, self._jobs = [], []
        self.state, self.description = ERROR, what
