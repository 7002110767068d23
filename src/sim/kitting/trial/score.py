"""Score of a trial: true value of its kits less prices.

Prices are of sensors and motions. The formula is in docs/kitting.md, Score; kits are scored as in
[ARIAC]. The log's reports are given beside it, but belief does not count: an order is complete if
its kits are, whatever was reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Sequence, Tuple

from sim.kitting.events import FAULT_INJECTED, TrialEvent
from sim.kitting.trial.figures import Figures, OrderTimes, figures, order_times
from sim.kitting.trial.files import MOTION
from sim.kitting.trial.kit import RIGHT, KitScore, Truth, score_kit
from sim.kitting.trial.spec import Order, Trial
from sim.workcell.layout import Layout

# Weight of an order of high priority [ARIAC, Priority Multiplier].
PRIORITY = 3.0


@dataclass(frozen=True)
class OrderScore:
    """Score of an order.

    ``announced`` and ``reported`` are times of the log, ``seconds`` between them; None if one is
    missing. ``reason`` is why the order was reported impossible.
    """

    id: str
    priority: int
    weight: float
    kits: Tuple[KitScore, ...]
    points: float
    best: float
    complete: bool
    announced: Optional[float]
    reported: Optional[float]
    seconds: Optional[float]
    reason: str = ""


@dataclass(frozen=True)
class FaultScore:
    """Number of a fault's occurrences, and of the completed ones.

    Completed: all orders that were open, or came later, were completed.
    """

    injected: int
    recovered: int


@dataclass(frozen=True)
class Score:
    """Score of a trial.

    ``total`` = sum of the orders' points - ``sensors`` - ``motions``; ``best`` without faults and
    prices; ``completion`` is the fraction of the ordered parts that are right.
    """

    total: float
    best: float
    sensors: float
    motions: float
    completion: float
    complete: bool
    orders: Tuple[OrderScore, ...]
    faults: Mapping[str, FaultScore]
    figures: Figures


def score(trial: Trial, layout: Layout, truth: Truth, events: Sequence[TrialEvent]) -> Score:
    """Return the score of a trial from its truth and log."""
    times = order_times(events)
    orders = tuple(
        _score_order(order, layout, truth, times.get(order.id, OrderTimes()))
        for order in trial.orders
    )
    found = figures(events)
    sensors = sum(trial.prices[sensor] for sensor in trial.sensors)
    motions = trial.prices.get(MOTION, 0.0) * found.moves
    return Score(
        total=sum(order.points for order in orders) - sensors - motions,
        best=sum(order.best for order in orders),
        sensors=sensors,
        motions=motions,
        completion=_completion(orders),
        complete=all(order.complete for order in orders),
        orders=orders,
        faults=_faults(orders, events),
        figures=found,
    )


def _score_order(order: Order, layout: Layout, truth: Truth, times: OrderTimes) -> OrderScore:
    weight = PRIORITY if order.priority > 0 else 1.0
    kits = tuple(score_kit(kit, layout, truth) for kit in order.kits)
    return OrderScore(
        id=order.id,
        priority=order.priority,
        weight=weight,
        kits=kits,
        points=weight * sum(kit.points for kit in kits),
        best=weight * sum(kit.best for kit in kits),
        complete=all(kit.complete for kit in kits),
        announced=times.announced,
        reported=times.complete,
        seconds=times.seconds,
        reason=times.reason,
    )


def _completion(orders: Sequence[OrderScore]) -> float:
    slots = [slot for order in orders for kit in order.kits for slot in kit.slots]
    right = sum(
        slot.state == RIGHT
        for order in orders
        for kit in order.kits
        for slot in kit.slots
        if kit.in_place
    )
    return right / len(slots)


def _faults(orders: Sequence[OrderScore], events: Sequence[TrialEvent]) -> Dict[str, FaultScore]:
    """Return each kind of fault in a log."""
    found: Dict[str, FaultScore] = {}
    for event in events:
        if event.kind == FAULT_INJECTED:
            before = found.get(event.subject, FaultScore(0, 0))
            met = all(
                order.complete
                for order in orders
                if order.reported is None or order.reported >= event.time
            )
            found[event.subject] = FaultScore(before.injected + 1, before.recovered + met)
    return found
