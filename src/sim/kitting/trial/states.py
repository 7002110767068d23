"""States of a trial over time, from its log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from sim.kitting import events as kinds
from sim.kitting.events import TrialEvent
from sim.kitting.trial.faults import AT_ONCE, KINDS

IDLE = "idle"
FAILED = "failed"
WAITING = "waiting"
OPEN = "open"
COMPLETE = "complete"
IMPOSSIBLE = "impossible"
# The domain's action that puts a part into a kit.
PLACING = "place-part"


@dataclass(frozen=True)
class TrialState:
    """State of a trial from ``time`` on.

    Each robot's activity (its action, IDLE, FAILED, WAITING), each announced order, the active
    faults, and the number of parts put into kits.
    """

    time: float
    robots: Mapping[str, str]
    orders: Mapping[str, str]
    faults: Tuple[str, ...]
    placed: int


def states(events: Sequence[TrialEvent]) -> Tuple[TrialState, ...]:
    """Return states in the order of time, without repetitions.

    Several events at one time count as one: the state after all of them.
    """
    state = TrialState(0.0, {}, {}, (), 0)
    actions: Dict[str, str] = {}
    found: List[TrialState] = []
    for event in events:
        after = replace(_after(state, event, actions), time=event.time)
        if found and found[-1].time == event.time:
            found[-1] = after
        elif not found or replace(after, time=found[-1].time) != found[-1]:
            found.append(after)
        state = after
    return tuple(found)


def _after(state: TrialState, event: TrialEvent, actions: Dict[str, str]) -> TrialState:
    """Return the state after an event. ``actions`` are the robots' activities after waiting."""
    if event.kind in _ORDERS:
        order = str(event.data.get("order", event.subject))
        return replace(state, orders={**state.orders, order: _ORDERS[event.kind]})
    if event.kind in (kinds.FAULT_INJECTED, kinds.FAULT_CLEARED):
        return replace(state, faults=_faults(state.faults, event))
    if event.kind == kinds.ACTION_BEGUN:
        actions[event.subject] = str(event.data.get("action", ""))
        return _robot(state, event, actions[event.subject])
    if event.kind == kinds.ACTION_DONE:
        actions.pop(event.subject, None)
        return replace(_robot(state, event, IDLE), placed=state.placed + places(event))
    if event.kind == kinds.ACTION_FAILED:
        actions.pop(event.subject, None)
        return _robot(state, event, FAILED)
    if event.kind == kinds.WAITING:
        return _robot(state, event, WAITING)
    if event.kind == kinds.MOTION and event.subject in actions:
        return _robot(state, event, actions[event.subject])
    return state


_ORDERS = {
    kinds.ORDER_ANNOUNCED: OPEN,
    kinds.ORDER_COMPLETE: COMPLETE,
    kinds.ORDER_IMPOSSIBLE: IMPOSSIBLE,
}


def places(event: TrialEvent) -> bool:
    """Return whether an event puts a part into a kit."""
    action: Any = event.data.get("action", "")
    return event.kind == kinds.ACTION_DONE and str(action).lower() == PLACING


def _robot(state: TrialState, event: TrialEvent, doing: str) -> TrialState:
    return replace(state, robots={**state.robots, event.subject: doing})


def _faults(faults: Tuple[str, ...], event: TrialEvent) -> Tuple[str, ...]:
    if event.kind == kinds.FAULT_INJECTED:
        kind = KINDS.get(event.subject)
        return faults if kind and kind.end == AT_ONCE else (*faults, event.subject)
    if event.subject not in faults:
        return faults
    at = faults.index(event.subject)
    return (*faults[:at], *faults[at + 1 :])
