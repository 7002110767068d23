"""SUMO types of background traffic, by category or template.

Each with its share.
"""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Tuple

from sim.errors import InputError
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.element import Element
from sim.openscenario.model.entities import Vehicle
from sim.openscenario.model.traffic_actions import (
    TrafficAreaAction,
    TrafficSourceAction,
    TrafficSwarmAction,
)
from sim.openscenario.reading.references import walk

# Length, width and height by category, m.
SIZES = {
    "bicycle": (1.8, 0.7, 1.7),
    "bus": (12.0, 2.55, 3.2),
    "car": (4.5, 1.8, 1.5),
    "motorbike": (2.1, 0.8, 1.6),
    "semitrailer": (13.6, 2.5, 4.0),
    "trailer": (8.0, 2.5, 3.5),
    "train": (25.0, 2.8, 3.8),
    "tram": (25.0, 2.4, 3.4),
    "truck": (10.0, 2.5, 3.5),
    "van": (5.5, 2.0, 2.2),
}
# Initial models of a type in a simulator, for an action without a number.
USUAL = 10


class SumoType(NamedTuple):
    """SUMO type by its ``name``."""

    name: str
    category: str
    size: Tuple[float, float, float]


Mix = List[Tuple[float, SumoType]]


def mix_of(action: Element) -> Mix:
    """Return weights and types of a traffic action.

    By ``TrafficDefinition`` or 1.3's ``TrafficDistribution``; raises InputError without either, or
    for entities other than vehicles.
    """
    definition = getattr(action, "definition", None)
    distribution = getattr(action, "distribution", None)
    found: Mix = []
    if definition is not None:
        for entry in definition.categories.entries:
            size = SIZES[entry.category]
            found.append(
                (entry.weight, SumoType(f"traffic_{entry.category}", entry.category, size))
            )
    elif distribution is not None:
        for outer in distribution.entries:
            for inner in outer.entities.entries:
                body = inner.template.body
                if not isinstance(body, Vehicle):
                    raise InputError(
                        inner.source, "is not a <Vehicle>; traffic consists of vehicles"
                    )
                found.append((outer.weight * inner.weight, _kind(body)))
    if not sum(weight for weight, _ in found) > 0.0:
        raise InputError(action.source, "needs a <TrafficDefinition> with weights above 0")
    return found


def _kind(body: Vehicle) -> SumoType:
    size = body.bounding_box.dimensions
    extent = (size.length, size.width, size.height)
    name = "_".join(["traffic", body.vehicle_category, *(f"{each:g}" for each in extent)])
    return SumoType(name, body.vehicle_category, extent)


def kinds_of(scenario: Scenario) -> Dict[SumoType, int]:
    """Return all types of a scenario's traffic, with their largest numbers.

    Raises InputError for unknown types or degenerate areas.
    """
    found: Dict[SumoType, int] = {}
    for action in _actions(scenario):
        polygon = action.area.polygon if isinstance(action, TrafficAreaAction) else None
        if polygon is not None and len(polygon.corners) < 3:
            raise InputError(polygon.source, "must have three positions or more")
        mix = mix_of(action)
        total = sum(weight for weight, _ in mix)
        number = getattr(action, "number_of_vehicles", getattr(action, "number_of_entities", USUAL))
        for weight, kind in mix:
            found[kind] = found.get(kind, 0) + round(number * weight / total + 0.5)
    return found


def _actions(scenario: Scenario) -> Iterator[Element]:
    for each in walk(scenario.storyboard):
        if isinstance(each, (TrafficSourceAction, TrafficSwarmAction, TrafficAreaAction)):
            yield each
