"""The sorts of scenarios that a campaign runs: files of OpenSCENARIO, Scenic programs, and the
launch files of this package."""

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
    """The one sort of them all: assertions of one are none of another."""
    sorts = {SUFFIXES.get(each.suffix, OPENSCENARIO) for each in scenarios}
    if len(sorts) > 1:
        raise InputError(where, f"are of several sorts: {', '.join(sorted(sorts))}; one in a file")
    return sorts.pop()


def found(folder: Path, text: str, where: str) -> Path:
    """A scenario's file, beside the campaign's; a launch file's name is that of ``./run``."""
    if text.endswith(".launch"):
        launch = resource("launch", text)
        if "/" in text or not launch.is_file():
            known = sorted(each.name for each in resource("launch").glob("*.launch"))
            raise InputError(
                where,
                f"'{text}' is no launch file of this package; there are {', '.join(known)}; one of "
                "yours that drives goes under 'node'",
            )
        return launch.resolve()
    path = (folder / text).resolve()
    if not path.is_file():
        raise InputError(where, f"there is no file {path}")
    return path


def check_arguments(scenarios: Tuple[Path, ...], given: Mapping[str, Any], where: str) -> None:
    """InputError for what is no argument, that can be set, of the launch files that make the runs:
    each of these would end over it."""
    launches = [each for each in scenarios if SUFFIXES.get(each.suffix) == LAUNCHED]
    for launch in launches or [resource("launch", "scenario.launch")]:
        mapping(given, where, [name for name, free in declared(launch).items() if free])
