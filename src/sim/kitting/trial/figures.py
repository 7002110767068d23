"""Figures from a trial's log: times, motions, plans, faults, failures, recoveries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from sim.kitting import events as kinds
from sim.kitting.events import TrialEvent


@dataclass(frozen=True)
class OrderTimes:
    """Times of an order's announcement and completion.

    None for an event that did not happen; ``reason`` if it was reported impossible.
    """

    announced: Optional[float] = None
    complete: Optional[float] = None
    impossible: Optional[float] = None
    reason: str = ""

    @property
    def seconds(self) -> Optional[float]:
        """From the announcement to the report of completion."""
        if self.announced is None or self.complete is None:
            return None
        return self.complete - self.announced


@dataclass(frozen=True)
class Failure:
    """A failed action, its cause, and the recoveries.

    The first of the ways of recovery was ``after`` s.
    """

    time: float
    robot: str
    action: str
    failure: str
    reason: str
    ways: Tuple[str, ...] = ()
    after: Optional[float] = None


@dataclass(frozen=True)
class Figures:
    """Figures of a trial.

    ``recoveries`` counts the ways by failure, ``faults`` the injected ones by kind; ``actions``
    counts those done, ``waiting`` is in s by robot. A replan is each plan but the first; moves are
    the MOTION events, or the count in the trial's end if that is more.
    """

    duration: float
    moves: int
    plans: int
    replans: int
    actions: Mapping[str, int]
    waiting: Mapping[str, float]
    recoveries: Mapping[str, Mapping[str, int]]
    faults: Mapping[str, int]
    failures: Tuple[Failure, ...]


def figures(events: Sequence[TrialEvent]) -> Figures:
    """Return the figures of a log."""
    counts = _counted(event.kind for event in events)
    plans = counts.get(kinds.PLAN_MADE, 0)
    recoveries: Dict[str, Dict[str, int]] = {}
    for event in events:
        if event.kind == kinds.RECOVERY:
            ways = recoveries.setdefault(str(event.data.get("failure", "")), {})
            way = str(event.data.get("way", ""))
            ways[way] = ways.get(way, 0) + 1
    return Figures(
        duration=max((event.time for event in events), default=0.0),
        moves=max(counts.get(kinds.MOTION, 0), _reported_motions(events)),
        plans=plans,
        replans=max(plans - 1, 0),
        actions=_counted(event.subject for event in events if event.kind == kinds.ACTION_DONE),
        waiting=waiting(events),
        recoveries=recoveries,
        faults=_counted(event.subject for event in events if event.kind == kinds.FAULT_INJECTED),
        failures=failures(events),
    )


def order_times(events: Sequence[TrialEvent]) -> Dict[str, OrderTimes]:
    """Return the times of a log's orders, by id. The first event of each kind counts."""
    found: Dict[str, Dict[str, Any]] = {}
    keys = {
        kinds.ORDER_ANNOUNCED: "announced",
        kinds.ORDER_COMPLETE: "complete",
        kinds.ORDER_IMPOSSIBLE: "impossible",
    }
    for event in events:
        if event.kind in keys:
            times = found.setdefault(str(event.data.get("order", event.subject)), {})
            times.setdefault(keys[event.kind], event.time)
            if event.kind == kinds.ORDER_IMPOSSIBLE:
                times.setdefault("reason", str(event.data.get("reason", "")))
    return {name: OrderTimes(**times) for name, times in found.items()}


def failures(events: Sequence[TrialEvent]) -> Tuple[Failure, ...]:
    """Return failed actions and plans with their recoveries.

    Up to the next failure of its robot.
    """
    found: List[Failure] = []
    for index, event in enumerate(events):
        if event.kind not in (kinds.ACTION_FAILED, kinds.PLAN_FAILED):
            continue
        ways = _recoveries(event, events[index + 1 :])
        found.append(
            Failure(
                event.time,
                event.subject,
                str(event.data.get("action", "")),
                str(event.data.get("failure", event.kind)),
                str(event.data.get("reason", event.data.get("cause", ""))),
                tuple(str(way.data.get("way", "plan")) for way in ways),
                _after(ways[0], event) if ways else None,
            )
        )
    return tuple(found)


def waiting(events: Sequence[TrialEvent]) -> Dict[str, float]:
    """Return each robot's time of waiting for space, s.

    From each WAITING to its next motion, or the end of its action.
    """
    since: Dict[str, float] = {}
    found: Dict[str, float] = {}
    ends = (kinds.MOTION, kinds.ACTION_DONE, kinds.ACTION_FAILED)
    for event in events:
        if event.kind == kinds.WAITING:
            since.setdefault(event.subject, event.time)
        elif event.kind in ends and event.subject in since:
            waited = event.time - since.pop(event.subject)
            found[event.subject] = found.get(event.subject, 0.0) + waited
    for robot, begun in since.items():
        found[robot] = found.get(robot, 0.0) + max(events[-1].time - begun, 0.0)
    return found


def _recoveries(failed: TrialEvent, later: Sequence[TrialEvent]) -> Tuple[TrialEvent, ...]:
    """Return the recoveries from a failure.

    A recovery is of the same robot and failure; for a failed plan it is the next successful one.
    """
    if failed.kind == kinds.PLAN_FAILED:
        return tuple(event for event in later if event.kind == kinds.PLAN_MADE)[:1]
    found: List[TrialEvent] = []
    for event in later:
        if event.kind == failed.kind and event.subject == failed.subject:
            break
        if (
            event.kind == kinds.RECOVERY
            and event.subject in ("", failed.subject)
            and event.data.get("failure") == failed.data.get("failure")
        ):
            found.append(event)
    return tuple(found)


def _reported_motions(events: Sequence[TrialEvent]) -> int:
    """Return the number of motions in the trial's end event."""
    reported = [
        event.data.get("motions", {}) for event in events if event.kind == kinds.TRIAL_ENDED
    ]
    return sum(sum(motions.values()) for motions in reported if isinstance(motions, Mapping))


def _after(recovery: TrialEvent, failed: TrialEvent) -> float:
    after = recovery.data.get("after")
    return float(after) if after is not None else recovery.time - failed.time


def _counted(names: Any) -> Dict[str, int]:
    found: Dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found
