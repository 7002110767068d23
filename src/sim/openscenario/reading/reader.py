"""Reads a scenario file with its catalogues.

Errors name file, line and element.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Mapping, Optional

from sim.errors import InputError
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.storyboard import Act, Event
from sim.openscenario.reading.binding import Binder
from sim.openscenario.reading.catalogues import Catalogues
from sim.openscenario.reading.criteria import without_criteria
from sim.openscenario.reading.grammar import LENIENT, Grammar
from sim.openscenario.reading.node import read_root, version
from sim.openscenario.reading.parameters import with_declared
from sim.openscenario.reading.references import check_references, walk

OTHER = {"Catalog": "a catalogue", "ParameterValueDistribution": "variations"}


@dataclass(frozen=True)
class ScenarioDocument:
    """Scenario with its file's revision, parameter values and road file.

    ``grammar`` was used to read it, with notes on text beyond the standard.
    """

    path: Path
    revision: str
    parameters: Dict[str, str]
    scenario: Scenario
    roads: Optional[Path]
    grammar: Grammar


def read_scenario(
    path: Path, parameters: Optional[Mapping[str, str]] = None, grammar: str = LENIENT
) -> ScenarioDocument:
    """Read a scenario; ``parameters`` replace the file's own values."""
    rules = Grammar(grammar)
    root = read_root(path, grammar=rules)
    revision = version(root)
    for child in root.children():
        if child.tag in OTHER:
            raise InputError(path, f"holds {OTHER[child.tag]}, no scenario with a <Storyboard>")
    root = with_declared(root, parameters)
    locations = [child for child in root.children() if child.tag == "CatalogLocations"]
    binder = Binder(Catalogues(locations[0] if locations else None))
    scenario = binder.bind(Scenario, root, declared=True)
    scenario = without_criteria(scenario, root.parameters, rules)
    check_references(scenario, root.parameters)
    _note_empty_triggers(scenario, rules)
    return ScenarioDocument(
        path, revision, dict(root.parameters), scenario, _roads(path, scenario), rules
    )


def _note_empty_triggers(scenario: Scenario, grammar: Grammar) -> None:
    """Note acts and events with an empty start trigger. By the standard they never start."""
    for element in walk(scenario.storyboard.stories):
        if isinstance(element, (Act, Event)) and element.start and not element.start.groups:
            tag = type(element).__name__
            what = f"<{tag}> {element.name} has an empty <StartTrigger>"
            outcome = "starts at once" if grammar.lenient else "never starts"
            grammar.notes.append(f"{element.source}: {what}; it {outcome}")


def _roads(path: Path, scenario: Scenario) -> Optional[Path]:
    """Return the OpenDRIVE file, relative to the scenario's folder."""
    file = scenario.road_network.logic_file
    if file is None or not file.filepath:
        return None
    roads = path.parent / file.filepath
    # Players with maps of their own name them without a suffix.
    named = roads.with_name(f"{roads.name}.xodr")
    for each in (roads, named):
        if each.is_file():
            return each
    raise InputError(file.source, f"road file {roads} not found, nor {named.name} beside it")
