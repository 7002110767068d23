"""Options of planning, beside its task."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional

from sim.kitting.planning.domain import Domain
from sim.kitting.planning.engines import DEFAULT
from sim.kitting.planning.schedule import DURATIONS


@dataclass(frozen=True)
class PlanningSettings:
    """Options of planning.

    ``planner`` is a name of :mod:`sim.kitting.planning.engines`; limits in s and MB; ``durations``
    in s by action; ``spread`` False keeps the planner's choice of robots.
    """

    planner: str = DEFAULT
    domain: Optional[Domain] = None
    time_limit: float = 20.0
    memory_limit: float = 2000.0
    durations: Mapping[str, float] = field(default_factory=lambda: dict(DURATIONS))
    spread: bool = True
