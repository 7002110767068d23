"""Planning tasks as YAML files, for the command line and benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, FrozenSet

from sim import checks
from sim.errors import InputError
from sim.kitting.planning.lacking import check_task
from sim.kitting.task import EndEffectorTask, KitTask, PlanningTask, RobotTask, SupplyTask

LARGEST = 1000


def read_task(path: Path) -> PlanningTask:
    """Read the task in a file; InputError with file and key."""
    keys = ("robots", "end_effectors", "supplies", "kits", "station")
    given = checks.mapping(checks.read_yaml(path), str(path), keys, ("robots", "supplies", "kits"))
    where = f"{path}: "
    task = PlanningTask(
        robots=tuple(_robot(name, one, where) for name, one in _named(given, "robots", where)),
        end_effectors=tuple(
            _end_effector(name, one, where) for name, one in _named(given, "end_effectors", where)
        ),
        supplies=tuple(_supply(name, one, where) for name, one in _named(given, "supplies", where)),
        kits=tuple(_kit(name, one, where) for name, one in _named(given, "kits", where)),
        station=checks.text(given["station"], f"{where}station") if "station" in given else None,
    )
    try:
        check_task(task)
    except InputError as error:
        raise InputError(path, str(error)) from error
    _check_reach(task, path)
    return task


def _named(given: Dict[str, Any], key: str, where: str) -> list[tuple[str, Any]]:
    ones = given.get(key, {})
    if not isinstance(ones, dict):
        raise InputError(f"{where}{key}", "a mapping from names is needed")
    return [(checks.text(name, f"{where}{key}"), one) for name, one in ones.items()]


def _robot(name: str, value: Any, where: str) -> RobotTask:
    where = f"{where}robots/{name}"
    given = checks.mapping(value or {}, where, ("end_effector", "holds", "working"))
    working = given.get("working", True)
    if not isinstance(working, bool):
        raise InputError(f"{where}/working", f"true or false is needed, not {working!r}")
    return RobotTask(
        name, _text(given, "end_effector", where), _text(given, "holds", where), working
    )


def _end_effector(name: str, value: Any, where: str) -> EndEffectorTask:
    where = f"{where}end_effectors/{name}"
    given = checks.mapping(value, where, ("handles", "holder", "reach"), ("handles",))
    return EndEffectorTask(
        name,
        _texts(given, "handles", where),
        _text(given, "holder", where),
        _texts(given, "reach", where),
    )


def _supply(name: str, value: Any, where: str) -> SupplyTask:
    where = f"{where}supplies/{name}"
    given = checks.mapping(value, where, ("stock", "reach", "spare"), ("reach",))
    return SupplyTask(
        name,
        _numbers(given, "stock", where),
        _texts(given, "reach", where),
        _numbers(given, "spare", where),
    )


def _kit(name: str, value: Any, where: str) -> KitTask:
    where = f"{where}kits/{name}"
    keys = ("wanted", "reach", "priority", "work_table")
    given = checks.mapping(value, where, keys, ("wanted", "reach"))
    return KitTask(
        name,
        _numbers(given, "wanted", where),
        _texts(given, "reach", where),
        checks.whole(given.get("priority", 0), f"{where}/priority", -LARGEST, LARGEST),
        _text(given, "work_table", where) or KitTask.work_table,
    )


def _text(given: Dict[str, Any], key: str, where: str) -> str:
    return checks.text(given[key], f"{where}/{key}") if given.get(key) else ""


def _texts(given: Dict[str, Any], key: str, where: str) -> FrozenSet[str]:
    return frozenset(
        checks.text(one, f"{where}/{key}")
        for one in checks.sequence(given.get(key, []), f"{where}/{key}")
    )


def _numbers(given: Dict[str, Any], key: str, where: str) -> Dict[str, int]:
    where = f"{where}/{key}"
    value = given.get(key) or {}
    if not isinstance(value, dict):
        raise InputError(where, "a mapping from parts to numbers is needed")
    return {
        checks.text(sku, where): checks.whole(number, f"{where}/{sku}", 0, LARGEST)
        for sku, number in value.items()
    }


def _check_reach(task: PlanningTask, path: Path) -> None:
    known = {robot.name for robot in task.robots}
    reaches = [(f"end_effectors/{one.name}", one.reach) for one in task.end_effectors]
    reaches += [(f"supplies/{tray.name}", tray.reach) for tray in task.supplies]
    reaches += [(f"kits/{kit.name}", kit.reach) for kit in task.kits]
    for where, reach in reaches:
        unknown = sorted(reach - known)
        if unknown:
            raise InputError(
                f"{path}: {where}/reach",
                f"unknown robot '{unknown[0]}'; robots: {', '.join(sorted(known)) or 'none'}",
            )
