"""The axis-aligned box around a model, in the model's frame, in metres.

Exact for boxes, cylinders, spheres and the vertices of meshes, however they are turned; planes have no bounds.
"""
from __future__ import annotations

from typing import List, Optional, Tuple

import numpy as np

from sim.sdf.mesh import load_mesh
from sim.sdf.types import Box, Cylinder, Geometry, Mesh, Model, Sphere

Bounds = Tuple[np.ndarray, np.ndarray]


def model_bounds(model: Model) -> Optional[Bounds]:
    """Lower and upper corner (3,) of the collisions, of the visuals where there are none; None if nothing is bounded."""
    shapes = [(link.model_from_link @ collision.link_from_collision, collision.geometry)
              for link in model.links for collision in link.collisions]
    if not shapes:
        shapes = [(link.model_from_link @ visual.link_from_visual, visual.geometry)
                  for link in model.links for visual in link.visuals]
    boxes: List[Bounds] = [box for box in (geometry_bounds(geometry, pose) for pose, geometry in shapes) if box is not None]
    if not boxes:
        return None
    return np.min([lower for lower, _ in boxes], axis=0), np.max([upper for _, upper in boxes], axis=0)


def geometry_bounds(geometry: Geometry, target_from_geometry: np.ndarray) -> Optional[Bounds]:
    """Lower and upper corner (3,) of one geometry in the target's axes; None for a plane."""
    rotation, center = target_from_geometry[:3, :3], target_from_geometry[:3, 3]
    if isinstance(geometry, Mesh):
        vertices = load_mesh(geometry)[0] @ rotation.T + center
        return vertices.min(axis=0), vertices.max(axis=0)
    half = _half_extents(geometry, rotation)
    return None if half is None else (center - half, center + half)


def _half_extents(geometry: Geometry, rotation: np.ndarray) -> Optional[np.ndarray]:
    """Half the size (3,) of a shape that is symmetric about its origin.

    A cylinder's cap is a disk of radius r with normal a; it reaches r sqrt(1 - a_i^2) along axis i.
    """
    if isinstance(geometry, Box):
        return np.abs(rotation) @ (np.array(geometry.size) / 2.0)
    if isinstance(geometry, Sphere):
        return np.full(3, geometry.radius)
    if isinstance(geometry, Cylinder):
        axis = rotation[:, 2]
        cap = geometry.radius * np.sqrt(np.clip(1.0 - axis ** 2, 0.0, None))
        return geometry.length / 2.0 * np.abs(axis) + cap
    return None
