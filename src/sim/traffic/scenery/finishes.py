"""Which finish the visuals of generated worlds have, by their names."""

from __future__ import annotations

from typing import Dict, Optional

from sim.assets.surfaces import FINISHES, Finish
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, CLOSED, RAIL, ROAD, SIDEWALK, WATER

GRASS = "grass"
# A visual has the finish of the first of these with which its name begins.
_BY_NAME: Dict[str, str] = {
    ROAD: "lane",
    BUS: "lane",
    "junctions": "asphalt",
    BICYCLE: "asphalt",
    SIDEWALK: "slabs",
    RAIL + "s": "steel",
    RAIL: "gravel",
    WATER: "water",
    CLOSED: "grass",
    "markings": "paint",
    "bridges": "concrete",
    "terrain": "grass",
    GRASS: "grass",
    "paved": "cobbles",
    "park": "grass",
    "wood": "earth",
    "field": "earth",
    "built": "grass",
    "walls_": "facade_",
    "roofs": "tiles",
    "flat_roofs": "roofing",
    "trunks": "bark",
    "crowns": "leaves",
}


def finish_of(visual: str) -> Optional[Finish]:
    """The finish of a visual, None for one of plain colour."""
    for name, finish in _BY_NAME.items():
        if visual.startswith(name):
            return FINISHES[finish + visual[len(name) :] if finish.endswith("_") else finish]
    return None
