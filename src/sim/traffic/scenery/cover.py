"""Ground covers beside roads: parks, woods, water, car parks.

They come from polygons, only on level ground. World frame, metres.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Sequence, Tuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, join, triangulate
from sim.traffic.scenery.polygons import SumoPolygon

# Colour of each cover; those listed first lie over those after them.
COVERS: Tuple[Tuple[str, str, Tuple[str, ...]], ...] = (
    ("water", "0.30 0.48 0.62", ("water", "waterway", "bay", "strait")),
    ("paved", "0.50 0.50 0.50", ("parking", "square", "aeroway", "pedestrian")),
    (
        "park",
        "0.40 0.58 0.30",
        ("park", "leisure", "sport", "tourism", "garden", "village", "pitch"),
    ),
    ("wood", "0.24 0.38 0.20", ("forest", "wood", "natural")),
    ("field", "0.55 0.55 0.32", ("farm", "landuse", "greenfield", "meadow")),
    (
        "built",
        "0.45 0.47 0.38",
        (
            "residential",
            "commercial",
            "industrial",
            "retail",
            "military",
            "amenity",
            "school",
            "kindergarten",
            "university",
        ),
    ),
)
# Roads lie 3 cm and more above the ground: a cover 1 cm above ground at least this level leaves 1
# cm to the road.
LEVEL = 0.01


def covers(
    polygons: List[SumoPolygon],
    ground: Callable[[Array], Array],
    bounds: Sequence[float],
    z: float,
) -> Dict[str, Tuple[SceneryMesh, str]]:
    """Return mesh and colour of each cover within ``bounds``.

    The bounds are x, y, x, y. It lies ``z`` above the ground; polygons over sloping ground are left
    out.
    """
    found, above = {}, shapely.Polygon()
    for name, color, kinds in COVERS:
        level: Dict[float, List[BaseGeometry]] = {}
        for polygon in polygons:
            if polygon.kind in kinds:
                area = shapely.intersection(
                    shapely.make_valid(shapely.Polygon(polygon.outline)), shapely.box(*bounds)
                )
                if area.is_empty:
                    continue
                heights = ground(_spots(area))
                if np.ptp(heights) < LEVEL:
                    level.setdefault(round(float(heights.max()), 3), []).append(area)
        areas = {
            height: shapely.difference(shapely.union_all(parts), above)
            for height, parts in level.items()
        }
        above = shapely.union_all([above, *areas.values()])
        mesh = join(triangulate(area, height + z) for height, area in areas.items())
        if len(mesh.faces):
            found[name] = (mesh, color)
    return found


def _spots(area: shapely.Geometry) -> Array:
    """Return points (n, 2) on an area's outline and inside. The inner ones are on a coarse grid."""
    x0, y0, x1, y1 = area.bounds
    grid = np.stack(np.meshgrid(np.linspace(x0, x1, 8), np.linspace(y0, y1, 8)), axis=-1).reshape(
        -1, 2
    )
    return np.vstack([shapely.get_coordinates(area), grid[shapely.contains_xy(area, grid)]])
