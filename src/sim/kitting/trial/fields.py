"""Orders, faults and triggers as they are written in a trial's file."""

from __future__ import annotations

import difflib
from typing import Any, Dict, Iterable, List, Tuple

from sim.checks import mapping, number, sequence, text, whole
from sim.errors import InputError
from sim.kitting.trial.faults import DETECTOR, KINDS, PART, ROBOT, TIMED
from sim.kitting.trial.spec import DETECTORS, Fault, KitOrder, Order, TrialTrigger
from sim.workcell.bodies import CellCamera, Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

MAX_TIME = 1e5  # s
MAX_COUNT = 1000
MAX_DISTANCE = 1.0  # m
# Faults that need a target, as they mean nothing for a part that chance chooses.
NAMED = ("insufficient_parts",)


def one_of(value: Any, known: Iterable[str], where: str, what: str) -> str:
    """Return a name that is in ``known``. Otherwise raises InputError with the nearest one."""
    name, known = text(value, where), list(known)
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, 1)
    listed = f"must be one of: {', '.join(known)}" if known else "none exist"
    raise InputError(
        where, f"{what} '{name}' not found; " + (f"did you mean '{near[0]}'?" if near else listed)
    )


def read_orders(value: Any, layout: Layout, where: str) -> Tuple[Order, ...]:
    """Read the orders of a trial; ids and kits must be unique."""
    orders: List[Order] = []
    trays: Dict[str, str] = {}
    for index, each in enumerate(sequence(value, where), 1):
        order = _order(each, layout, f"{where}/{index}")
        if order.id in (other.id for other in orders):
            raise InputError(
                f"{where}/{index}/id", f"'{order.id}' is an earlier order's id; give it another one"
            )
        for kit in order.kits:
            if kit.tray in trays:
                raise InputError(
                    f"{where}/{index}/kits/{kit.tray}",
                    f"is a kit of the order '{trays[kit.tray]}' already; name another kit tray",
                )
            trays[kit.tray] = order.id
        orders.append(order)
    if not orders:
        raise InputError(where, "a trial needs an order")
    return tuple(orders)


def read_faults(value: Any, layout: Layout, where: str) -> Tuple[Fault, ...]:
    return tuple(
        _fault(each, layout, f"{where}/{index}")
        for index, each in enumerate(sequence(value or [], where), 1)
    )


def _order(value: Any, layout: Layout, where: str) -> Order:
    value = mapping(value, where, ("id", "kits", "announced", "priority"), ("id", "kits"))
    trays = {
        name: model.part.body
        for name, model in layout.models.items()
        if isinstance(model.part.body, Tray) and model.part.body.kit
    }
    kits = value["kits"]
    if not isinstance(kits, dict) or not kits:
        raise InputError(
            f"{where}/kits",
            f"a mapping from kit trays to parts is needed; kits: {', '.join(trays)}",
        )
    return Order(
        id=text(value["id"], f"{where}/id"),
        kits=tuple(
            KitOrder(name, _parts(parts, name, tray, layout, f"{where}/kits/{name}"))
            for name, parts in kits.items()
            for tray in (trays[one_of(name, trays, f"{where}/kits", "kit tray")],)
        ),
        announced=_trigger(value.get("announced", 0.0), f"{where}/announced"),
        priority=whole(value.get("priority", 0), f"{where}/priority", 0, MAX_COUNT),
    )


def _parts(value: Any, name: str, tray: Tray, layout: Layout, where: str) -> Dict[str, int]:
    gears = [part for part, entry in layout.parts.items() if isinstance(entry.body, Gear)]
    if not isinstance(value, dict) or not value:
        raise InputError(where, f"a mapping from parts to numbers is needed; {_slots(name, tray)}")
    parts = {
        one_of(part, gears, where, "part"): whole(count, f"{where}/{part}", 1, MAX_COUNT)
        for part, count in value.items()
    }
    for part, count in parts.items():
        free = sum(slot.part == part for slot in tray.slots)
        if count > free:
            raise InputError(
                f"{where}/{part}",
                f"{count} are ordered and {name} has {free} slots for them; {_slots(name, tray)}",
            )
    return parts


def _slots(name: str, tray: Tray) -> str:
    counts: Dict[str, int] = {}
    for slot in tray.slots:
        counts[slot.part] = counts.get(slot.part, 0) + 1
    return f"{name} takes " + ", ".join(f"{count} {part}" for part, count in counts.items())


def _fault(value: Any, layout: Layout, where: str) -> Fault:
    keys = ("kind", "when", "target", "duration", "amount", "distance")
    value = mapping(value, where, keys, ("kind", "when"))
    name = one_of(value["kind"], KINDS, f"{where}/kind", "fault")
    kind = KINDS[name]
    _refuse(value, "duration", kind.end == TIMED, _names(TIMED), name, where)
    _refuse(
        value, "amount", kind.counted, [one for one in KINDS if KINDS[one].counted], name, where
    )
    _refuse(value, "distance", name == "moved_part", ["moved_part"], name, where)
    if name == "detector_blackout" and "duration" not in value:
        raise InputError(where, "a detector_blackout needs a duration (s)")
    if name in NAMED and "target" not in value:
        raise InputError(where, f"{name} needs the part as its target")
    return Fault(
        kind=name,
        trigger=_trigger(value["when"], f"{where}/when"),
        target=_target(value["target"], name, layout, f"{where}/target")
        if "target" in value
        else "",
        duration=number(value.get("duration", 0.0), f"{where}/duration", 0.0, MAX_TIME),
        amount=whole(value.get("amount", 1), f"{where}/amount", 1, MAX_COUNT),
        distance=number(
            value.get("distance", Fault.distance), f"{where}/distance", 0.001, MAX_DISTANCE
        ),
    )


def _refuse(
    value: Dict[str, Any], key: str, fits: bool, kinds: List[str], name: str, where: str
) -> None:
    if key in value and not fits:
        raise InputError(f"{where}/{key}", f"a {name} has none; it is for {', '.join(kinds)}")


def _names(end: str) -> List[str]:
    return [name for name, kind in KINDS.items() if kind.end == end]


def _target(value: Any, fault: str, layout: Layout, where: str) -> str:
    """Return a valid target of a fault.

    Parts by type or model, robots, detectors and their cameras.
    """
    kind = KINDS[fault].target
    models = layout.models.items()
    known = {
        PART: [
            *(part for part, entry in layout.parts.items() if isinstance(entry.body, Gear)),
            *(name for name, model in models if isinstance(model.part.body, Gear)),
        ],
        ROBOT: list(layout.robots),
        DETECTOR: [
            *DETECTORS,
            *(name for name, model in models if isinstance(model.part.body, CellCamera)),
        ],
    }
    return one_of(value, known[kind], where, kind)


def _trigger(value: Any, where: str) -> TrialTrigger:
    """Read a time, or a mapping with ``time`` or ``event``."""
    if not isinstance(value, dict):
        return TrialTrigger(time=number(value, where, 0.0, MAX_TIME))
    if "event" not in value:
        value = mapping(value, where, ("time", "event"), ("time",))
        return TrialTrigger(time=number(value["time"], f"{where}/time", 0.0, MAX_TIME))
    value = mapping(value, where, ("event", "subject", "action", "count", "delay"))
    return TrialTrigger(
        event=text(value["event"], f"{where}/event"),
        subject=text(value["subject"], f"{where}/subject") if "subject" in value else "",
        action=text(value["action"], f"{where}/action") if "action" in value else "",
        count=whole(value.get("count", 1), f"{where}/count", 1, MAX_COUNT),
        delay=number(value.get("delay", 0.0), f"{where}/delay", 0.0, MAX_TIME),
    )
