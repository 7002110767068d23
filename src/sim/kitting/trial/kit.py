"""True content of a kit, and ARIAC's score of it [ARIAC].

World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, FrozenSet, List, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.trial.spec import KitOrder
from sim.transforms import inverse
from sim.workcell.bodies import SIDES, Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

# States of a slot.
EMPTY = "empty"
RIGHT = "right"
VARIETY = "other variety"
WRONG = "wrong part"
FLIPPED = "flipped"
FAULTY = "faulty"
ASKEW = "not seated"
# ARIAC's points: a part in its slot, of the right type in another colour, the tray.
PART_POINTS = 3.0
VARIETY_POINTS = 2.0
TRAY_POINTS = 1.0
# Seating: what physics lets a gear pass its rim by, too.
HEIGHT_TOLERANCE = 0.003  # m, tolerance of a gear's height relative to its slot
CONTACT_TOLERANCE = 0.0005  # m
# Cosine of the maximum tilt of a seated gear: with its edge on a rim it leans by more than 5
# degrees.
MIN_SEATED_COSINE = float(np.cos(np.radians(5.0)))
MAX_HEIGHT_ABOVE_TRAY = 0.1  # m, of a part that still lies on it
MAX_DESTINATION_DISTANCE = 0.25  # m, farther a kit has left its place
# The cosine of the tilt at which a tray has tipped over.
MIN_UPRIGHT_COSINE = float(np.cos(np.radians(15.0)))


@dataclass(frozen=True)
class Truth:
    """True poses of the models.

    world_from_model (4, 4) and part type by their names; ``faulty`` ones, and ``held`` ones in
    grippers, which lie nowhere.
    """

    poses: Mapping[str, Array]
    parts: Mapping[str, str]
    faulty: FrozenSet[str] = frozenset()
    held: FrozenSet[str] = frozenset()


@dataclass(frozen=True)
class SlotScore:
    """A slot (``TRAY/NUMBER``) of an order, with its model and state."""

    slot: str
    part: str
    model: str
    state: str
    points: float


@dataclass(frozen=True)
class KitScore:
    """Score of a kit.

    ``points`` are the parts', the tray's and the bonus's less the extra parts, at least 0, and 0
    for a kit that is not ``in_place``; ``extra`` counts parts beyond the ordered ones.
    """

    tray: str
    slots: Tuple[SlotScore, ...]
    tray_points: float
    bonus: float
    extra: int
    in_place: bool
    points: float
    best: float
    complete: bool


def score_kit(order: KitOrder, layout: Layout, truth: Truth) -> KitScore:
    """Return a kit's score.

    With n parts ordered and m on the tray, 1 + sum of the slots' points + (n if all are right) -
    max(m - n, 0) [ARIAC, Kitting Task Score]; an empty tray is worth nothing.
    """
    placed = layout.models.get(order.tray)
    if placed is None or not isinstance(placed.part.body, Tray):
        raise InputError(order.tray, "is not a tray of the layout")
    world_from_tray = truth.poses.get(order.tray)
    in_place = world_from_tray is not None and _in_place(world_from_tray, placed.world_from_model)
    pose = placed.world_from_model if world_from_tray is None else world_from_tray
    lying = _lying(placed.part.body, pose, truth)
    slots = _chosen(order, placed.part.body, lying, layout, truth)
    wanted = sum(order.parts.values())
    right = all(slot.state == RIGHT for slot in slots)
    extra = max(len(lying) - wanted, 0)
    tray_points = TRAY_POINTS if lying else 0.0
    bonus = float(wanted) if right else 0.0
    points = tray_points + sum(slot.points for slot in slots) + bonus - extra
    return KitScore(
        order.tray,
        slots,
        tray_points,
        bonus,
        extra,
        in_place,
        max(points, 0.0) if in_place else 0.0,
        best_points(order),
        right and in_place and extra == 0,
    )


def best_points(order: KitOrder) -> float:
    """Return the points of a kit without fault."""
    wanted = sum(order.parts.values())
    return TRAY_POINTS + (PART_POINTS + 1.0) * wanted


def slot_state(
    tray: Tray, number: int, model: str, tray_from_part: Array, layout: Layout, truth: Truth
) -> str:
    """Return the state of a part at a slot. In or at it; slots count from 1."""
    x, y, floor = tray.rest(number)
    wanted = tray.slots[number - 1].part
    part = truth.parts[model]
    if layout.parts[part].body != layout.parts[wanted].body:
        return WRONG
    if tray_from_part[2, 2] < 0.0:
        return FLIPPED
    # Rims are rings of flat boxes: a gear gets farther into their corners.
    aside = tray.clearance / np.cos(np.pi / SIDES) + CONTACT_TOLERANCE
    if (
        np.hypot(tray_from_part[0, 3] - x, tray_from_part[1, 3] - y) > aside
        or abs(tray_from_part[2, 3] - floor) > HEIGHT_TOLERANCE
        or tray_from_part[2, 2] < MIN_SEATED_COSINE
    ):
        return ASKEW
    if model in truth.faulty:
        return FAULTY
    return RIGHT if part == wanted else VARIETY


def _in_place(world_from_tray: Array, world_from_place: Array) -> bool:
    apart = float(np.linalg.norm(world_from_tray[:3, 3] - world_from_place[:3, 3]))
    return apart <= MAX_DESTINATION_DISTANCE and float(world_from_tray[2, 2]) >= MIN_UPRIGHT_COSINE


def _lying(tray: Tray, world_from_tray: Array, truth: Truth) -> Dict[str, Array]:
    """Return tray_from_part (4, 4) of the parts on a tray."""
    tray_from_world = inverse(world_from_tray)
    poses = {
        name: tray_from_world @ truth.poses[name]
        for name in sorted(truth.parts)
        if name in truth.poses and name not in truth.held
    }
    length, width = tray.size
    return {
        name: pose
        for name, pose in poses.items()
        if abs(pose[0, 3]) <= 0.5 * length
        and abs(pose[1, 3]) <= 0.5 * width
        and -HEIGHT_TOLERANCE <= pose[2, 3] <= MAX_HEIGHT_ABOVE_TRAY
    }


def _chosen(
    order: KitOrder, tray: Tray, lying: Mapping[str, Array], layout: Layout, truth: Truth
) -> Tuple[SlotScore, ...]:
    """Return the best slots of each part, as many as are ordered."""
    judged = _judged(order.tray, tray, lying, layout, truth)
    found: List[SlotScore] = []
    for part, count in order.parts.items():
        best = sorted(
            (slot for slot in judged if slot.part == part),
            key=lambda slot: (-slot.points, slot.state == EMPTY),
        )
        found += best[:count]
        # A tray with fewer slots than parts are ordered of cannot be completed.
        found += [SlotScore("", part, "", EMPTY, 0.0)] * (count - len(best[:count]))
    return tuple(found)


def _judged(
    name: str, tray: Tray, lying: Mapping[str, Array], layout: Layout, truth: Truth
) -> Tuple[SlotScore, ...]:
    """Return all slots of a tray, each with its best part."""
    points = {RIGHT: PART_POINTS, VARIETY: VARIETY_POINTS}
    found = {
        number: SlotScore(f"{name}/{number}", slot.part, "", EMPTY, 0.0)
        for number, slot in enumerate(tray.slots, 1)
    }
    for model, pose in lying.items():
        number = _nearest(tray, pose)
        if number:
            state = slot_state(tray, number, model, pose, layout, truth)
            worth = points.get(state, 0.0)
            if not found[number].model or worth > found[number].points:
                found[number] = SlotScore(
                    f"{name}/{number}", found[number].part, model, state, worth
                )
    return tuple(found.values())


def _nearest(tray: Tray, tray_from_part: Array) -> int:
    """Return the number of a part's slot; 0 between slots."""
    apart = [
        float(np.hypot(tray_from_part[0, 3] - slot.x, tray_from_part[1, 3] - slot.y))
        for slot in tray.slots
    ]
    number = int(np.argmin(apart))
    gear: Gear = tray.gears[tray.slots[number].part]
    return number + 1 if apart[number] <= gear.tip_radius + tray.clearance else 0
