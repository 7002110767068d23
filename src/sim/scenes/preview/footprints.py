"""Footprints of objects: outlines of their convex pieces from above, in the world's x and y."""

from __future__ import annotations

from typing import Mapping, Tuple

import numpy as np
from shapely.geometry import MultiPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from sim.arrays import Array
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject
from sim.transforms import rotation_from_rpy, transform_from_pose

# Flatter outlines than this (m2) are drawn as lines, which are not seen.
_FLAT = 1e-9


def footprint(item: SceneObject, models: Mapping[str, ModelInfo]) -> BaseGeometry:
    """Return the area that an object covers, from its pieces.

    The object's box if its model is unknown or without pieces.
    """
    info = models.get(item.model)
    if info is None or not info.parts or item.mission_only:
        return MultiPoint(box_corners(item)[:, :2]).convex_hull
    world_from_model = transform_from_pose(item.origin)
    scaled = [np.asarray(part, float) * np.array(item.scale) for part in info.parts]
    placed = [part @ world_from_model[:3, :3].T + world_from_model[:3, 3] for part in scaled]
    outlines = [MultiPoint(part[:, :2]).convex_hull for part in placed]
    return unary_union([outline for outline in outlines if outline.area > _FLAT] or outlines)


def box_corners(item: SceneObject) -> Array:
    """Return the corners (8, 3) of an object's box."""
    signs = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    turned = signs * np.array(item.size) @ rotation_from_rpy(*item.orientation).T
    corners: Array = turned + np.array(item.position)
    return corners


def heading_of(item: SceneObject) -> Tuple[float, float]:
    """Return the direction (x, y) of an object's +y axis. Shorter than 1 if it looks up or down."""
    direction = rotation_from_rpy(*item.orientation)[:, 1]
    return float(direction[0]), float(direction[1])


def top_of(item: SceneObject) -> float:
    """Return the height of the highest corner of an object's box."""
    return float(box_corners(item)[:, 2].max())


def points_of(shape: BaseGeometry, count: int = 60) -> Array:
    """Return points (n, 2) along a footprint's rims, corners included."""
    points = []
    for part in getattr(shape, "geoms", [shape]):
        for ring in [part.exterior, *part.interiors] if hasattr(part, "exterior") else [part]:
            points += [
                ring.interpolate(share, normalized=True).coords[0]
                for share in np.linspace(0.0, 1.0, count, endpoint=False)
            ]
            points += list(ring.coords)
    return np.array(points)[:, :2]
