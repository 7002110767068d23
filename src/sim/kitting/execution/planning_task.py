"""Planning task from the current world.

Counts of sound parts, missing parts of kits, held objects.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Dict, FrozenSet, Iterable, List, Mapping, Optional, Tuple

from sim.kitting.actions import GroundedAction
from sim.kitting.execution.choices import LOOSE
from sim.kitting.task import EndEffectorTask, KitTask, PlanningTask, RobotTask, SupplyTask
from sim.kitting.trial.spec import Order
from sim.kitting.world.cell import slots_by_part
from sim.kitting.world.model import WorldModel
from sim.kitting.world.rows import PRESENT, KnownObject, Slot

TAKE_ACTION = "take-part"
PLACE_ACTION = "place-part"
PUT_ACTION = "put-part"


@dataclass(frozen=True)
class UnderWay:
    """A robot's current action, with the object that it takes."""

    action: GroundedAction
    target: int


def task_of(
    world: WorldModel, orders: Iterable[Order], under_way: Mapping[str, UnderWay]
) -> PlanningTask:
    """Return the task for some orders. Current actions of robots are taken for done."""
    taken = {one.target for one in under_way.values() if one.action.name == TAKE_ACTION}
    objects = [one for one in world.objects() if one.state == PRESENT and one.id not in taken]
    coming = Counter(
        (
            one.action.arguments.get("kit") or one.action.arguments["tray"],
            one.action.arguments["sku"],
        )
        for one in under_way.values()
        if one.action.name in (PLACE_ACTION, PUT_ACTION)
    )
    return PlanningTask(
        tuple(_robots(world, under_way)),
        tuple(_end_effectors(world)),
        (*_supplies(world, objects, coming), *_loose(world, objects)),
        tuple(_kits(world, orders, objects, coming)),
        _station(world),
    )


def lacking(world: WorldModel, order: Order) -> Dict[Tuple[str, str], int]:
    """Return the missing parts of an order's kits, by tray and part."""
    objects = [one for one in world.objects() if one.state == PRESENT]
    found = {}
    for kit in order.kits:
        for part, count in kit.parts.items():
            missing = count - _in_kit(objects, kit.tray, part, world)
            if missing > 0:
                found[kit.tray, part] = missing
    return found


def _in_kit(objects: List[KnownObject], tray: str, part: str, world: WorldModel) -> int:
    slots = set(slots_by_part(world.cell.trays[tray]).get(part, ()))
    return sum(
        one.sound and one.part == part and one.tray == tray and one.slot in slots for one in objects
    )


def _robots(world: WorldModel, under_way: Mapping[str, UnderWay]) -> Iterable[RobotTask]:
    for robot in world.robots():
        action = under_way[robot.name].action if robot.name in under_way else None
        held = world.known(robot.holds).part if robot.holds else ""
        if action is not None and action.name == TAKE_ACTION:
            held = action.arguments["sku"]
        elif action is not None and action.name in (PLACE_ACTION, PUT_ACTION):
            held = ""
        yield RobotTask(robot.name, robot.end_effector, held, robot.working)


def _end_effectors(world: WorldModel) -> Iterable[EndEffectorTask]:
    cell = world.cell
    for name, tool in cell.tools.items():
        handles = frozenset(part for part, gear in cell.gears.items() if tool.handles(gear))
        yield EndEffectorTask(name, handles, tool.place, cell.docks(name))


def _station(world: WorldModel) -> Optional[str]:
    """Return the tool holders, which count as one station."""
    holders = sorted({tool.place.partition("/")[0] for tool in world.cell.tools.values()} - {""})
    return "_".join(holders) or None


def _supplies(
    world: WorldModel, objects: List[KnownObject], coming: Mapping[Tuple[str, str], int]
) -> Iterable[SupplyTask]:
    """Yield supply trays; those shared by several robots also take parts."""
    for tray in world.places.supplies():
        parts = slots_by_part(world.cell.trays[tray])
        reach = _reach(world, tray, parts)
        stock = {
            part: sum(one.sound and one.part == part and one.tray == tray for one in objects)
            + coming.get((tray, part), 0)
            for part in parts
        }
        spare = {
            part: len(world.free_slots(tray, part)) - coming.get((tray, part), 0) for part in parts
        }
        yield SupplyTask(tray, stock, reach, spare)


def _reach(world: WorldModel, tray: str, parts: Mapping[str, Tuple[int, ...]]) -> FrozenSet[str]:
    """Return the robots that reach all slots of a tray."""
    sets = [
        frozenset(world.places.reach(Slot(tray, number, part)))
        for part, numbers in parts.items()
        for number in numbers
    ]
    return frozenset.intersection(*sets)


def _loose(world: WorldModel, objects: List[KnownObject]) -> Iterable[SupplyTask]:
    """Yield still sound parts outside slots, by reaching robots."""
    found: Dict[FrozenSet[str], Dict[str, int]] = {}
    for one in objects:
        if one.sound and not one.tray and not one.moving:
            reach = world.cell.reach(one.world_from_object, one.part)
            if reach:
                stock = found.setdefault(reach, {})
                stock[one.part] = stock.get(one.part, 0) + 1
    return [
        SupplyTask("_".join((LOOSE, *sorted(reach))), stock, reach)
        for reach, stock in sorted(found.items(), key=lambda item: sorted(item[0]))
    ]


def _kits(
    world: WorldModel,
    orders: Iterable[Order],
    objects: List[KnownObject],
    coming: Mapping[Tuple[str, str], int],
) -> Iterable[KitTask]:
    for order in orders:
        for kit in order.kits:
            wanted = {}
            for part, count in kit.parts.items():
                there = _in_kit(objects, kit.tray, part, world) + coming.get((kit.tray, part), 0)
                wanted[part] = max(count - there, 0)
            parts = slots_by_part(world.cell.trays[kit.tray])
            reach = _reach(world, kit.tray, {part: parts[part] for part in kit.parts})
            yield KitTask(kit.tray, wanted, reach, order.priority)
