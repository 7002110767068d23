"""SUMO types of entities, for SUMO and the simulators.

One for each, of the entity's size; its shape selects the model.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import Dict, Mapping, Sequence, Tuple
from xml.etree import ElementTree

from sim.errors import InputError
from sim.openscenario.model.entities import Pedestrian, ScenarioObject, Vehicle
from sim.openscenario.simulation.background_types import SumoType
from sim.traffic.looks import CAR_PAINTS

# By category of vehicle; SUMO's window draws these shapes.
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
PERSON_SHAPE = "pedestrian"
OBJECT_SHAPE = "passenger/sedan"
MIN_SIZE = 0.1  # m, for boxes without extent


def sumo_names(objects: Sequence[ScenarioObject]) -> Dict[str, str]:
    """Return each entity's name in SUMO. Its own, without letters that SUMO does not allow."""
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
    return PERSON_SHAPE if isinstance(body, Pedestrian) else OBJECT_SHAPE


def write_types(
    objects: Sequence[ScenarioObject],
    types: Path,
    pools: Path,
    edge: str,
    traffic: Mapping[SumoType, int] = MappingProxyType({}),
) -> None:
    """Write the types of entities and background traffic for SUMO.

    ``pools`` also gets the demand by which simulators load models: a vehicle of each entity's type
    on ``edge``, and as many of each background type as ``traffic`` has.
    """
    root, demand = ElementTree.Element("additional"), ElementTree.Element("routes")
    names = sumo_names(objects)
    for number, each in enumerate(objects):
        box = getattr(each.body, "bounding_box", None)
        size = box.dimensions if box else None
        extent = (size.length, size.width, size.height) if size else (0.0, 0.0, 0.0)
        attributes = _type(names[each.name], shape_of(each), extent, number)
        for above in (root, demand):
            ElementTree.SubElement(above, "vType", {**attributes, "maxSpeed": "100"})
    for number, kind in enumerate(traffic):
        attributes = _type(kind.name, SHAPES[kind.category], kind.size, number)
        for above in (root, demand):
            ElementTree.SubElement(above, "vType", attributes)
    numbered = [(names[each.name], names[each.name]) for each in objects]
    numbered += [(f"{kind.name}.{i}", kind.name) for kind in traffic for i in range(traffic[kind])]
    for name, type_name in numbered:
        vehicle = ElementTree.SubElement(
            demand, "vehicle", {"id": name, "type": type_name, "depart": "0"}
        )
        ElementTree.SubElement(vehicle, "route", {"edges": edge})
    for path, element in ((types, root), (pools, demand)):
        ElementTree.ElementTree(element).write(str(path), encoding="utf-8", xml_declaration=True)


def _type(name: str, shape: str, size: Tuple[float, float, float], number: int) -> Dict[str, str]:
    length, width, height = size
    red, green, blue = CAR_PAINTS[number % len(CAR_PAINTS)][0]
    attributes = {
        "id": name,
        # Other classes could not use all lanes of a scenario.
        "vClass": "passenger",
        "guiShape": shape,
        "length": f"{max(length, MIN_SIZE):g}",
        "width": f"{max(width, MIN_SIZE):g}",
        "height": f"{max(height, MIN_SIZE):g}",
    }
    if shape != PERSON_SHAPE:
        attributes["color"] = f"{red:g},{green:g},{blue:g}"
    return attributes
