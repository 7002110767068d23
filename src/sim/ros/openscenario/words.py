"""Arguments that ``./run scenario scenario:=FILE.xosc`` derives from the scenario.

The world, the network and the ego's route on the scenario's roads.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence

import yaml

from sim.errors import InputError
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.reading.grammar import LENIENT
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.simulation.prepare import prepare
from sim.openscenario.variations.variations import choose_scenario

SCENARIO_SUFFIX = ".xosc"
NO_DRIVER = "none"
BY_FILE = "file"  # no physical ego: the scenario's own actions move all entities
PREPARED_FOLDER = "openscenario"  # in the folder of the run


def is_scenario(given: Mapping[str, str]) -> bool:
    """Return whether a launch's arguments name a scenario of OpenSCENARIO."""
    return given.get("scenario", "").endswith(SCENARIO_SUFFIX) and "entity" in given


def values_of(text: str) -> Dict[str, str]:
    """Return parameters written as YAML, as they are in attributes."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        found = None
    if not isinstance(found, dict):
        raise InputError(
            f"params:={text}", "is not a mapping of names to values; write {name: value}"
        )
    return attributes_of(found)


def attributes_of(values: Mapping[Any, Any]) -> Dict[str, str]:
    """Convert YAML values to attributes of XML."""
    return {str(name): _attribute(value) for name, value in values.items()}


def _attribute(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def scenario_words(given: Mapping[str, str], words: Sequence[str]) -> List[str]:
    """Return the words of a launch and those derived from its scenario.

    A summary of the scenario and its unsupported parts go to stderr. InputError if it cannot be
    run.
    """
    _check_node(given)
    number, seed = _whole(given, "variation"), _whole(given, "seed")
    wanted = choose_scenario(
        Path(given["scenario"]), number, seed, values_of(given.get("params", "{}"))
    )
    grammar = given.get("grammar", LENIENT)
    document = read_scenario(wanted.path, wanted.parameters, grammar)
    said = [wanted.said] if wanted.said else []
    driver = given.get("ego", NO_DRIVER)
    ego = "" if driver == BY_FILE else given["entity"]
    for line in [*said, *document.grammar.notes, *ignored_elements(document.scenario, ego, True)]:
        print(line, file=sys.stderr)
    folder = Path(given["run_folder"]) / PREPARED_FOLDER
    found = prepare(document, ego, folder, progress=_say)
    if driver not in (NO_DRIVER, BY_FILE) and not found.lane:
        raise InputError(
            document.path,
            f"{given['entity']} starts on no lane of SUMO's network, along which ego:={driver} "
            f"drives; ego:={NO_DRIVER} leaves it to your own node",
        )
    made = {
        "net": found.net,
        "world": found.world,
        "demand": found.demand,
        "model_path": found.world.parent,
        "ego_lane": found.lane or NO_DRIVER,
        "destination": found.destination or NO_DRIVER,
        "desired_speed": f"{max(found.speed, 0.1):.6f}",
    }
    named = {word.partition(":=")[0] for word in words}
    return [*words, *(f"{name}:={value}" for name, value in made.items() if name not in named)]


def _check_node(given: Mapping[str, str]) -> None:
    """Raise InputError for a user's node that cannot drive."""
    node = given.get("node", "")
    if not node:
        return
    if given.get("ego", NO_DRIVER) != NO_DRIVER:
        raise InputError(
            f"node:={node}",
            f"drives {given['entity']}, which ego:={given['ego']} does; ego:={NO_DRIVER}",
        )
    if not Path(node).is_file():
        raise InputError(f"node:={node}", "no such launch file")


def _whole(given: Mapping[str, str], name: str) -> int:
    text = given.get(name, "0")
    if not text.isdecimal():
        raise InputError(f"{name}:={text}", "must be a whole number of at least 0")
    return int(text)


def _say(line: str) -> None:
    print(line, file=sys.stderr)
