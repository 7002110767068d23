"""Comparison of two trials: first difference of logs, scores, times, counts.

A planner's time and memory differ from run to run, and are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from sim.kitting.events import TrialEvent
from sim.kitting.trial.score import Score
from sim.kitting.trial.summary import Record

# Data of events that the machine decides and not the trial.
MEASURED = ("seconds", "megabytes")
ABSENT = "-"


@dataclass(frozen=True)
class Difference:
    """First different entry of two logs, counted from 1. None for a log that has ended."""

    number: int
    first: Optional[TrialEvent]
    second: Optional[TrialEvent]


@dataclass(frozen=True)
class Comparison:
    """Comparison of two trials.

    ``rows`` are name, value of the one and of the other; ``scores``: these agree.
    """

    difference: Optional[Difference]
    rows: Tuple[Tuple[str, str, str], ...]
    scores: bool

    @property
    def equal(self) -> bool:
        return self.scores and self.difference is None

    def lines(self, names: Tuple[str, str]) -> Iterator[str]:
        """Yield the comparison in words, with both names."""
        yield from _difference_lines(self.difference, names)
        table = [("", *names), *self.rows]
        widths = [max(len(row[column]) for row in table) for column in range(3)]
        for row in table:
            mark = "  <>" if row[1] != row[2] and row[0] else ""
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + mark


def compare(first: Record, second: Record) -> Comparison:
    """Return the differences of two trials."""
    rows = [_rows(one) for one in (first, second)]
    names = list(dict.fromkeys([*rows[0], *rows[1]]))
    return Comparison(
        difference(first.events, second.events),
        tuple((name, rows[0].get(name, ABSENT), rows[1].get(name, ABSENT)) for name in names),
        first.score == second.score,
    )


def difference(first: Sequence[TrialEvent], second: Sequence[TrialEvent]) -> Optional[Difference]:
    """Return the first difference of two logs, or None."""
    for index in range(max(len(first), len(second))):
        one, other = (log[index] if index < len(log) else None for log in (first, second))
        if one is None or other is None or _decided(one) != _decided(other):
            return Difference(index + 1, one, other)
    return None


def _decided(event: TrialEvent) -> Tuple[float, str, str, Dict[str, Any]]:
    """Return an event without machine-dependent data."""
    data = {key: value for key, value in event.data.items() if key not in MEASURED}
    return event.time, event.kind, event.subject, data


def _difference_lines(found: Optional[Difference], names: Tuple[str, str]) -> List[str]:
    if found is None:
        return ["the logs agree"]
    lines = [f"the logs differ first in event {found.number}"]
    for name, event in zip(names, (found.first, found.second)):
        lines.append(f"  {name}: {shown(event) if event else 'has ended'}")
    return lines


def shown(event: TrialEvent) -> str:
    """Return an event as a line, without machine-dependent data."""
    _, kind, subject, data = _decided(event)
    words = [f"{key}={value}" for key, value in data.items()]
    return " ".join([f"{event.time:.3f} s", kind, *([subject] if subject else []), *words])


def _rows(one: Record) -> Dict[str, str]:
    score = one.score
    return {
        "trial": one.trial.name,
        "seed": str(one.trial.seed),
        **{name: version for name, version in one.versions.items()},
        "layout (SHA-256)": one.hashes.get("layout", ABSENT)[:12],
        "domain (SHA-256)": one.hashes.get("domain", ABSENT)[:12],
        "events": str(len(one.events)),
        **_points(score),
        **_times(score),
        **_counts(score),
    }


def _points(score: Score) -> Dict[str, str]:
    return {
        "score": f"{score.total:g} of {score.best:g}",
        "completion": f"{100.0 * score.completion:.0f} %",
        "price of sensors": f"{score.sensors:g}",
        "price of motions": f"{score.motions:g}",
        **{f"order {order.id}: points": f"{order.points:g}" for order in score.orders},
    }


def _times(score: Score) -> Dict[str, str]:
    return {
        "duration (s)": f"{score.figures.duration:.3f}",
        **{f"order {order.id}: time (s)": _seconds(order.seconds) for order in score.orders},
        **{
            f"waiting of {robot} (s)": f"{seconds:.3f}"
            for robot, seconds in sorted(score.figures.waiting.items())
        },
    }


def _seconds(value: Optional[float]) -> str:
    return ABSENT if value is None else f"{value:.3f}"


def _counts(score: Score) -> Dict[str, str]:
    figures = score.figures
    return {
        "motions": str(figures.moves),
        "plans": str(figures.plans),
        "failures": str(len(figures.failures)),
        **{
            f"recoveries from {failure}": ", ".join(f"{count} {way}" for way, count in ways.items())
            for failure, ways in sorted(figures.recoveries.items())
        },
        **{
            f"fault {kind}: recovered": f"{fault.recovered} of {fault.injected}"
            for kind, fault in sorted(score.faults.items())
        },
    }
