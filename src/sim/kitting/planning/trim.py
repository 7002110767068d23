"""Reduction of a task to its relevant parts, for small problems."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Dict

from sim.kitting.task import PlanningTask, SupplyTask


def trimmed(task: PlanningTask) -> PlanningTask:
    """Return the task without irrelevant robots, SKUs and parts.

    Robots that are out of order with their tools, SKUs that neither a kit lacks nor a robot holds,
    and parts beyond the missing ones.
    """
    robots = tuple(robot for robot in task.robots if robot.working)
    names = frozenset(robot.name for robot in robots)
    lost = {robot.end_effector for robot in task.robots if not robot.working}
    held = Counter(robot.holds for robot in robots if robot.holds)
    wanted: Dict[str, int] = {sku: 0 for sku in held}
    for kit in task.kits:
        for sku, number in kit.wanted.items():
            if number:
                wanted[sku] = wanted.get(sku, 0) + number
    return replace(
        task,
        robots=robots,
        end_effectors=tuple(
            replace(one, handles=one.handles & wanted.keys(), reach=one.reach & names)
            for one in task.end_effectors
            if one.name not in lost
        ),
        supplies=tuple(
            replace(_supply(tray, wanted, held), reach=tray.reach & names)
            for tray in task.supplies
            if tray.reach & names
        ),
        kits=tuple(
            replace(
                kit,
                reach=kit.reach & names,
                wanted={sku: number for sku, number in kit.wanted.items() if number},
            )
            for kit in task.kits
            if any(kit.wanted.values())
        ),
    )


def _supply(tray: SupplyTask, wanted: Dict[str, int], held: Counter[str]) -> SupplyTask:
    stock = {sku: min(number, wanted[sku]) for sku, number in tray.stock.items() if wanted.get(sku)}
    spare = {
        sku: min(places, wanted[sku] + held[sku] - stock.get(sku, 0))
        for sku, places in tray.spare.items()
        if sku in wanted
    }
    return replace(tray, stock=stock, spare=spare)
