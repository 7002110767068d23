"""Axis-aligned bounding box of a model, in the model's frame, in metres.

Exact for boxes, cylinders, spheres, extruded outlines and the vertices of meshes in any
orientation; planes are unbounded.
"""

from __future__ import annotations

from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.measure.rasters import heightmap_bounds, image_boxes
from sim.sdf.mesh.loading import mesh_points
from sim.sdf.types import (
    AnyGeometry,
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Heightmap,
    Image,
    Mesh,
    Model,
    Polyline,
    Sphere,
)

Bounds = Tuple[Array, Array]


def model_bounds(model: Model) -> Optional[Bounds]:
    """Return lower and upper corner (3,) of the collisions.

    Of the visuals if the model lacks collisions; None if all are unbounded or empty.
    """
    shapes = [
        (link.model_from_link @ collision.link_from_collision, collision.geometry)
        for link in model.links
        for collision in link.collisions
    ]
    if not shapes:
        shapes = [
            (link.model_from_link @ visual.link_from_visual, visual.geometry)
            for link in model.links
            for visual in link.visuals
        ]
    boxes: List[Bounds] = [
        box
        for box in (geometry_bounds(geometry, pose) for pose, geometry in shapes)
        if box is not None
    ]
    if not boxes:
        return None
    return np.min([lower for lower, _ in boxes], axis=0), np.max(
        [upper for _, upper in boxes], axis=0
    )


def geometry_bounds(geometry: AnyGeometry, target_from_geometry: Array) -> Optional[Bounds]:
    """Return lower and upper corner (3,) of one geometry in the target's axes.

    Returns None for a plane and for an empty geometry.
    """
    rotation, center = target_from_geometry[:3, :3], target_from_geometry[:3, 3]
    points = _points(geometry)
    if points is not None:
        placed = points @ rotation.T + center
        return (placed.min(axis=0), placed.max(axis=0)) if len(placed) else None
    half = _half_extents(geometry, rotation)
    return None if half is None else (center - half, center + half)


def _points(geometry: AnyGeometry) -> Optional[Array]:
    """Return points (n, 3) with the geometry's bounding box in any orientation.

    Returns None for round shapes and boxes.
    """
    if isinstance(geometry, Mesh):
        return mesh_points(geometry)
    if isinstance(geometry, Polyline):
        outline = np.array([point for points in geometry.outlines for point in points])
        ends: Array = np.concatenate(
            [np.column_stack([outline, np.full(len(outline), z)]) for z in (0.0, geometry.height)]
        )
        return ends
    if isinstance(geometry, Heightmap):
        return _corners([heightmap_bounds(geometry)])
    if isinstance(geometry, Image):
        return _corners(image_boxes(geometry))
    return None


def _corners(boxes: List[Bounds]) -> Array:
    """Return all corners (8 n, 3) of boxes."""
    corners = [
        [box[x][0], box[y][1], box[z][2]]
        for box in boxes
        for x in (0, 1)
        for y in (0, 1)
        for z in (0, 1)
    ]
    return np.array(corners).reshape(-1, 3)


def _half_extents(geometry: AnyGeometry, rotation: Array) -> Optional[Array]:
    """Return half the size (3,) of a point-symmetric shape.

    A cylinder's cap is a disk of radius r with normal a; it reaches r sqrt(1 - a_i^2) along axis i.
    """
    half: Optional[Array] = None
    if isinstance(geometry, Box):
        half = np.abs(rotation) @ (np.array(geometry.size) / 2.0)
    elif isinstance(geometry, Sphere):
        half = np.full(3, geometry.radius)
    elif isinstance(geometry, Cylinder):
        axis = rotation[:, 2]
        cap = geometry.radius * np.sqrt(np.clip(1.0 - axis**2, 0.0, None))
        half = geometry.length / 2.0 * np.abs(axis) + cap
    elif isinstance(geometry, Ellipsoid):
        half = np.linalg.norm(rotation * np.array(geometry.radii), axis=1)
    elif isinstance(geometry, Capsule):
        half = geometry.radius + geometry.length / 2.0 * np.abs(rotation[:, 2])
    return half
