"""Cheap feasibility checks of a task before planning.

Messages use the cell's own names.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import FrozenSet, Iterator, List, Sequence, Set

from sim.errors import InputError
from sim.kitting.planning.errors import Lacking, Shortage
from sim.kitting.task import KitTask, PlanningTask

# Sets of kits that share supplies are looked at up to this many kits together.
TOGETHER = 4


def check_task(task: PlanningTask) -> None:
    """Raise InputError for a contradictory task. Repeated or unknown names, negative counts."""
    trays = [*(tray.name for tray in task.supplies), *(kit.name for kit in task.kits)]
    for kind, names in (
        ("robot", [robot.name for robot in task.robots]),
        ("end effector", [one.name for one in task.end_effectors]),
        ("tray", trays),
    ):
        twice = [name for name, number in Counter(names).items() if number > 1]
        if twice:
            raise InputError(f"{kind} {twice[0]}", "is there twice; names must differ")
    _check_numbers(task)
    known = {one.name for one in task.end_effectors}
    users: Counter[str] = Counter()
    for robot in task.robots:
        if robot.end_effector and robot.end_effector not in known:
            raise InputError(
                f"robot {robot.name}",
                f"has the unknown end effector '{robot.end_effector}'; must be one of: "
                f"{', '.join(sorted(known)) or 'none'}",
            )
        if robot.holds and not robot.end_effector:
            raise InputError(
                f"robot {robot.name}", f"holds {robot.holds} but has no end effector to hold it"
            )
        users[robot.end_effector] += bool(robot.end_effector)
    shared = [name for name, number in users.items() if number > 1]
    if shared:
        raise InputError(f"end effector {shared[0]}", "is on two robots")


def _check_numbers(task: PlanningTask) -> None:
    counts = [
        *((kit.name, kit.wanted) for kit in task.kits),
        *((tray.name, tray.stock) for tray in task.supplies),
        *((tray.name, tray.spare) for tray in task.supplies),
    ]
    for name, numbers in counts:
        for sku, number in numbers.items():
            if number < 0:
                raise InputError(f"tray {name}", f"{number} {sku}: a count cannot be below 0")


def check_supplies(task: PlanningTask) -> None:
    """Raise Lacking if kits want parts that cannot get there."""
    found = tuple(shortages(task))
    if found:
        raise Lacking(found)


def shortages(task: PlanningTask) -> Iterator[Shortage]:
    """Yield each kit's shortages, or else the shortages of all kits together."""
    alone = list(chain.from_iterable(_of_kit(task, kit) for kit in task.kits))
    yield from alone
    if alone:
        return
    for sku in sorted({sku for kit in task.kits for sku in kit.wanted}):
        yield from _together(task, sku)


def _of_kit(task: PlanningTask, kit: KitTask) -> Iterator[Shortage]:
    for sku, wanted in kit.wanted.items():
        if not wanted:
            continue
        lacks = f"{kit.name} lacks {wanted} {sku}"
        reason = _why_not(task, kit, sku)
        found = 0 if reason else _reachable(task, [kit], sku)
        if reason:
            yield Shortage(kit.name, sku, wanted, 0, f"{lacks}: {reason}")
        elif found < wanted:
            reason = f"{lacks}: supplies within reach have {found}"
            yield Shortage(kit.name, sku, wanted, found, reason)


def _why_not(task: PlanningTask, kit: KitTask, sku: str) -> str:
    """Return why a SKU cannot be placed in a kit, or ""."""
    if not kit.reach:
        return "no robot reaches it"
    working = [robot.name for robot in task.robots if robot.working and robot.name in kit.reach]
    if not working:
        return f"{' and '.join(sorted(kit.reach))} reach it and are out of order"
    if not _robots(task, sku) & kit.reach:
        return f"no end effector that {' or '.join(working)} can have takes {sku}"
    return ""


def _together(task: PlanningTask, sku: str) -> Iterator[Shortage]:
    """Yield the smallest sets of kits that share too few parts."""
    kits = [kit for kit in task.kits if kit.wanted.get(sku)]
    sizes = sorted({*range(2, min(len(kits), TOGETHER) + 1), len(kits)} - {0, 1})
    for size in sizes:
        found: List[Shortage] = []
        for some in combinations(kits, size):
            wanted = sum(kit.wanted[sku] for kit in some)
            number = _reachable(task, some, sku)
            if number < wanted:
                names = ", ".join(kit.name for kit in some)
                reason = f"{names} lack {wanted} {sku}: supplies within reach have {number}"
                found.append(Shortage(names, sku, wanted, number, reason))
        if found:
            yield from found
            return


def _robots(task: PlanningTask, sku: str) -> FrozenSet[str]:
    """Return the working robots that can handle a SKU.

    They have, or can fetch, an end effector for it, or hold one already.
    """
    mounted = {robot.end_effector: robot for robot in task.robots if robot.end_effector}
    able: Set[str] = {robot.name for robot in task.robots if robot.working and robot.holds == sku}
    for one in task.end_effectors:
        user = mounted.get(one.name)
        if sku not in one.handles or (user is not None and not user.working):
            continue
        if user is not None:
            able.add(user.name)
        if task.station is not None and one.holder:
            able |= one.reach
    return frozenset(able & {robot.name for robot in task.robots if robot.working})


def _reachable(task: PlanningTask, kits: Sequence[KitTask], sku: str) -> int:
    """Return the number of a SKU's parts that can get to kits, also by way of handover trays."""
    able = _robots(task, sku)
    robots = set(able & frozenset(chain.from_iterable(kit.reach for kit in kits)))
    while True:
        trays = [tray for tray in task.supplies if tray.reach & robots]
        handover = [tray for tray in trays if sku in tray.spare]
        more = robots.union(*(tray.reach & able for tray in handover))
        if more == robots:
            break
        robots = more
    held = sum(robot.holds == sku and robot.name in robots for robot in task.robots)
    return held + sum(tray.stock.get(sku, 0) for tray in trays)
