"""Sorts of scenarios: OpenSCENARIO, Scenic and launch files.

The launch files of this package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Tuple

from sim.checks import mapping
from sim.errors import InputError
from sim.launch_arguments import declared
from sim.resources import resource

OPENSCENARIO = "openscenario"
SCENIC = "scenic"
LAUNCHED = "launch"
SUFFIXES = {".xosc": OPENSCENARIO, ".scenic": SCENIC, ".launch": LAUNCHED}


def sort_of(scenarios: Tuple[Path, ...], where: str) -> str:
    """Return the common sort of all scenarios.

    Raises InputError for several sorts, since their assertions differ.
    """
    sorts = {SUFFIXES.get(each.suffix, OPENSCENARIO) for each in scenarios}
    if len(sorts) > 1:
        raise InputError(where, f"are of several sorts: {', '.join(sorted(sorts))}; one in a file")
    return sorts.pop()


def scenario_path(folder: Path, text: str, where: str) -> Path:
    """Return a scenario's file, relative to the campaign's.

    A launch file has its name in ``./run``.
    """
    if text.endswith(".launch"):
        launch = resource("launch", text)
        if "/" in text or not launch.is_file():
            known = sorted(each.name for each in resource("launch").glob("*.launch"))
            raise InputError(
                where,
                f"'{text}' is not a launch file of this package; there are {', '.join(known)}; "
                "one of yours that drives goes under 'node'",
            )
        return launch.resolve()
    path = (folder / text).resolve()
    if not path.is_file():
        raise InputError(where, f"file {path} not found")
    return path


def check_arguments(scenarios: Tuple[Path, ...], given: Mapping[str, Any], where: str) -> None:
    """Raise InputError for unknown arguments of the launch files.

    Each run would end with such an argument.
    """
    launches = [each for each in scenarios if SUFFIXES.get(each.suffix) == LAUNCHED]
    for launch in launches or [resource("launch", "scenario.launch")]:
        mapping(given, where, [name for name, free in declared(launch).items() if free])
