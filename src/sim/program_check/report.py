"""Report of a program's check, as lines of text."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.checks import mapping, read_yaml
from sim.crcl import CRCLProgram, SetLengthUnits
from sim.crcl.enums import AngleUnit, LengthUnit
from sim.crcl.session import SessionOptions
from sim.crcl.session.settings import SessionSettings
from sim.crcl.units import Units
from sim.errors import InputError
from sim.program_check.carried_out import CarriedOut, carry_out
from sim.program_check.reach import best_offset, reached
from sim.resources import resource
from sim.robots.placed import placed_robot
from sim.robots.robot import Robot
from sim.workcell.layout import read_layout

SHIPPED = ("nist_lab", "agility_lab", "kitting_lab")
# No workstation has poses this far away; they are in another unit.
FARTHEST = 20.0  # m


def cell_robots(path: Path) -> Dict[str, Robot]:
    """Return the robots of a layout, by name."""
    layout = read_layout(path)
    return {
        name: placed_robot(one, layout.grippers, layout.tool_on(name))
        for name, one in layout.robots.items()
    }


def chosen_robot(robots: Mapping[str, Robot], name: str, where: Path) -> Robot:
    """Return a robot by name, or the only one."""
    if name in robots:
        return robots[name]
    if not name and len(robots) == 1:
        return next(iter(robots.values()))
    names = ", ".join(robots) or "none"
    what = f"robot {name!r} not found" if name else "has several robots: name one with --robot"
    raise InputError(where, f"{what}; robots: {names}")


def bridge_rules(path: Optional[Path]) -> SessionOptions:
    """Return a session's options by a bridge's ``units`` and ``sensors``."""
    if path is None:
        return SessionOptions()
    values = read_yaml(path)
    values = values if isinstance(values, dict) else {}
    keys = ("length", "angle", "force", "torque")
    given = mapping(values.get("units") or {}, f"{path}: units", keys)
    sensors = values.get("sensors") or {}
    aliases = {
        str(name): str(one["robot"])
        for name, one in (sensors.items() if isinstance(sensors, dict) else ())
        if isinstance(one, dict) and "robot" in one
    }
    try:
        units = Units(
            LengthUnit(given.get("length", LengthUnit.METER)),
            AngleUnit(given.get("angle", AngleUnit.RADIAN)),
        )
    except ValueError as error:
        raise InputError(f"{path}: units", str(error)) from None
    return SessionOptions(SessionSettings(units=units), aliases=aliases)


def check_program(
    program: CRCLProgram, robot: Robot, rules: SessionOptions
) -> Tuple[CarriedOut, List[str]]:
    """Return a program's result on a robot, and its report."""
    result = carry_out(program, robot, rules)
    lines = [
        f"command {fault.number} (id {fault.command_id}, {fault.type}): {fault.words}"
        for fault in result.faults
    ]
    lines += _units(program, result, rules.defaults)
    lines += _reach(robot, result)
    return result, lines


def _units(program: CRCLProgram, result: CarriedOut, settings: SessionSettings) -> Iterator[str]:
    if any(isinstance(command, SetLengthUnits) for command in program.commands):
        return
    far = max((float(np.abs(goal[:3, 3]).max()) for goal in result.goals), default=0.0)
    if far > FARTHEST:
        unit = settings.units.length.value
        yield (
            f"no SetLengthUnits: lengths are in {unit}, and the farthest pose is {far:.4g} m away; "
            "set the unit in the program, or give the bridge's file with --bridge"
        )


def _reach(robot: Robot, result: CarriedOut) -> Iterator[str]:
    """Yield the offset and the shipped layouts with more goals in reach."""
    count = len(result.goals)
    now = reached(robot, result.goals, result.tools) if count else 0
    if now == count:
        return
    yield f"{now} of {count} poses are in reach of {robot.name}"
    best = best_offset(robot, result.goals, result.tools)
    if best.reached > now:
        x, y, z = best.offset
        yield (
            f"with the workstation's frame moved by ({x:g}, {y:g}, {z:g}) m along its axes: "
            f"{best.reached} of {count}"
        )
    found = []
    for name in SHIPPED:
        for other, placed in cell_robots(resource("config", f"{name}.yaml")).items():
            tools = [
                tool if tool in placed.ring.tools else placed.ring.tool for tool in result.tools
            ]
            found.append((reached(placed, result.goals, tools), f"{other} of config/{name}.yaml"))
    most, words = max(found, key=lambda each: each[0])
    if most > now:
        yield f"of the shipped layouts {words} reaches most: {most} of {count}"


def check_files(
    programs: Sequence[Tuple[Path, CRCLProgram]],
    cell: Path,
    robot: str = "",
    bridge: Optional[Path] = None,
) -> Iterator[Tuple[int, List[str]]]:
    """Yield number of faults and report of each program."""
    chosen = chosen_robot(cell_robots(cell), robot, cell)
    rules = bridge_rules(bridge)
    for path, program in programs:
        result, lines = check_program(program, chosen, rules)
        head = (
            f"{path}: {result.commands} commands on {chosen.name}, {len(result.faults)} with errors"
        )
        yield len(result.faults), [head, *(f"  {line}" for line in lines)]
