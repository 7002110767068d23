"""Class names have one meaning in the library, schemas apart."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import Dict, List

from support.parts import ROOT

LIBRARY = ROOT / "src" / "sim"
# Modules whose class names are those of a published schema.
SCHEMAS = (
    "crcl/commands/",  # CRCL
    "crcl/documents",
    "crcl/enums",
    "crcl/primitives",
    "crcl/settings_status",
    "crcl/status",
    "openscenario/model/",  # OpenSCENARIO
    "openscenario/variations/model",
    "openscenario/opendrive/",  # OpenDRIVE
    "sdf/sensors/",  # SDF
    "sdf/types",
)
# Names that a schema has too, and why another class keeps them.
KEPT = {
    "Connection": "sim.crcl.client.Connection, which the documentation names, is a TCP connection",
    "Lane": "a lane of SUMO's network, as in sumolib",
    "Physics": "the physics engine of the embedded simulator",
    "Scenario": "sim.environments.scenario.Scenario is that of the training documentation",
    "Vehicle": "sim.vehicle is the vehicle model",
}


def classes() -> Dict[str, List[str]]:
    """Return the modules of each class name, relative to the library."""
    found: Dict[str, List[str]] = defaultdict(list)
    for path in sorted(LIBRARY.rglob("*.py")):
        module = path.relative_to(LIBRARY).with_suffix("").as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    return found


def outside(modules: List[str]) -> List[str]:
    return [each for each in modules if not each.startswith(SCHEMAS)]


def repeated() -> Dict[str, List[str]]:
    """Return the names of several classes that are not all a schema's."""
    return {
        name: modules
        for name, modules in classes().items()
        if len(modules) > 1 and outside(modules)
    }


def test_no_class_name_has_two_meanings() -> None:
    found = {name: modules for name, modules in repeated().items() if name not in KEPT}
    assert found == {}, "rename one of them by its meaning"


def test_a_kept_name_has_one_class_beside_the_schemas() -> None:
    found = repeated()
    assert {name: len(outside(found.get(name, []))) for name in KEPT} == dict.fromkeys(KEPT, 1)
