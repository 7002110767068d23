"""Visuals as triangles with normals and texture coordinates, in their link's frame. Anticlockwise
is outside."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.materials.skins import mesh_skins
from sim.sdf.mesh.facets import Facets, box_facets, cylinder_facets, sphere_facets, triangle_areas
from sim.sdf.mesh.loading import load_mesh, written
from sim.sdf.mesh.normals import round_normals
from sim.sdf.types import AnyGeometry, Box, Color, Cylinder, Mesh, Plane, Sphere, Visual

log = logging.getLogger(__name__)
# Around spheres and cylinders.
SIDES = 24


@dataclass(frozen=True)
class PaintSurface:
    """Triangles of one paint.

    ``corners`` (t, 3, 3), ``normals`` (t, 3, 3), texture ``coordinates`` (t, 3, 2) and an optional
    image; ``kind`` is the number of a semantic class.
    """

    corners: Array
    normals: Array
    coordinates: Array
    color: Color
    image: str = ""
    kind: int = 0

    def moved(self, pose: Array) -> PaintSurface:
        """Transform the surface to another frame by target_from_own (4, 4)."""
        turn = pose[:3, :3].T
        return replace(self, corners=self.corners @ turn + pose[:3, 3], normals=self.normals @ turn)

    def without_slivers(self) -> PaintSurface:
        """Return the surface without triangles of zero area, which MuJoCo refuses."""
        keep = triangle_areas(self.corners) > 0.0
        return replace(
            self,
            corners=self.corners[keep],
            normals=self.normals[keep],
            coordinates=self.coordinates[keep],
        )


def visual_surfaces(visual: Visual, kind: int = 0) -> List[PaintSurface]:
    """Return a visual's surfaces in its link's frame, empty if invisible."""
    if visual.color[3] <= 0.0:
        return []
    try:
        surfaces = _painted(visual, shape_of(visual.geometry))
    except InputError as error:
        log.warning("cameras do not show the visual %s: %s", visual.name, error)
        return []
    surfaces = [
        replace(surface, kind=kind).without_slivers().moved(np.asarray(visual.link_from_visual))
        for surface in surfaces
    ]
    return [surface for surface in surfaces if len(surface.corners)]


def _painted(visual: Visual, facets: Facets) -> List[PaintSurface]:
    """Return a shape in the colours of its visual or mesh file."""
    mesh = visual.geometry if isinstance(visual.geometry, Mesh) else None
    skins = mesh_skins(mesh) if mesh is not None and (visual.unpainted or visual.image) else []
    if sum(skin.faces for skin in skins) != len(facets.corners):
        return [PaintSurface(*facets, visual.color, visual.image if mesh is None else "")]
    surfaces, start = [], 0
    for skin in skins:
        rows = slice(start, start + skin.faces)
        start = rows.stop
        color, image = (
            (visual.color, visual.image)
            if visual.image
            else ((*skin.color[:3], skin.color[3] * visual.color[3]), skin.image)
        )
        surfaces.append(
            PaintSurface(
                facets.corners[rows],
                facets.normals[rows],
                facets.coordinates[rows] if skin.coordinates is None else skin.coordinates,
                color,
                "" if skin.coordinates is None else image,
            )
        )
    return surfaces


def shape_of(geometry: AnyGeometry) -> Facets:
    """Return the surface of a geometry in its own frame."""
    if isinstance(geometry, Box):
        return box_facets(np.array(geometry.size))
    if isinstance(geometry, Sphere):
        return sphere_facets(geometry.radius, SIDES)
    if isinstance(geometry, Cylinder):
        return cylinder_facets(geometry.radius, geometry.length, SIDES)
    if isinstance(geometry, Plane):
        return _plane(geometry)
    if isinstance(geometry, Mesh):
        return _mesh(geometry)
    return Facets(np.zeros((0, 3, 3)), np.zeros((0, 3, 3)), np.zeros((0, 3, 2)))


def _plane(plane: Plane) -> Facets:
    """Return a rectangle with x and y as in Gazebo.

    They follow from the shortest rotation of z to the normal.
    """
    x, y, z = plane.normal
    turn = (
        np.diag([1.0, -1.0, -1.0])
        if z < -0.999999
        else np.array(
            [
                [1.0 - x * x / (1.0 + z), -x * y / (1.0 + z), x],
                [-x * y / (1.0 + z), 1.0 - y * y / (1.0 + z), y],
                [-x, -y, z],
            ]
        )
    )
    square = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
    corners = (square * [*plane.size, 0.0]) @ turn.T
    share = square[:, :2] + 0.5
    pick = np.array([[0, 1, 2], [0, 2, 3]])
    return Facets(corners[pick], np.broadcast_to(turn[:, 2], (2, 3, 3)).copy(), share[pick])


def _mesh(mesh: Mesh) -> Facets:
    return _facets(mesh, written(mesh.path, "mesh"))


@lru_cache(maxsize=256)
def _facets(mesh: Mesh, mtime_ns: int) -> Facets:
    """Return a mesh's facets; cached, as vehicle types share meshes."""
    vertices, faces = load_mesh(mesh)
    corners = vertices[faces]
    return Facets(corners, round_normals(corners, faces), np.zeros((len(faces), 3, 2)))
