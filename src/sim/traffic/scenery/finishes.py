"""Finishes of the visuals of generated worlds, by visual name."""

from __future__ import annotations

from typing import Dict, Optional

from sim.assets.surfaces import FINISHES, Finish
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, CLOSED, RAIL, ROAD, SIDEWALK, WATER

GRASS = "grass"
# Finishes of lanes and covers, by full name.
_WHOLE: Dict[str, str] = {
    ROAD: "lane",
    BUS: "lane",
    "junctions": "asphalt",
    BICYCLE: "asphalt",
    SIDEWALK: "slabs",
    RAIL: "gravel",
    WATER: "water",
    CLOSED: "grass",
    "terrain": "grass",
    GRASS: "grass",
    "paved": "cobbles",
    "park": "grass",
    "wood": "earth",
    "field": "earth",
    "built": "grass",
}
# Others have the finish of the first of these with which their names begin.
_BEGINNINGS: Dict[str, str] = {
    "walls_": "facade_",
    "markings": "paint",
    "arrows": "paint",
    "parking_lines": "paint",
    "rails": "steel",
    "manholes": "steel",
    "guard_rails": "steel",
    "kerbs": "concrete",
    "bridges": "concrete",
    "roofs": "tiles",
    "flat_roofs": "roofing",
    "trunks": "bark",
    "crowns_conifer": "needles",
    "crowns": "leaves",
    "signs": "signs",
    "hedges": "hedge",
    "fences": "planks",
    "benches": "planks",
}


def finish_of(visual: str) -> Optional[Finish]:
    """Return the finish of a visual, None for one of plain colour."""
    if visual in _WHOLE:
        return FINISHES[_WHOLE[visual]]
    for name, finish in _BEGINNINGS.items():
        if visual.startswith(name):
            return FINISHES[finish + visual[len(name) :] if finish.endswith("_") else finish]
    return None
