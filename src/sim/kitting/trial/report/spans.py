"""Content of a timeline from the log.

Actions, waiting, faults with a duration, and moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Sequence, Tuple

from sim.kitting import events as kinds
from sim.kitting.events import TrialEvent
from sim.kitting.trial.faults import AT_ONCE, KINDS, LASTING
from sim.kitting.trial.states import places

BEGINS = (kinds.ACTION_BEGUN,)
ENDS = (kinds.ACTION_DONE, kinds.ACTION_FAILED)


@dataclass(frozen=True)
class Span:
    """An interval from ``begin`` to ``end`` s, or a moment.

    A moment if they are equal. ``failed`` is an unsuccessful action, ``detail`` all known data.
    """

    begin: float
    end: float
    name: str
    detail: str
    failed: bool = False


def actions(events: Sequence[TrialEvent]) -> Dict[str, List[Span]]:
    """Return each robot's actions. An unfinished one lasts until the log's end."""
    open_: Dict[str, TrialEvent] = {}
    found: Dict[str, List[Span]] = {}
    for event in events:
        if event.kind in BEGINS:
            found.setdefault(event.subject, [])
            open_[event.subject] = event
        elif event.kind in ENDS and event.subject in open_:
            begun = open_.pop(event.subject)
            found[event.subject].append(_action(begun, event.time, event))
    for robot, begun in open_.items():
        found[robot].append(_action(begun, events[-1].time, None))
    return dict(sorted(found.items()))


def waits(events: Sequence[TrialEvent]) -> Dict[str, List[Span]]:
    """Return each robot's times of waiting for space."""
    since: Dict[str, float] = {}
    found: Dict[str, List[Span]] = {}
    for event in events:
        if event.kind == kinds.WAITING:
            since.setdefault(event.subject, event.time)
        elif event.kind in (kinds.MOTION, *ENDS) and event.subject in since:
            found.setdefault(event.subject, []).append(_wait(since.pop(event.subject), event.time))
    for robot, begin in since.items():
        found.setdefault(robot, []).append(_wait(begin, events[-1].time))
    return found


def faults(events: Sequence[TrialEvent]) -> List[Span]:
    """Return faults from their begin to their end. Immediate and permanent ones are moments."""
    found: List[Span] = []
    for index, event in enumerate(events):
        if event.kind == kinds.FAULT_INJECTED:
            kind = KINDS.get(event.subject)
            moment = kind is not None and kind.end in (AT_ONCE, LASTING)
            end = event.time if moment else _cleared(event, events[index + 1 :], events)
            found.append(Span(event.time, end, event.subject, _words(event)))
    return found


def orders(events: Sequence[TrialEvent]) -> List[Span]:
    """Return orders' announcements and ends."""
    words = {
        kinds.ORDER_ANNOUNCED: "announced",
        kinds.ORDER_COMPLETE: "complete",
        kinds.ORDER_IMPOSSIBLE: "impossible",
    }
    return [
        _moment(event, f"{event.data.get('order', event.subject)} {words[event.kind]}")
        for event in events
        if event.kind in words
    ]


def plans(events: Sequence[TrialEvent]) -> List[Span]:
    """Return plans, including failed ones."""
    names = {kinds.PLAN_MADE: "plan", kinds.PLAN_FAILED: "no plan"}
    return [_moment(event, names[event.kind]) for event in events if event.kind in names]


def recoveries(events: Sequence[TrialEvent]) -> List[Span]:
    return [
        _moment(event, str(event.data.get("way", "recovery")))
        for event in events
        if event.kind == kinds.RECOVERY
    ]


def placements(events: Sequence[TrialEvent]) -> Dict[str, List[float]]:
    """Return the times of parts put into each kit."""
    found: Dict[str, List[float]] = {}
    for event in events:
        arguments = event.data.get("arguments")
        if places(event) and isinstance(arguments, Mapping):
            found.setdefault(str(arguments.get("kit", "")), []).append(event.time)
    return found


def _action(begun: TrialEvent, end: float, ended: object) -> Span:
    failed = isinstance(ended, TrialEvent) and ended.kind == kinds.ACTION_FAILED
    name = str(begun.data.get("action", ""))
    arguments = begun.data.get("arguments")
    words: Tuple[object, ...] = tuple(arguments.values()) if isinstance(arguments, Mapping) else ()
    detail = f"({' '.join(map(str, (name, *words)))}), {begun.time:.2f} to {end:.2f} s"
    if failed and isinstance(ended, TrialEvent):
        detail += f", failed: {ended.data.get('failure', '')}, {ended.data.get('reason', '')}"
    elif ended is None:
        detail += ", not ended"
    return Span(begun.time, end, name, detail, failed)


def _wait(begin: float, end: float) -> Span:
    return Span(begin, end, "waiting", f"waits for space, {begin:.2f} to {end:.2f} s")


def _cleared(event: TrialEvent, later: Sequence[TrialEvent], events: Sequence[TrialEvent]) -> float:
    """Return a fault's end, by default the log's end."""
    return next(
        (
            one.time
            for one in later
            if one.kind == kinds.FAULT_CLEARED
            and (one.subject, one.data.get("number")) == (event.subject, event.data.get("number"))
        ),
        events[-1].time,
    )


def _moment(event: TrialEvent, name: str) -> Span:
    return Span(event.time, event.time, name, _detail(event))


def _detail(event: TrialEvent) -> str:
    words = _words(event)
    subject = f" {event.subject}" if event.subject else ""
    return f"{event.time:.2f} s: {event.kind}{subject}" + (f", {words}" if words else "")


def _words(event: TrialEvent) -> str:
    """Return an event's data, without its own number."""
    return ", ".join(
        f"{key} {' '.join(map(str, value)) if isinstance(value, (list, tuple)) else value}"
        for key, value in event.data.items()
        if key != "number"
    )
