"""Reads a scenario file with its catalogues; what is wrong is named by file, line and element."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Mapping, Optional

from sim.errors import InputError
from sim.openscenario.model.document import Scenario
from sim.openscenario.reading.binding import Binder
from sim.openscenario.reading.catalogues import Catalogues
from sim.openscenario.reading.node import read_root, version
from sim.openscenario.reading.parameters import with_declared
from sim.openscenario.reading.references import check_references

OTHER = {"Catalog": "a catalogue", "ParameterValueDistribution": "variations"}


@dataclass(frozen=True)
class Document:
    """A scenario with the file's revision, its parameters' values and the file of its roads."""

    path: Path
    revision: str
    parameters: Dict[str, str]
    scenario: Scenario
    roads: Optional[Path]


def read_scenario(path: Path, parameters: Optional[Mapping[str, str]] = None) -> Document:
    """The scenario of a file, with ``parameters`` in place of the file's own values."""
    root = read_root(path)
    revision = version(root)
    for child in root.children():
        if child.tag in OTHER:
            raise InputError(path, f"holds {OTHER[child.tag]}, no scenario with a <Storyboard>")
    root = with_declared(root, parameters)
    locations = [child for child in root.children() if child.tag == "CatalogLocations"]
    binder = Binder(Catalogues(locations[0] if locations else None))
    scenario = binder.bind(Scenario, root, declared=True)
    check_references(scenario, root.parameters)
    return Document(path, revision, dict(root.parameters), scenario, _roads(path, scenario))


def _roads(path: Path, scenario: Scenario) -> Optional[Path]:
    """The OpenDRIVE file, whose path holds from the scenario's folder."""
    file = scenario.road_network.logic_file
    if file is None:
        return None
    roads = path.parent / file.filepath
    if not roads.is_file():
        raise InputError(file.source, f"names the roads {roads}, where no file is")
    return roads
