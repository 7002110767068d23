"""Why there is no plan, each reason an error of its own."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import Any, Tuple

from sim.errors import SimError


class NoPlan(SimError):
    """No plan was found; nothing may move."""


class Unsolvable(NoPlan):
    """The planner has proved that no plan exists."""


@dataclass(frozen=True)
class Shortage:
    """What cannot be had: ``wanted`` parts of a SKU for a kit, or for several by their names, where
    ``found`` can get there; ``reason`` is the sentence that says so."""

    kit: str
    sku: str
    wanted: int
    found: int
    reason: str


class Lacking(Unsolvable):
    """What lacks was seen before a planner was asked; ``shortages`` has all of it."""

    def __init__(self, shortages: Tuple[Shortage, ...]) -> None:
        super().__init__("; ".join(one.reason for one in shortages))
        self.shortages = shortages

    def __str__(self) -> str:
        return "; ".join(one.reason for one in self.shortages)

    def __reduce__(self) -> Tuple[Any, ...]:
        return copyreg.__newobj__, (type(self), self.shortages), self.__dict__  # type: ignore[attr-defined]


class OutOfTime(NoPlan):
    """The planner has not found a plan within its time."""


class OutOfMemory(NoPlan):
    """The planner needs more memory than it may have."""


class PlannerFailed(NoPlan):
    """The planner ended by itself without a plan or a proof that there is none."""


class InvalidPlan(NoPlan):
    """A plan was found that does not do what it must; a domain file is at fault, or a planner."""
