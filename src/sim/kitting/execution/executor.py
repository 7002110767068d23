"""Execution of schedules on all robots at once, with replanning.

Deterministic: all events in a step follow from its time, the robots' statuses and the world model.
Simulated seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Dict, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.crcl.status import CRCLStatus
from sim.errors import SimulationError
from sim.kitting import events
from sim.kitting.actions import ScheduledAction
from sim.kitting.events import TrialEvent
from sim.kitting.execution.actions import RobotActions, holds
from sim.kitting.execution.agenda import Agenda, Plan
from sim.kitting.execution.arm_motions import ArmSpeeds
from sim.kitting.execution.commands import place_of
from sim.kitting.execution.failures import OF_THE_ROBOT, RETRIES, ActionFailed
from sim.kitting.execution.planning_task import UnderWay
from sim.kitting.execution.port import RobotPort
from sim.kitting.execution.runner import RoutineRunner
from sim.kitting.execution.space import SpaceKeeper
from sim.kitting.trial.spec import Order
from sim.kitting.world.model import WorldModel

# s until a failed or disconnected robot is tried again.
TRY_AGAIN = 2.0
# Failures in a row until a robot puts down its object.
STUCK = 3


@dataclass
class RobotActivity:
    """A robot with its current activity."""

    port: RobotPort
    actions: RobotActions
    runner: RoutineRunner
    step: Optional[ScheduledAction] = None
    status: Optional[CRCLStatus] = None
    tries: int = 0
    failures: int = 0
    try_again: float = 0.0
    place: Optional[Array] = None


class ScheduleExecutor:
    """Executes schedules.

    ``plan`` makes a schedule or raises a SimError; ``one_at_a_time`` lets only one robot move at
    once, for comparison.
    """

    def __init__(
        self,
        world: WorldModel,
        ports: Mapping[str, RobotPort],
        plan: Plan,
        pace: ArmSpeeds,
        one_at_a_time: bool = False,
    ) -> None:
        self._world, self._alone = world, one_at_a_time
        self._now, self._seen_at = 0.0, float("-inf")
        robots = world.cell.robots
        self._space = SpaceKeeper(
            {name: robot.ring.world_from_base[:3, 3] for name, robot in robots.items()}
        )
        self._arms: Dict[str, RobotActivity] = {}
        for name in sorted(ports):
            actions = RobotActions(name, world, pace, lambda: self._now, lambda: self._seen_at, [])
            claim = partial(self._space.claim, name)
            runner = RoutineRunner(ports[name], claim)
            self._arms[name] = RobotActivity(ports[name], actions, runner)
        for name, arm in self._arms.items():
            arm.actions.others[:] = [
                other.actions.memory for key, other in self._arms.items() if key != name
            ]
        self._failed: Optional[Tuple[str, str, float]] = None
        self._last_wait: Dict[str, str] = {}
        self._agenda = Agenda(world, plan, lambda kind, data: self._log(kind, "", data))

    # External input.

    def saw(self, time: float) -> None:
        """Record that a report of a time is in the world model."""
        self._seen_at = max(self._seen_at, time)

    def replan(self, cause: str) -> None:
        """Request a new plan; current actions are finished."""
        self._agenda.replan(cause)

    @property
    def waiting(self) -> Mapping[str, str]:
        """Reasons why orders could not be planned, by id."""
        return self._agenda.waiting

    @property
    def motions(self) -> Dict[str, int]:
        """The number of motions of each robot."""
        return {name: arm.runner.motions for name, arm in self._arms.items()}

    @property
    def sent(self) -> Dict[str, int]:
        """The number of commands that each robot was sent."""
        return {name: arm.runner.sent for name, arm in self._arms.items()}

    @property
    def idle(self) -> bool:
        return not any(arm.runner.busy for arm in self._arms.values())

    @property
    def looking(self) -> bool:
        """True if a robot or a plan waits for a report."""
        return bool(self._agenda.cause) or any(arm.runner.looking for arm in self._arms.values())

    def action(self, robot: str) -> str:
        """Return the name of a robot's current action, or ""."""
        step = self._arms[robot].step
        return step.action.name if step else ""

    @property
    def holding(self) -> Dict[str, Array]:
        """Return the controlled points (3,) of robots that hold something."""
        return {
            name: arm.place
            for name, arm in self._arms.items()
            if arm.place is not None and holds(arm.status)
        }

    def placing(self, order: Order) -> bool:
        """Return whether a robot is still filling an order's kit."""
        trays = {kit.tray for kit in order.kits}
        return any(
            arm.step is not None and arm.step.action.arguments.get("kit") in trays
            for arm in self._arms.values()
        )

    def step(self, now: float) -> None:
        """Advance to a time.

        Polls robots, continues routines, makes plans, and begins possible actions.
        """
        self._now = now
        for name, arm in self._arms.items():
            self._ask(name, arm)
        for name, arm in self._arms.items():
            self._advance(name, arm)
        if self.idle:
            self._agenda.look_again(now)
        if self._agenda.cause and self._agenda.ripe(now) and np.isfinite(self._seen_at):
            self._make_plan()
        for name, arm in self._arms.items():
            self._dispatch(name, arm)
        self._clear_the_way()

    # The robots.

    def _ask(self, name: str, arm: RobotActivity) -> None:
        known = self._world.robot(name)
        if not known.working and self._now < arm.try_again:
            return
        try:
            arm.status = arm.port.status()
        except SimulationError as error:
            arm.status = None
            if known.working and not arm.runner.busy:
                self._out(name, arm, str(error))
            arm.try_again = self._now + TRY_AGAIN
            return
        if arm.status.pose_status is not None:
            robot = self._world.cell.robots[name]
            place = robot.ring.world_from_workstation @ np.append(
                place_of(arm.status.pose_status.pose), 1.0
            )
            arm.place = place[:3]
            self._world.move_robot(name, arm.place)
            if not arm.runner.busy:
                self._space.stand(name, arm.place)
        if not known.working and not arm.runner.busy and arm.port.ready:
            # It answers; whether it takes commands shows when it is sent one.
            arm.runner.begin(arm.actions.arm.raise_up())

    def _advance(self, name: str, arm: RobotActivity) -> None:
        if not arm.runner.busy or arm.place is None:
            return
        motions = arm.runner.motions
        outcome = arm.runner.advance(self._now, arm.status, arm.place)
        for _ in range(arm.runner.motions - motions):
            self._log(events.MOTION, name, {})
        if arm.runner.blocked_by:
            self._log_waiting(name, arm)
        if outcome is None:
            return
        if arm.place is not None:
            self._space.stand(name, arm.place)
        self._reconcile(name, arm)
        step, arm.step = arm.step, None
        if outcome.error is not None:
            self._fail(name, arm, step, outcome.error)
            return
        if not self._world.robot(name).working:
            self._world.set_robot(name, self._world.robot(name).end_effector, True)
            self.replan(f"{name} is in order again")
        if step is not None:
            arm.tries = arm.failures = 0
            self._agenda.complete(step)
            self._log(events.ACTION_DONE, name, _as_logged(step))

    def _reconcile(self, name: str, arm: RobotActivity) -> None:
        """Correct the belief about a gripper by its sensor."""
        held = self._world.robot(name).holds
        if held and arm.status is not None and not holds(arm.status):
            self._world.release(name)

    def _fail(
        self, name: str, arm: RobotActivity, step: Optional[ScheduledAction], error: ActionFailed
    ) -> None:
        logged = _as_logged(step) if step else {"action": "retreat"}
        self._log(
            events.ACTION_FAILED, name, {**logged, "failure": error.failure, "reason": str(error)}
        )
        self._failed = (name, error.failure, self._now)
        if error.failure in OF_THE_ROBOT:
            self._out(name, arm, str(error))
            return
        if step is None:
            # Nothing but the way out of a failure failed: it is left to the next plan.
            self.replan(error.failure)
            return
        arm.tries += 1
        if arm.tries <= RETRIES.get(error.failure, 0):
            self._recovered("retry")
            arm.step = step
            self._begin(name, arm, step)
            return
        arm.tries = 0
        arm.failures += 1
        arm.actions.memory.clear()
        stuck = arm.failures >= STUCK and self._world.robot(name).holds
        arm.runner.begin(arm.actions.put_down() if stuck else arm.actions.arm.raise_up())
        self.replan(error.failure)

    def _out(self, name: str, arm: RobotActivity, why: str) -> None:
        """Leave a robot out of plans until it answers again."""
        known = self._world.robot(name)
        if known.working:
            self._world.set_robot(name, known.end_effector, False)
            self.replan(f"{name}: {why}")
        arm.actions.memory.clear()
        arm.try_again = self._now + TRY_AGAIN

    # Plans.

    def _make_plan(self) -> None:
        planned = self._agenda.make_plan(self._now, self._under_way())
        if planned and self._failed is not None:
            self._recovered("plan")

    def _under_way(self) -> Dict[str, UnderWay]:
        """Return the current actions, which a plan takes for done."""
        return {
            name: UnderWay(arm.step.action, arm.actions.memory.target)
            for name, arm in self._arms.items()
            if arm.step is not None
        }

    def _dispatch(self, name: str, arm: RobotActivity) -> None:
        """Begin the robot's next step if its predecessors are done."""
        if arm.runner.busy or not arm.port.ready or not self._world.robot(name).working:
            return
        if self._agenda.cause or (self._alone and not self.idle):
            return
        step = self._agenda.next_step(name)
        if step is None:
            return
        arm.step = step
        self._log(events.ACTION_BEGUN, name, _as_logged(step))
        self._begin(name, arm, step)

    def _begin(self, name: str, arm: RobotActivity, step: ScheduledAction) -> None:
        arm.runner.begin(arm.actions.routines[step.action.name](step.action.arguments))
        self._advance(name, arm)

    # Room for each other.

    def _clear_the_way(self) -> None:
        """Send a robot in another's way home (deadlock resolution).

        Of two that wait for each other, the later by name.
        """
        for name, arm in self._arms.items():
            for other in arm.runner.blocked_by:
                blocker = self._arms[other]
                if not blocker.runner.busy and not self._at_home(blocker) and blocker.status:
                    blocker.runner.begin(blocker.actions.arm.retreat())
                elif name in blocker.runner.blocked_by and other > name and blocker.step:
                    self._step_back(blocker)

    def _step_back(self, arm: RobotActivity) -> None:
        """Leave a step before it moved anything. It begins again after a retreat."""
        arm.runner.abandon()
        arm.step = None
        arm.runner.begin(arm.actions.arm.retreat())

    def _at_home(self, arm: RobotActivity) -> bool:
        home = arm.actions.arm.home_place
        return arm.place is None or bool(np.linalg.norm(arm.place - home) < 0.05)

    # The log.

    def _recovered(self, way: str) -> None:
        assert self._failed is not None
        name, failure, since = self._failed
        self._log(
            events.RECOVERY,
            name,
            {"failure": failure, "way": way, "after": round(self._now - since, 3)},
        )
        self._failed = None

    def _log_waiting(self, name: str, arm: RobotActivity) -> None:
        key = f"{name} waits for {', '.join(arm.runner.blocked_by)}"
        if self._last_wait.get(name) != key:
            self._last_wait[name] = key
            self._log(events.WAITING, name, {"for": list(arm.runner.blocked_by)})

    def _log(self, kind: str, subject: str, data: Mapping[str, Any]) -> None:
        self._world.journal.log(TrialEvent(round(self._now, 6), kind, subject, data))


def _as_logged(step: ScheduledAction) -> Dict[str, Any]:
    """Return a step as log data."""
    return {
        "number": step.number,
        "action": step.action.name,
        "arguments": dict(step.action.arguments),
    }
