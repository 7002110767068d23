"""Tables of a report: the score, faults, failures, and the run's origin."""

from __future__ import annotations

from typing import Iterable, Optional, Sequence

from sim.kitting.trial.figures import Failure
from sim.kitting.trial.kit import RIGHT, KitScore
from sim.kitting.trial.report import spans
from sim.kitting.trial.report.markup import Markup, element
from sim.kitting.trial.score import OrderScore, Score
from sim.kitting.trial.summary import Record

NONE = "-"


def score_table(score: Score, sensors: Sequence[str]) -> Markup:
    """Return points of kits, prices of sensors and motions, and total."""
    rows = [
        _row(
            [
                f"order {order.id}",
                kit.tray,
                _contents(kit),
                _points(kit),
                f"x {order.weight:g}",
                f"{order.weight * kit.points:g}",
                f"{order.weight * kit.best:g}",
            ],
            3,
        )
        for order in score.orders
        for kit in order.kits
    ]
    rows.append(_row(["sensors", "", ", ".join(sensors), "", "", f"-{score.sensors:.2f}", ""], 3))
    moves = f"{score.figures.moves} motions"
    rows.append(_row(["motions", "", moves, "", "", f"-{score.motions:.2f}", ""], 3))
    total = ["total", "", "", "", "", f"{score.total:.2f}", f"{score.best:g}"]
    rows.append(_row(total, 3, "total"))
    heads = ["", "kit", "contents", "tray + parts + bonus - extra", "weight", "points", "best"]
    return table(heads, rows, 3)


def order_table(orders: Sequence[OrderScore]) -> Markup:
    """Return each order's announcement, duration and true completion."""
    rows = [
        _row(
            [
                order.id,
                "high" if order.priority > 0 else "normal",
                _seconds(order.announced),
                _seconds(order.reported),
                _seconds(order.seconds),
                element("span", "complete", class_="good")
                if order.complete
                else element("span", "not complete", class_="bad"),
                order.reason or _doubt(order),
            ],
            99,
        )
        for order in orders
    ]
    heads = ["order", "priority", "announced", "reported complete", "took", "in truth", ""]
    return table(heads, rows, 99)


def fault_table(record: Record) -> Markup:
    """Return a table of the injected faults."""
    found = spans.faults(record.events)
    rows = [_row([_seconds(one.begin), one.name, one.detail, _ended(one)], 99) for one in found]
    if not rows:
        return element("p", "No fault came.")
    kinds = ", ".join(
        f"{kind}: {fault.recovered} of {fault.injected} recovered"
        for kind, fault in record.score.faults.items()
    )
    heads = ["at", "fault", "targets", "until"]
    return Markup(table(heads, rows, 99) + element("p", kinds, class_="weak"))


def failure_table(failures: Sequence[Failure]) -> Markup:
    """Return failures with causes and recoveries."""
    if not failures:
        return element("p", "No action failed.")
    rows = [
        _row(
            [
                _seconds(one.time),
                one.robot or NONE,
                one.action or NONE,
                one.failure,
                one.reason or NONE,
                ", then ".join(one.ways) or element("span", "nothing", class_="bad"),
                _seconds(one.after),
            ],
            99,
        )
        for one in failures
    ]
    heads = ["at", "robot", "action", "failure", "reason", "what was done", "after"]
    return table(heads, rows, 99)


def table(heads: Sequence[str], rows: Iterable[Markup], numbers: int) -> Markup:
    """Return a table; columns from ``numbers`` on are numeric."""
    head = element(
        "tr",
        *(
            element("th", name, class_="number" if index >= numbers else None)
            for index, name in enumerate(heads)
        ),
    )
    return element(
        "div",
        element("table", element("thead", head), element("tbody", *rows)),
        class_="wide",
    )


def _row(cells: Sequence[object], numbers: int, class_: Optional[str] = None) -> Markup:
    return element(
        "tr",
        *(
            element("td", cell, class_="number" if index >= numbers else None)
            for index, cell in enumerate(cells)
        ),
        class_=class_,
    )


def _contents(kit: KitScore) -> str:
    """Return the number of right parts and the others' faults."""
    right = sum(slot.state == RIGHT for slot in kit.slots)
    wrong = [f"{slot.part} {slot.state}" for slot in kit.slots if slot.state != RIGHT]
    place = [] if kit.in_place else ["the tray is not in its place"]
    extra = [f"{kit.extra} extra"] if kit.extra else []
    return "; ".join([f"{right} of {len(kit.slots)} right", *wrong, *extra, *place])


def _points(kit: KitScore) -> str:
    parts = sum(slot.points for slot in kit.slots)
    return f"{kit.tray_points:g} + {parts:g} + {kit.bonus:g} - {kit.extra}"


def _doubt(order: OrderScore) -> str:
    wrong = order.reported is not None and not order.complete
    return "was reported complete" if wrong else ""


def _ended(span: spans.Span) -> str:
    return _seconds(span.end) if span.end > span.begin else NONE


def _seconds(value: Optional[float]) -> str:
    return NONE if value is None else f"{value:.1f} s"
