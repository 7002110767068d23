"""Writes synthetic OpenStreetMap extracts.

A dense city of blocks with every feature used by the import.
"""

from __future__ import annotations

from pathlib import Path
from typing import List

import numpy as np

LATITUDE = 49.0  # degrees
LONGITUDE = 8.4  # degrees
METRES_PER_DEGREE = 111320.0


class City:
    """Nodes and ways of a map. x east and y north in m from its south-west corner."""

    def __init__(self) -> None:
        self._lines: List[str] = []
        self._ways: List[str] = []
        self._nodes = 0

    def node(self, x: float, y: float, **tags: str) -> int:
        self._nodes += 1
        latitude = LATITUDE + y / METRES_PER_DEGREE
        longitude = LONGITUDE + x / (METRES_PER_DEGREE * np.cos(np.radians(LATITUDE)))
        inner = "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())
        self._lines.append(
            f'<node id="{self._nodes}" lat="{latitude:.8f}" lon="{longitude:.8f}" '
            f'version="1">{inner}</node>'
        )
        return self._nodes

    def way(self, nodes: List[int], **tags: str) -> None:
        inner = "".join(f'<nd ref="{node}"/>' for node in nodes) + "".join(
            f'<tag k="{key}" v="{value}"/>' for key, value in tags.items()
        )
        self._ways.append(f'<way id="{len(self._ways) + 1}" version="1">{inner}</way>')

    def text(self) -> str:
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n'
            + "\n".join(self._lines + self._ways)
            + "\n</osm>\n"
        )


def write_city(
    path: Path, side: float = 1000.0, block: float = 90.0, houses: int = 14, beyond: float = 150.0
) -> Path:
    """Write a square city with streets every ``block`` m.

    Every fourth street (from the third on) is a main road with lights; each block has ``houses``
    buildings; there are parks, and a bridge that reaches ``beyond`` the city.
    """
    city, count = City(), int(side // block) + 1
    crossing = {}
    for i in range(count):
        for j in range(count):
            main = i % 4 == 2 and j % 4 == 2
            crossing[i, j] = city.node(
                i * block, j * block, **({"highway": "traffic_signals"} if main else {})
            )
    for i in range(count):
        for direction in ("column", "row"):
            nodes = [crossing[(i, j) if direction == "column" else (j, i)] for j in range(count)]
            tags = (
                {"highway": "secondary", "lanes": "4", "maxspeed": "50", "cycleway": "lane"}
                if i % 4 == 2
                else {"highway": "residential", "maxspeed": "30"}
            )
            city.way(nodes, name=f"{direction} {i}", **tags)
    for i in range(count - 1):
        for j in range(count - 1):
            _block(city, i * block, j * block, block, houses, (i * 7 + j) % 9 == 0)
    # A motorway above the city in the middle of blocks, with a ramp at either end.
    row, y = count // 2, (count // 2 - 0.5) * block
    above = [city.node(x, y) for x in np.linspace(-beyond, side + beyond, 30)]
    city.way(above[1:-1], highway="motorway", oneway="yes", lanes="2", bridge="yes", layer="1")
    city.way([crossing[0, row], above[0], above[1]], highway="motorway_link", oneway="yes")
    city.way(
        [above[-2], above[-1], crossing[count - 1, row]], highway="motorway_link", oneway="yes"
    )
    path.write_text(city.text(), encoding="utf-8")
    return path


def _block(city: City, x: float, y: float, block: float, houses: int, park: bool) -> None:
    if park:
        corners = [
            city.node(x + a, y + b)
            for a, b in ((12, 12), (block - 12, 12), (block - 12, block - 12), (12, block - 12))
        ]
        city.way(corners + corners[:1], leisure="park")
        return
    per_row = max(houses // 2, 1)
    width = (block - 30.0) / per_row
    for k in range(houses):
        left, bottom = x + 15.0 + (k % per_row) * width, y + 14.0 + (k // per_row) * (block - 46.0)
        shape = [
            (0, 0),
            (0.9 * width, 0),
            (0.9 * width, 14),
            (0.4 * width, 14),
            (0.4 * width, 18),
            (0, 18),
        ]
        nodes = [city.node(left + a, bottom + b) for a, b in shape]
        city.way(nodes + nodes[:1], building="yes", **{"building:levels": str(2 + k % 4)})
