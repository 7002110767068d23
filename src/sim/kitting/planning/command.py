"""Commands of planning: ``plan`` a problem, and compare ``planners`` on problems."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.files import writing
from sim.kitting.planning.domain import Domain, PddlProblem, kitting_domain, read_domain, read_pddl
from sim.kitting.planning.engines import DEFAULT, ENGINES
from sim.kitting.planning.errors import NoPlan
from sim.kitting.planning.plan import Plan
from sim.kitting.planning.planner import Planner, Task
from sim.kitting.planning.problem import write_problem
from sim.kitting.planning.schedule import timetable
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.task_file import read_task
from sim.kitting.planning.trim import trimmed
from sim.kitting.task import PlanningTask

HEADINGS = ("problem", "planner", "plan s", "total s", "MB", "actions", "makespan s")
Subparsers = Any


def register(subparsers: Subparsers) -> Dict[str, Callable[[argparse.Namespace], Optional[int]]]:
    """Add the commands; return their functions by name."""
    plan = subparsers.add_parser("plan", help="plan a problem and print its schedule")
    _common(plan)
    plan.add_argument("--planner", default=DEFAULT, help="default: %(default)s")
    plan.add_argument(
        "--pddl",
        metavar="FOLDER",
        type=Path,
        help="write domain.pddl and problem.pddl there, for other tools, and plan nothing",
    )
    compare = subparsers.add_parser("planners", help="compare planners on problems")
    _common(compare)
    compare.add_argument(
        "--planner",
        dest="planners",
        action="append",
        metavar="NAME",
        help=f"one to compare, repeatable: {', '.join(ENGINES)}, or another engine of "
        "unified-planning that is installed (default: all of these but anytime and optimal)",
    )
    compare.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="medians of N times (default: 1)"
    )
    return {"plan": run_plan, "planners": run_planners}


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "problems",
        metavar="PROBLEM",
        nargs="+",
        type=Path,
        help="a planning task (.yaml), or a problem in PDDL (.pddl)",
    )
    parser.add_argument("--domain", metavar="FILE", type=Path, help="a domain of your own in PDDL")
    parser.add_argument(
        "--time-limit", type=float, default=PlanningSettings.time_limit, metavar="S"
    )
    parser.add_argument(
        "--memory-limit", type=float, default=PlanningSettings.memory_limit, metavar="MB"
    )
    parser.add_argument(
        "--no-spread",
        action="store_true",
        help="leave each action to the robot that the planner chose",
    )


def run_plan(options: argparse.Namespace) -> None:
    """Print each problem's schedule with the assumed times."""
    settings = _settings(options, options.planner)
    tasks = [(path, _task(path)) for path in options.problems]
    if options.pddl is not None:
        _write_pddl(tasks, settings.domain or kitting_domain(), options.pddl)
        return
    with Planner(settings) as planner:
        for path, task in tasks:
            print(f"{path}: {described(planner.plan(task), settings)}")


def described(plan: Plan, settings: PlanningSettings) -> str:
    """Return a plan as text: costs, and steps with begin times. Times in s."""
    head = (
        f"{plan.length} actions, makespan {plan.schedule.makespan:.1f} s; planner {plan.planner}: "
        f"{plan.seconds:.2f} s, {plan.megabytes:.0f} MB; {plan.total:.2f} s in all"
    )
    actions = [step.action for step in plan.schedule.steps]
    times = {one.index: one.begin for one in timetable(actions, settings.durations)}
    lines = [
        f"{step.number:4d} {times[step.number]:8.1f} s  {step.action}"
        + (f"  after {', '.join(map(str, sorted(step.after)))}" if step.after else "")
        for step in plan.schedule.steps
    ]
    return "\n".join([head, *lines])


def run_planners(options: argparse.Namespace) -> None:
    """Print a table with a row for each problem and planner."""
    if options.repeat < 1:
        raise InputError("--repeat", f"{options.repeat} is too few; at least 1")
    tasks = [(path, _task(path)) for path in options.problems]
    names = options.planners or [name for name in ENGINES if name not in ("anytime", "optimal")]
    rows = [list(HEADINGS)]
    with Planner(_settings(options, names[0])) as planner:
        for path, task in tasks:
            for name in names:
                settings = _settings(options, name)
                rows.append([path.stem, name, *compared(planner, task, settings, options.repeat)])
    print(table(rows))


def compared(
    planner: Planner, task: Task, settings: PlanningSettings, repeat: int
) -> Tuple[str, ...]:
    """Return a row's figures, medians of ``repeat`` plans, or an error."""
    try:
        plans = [planner.plan(task, settings) for _ in range(repeat)]
    except NoPlan as error:
        return (str(error),)
    return (
        f"{statistics.median(plan.seconds for plan in plans):.2f}",
        f"{statistics.median(plan.total for plan in plans):.2f}",
        f"{statistics.median(plan.megabytes for plan in plans):.0f}",
        f"{statistics.median(plan.length for plan in plans):.0f}",
        f"{statistics.median(plan.schedule.makespan for plan in plans):.1f}",
    )


def table(rows: Sequence[List[str]]) -> str:
    """Format rows in columns: names to the left, figures to the right."""
    full = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(len(cell) for cell in column) for column in zip(*full)]
    widths[:2] = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = []
    for row in rows:
        names = [cell.ljust(width) for cell, width in zip(row[:2], widths)]
        figures = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:])]
        lines.append("  ".join([*names, *(figures if len(row) == len(rows[0]) else row[2:])]))
    return "\n".join(lines)


def _settings(options: argparse.Namespace, planner: str) -> PlanningSettings:
    for option, value in (
        ("--time-limit", options.time_limit),
        ("--memory-limit", options.memory_limit),
    ):
        if not value > 0.0:
            raise InputError(option, f"{value:g} is too little; above 0")
    return PlanningSettings(
        planner,
        _domain(options),
        options.time_limit,
        options.memory_limit,
        spread=not options.no_spread,
    )


def _domain(options: argparse.Namespace) -> Optional[Domain]:
    return None if options.domain is None else read_domain(options.domain)


def _task(path: Path) -> Task:
    return read_pddl(path) if path.suffix == ".pddl" else read_task(path)


def _write_pddl(tasks: Sequence[Tuple[Path, Task]], domain: Domain, folder: Path) -> None:
    (path, task), *others = tasks
    if others or isinstance(task, PddlProblem):
        raise InputError("--pddl", "one planning task (.yaml) is needed")
    assert isinstance(task, PlanningTask)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "domain.pddl").write_text(domain.text, encoding="utf-8")
        problem = write_problem(trimmed(task), domain).text
        (folder / "problem.pddl").write_text(problem, encoding="utf-8")
    print(f"{path}: wrote {folder / 'domain.pddl'} and {folder / 'problem.pddl'}")
