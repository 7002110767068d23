"""Errors of planning, one class for each reason."""

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
    """Missing parts.

    ``wanted`` parts of a SKU for a kit, or for several by their names, and ``found`` reachable
    ones; ``reason`` is the sentence.
    """

    kit: str
    sku: str
    wanted: int
    found: int
    reason: str


class Lacking(Unsolvable):
    """A shortage found before planning; ``shortages`` has all of them."""

    def __init__(self, shortages: Tuple[Shortage, ...]) -> None:
        super().__init__("; ".join(one.reason for one in shortages))
        self.shortages = shortages

    def __str__(self) -> str:
        return "; ".join(one.reason for one in self.shortages)

    def __reduce__(self) -> Tuple[Any, ...]:
        return copyreg.__newobj__, (type(self), self.shortages), self.__dict__  # type: ignore[attr-defined]


class PlanningTimeout(NoPlan):
    """The planner has not found a plan within its time."""


class OutOfMemory(NoPlan):
    """The planner needs more memory than it may have."""


class PlannerFailed(NoPlan):
    """The planner ended without a plan or a proof of unsolvability."""


class InvalidPlan(NoPlan):
    """A plan failed validation; a domain file or planner is at fault."""
