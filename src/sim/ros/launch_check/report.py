"""Rows on the needs of a launch file: found, replaced or missing."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Callable, Dict, Iterable, List, Sequence

from sim.ros.launch_check.advice import DEFAULT, advice_on
from sim.ros.launch_check.needs import LaunchNeeds

FOUND = "found"
STANDS_IN = "stands in"
MISSING = "missing"
NAMED = "-"
HEAD = ("kind", "name", "state", "what to do", "wanted by")
# Folder of this package with packages of others' names.
STAND_INS = f"{os.sep}stand_ins{os.sep}"


@dataclass(frozen=True)
class LaunchRow:
    """State of one wanted thing; ``wanted_by`` are the files that want it."""

    kind: str
    name: str
    state: str
    advice: str
    wanted_by: Sequence[str]


@dataclass(frozen=True)
class LaunchSurroundings:
    """Functions that look things up on this machine.

    ``folder_of`` a package's folder or LookupError; ``program_of`` whether a package has a program;
    ``messages_of`` message packages of a package by its package.xml; ``plugin_runs`` and
    ``controllers`` of the simulators.
    """

    folder_of: Callable[[str], str]
    program_of: Callable[[str, str], bool]
    messages_of: Callable[[str], Iterable[str]]
    plugin_runs: Callable[[str], bool]
    controllers: Sequence[str]


def rows_of(needs: LaunchNeeds, there: LaunchSurroundings) -> List[LaunchRow]:
    """Return a row for each wanted thing, missing ones first by kind."""
    rows = [_package(name, places, there) for name, places in needs.packages.items()]
    rows += _programs(needs, there)
    rows += _messages(needs, there)
    for name, places in needs.plugins.items():
        runs = there.plugin_runs(name)
        why = "" if runs else "a C++ plugin of the robot's own; check_model says more"
        rows.append(LaunchRow("plugin", name, FOUND if runs else MISSING, why, places))
    for name, places in needs.controllers.items():
        known = name in there.controllers
        why = "" if known else f"must be one of: {', '.join(there.controllers)}"
        rows.append(LaunchRow("controller", name, FOUND if known else MISSING, why, places))
    for name, places in needs.files.items():
        rows.append(LaunchRow("file", name, MISSING, "check its name and the arguments", places))
    for name, places in needs.problems.items():
        rows.append(LaunchRow("argument", name, MISSING, "give it as NAME:=VALUE", places))
    rows += [LaunchRow("topic", name, NAMED, "", places) for name, places in needs.topics.items()]
    kinds = list(dict.fromkeys(row.kind for row in rows))
    return sorted(rows, key=lambda row: (kinds.index(row.kind), row.state != MISSING, row.name))


def _state(name: str, there: LaunchSurroundings) -> str:
    try:
        return STANDS_IN if STAND_INS in there.folder_of(name) + os.sep else FOUND
    except LookupError:
        return MISSING


def _package(name: str, places: Sequence[str], there: LaunchSurroundings) -> LaunchRow:
    state = _state(name, there)
    advice = {MISSING: advice_on(name), STANDS_IN: "this package's own of that name"}
    return LaunchRow("package", name, state, advice.get(state, ""), places)


def _programs(needs: LaunchNeeds, there: LaunchSurroundings) -> List[LaunchRow]:
    rows = []
    for (package, program), places in needs.programs.items():
        state = _state(package, there)
        advice = advice_on(package) if state == MISSING else ""
        if state != MISSING and not there.program_of(package, program):
            state, advice = MISSING, f"{package} has no such program; build the workspace"
        rows.append(LaunchRow("program", f"{package}/{program}", state, advice, places))
    return rows


def _messages(needs: LaunchNeeds, there: LaunchSurroundings) -> List[LaunchRow]:
    wanted: Dict[str, List[str]] = {}
    for package in needs.packages:
        if _state(package, there) == FOUND:
            for name in there.messages_of(package):
                wanted.setdefault(name, []).append(package)
    rows = []
    for name, packages in wanted.items():
        state = _state(name, there)
        rows.append(
            LaunchRow("messages", name, state, DEFAULT if state == MISSING else "", packages)
        )
    return rows


def as_table(rows: Sequence[LaunchRow]) -> str:
    """Format rows as a table; its last line counts the missing ones."""
    cells = [HEAD]
    for row in rows:
        by = os.path.basename(row.wanted_by[0]) if row.wanted_by else ""
        more = f" and {len(row.wanted_by) - 1} more" if len(row.wanted_by) > 1 else ""
        cells.append((row.kind, row.name, row.state, row.advice, by + more))
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[4]]).rstrip()
        for row in cells
    ]
    missing = sum(row.state == MISSING for row in rows)
    return "\n".join([*lines, f"{missing} of {len(rows)} wanted things are missing"])


def as_json(rows: Sequence[LaunchRow]) -> str:
    """Format rows as JSON."""
    return json.dumps([asdict(row) for row in rows], indent=2)
