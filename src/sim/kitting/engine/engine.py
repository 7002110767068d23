"""Stepwise execution of one trial: detections, orders, faults, robots.

Deterministic: a step depends on its time and on its input. Simulated seconds since the trial's
begin.
"""

from __future__ import annotations

from typing import Callable, Dict, Sequence

from sim.kitting import events
from sim.kitting.detections import Detections
from sim.kitting.engine.faults import FaultSchedule
from sim.kitting.engine.injector import Injector
from sim.kitting.events import TrialEvent
from sim.kitting.execution.executor import ScheduleExecutor
from sim.kitting.execution.planning_task import lacking
from sim.kitting.trial.spec import Order, Trial
from sim.kitting.trial.triggers import due
from sim.kitting.world.model import WorldModel
from sim.kitting.world.order_book import COMPLETE, IMPOSSIBLE, OPEN

# s without a plan, and with nothing on its way that could help, after which an order is given up.
PATIENCE = 20.0


class TrialEngine:
    """``warn`` gets the reports that were left out."""

    def __init__(
        self,
        trial: Trial,
        world: WorldModel,
        executor: ScheduleExecutor,
        injector: Injector,
        warn: Callable[[str], None],
    ) -> None:
        self._trial, self._world, self._executor, self._warn = trial, world, executor, warn
        self._faults = FaultSchedule(trial.faults, trial.seed, injector, self._log)
        self._now = 0.0
        self._hopeless: Dict[str, float] = {}
        self.ended = ""
        log = world.journal.events()
        if log:
            self._faults.resume(log)
        else:
            self._log(
                events.TRIAL_BEGUN, trial.name, {"seed": trial.seed, "detector": trial.detector}
            )

    def step(self, now: float, reports: Sequence[Detections]) -> None:
        """Advance to a time, with the reports up to it."""
        if self.ended:
            return
        self._now = now
        for report in reports:
            for refused in self._world.sightings.observe(report):
                self._warn(f"{report.source}: {refused}; left out")
            self._executor.saw(report.time)
        self._announce()
        self._faults.step(now, self._world.journal.events())
        self._executor.step(now)
        self._close_orders()
        self._find_end()

    def _announce(self) -> None:
        orders = self._trial.orders
        for index in due(
            [order.announced for order in orders], self._world.journal.events(), self._now
        ):
            order = orders[index]
            if not self._world.book.state(order.id):
                self._world.book.add(order, self._now)
                self._log(
                    events.ORDER_ANNOUNCED,
                    order.id,
                    {"order": order.id, "priority": order.priority},
                )
                self._executor.replan(f"order {order.id}")

    def _close_orders(self) -> None:
        for order in self._world.book.orders(OPEN):
            if not lacking(self._world, order) and not self._executor.placing(order):
                self._world.book.close(order.id, COMPLETE)
                self._log(events.ORDER_COMPLETE, order.id, {"order": order.id})
            elif order.id in self._executor.waiting and self._executor.idle:
                self._doubt(order)
            else:
                self._hopeless.pop(order.id, None)

    def _doubt(self, order: Order) -> None:
        """Give up an order that could not be planned for a while."""
        if self._faults.ends_later(self._now):
            self._hopeless.pop(order.id, None)
            return
        since = self._hopeless.setdefault(order.id, self._now)
        if self._now - since >= PATIENCE:
            self._world.book.close(order.id, IMPOSSIBLE)
            reason = self._executor.waiting[order.id]
            self._log(events.ORDER_IMPOSSIBLE, order.id, {"order": order.id, "reason": reason})

    def _find_end(self) -> None:
        states = [self._world.book.state(order.id) for order in self._trial.orders]
        if all(state in (COMPLETE, IMPOSSIBLE) for state in states):
            if self._executor.idle:
                self._end("complete" if all(s == COMPLETE for s in states) else "incomplete")
        elif self._now >= self._trial.time_limit:
            self._end("time limit")

    def _end(self, how: str) -> None:
        self.ended = how
        self._log(
            events.TRIAL_ENDED, self._trial.name, {"how": how, "motions": self._executor.motions}
        )

    def _log(self, kind: str, subject: str, data: Dict[str, object]) -> None:
        self._world.journal.log(TrialEvent(round(self._now, 6), kind, subject, data))
