"""Check that all orders and faults of a trial can come.

An order or a fault comes at its time, or after an event that needs other orders or faults: the
possible ones are found from the ones with a time on, until a fixed point.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Set

from sim.errors import InputError
from sim.kitting import events
from sim.kitting.trial.faults import KINDS, LASTING
from sim.kitting.trial.fields import one_of
from sim.kitting.trial.spec import Fault, Trial, TrialTrigger

ORDERS = (events.ORDER_ANNOUNCED, events.ORDER_COMPLETE, events.ORDER_IMPOSSIBLE)
ACTIONS = (events.ACTION_BEGUN, events.ACTION_DONE, events.ACTION_FAILED)
ROBOTS = (*ACTIONS, events.RECOVERY, events.WAITING, events.MOTION)
FAULTS = (events.FAULT_INJECTED, events.FAULT_CLEARED)
KNOWN = (*ORDERS, events.PLAN_MADE, events.PLAN_FAILED, *ROBOTS, *FAULTS, events.TRIAL_BEGUN)


def check_triggers(trial: Trial, robots: Sequence[str], actions: Sequence[str], where: str) -> None:
    """Raise InputError with the reason for a trigger that never comes.

    ``actions`` are those in the domain, in lower case.
    """
    triggers = {
        **{f"orders/{at}/announced": one.announced for at, one in enumerate(trial.orders, 1)},
        **{f"faults/{at}/when": one.trigger for at, one in enumerate(trial.faults, 1)},
    }
    for key, trigger in triggers.items():
        _check(trigger, trial, robots, actions, f"{where}: {key}")
    comes: Set[str] = set()
    while True:
        found = {key for key, trigger in triggers.items() if _possible(trigger, key, comes, trial)}
        if found == comes:
            break
        comes = found
    for key, trigger in triggers.items():
        if key not in comes:
            raise InputError(f"{where}: {key}", f"never comes: {_why(trigger, key, comes, trial)}")


def _check(
    trigger: TrialTrigger,
    trial: Trial,
    robots: Sequence[str],
    actions: Sequence[str],
    where: str,
) -> None:
    """Raise InputError for a time after the end and for unknown names.

    The trial's end; names that no event has.
    """
    if trigger.time is not None:
        if trigger.time >= trial.time_limit:
            raise InputError(
                where,
                f"never comes: {trigger.time:g} s is not before the trial's time_limit, "
                f"{trial.time_limit:g} s",
            )
        return
    one_of(trigger.event, KNOWN, f"{where}/event", "event to wait for")
    if trigger.subject:
        known = _subjects(trigger.event, trial, robots)
        one_of(trigger.subject, known, f"{where}/subject", f"subject of {trigger.event}")
    if trigger.action and trigger.event not in ACTIONS:
        raise InputError(
            f"{where}/action",
            f"{trigger.event} has no action; events with one: {', '.join(ACTIONS)}",
        )
    if trigger.action:
        one_of(trigger.action.lower(), actions, f"{where}/action", "action in the domain")


def _subjects(event: str, trial: Trial, robots: Sequence[str]) -> List[str]:
    if event in ORDERS:
        return [order.id for order in trial.orders]
    if event in FAULTS:
        return sorted({fault.kind for fault in trial.faults})
    return list(robots) if event in ROBOTS else []


def _possible(trigger: TrialTrigger, key: str, comes: Set[str], trial: Trial) -> bool:
    """Return whether a trigger can come once ``comes`` have."""
    return trigger.time is not None or trigger.count <= _at_most(trigger, key, comes, trial)


def _at_most(trigger: TrialTrigger, key: str, comes: Set[str], trial: Trial) -> float:
    """Return the maximum count of a trigger's event. Before its own order or fault."""
    others = comes - {key}
    orders: Mapping[str, str] = {
        f"orders/{at}/announced": order.id for at, order in enumerate(trial.orders, 1)
    }
    if trigger.event in ORDERS:
        return sum(trigger.subject in ("", orders[one]) for one in others if one in orders)
    if trigger.event in FAULTS:
        faults: Dict[str, Fault] = {
            f"faults/{at}/when": fault for at, fault in enumerate(trial.faults, 1)
        }
        return sum(_counts(faults[one], trigger) for one in others if one in faults)
    if trigger.event == events.TRIAL_BEGUN:
        return 1
    return float("inf") if any(one in orders for one in others) else 0


def _counts(fault: Fault, trigger: TrialTrigger) -> bool:
    lasts = KINDS[fault.kind].end == LASTING
    return trigger.subject in ("", fault.kind) and not (
        trigger.event == events.FAULT_CLEARED and lasts
    )


def _why(trigger: TrialTrigger, key: str, comes: Set[str], trial: Trial) -> str:
    of = f" of {trigger.subject}" if trigger.subject else ""
    most = _at_most(trigger, key, comes, trial)
    if trigger.event in FAULTS or trigger.event in ORDERS or trigger.event == events.TRIAL_BEGUN:
        lasting = (
            "; faults that last are not cleared" if trigger.event == events.FAULT_CLEARED else ""
        )
        return (
            f"it waits for {trigger.event}{of} number {trigger.count}, and there are at most "
            f"{most:g} before it{lasting}; give a time, or wait for less"
        )
    return f"{trigger.event}{of} needs an order that is announced before it; give one a time"
