"""What SUMO and the simulators take entities for: a type of SUMO's for each, of the entity's size,
with the shape that decides which model shows it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Sequence
from xml.etree import ElementTree

from sim.errors import InputError
from sim.openscenario.model.entities import Pedestrian, ScenarioObject, Vehicle
from sim.traffic.looks import CAR_PAINTS

# By category of vehicle; SUMO's shapes are those that its window draws.
SHAPES = {
    "bicycle": "bicycle",
    "bus": "bus",
    "car": "passenger/sedan",
    "motorbike": "motorcycle",
    "semitrailer": "truck/semitrailer",
    "trailer": "truck",
    "train": "bus",
    "tram": "bus",
    "truck": "truck",
    "van": "passenger/van",
}
PERSON, OBJECT = "pedestrian", "passenger/sedan"
# m, where an entity's box has no extent.
LEAST = 0.1


def sumo_names(objects: Sequence[ScenarioObject]) -> Dict[str, str]:
    """The name in SUMO of each entity: its own, but for letters that SUMO has no names with."""
    found: Dict[str, str] = {}
    for each in objects:
        name = re.sub(r"[^A-Za-z0-9_.-]", "_", each.name)
        if name in found.values():
            raise InputError(
                each.source, f"the name {each.name} is '{name}' in SUMO, as is another entity's"
            )
        found[each.name] = name
    return found


def shape_of(entity: ScenarioObject) -> str:
    body = entity.body
    if isinstance(body, Vehicle):
        return SHAPES[body.vehicle_category]
    return PERSON if isinstance(body, Pedestrian) else OBJECT


def write_types(objects: Sequence[ScenarioObject], types: Path, pools: Path, edge: str) -> None:
    """Writes the types of entities as SUMO reads them, and the same with a vehicle of each on an
    edge: the demand by which simulators keep models."""
    root, demand = ElementTree.Element("additional"), ElementTree.Element("routes")
    names = sumo_names(objects)
    for number, each in enumerate(objects):
        attributes = _type(each, names[each.name], number)
        for above in (root, demand):
            ElementTree.SubElement(above, "vType", attributes)
    for each in objects:
        name = names[each.name]
        vehicle = ElementTree.SubElement(
            demand, "vehicle", {"id": name, "type": name, "depart": "0"}
        )
        ElementTree.SubElement(vehicle, "route", {"edges": edge})
    for path, element in ((types, root), (pools, demand)):
        ElementTree.ElementTree(element).write(str(path), encoding="utf-8", xml_declaration=True)


def _type(entity: ScenarioObject, name: str, number: int) -> Dict[str, str]:
    box = getattr(entity.body, "bounding_box", None)
    size = box.dimensions if box else None
    red, green, blue = CAR_PAINTS[number % len(CAR_PAINTS)][0]
    attributes = {
        "id": name,
        # Others may have to drive on lanes that are not theirs.
        "vClass": "passenger",
        "guiShape": shape_of(entity),
        "length": f"{max(size.length if size else 0.0, LEAST):g}",
        "width": f"{max(size.width if size else 0.0, LEAST):g}",
        "height": f"{max(size.height if size else 0.0, LEAST):g}",
        "maxSpeed": "100",
    }
    if attributes["guiShape"] != PERSON:
        attributes["color"] = f"{red:g},{green:g},{blue:g}"
    return attributes
