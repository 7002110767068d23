"""Options of a generated world's scenery, and the random seed."""

from __future__ import annotations

from dataclasses import dataclass

from sim.errors import InputError


@dataclass(frozen=True)
class SceneryOptions:
    """Options of the scenery beside the road.

    ``street``: signs, lamp posts, guard rails, fences, hedges, and bus stops; ``parked``: the
    fraction of occupied parking spaces; ``seed`` of all draws.
    """

    seed: int = 1
    street: bool = True
    parked: float = 0.6

    def __post_init__(self) -> None:
        if not 0.0 <= self.parked <= 1.0:
            raise InputError("parked", f"is {self.parked:g}; a share from 0 to 1 is needed")
        if self.seed < 0:
            raise InputError("seed", f"is {self.seed}; a whole number from 0 on is needed")


DEFAULT = SceneryOptions()
