"""A trial as data: orders, faults and prices. Simulated seconds from the trial's begin, metres."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

# Sources of the objects' poses: exact ones through a detector's noise, cameras' images, or a
# detector outside of the simulation.
DETECTORS = ("truth", "camera", "external")


@dataclass(frozen=True)
class TrialTrigger:
    """Condition for an order or a fault.

    A ``time``, or the ``count``-th event of a kind (and of a subject and action, if given) in the
    trial's log, ``delay`` s later.
    """

    time: Optional[float] = None
    event: str = ""
    subject: str = ""
    action: str = ""
    count: int = 1
    delay: float = 0.0


@dataclass(frozen=True)
class KitOrder:
    """A kit tray of the layout and its ordered parts, by number."""

    tray: str
    parts: Mapping[str, int]


@dataclass(frozen=True)
class Order:
    """``priority`` above 0 goes before whatever is under way."""

    id: str
    kits: Tuple[KitOrder, ...]
    announced: TrialTrigger = TrialTrigger(time=0.0)
    priority: int = 0


@dataclass(frozen=True)
class Fault:
    """A fault of a trial.

    ``kind`` is one of :data:`sim.kitting.trial.faults.KINDS`; ``target`` a model, a part, a robot
    or a detector, empty for a choice by the seed; ``duration`` of faults that end, ``amount`` of
    parts or attempts, ``distance`` of a part's displacement.
    """

    kind: str
    trigger: TrialTrigger
    target: str = ""
    duration: float = 0.0
    amount: int = 1
    distance: float = 0.05


@dataclass(frozen=True)
class Trial:
    """A trial.

    ``layout`` and ``domain`` are files, ``domain`` empty for the package's own; ``sensors`` are
    names of ``prices``, one for each used sensor, and ``prices`` points of the score: of each
    sensor, and of each motion (``motion``).
    """

    name: str
    layout: str
    orders: Tuple[Order, ...]
    faults: Tuple[Fault, ...] = ()
    seed: int = 1
    time_limit: float = 900.0
    detector: str = "truth"
    sensors: Tuple[str, ...] = ()
    prices: Mapping[str, float] = field(default_factory=dict)
    domain: str = ""
