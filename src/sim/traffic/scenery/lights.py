"""Model of a network's traffic light heads.

It has masts and housings, and a separate lamp for each colour, which simulators switch on and off.
World frame, metres.
"""

from __future__ import annotations

from itertools import groupby
from typing import Dict, List, Sequence, Tuple, Union

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.scenery.mesh import SceneryMesh, join, quads
from sim.traffic.scenery.sdf import add_collision, add_visual, fill, mesh_of, place, static_model

MODEL_NAME = "traffic_lights"
LINK_NAME = "lights"
DARK_COLORS: Dict[str, str] = {
    "red": "0.25 0.03 0.03",
    "yellow": "0.25 0.2 0.02",
    "green": "0.03 0.22 0.08",
}
STEEL_COLOR = "0.16 0.17 0.17"
POLE_RADIUS = 0.08  # m
ARM_WIDTH = 0.1  # m
LAMP_RADIUS = 0.1  # m
HOUSING_SIZE = (0.22, 0.3)  # m
LAMP_MARGIN = 0.22  # m


def lamp_names(heads: List[LightHead]) -> List[Dict[str, str]]:
    """Return names of the lamp visuals by colour for each head.

    ``lamp/<light>/<link>/<colour>``, with ``/2`` and so on if lanes share a link.
    """
    seen: Dict[Tuple[str, int], int] = {}
    names = []
    for head in heads:
        number = seen[head.light, head.link] = seen.get((head.light, head.link), 0) + 1
        end = f"/{number}" if number > 1 else ""
        names.append({color: f"lamp/{head.light}/{head.link}/{color}{end}" for color in head.lamps})
    return names


def lights_model(heads: List[LightHead], mesh_uri: str) -> etree._Element:
    """Return the SDF of the static model.

    Its masts and housings are the mesh of :func:`structure` at ``mesh_uri``.
    """
    link = static_model(MODEL_NAME, LINK_NAME)
    mesh_of(add_visual(link, "structure", STEEL_COLOR), mesh_uri)
    for head, names in zip(heads, lamp_names(heads)):
        for color, name in names.items():
            geometry = add_visual(link, name, DARK_COLORS[color])
            place(geometry, head.lamps[color])
            fill(etree.SubElement(geometry, "sphere"), {"radius": f"{LAMP_RADIUS:g}"})
    for number, (pole, top, _) in enumerate(_masts(heads)):
        geometry = add_collision(link, f"pole_{number}")
        place(geometry, (pole[0], pole[1], 0.5 * (pole[2] + top)))
        fill(
            etree.SubElement(geometry, "cylinder"),
            {"radius": f"{POLE_RADIUS:g}", "length": f"{top - pole[2]:.3f}"},
        )
    return link


def structure(heads: List[LightHead]) -> SceneryMesh:
    """Return poles, arms and housings."""
    parts = []
    for pole, top, held in _masts(heads):
        yaw = held[0].yaw
        parts.append(
            box(
                (*pole[:2], 0.5 * (pole[2] + top)),
                yaw,
                (2 * POLE_RADIUS, 2 * POLE_RADIUS, top - pole[2]),
            )
        )
        reach = max(held, key=lambda head: np.hypot(*(head.middle - pole)[:2])).middle
        length = float(np.hypot(*(reach - pole)[:2]))
        if length > POLE_RADIUS:
            along = float(np.arctan2(*(reach - pole)[1::-1]))
            parts.append(
                box(
                    (*0.5 * (pole + reach)[:2], top - 0.5 * ARM_WIDTH),
                    along,
                    (length, ARM_WIDTH, ARM_WIDTH),
                )
            )
        for head in held:
            tall = np.ptp([lamp[2] for lamp in head.lamps.values()]) + 2 * LAMP_MARGIN
            parts.append(box(head.middle, head.yaw, (*HOUSING_SIZE, tall)))
    return join(parts)


def _masts(heads: List[LightHead]) -> List[Tuple[Array, float, List[LightHead]]]:
    """Return foot, height of the top, and heads of each mast."""

    def key(head: LightHead) -> Tuple[float, ...]:
        return tuple(np.round(head.pole, 1) + 0.0)

    masts = []
    for _, group in groupby(sorted(heads, key=key), key):
        held = list(group)
        top = (
            max(lamp[2] for head in held for lamp in head.lamps.values()) + LAMP_MARGIN + ARM_WIDTH
        )
        masts.append((held[0].pole, float(top), held))
    return masts


def box(centre: Union[Sequence[float], Array], yaw: float, size: Tuple[float, ...]) -> SceneryMesh:
    """Return a box of length, width and height around its centre (3,)."""
    x, y, z = 0.5 * np.asarray(size, float)
    ring = np.array([[x, -y], [x, y], [-x, y], [-x, -y]])
    turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    ring = ring @ turn + np.asarray(centre, float)[:2]
    low, high = (np.column_stack([ring, np.full(4, centre[2] + side)]) for side in (-z, z))
    after = np.roll(np.arange(4), -1)
    sides = np.stack([low, low[after], high[after], high], axis=1)
    return quads(np.concatenate([sides, [high], [low[::-1]]]))
