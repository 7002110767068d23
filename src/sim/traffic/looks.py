"""Assigns a body and paint to each vehicle of a type.

They are drawn from the run's seed and the vehicle's name alone, so that they are the same in every
simulator and every run of one seed. Shares of paints follow new cars in Germany in 2024, shares of
bodies the cars in use there (KBA). SI units.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Dict, List, Optional, Sequence, Tuple, TypeVar

import numpy as np

from sim.arrays import Array
from sim.traffic.state import PEDESTRIAN, VehicleType

Color = Tuple[float, float, float]
Size = Tuple[float, float, float]
Paint = Optional[Color]
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class LookModel:
    """Model of a type, its size, and its ``share`` of the vehicles."""

    model: str
    share: float
    size: Size


@dataclass(frozen=True)
class Family:
    """Bodies and paints of the types shown by one model.

    A type of ``size`` has ``bodies`` of their stated sizes; ``paints`` have shares and are empty if
    bodies have their own colours.
    """

    size: Size
    bodies: Tuple[LookModel, ...]
    paints: Tuple[Tuple[Color, float], ...] = ()


SILVER = (0.56, 0.57, 0.59)
GREY = (0.30, 0.31, 0.33)
DARK_GREY = (0.15, 0.155, 0.165)
BLACK = (0.025, 0.025, 0.03)
WHITE = (0.86, 0.86, 0.85)
BLUE = (0.04, 0.12, 0.36)
RED = (0.50, 0.03, 0.04)
GREEN = (0.06, 0.22, 0.14)
OTHER = (0.36, 0.22, 0.10)
# The statistics count silver as grey, and one grey; brown stands for all others.
CAR_PAINTS: Tuple[Tuple[Color, float], ...] = (
    (SILVER, 0.120),
    (BLACK, 0.266),
    (RED, 0.047),
    (GREY, 0.120),
    (WHITE, 0.199),
    (GREEN, 0.031),
    (DARK_GREY, 0.090),
    (BLUE, 0.089),
    (OTHER, 0.038),
)
# Paints of vans, lorries, buses and motorcycles are our estimate.
YELLOW = (0.62, 0.46, 0.03)
ORANGE = (0.60, 0.20, 0.03)
VAN_PAINTS: Tuple[Tuple[Color, float], ...] = (
    (WHITE, 0.58),
    (SILVER, 0.12),
    (GREY, 0.10),
    (BLUE, 0.08),
    (RED, 0.06),
    (YELLOW, 0.06),
)
LORRY_PAINTS: Tuple[Tuple[Color, float], ...] = (
    (WHITE, 0.45),
    (BLUE, 0.20),
    (RED, 0.20),
    (GREEN, 0.08),
    (ORANGE, 0.07),
)
BUS_PAINTS: Tuple[Tuple[Color, float], ...] = (
    (WHITE, 0.40),
    (RED, 0.30),
    (BLUE, 0.18),
    (YELLOW, 0.12),
)
MOTORCYCLE_PAINTS: Tuple[Tuple[Color, float], ...] = (
    (BLACK, 0.45),
    (RED, 0.18),
    (BLUE, 0.15),
    (WHITE, 0.12),
    (ORANGE, 0.10),
)
# Of all cars 23.2 % are of the compact class, 18.6 % sport utility vehicles, 17.7 % small cars
# (KBA); the division of the rest and of the classes into bodies is our estimate.
FAMILIES: Dict[str, Family] = {
    "car": Family(
        (4.6, 1.8, 1.5),
        (
            LookModel("hatchback", 0.29, (4.25, 1.79, 1.47)),
            LookModel("saloon", 0.15, (4.6, 1.8, 1.5)),
            LookModel("suv", 0.20, (4.45, 1.8, 1.65)),
            LookModel("city_car", 0.18, (3.6, 1.65, 1.5)),
            LookModel("estate", 0.10, (4.6, 1.8, 1.48)),
            LookModel("mpv", 0.06, (4.4, 1.8, 1.65)),
            LookModel("coupe", 0.02, (4.4, 1.8, 1.33)),
        ),
        CAR_PAINTS,
    ),
    "van": Family(
        (6.0, 2.1, 2.6),
        (
            LookModel("van", 0.52, (6.0, 2.1, 2.6)),
            LookModel("delivery_van", 0.28, (4.5, 1.83, 1.84)),
            LookModel("minibus", 0.12, (5.6, 2.0, 2.3)),
            LookModel("pickup", 0.08, (5.25, 1.86, 1.8)),
        ),
        VAN_PAINTS,
    ),
    "truck": Family((9.0, 2.5, 3.6), (LookModel("truck", 1.0, (9.0, 2.5, 3.6)),), LORRY_PAINTS),
    "semitrailer": Family(
        (16.5, 2.5, 4.0), (LookModel("semitrailer", 1.0, (16.5, 2.5, 4.0)),), LORRY_PAINTS
    ),
    "bus": Family((12.0, 2.5, 3.2), (LookModel("bus", 1.0, (12.0, 2.5, 3.2)),), BUS_PAINTS),
    "coach": Family((12.0, 2.55, 3.6), (LookModel("coach", 1.0, (12.0, 2.55, 3.6)),), BUS_PAINTS),
    "motorcycle": Family(
        (2.2, 0.9, 1.5), (LookModel("motorcycle", 1.0, (2.2, 0.9, 1.5)),), MOTORCYCLE_PAINTS
    ),
    "bicycle": Family(
        (1.8, 0.65, 1.75),
        (
            LookModel("bicycle", 0.40, (1.8, 0.65, 1.75)),
            LookModel("bicycle_woman", 0.30, (1.8, 0.65, 1.69)),
            LookModel("bicycle_commuter", 0.30, (1.8, 0.65, 1.75)),
        ),
    ),
    PEDESTRIAN: Family(
        (0.4, 0.5, 1.7),
        (
            LookModel(PEDESTRIAN, 0.12, (0.4, 0.5, 1.7)),
            LookModel("pedestrian_suit", 0.08, (0.4, 0.5, 1.82)),
            LookModel("pedestrian_shirt", 0.10, (0.4, 0.5, 1.78)),
            LookModel("pedestrian_shorts", 0.07, (0.4, 0.5, 1.74)),
            LookModel("pedestrian_backpack", 0.10, (0.4, 0.5, 1.76)),
            LookModel("pedestrian_old", 0.10, (0.4, 0.5, 1.69)),
            LookModel("pedestrian_coat", 0.10, (0.4, 0.5, 1.68)),
            LookModel("pedestrian_skirt", 0.09, (0.4, 0.5, 1.65)),
            LookModel("pedestrian_jumper", 0.10, (0.4, 0.5, 1.66)),
            LookModel("pedestrian_hoodie", 0.08, (0.4, 0.5, 1.70)),
            LookModel("pedestrian_child", 0.06, (0.4, 0.5, 1.30)),
        ),
    ),
}
# Sizes that differ by less are one. No body is stretched by more than the factor.
SIZE_TOLERANCE = 1e-3  # m
MAX_STRETCH = 1.2
_KINDS = {body.model: kind for kind, family in FAMILIES.items() for body in family.bodies}
# A body that a demand names has all paints.
FAMILIES.update(
    {
        body.model: Family(body.size, (replace(body, share=1.0),), CAR_PAINTS)
        for body in FAMILIES["car"].bodies
    }
)
# A table of looks has this many slices of each body and of each paint.
BODY_SLICES = 3
PAINT_SLICES = 2


def looks_of(kind: VehicleType) -> Tuple[Tuple[VehicleType, float], ...]:
    """Return the looks of a type with shares that sum to 1.

    It is the type alone without a choice. All looks are as long as the type, so that gaps are those
    of SUMO's drivers: bodies of similar length are stretched to it. They have their own widths and
    heights in a type of the family's size; another size is kept as stated, as is a given paint.
    """
    family = FAMILIES.get(kind.model)
    if family is None:
        return ((kind, 1.0),)
    size = np.array([kind.length, kind.width, kind.height])
    usual = bool(np.abs(size - family.size).max() < SIZE_TOLERANCE)
    bodies = _about(family.bodies, size[:1] if usual else size)
    if not bodies:
        bodies = (LookModel(kind.model, 1.0, family.size),)
    paints: Sequence[Tuple[Paint, float]] = (
        ((kind.color, 1.0),) if kind.color is not None or not family.paints else family.paints
    )
    found = []
    for body, paint, share in _joint(bodies, tuple(paints)):
        width, height = body.size[1:] if usual else (kind.width, kind.height)
        look = replace(kind, model=body.model, width=width, height=height, color=paint)
        found.append((look, share))
    return tuple(found)


def _about(bodies: Sequence[LookModel], size: Array) -> Tuple[LookModel, ...]:
    """Return the bodies that can be stretched to a size without distortion.

    The size is (3,), or a length (1,). The longest dimension counts: length of vehicles, height of
    persons.
    """
    longest = int(np.argmax(size))
    return tuple(
        body
        for body in bodies
        if abs(np.log(size[longest] / body.size[longest])) < np.log(MAX_STRETCH)
    )


@lru_cache(maxsize=64)
def _joint(
    bodies: Tuple[LookModel, ...], paints: Tuple[Tuple[Paint, float], ...]
) -> Tuple[Tuple[LookModel, Paint, float], ...]:
    """Return pairs of body and paint with their shares.

    The pairs are few, since simulators keep models of each, but the shares of all bodies and of all
    paints are as given. Both are cut into slices and laid along 0 .. 1, the slices of each one
    apart from each other; each overlap of two is a pair.
    """
    laid_bodies = _laid([(body, body.share) for body in bodies], BODY_SLICES)
    laid_paints = _laid(list(paints), PAINT_SLICES if len(paints) > 1 else 1)
    edges = sorted({edge for _, edge in laid_bodies} | {edge for _, edge in laid_paints})
    shares: Dict[Tuple[LookModel, Paint], float] = {}
    before = 0.0
    for edge in edges:
        middle = 0.5 * (before + edge)
        pair = (_at(laid_bodies, middle), _at(laid_paints, middle))
        if edge - before > 1e-9:
            shares[pair] = shares.get(pair, 0.0) + edge - before
        before = edge
    return tuple((body, paint, share) for (body, paint), share in shares.items())


def _laid(shares: Sequence[Tuple[Thing, float]], slices: int) -> List[Tuple[Thing, float]]:
    """Return each thing with the upper ends of its slices. The slices divide 0 .. 1."""
    total = sum(share for _, share in shares)
    each = [(thing, share / total / slices) for _ in range(slices) for thing, share in shares]
    ends = [round(end, 9) for end in accumulate(share for _, share in each)]
    ends[-1] = 1.0
    return [(thing, end) for (thing, _), end in zip(each, ends)]


def _at(laid: Sequence[Tuple[Thing, float]], place: float) -> Thing:
    return next(thing for thing, end in laid if place < end)


class LookTable:
    """Draws one of a type's looks for each vehicle."""

    def __init__(self, seed: int, shares: Sequence[float]) -> None:
        self._seed = seed
        self._ends = np.cumsum(shares)

    def draw(self, name: str) -> int:
        """Return the look's number of the vehicle or person with this name."""
        word = hashlib.blake2b(f"{self._seed}/{name}".encode(), digest_size=8).digest()
        place = int.from_bytes(word, "big") / 2.0**64 * self._ends[-1]
        return min(int(np.searchsorted(self._ends, place, side="right")), len(self._ends) - 1)


def kind_of(model: str) -> str:
    """Return the model of a body's family, such as ``car`` for ``hatchback``.

    A model without a family is returned itself.
    """
    return _KINDS.get(model, model)


def is_person(model: str) -> bool:
    """Return whether a model shows a pedestrian."""
    return model == PEDESTRIAN or model.startswith(f"{PEDESTRIAN}_")
