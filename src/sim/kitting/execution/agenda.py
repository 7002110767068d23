"""Agenda of the robots: the last plan's steps, and replanning.

Done steps, and the cause of a wanted plan. Simulated seconds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Dict, FrozenSet, Mapping, Optional, Protocol, Sequence

from sim.errors import SimError
from sim.kitting import events
from sim.kitting.actions import ActionSchedule, ScheduledAction
from sim.kitting.execution.planning_task import UnderWay, lacking, task_of
from sim.kitting.task import PlanningTask
from sim.kitting.trial.spec import Order
from sim.kitting.world.model import WorldModel
from sim.kitting.world.order_book import OPEN

# s between two attempts to plan what could not be planned.
THINK_AGAIN = 2.0


class Planned(Protocol):
    """A plan with its costs. Wall s in all, and the planner's peak memory in MB."""

    @property
    def schedule(self) -> ActionSchedule: ...

    @property
    def total(self) -> float: ...

    @property
    def megabytes(self) -> float: ...


Plan = Callable[[PlanningTask], Planned]


class Agenda:
    """Steps and replanning.

    ``plan`` makes a schedule or raises a SimError; ``log`` takes the kind and the data of an event;
    ``waiting`` has the reason by the id of orders that could not be planned.
    """

    def __init__(
        self, world: WorldModel, plan: Plan, log: Callable[[str, Mapping[str, Any]], None]
    ) -> None:
        self._world, self._plan, self._log = world, plan, log
        self._steps: Dict[int, ScheduledAction] = {}
        self._done: FrozenSet[int] = frozenset()
        self._think_again = 0.0
        self.cause = "begin"
        self.waiting: Dict[str, str] = {}

    def replan(self, cause: str) -> None:
        """Request a new plan since the last one no longer holds."""
        self.cause = self.cause or cause

    def ripe(self, now: float) -> bool:
        """Return whether it is time for a requested plan."""
        return now >= self._think_again

    def look_again(self, now: float) -> None:
        """Request a plan if all steps are done and parts are missing.

        Call it while all robots are idle.
        """
        if self.cause or not self.ripe(now):
            return
        if any(lacking(self._world, order) for order in self._world.book.orders(OPEN)) and (
            self.waiting or not set(self._steps) - self._done
        ):
            self.replan("kits are not complete")

    def make_plan(self, now: float, under_way: Mapping[str, UnderWay]) -> bool:
        """Plan the wanted kits and return whether there is a plan.

        The plan makes as many kits as possible, the most urgent ones first, with current actions
        taken for done.
        """
        cause, self.cause = self.cause, ""
        kits = [
            replace(order, kits=(kit,))
            for order in self._world.book.orders(OPEN)
            for kit in order.kits
            if lacking(self._world, replace(order, kits=(kit,)))
        ]
        waiting: Dict[str, str] = {}
        planned: Optional[Planned] = None
        while kits and planned is None:
            try:
                planned = self._plan(task_of(self._world, kits, under_way))
            except SimError as error:
                left_out = _hindered(kits, error)
                self._log_failures(left_out, str(error), cause)
                waiting.update({order.id: str(error) for order in left_out})
                kits = [order for order in kits if order not in left_out]
        self._take(planned.schedule if planned else ActionSchedule((), 0.0))
        self.waiting = waiting
        if waiting:
            self._think_again = now + THINK_AGAIN
        if planned is None:
            return False
        self._log(
            events.PLAN_MADE,
            {
                "cause": cause,
                "steps": len(planned.schedule.steps),
                "makespan": round(planned.schedule.makespan, 3),
                "seconds": round(planned.total, 3),
                "megabytes": round(planned.megabytes, 1),
            },
        )
        return True

    def next_step(self, robot: str) -> Optional[ScheduledAction]:
        """Return a robot's next step if its predecessors are done."""
        step = next(
            (
                one
                for one in self._steps.values()
                if one.action.arguments.get("robot") == robot and one.number not in self._done
            ),
            None,
        )
        return step if step is not None and step.after <= self._done else None

    def complete(self, step: ScheduledAction) -> None:
        """Mark a step as done; steps of earlier plans are ignored."""
        if self._steps.get(step.number) is step:
            self._done |= {step.number}

    def _take(self, schedule: ActionSchedule) -> None:
        self._steps = {step.number: step for step in schedule.steps}
        self._done = frozenset()

    def _log_failures(self, orders: Sequence[Order], reason: str, cause: str) -> None:
        """Log a reason unless it is unchanged."""
        for order in orders:
            if self.waiting.get(order.id) != reason:
                self._log(events.PLAN_FAILED, {"cause": cause, "order": order.id, "reason": reason})


def _hindered(kits: Sequence[Order], error: SimError) -> Sequence[Order]:
    """Return the impossible kits: the ones that a shortage names, else the least urgent one."""
    trays = {shortage.kit for shortage in getattr(error, "shortages", ())}
    named = [order for order in kits if order.kits[0].tray in trays]
    return named or kits[-1:]
