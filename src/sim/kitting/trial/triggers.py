"""Due orders and faults: at a time, or by the trial's log."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

from sim.kitting.events import TrialEvent
from sim.kitting.trial.spec import TrialTrigger


def due(
    triggers: Sequence[TrialTrigger], events: Sequence[TrialEvent], now: float
) -> Tuple[int, ...]:
    """Return the indices of triggers that have come by ``now``, by time, then by index."""
    times = ((came(trigger, events), index) for index, trigger in enumerate(triggers))
    return tuple(
        index
        for _, index in sorted((time, at) for time, at in times if time is not None and time <= now)
    )


def came(trigger: TrialTrigger, events: Sequence[TrialEvent]) -> Optional[float]:
    """Return a trigger's time, which may be in the future; None while the log lacks its event."""
    if trigger.time is not None:
        return trigger.time
    count = 0
    for event in events:
        count += matches(trigger, event)
        if count == trigger.count:
            return event.time + trigger.delay
    return None


def matches(trigger: TrialTrigger, event: TrialEvent) -> bool:
    """Return whether an event is the one that a trigger waits for.

    An order is the subject of its events, and PDDL's names have no case.
    """
    return (
        event.kind == trigger.event
        and trigger.subject in ("", event.subject, event.data.get("order"))
        and trigger.action.lower() in ("", str(event.data.get("action")).lower())
    )
