"""A planning task: what a planner must know of the world, as counts of parts, without poses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import FrozenSet, Mapping, Optional, Tuple


@dataclass(frozen=True)
class RobotTask:
    """A robot by its name, with what is on its tool changer and in its gripper; ``working`` False
    is a robot that is out of order."""

    name: str
    end_effector: str = ""
    holds: str = ""
    working: bool = True


@dataclass(frozen=True)
class EndEffectorTask:
    """An end effector and which parts (SKUs) it can take; ``holder`` is its place where it is on
    no robot, ``reach`` who gets to that place."""

    name: str
    handles: FrozenSet[str]
    holder: str = ""
    reach: FrozenSet[str] = frozenset()


@dataclass(frozen=True)
class SupplyTask:
    """A tray with sound parts of each SKU, and the robots that reach all of them; ``spare`` are the
    free places for each SKU, for parts that are put there (a handover tray)."""

    name: str
    stock: Mapping[str, int]
    reach: FrozenSet[str]
    spare: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class KitTask:
    """A kit tray with the parts that it still lacks of each SKU (at most its free slots), and the
    robots that reach it; a higher ``priority`` is wanted sooner; ``work_table`` is where it
    lies."""

    name: str
    wanted: Mapping[str, int]
    reach: FrozenSet[str]
    priority: int = 0
    work_table: str = "work_table"


@dataclass(frozen=True)
class PlanningTask:
    """Counts nothing twice: a part that a robot holds is in no supply; ``station`` is where end
    effectors are changed, None where none is."""

    robots: Tuple[RobotTask, ...]
    end_effectors: Tuple[EndEffectorTask, ...]
    supplies: Tuple[SupplyTask, ...]
    kits: Tuple[KitTask, ...]
    station: Optional[str] = None
