"""Bodies from a file: an SDF model, or a mesh with mass.

Metres, kg.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import Mesh
from sim.sdf.xml.elements import parse_file

MIN_VOLUME = 1e-12  # m^3, below which a mesh encloses nothing
MAX_OPEN_SHARE = 1e-3  # of its area


@dataclass(frozen=True)
class SdfModel:
    """The first model of an SDF file, as it is."""

    file: Path

    def check(self, where: str) -> None:
        """Raise InputError if the file lacks a model."""
        if parse_file(self.file).find("model") is None:
            raise InputError(where, f'{self.file} has no <sdf><model name="...">')


@dataclass(frozen=True)
class MeshBody:
    """A rigid body of one material, in its file's frame.

    ``scale`` converts the file's unit to m.
    """

    file: Path
    mass: float
    scale: float = 1.0

    def check(self, where: str) -> None:
        """Raise InputError unless the file is a closed mesh."""
        corners = self.triangles()
        # Of a closed surface the areas' vectors add up to nothing.
        areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        gap, area = np.linalg.norm(areas.sum(axis=0)), np.linalg.norm(areas, axis=1).sum()
        if gap > MAX_OPEN_SHARE * area or _moments(corners)[0] < MIN_VOLUME:
            raise InputError(
                where,
                f"{self.file} is not closed, or inside out; a mesh that has mass must be closed, "
                "with triangles counter-clockwise seen from outside",
            )

    def triangles(self) -> Array:
        """Return corners (m, 3, 3) of each triangle."""
        vertices, faces = load_mesh(Mesh(str(self.file), (self.scale,) * 3))
        corners: Array = vertices[faces]
        return corners

    def centre_and_inertia(self) -> Tuple[Array, Array]:
        """Return centre of mass (3,), and inertia (3, 3) about it. kg m^2."""
        volume, first, second = _moments(self.triangles())
        centre = first / volume
        spread = second / volume - np.outer(centre, centre)
        return centre, self.mass * (np.trace(spread) * np.eye(3) - spread)


def _moments(corners: Array) -> Tuple[float, Array, Array]:
    """Return the integrals of 1, x (3,) and x x^T (3, 3) over a mesh.

    The mesh is closed. Sums over the tetrahedra between the origin and each triangle.
    """
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
    sums = corners.sum(axis=1)
    squares = np.einsum("mij,mik->mjk", corners, corners) + np.einsum("mj,mk->mjk", sums, sums)
    return (
        float(volumes.sum()),
        volumes @ sums / 4.0,
        np.einsum("m,mjk->jk", volumes, squares) / 20.0,
    )
