"""Planning task: the world for a planner, as counts without poses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import FrozenSet, Mapping, Optional, Tuple


@dataclass(frozen=True)
class RobotTask:
    """A robot by its name, with its mounted tool and held part.

    ``working`` False is a robot that is out of order.
    """

    name: str
    end_effector: str = ""
    holds: str = ""
    working: bool = True


@dataclass(frozen=True)
class EndEffectorTask:
    """An end effector and the parts (SKUs) that it can take.

    ``holder`` is its place if it is not mounted, ``reach`` the robots that get to that place.
    """

    name: str
    handles: FrozenSet[str]
    holder: str = ""
    reach: FrozenSet[str] = frozenset()


@dataclass(frozen=True)
class SupplyTask:
    """A tray with sound parts of each SKU.

    Its robots reach all of them; ``spare`` are the free places for each SKU, for parts put there (a
    handover tray).
    """

    name: str
    stock: Mapping[str, int]
    reach: FrozenSet[str]
    spare: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class KitTask:
    """A kit tray with its missing parts and its robots.

    The robots reach it. Missing parts are by SKU, at most its free slots; a higher ``priority``
    comes first; ``work_table`` is its table.
    """

    name: str
    wanted: Mapping[str, int]
    reach: FrozenSet[str]
    priority: int = 0
    work_table: str = "work_table"


@dataclass(frozen=True)
class PlanningTask:
    """State of the world for a planner.

    Counts nothing twice: a held part is not in a supply; ``station`` is the place for changing end
    effectors, or None.
    """

    robots: Tuple[RobotTask, ...]
    end_effectors: Tuple[EndEffectorTask, ...]
    supplies: Tuple[SupplyTask, ...]
    kits: Tuple[KitTask, ...]
    station: Optional[str] = None
