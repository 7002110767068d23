"""Spur gears with a hub on top for grasping.

Frame: origin in the middle of the bottom face, z along the axis, x through the middle of a tooth.
Metres, kilograms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.workcell.mesh import Mesh, cylinder, extrude, join

PRESSURE_ANGLE = np.radians(20.0)
FLANK = 6


@dataclass(frozen=True)
class Gear:
    """A spur gear.

    ``module`` is the pitch diameter over the number of teeth; ``density`` in kg/m3, of a part
    printed half full by default.
    """

    module: float
    teeth: int
    thickness: float = 0.015
    hub_radius: float = 0.012
    hub_height: float = 0.025
    density: float = 620.0

    @property
    def pitch_radius(self) -> float:
        return 0.5 * self.module * self.teeth

    @property
    def tip_radius(self) -> float:
        return self.pitch_radius + self.module

    @property
    def root_radius(self) -> float:
        return self.pitch_radius - 1.25 * self.module

    @property
    def height(self) -> float:
        return self.thickness + self.hub_height

    def outline(self) -> Array:
        """Return the corners (n, 2) of the disc, counterclockwise.

        Involute flanks of 20 degrees, straight below the base circle (ISO 53 addendum and
        dedendum).
        """
        base = self.pitch_radius * np.cos(PRESSURE_ANGLE)
        radius = np.concatenate(
            [
                [self.root_radius],
                np.linspace(max(base, self.root_radius + 1e-6), self.tip_radius, FLANK),
            ]
        )
        rolled = np.arccos(np.clip(base / np.maximum(radius, base), -1.0, 1.0))
        half = 0.5 * np.pi / self.teeth + _involute(PRESSURE_ANGLE) - _involute(rolled)
        # A tooth of few teeth may come to a point before its tip.
        half = np.maximum(half, 0.02 / self.teeth)
        angle = np.concatenate([-half, half[::-1]])
        radii = np.concatenate([radius, radius[::-1]])
        turns = 2.0 * np.pi * np.arange(self.teeth)[:, None] / self.teeth + angle
        result: Array = np.stack([radii * np.cos(turns), radii * np.sin(turns)], axis=-1).reshape(
            -1, 2
        )
        return result

    def mesh(self) -> Mesh:
        return join(
            [
                extrude(self.outline(), 0.0, self.thickness),
                cylinder(self.hub_radius, self.thickness, self.height),
            ]
        )

    def mass_and_inertia(self) -> Tuple[float, Array, Array]:
        """Return mass, centre of mass (3,) and principal moments (3,).

        About the centre, of the toothed disc and the hub.
        """
        area, polar = _area_and_polar_moment(self.outline())
        hub_area = np.pi * self.hub_radius**2
        pieces = [
            (area, polar, self.thickness, 0.5 * self.thickness),
            (
                hub_area,
                0.5 * hub_area * self.hub_radius**2,
                self.hub_height,
                self.thickness + 0.5 * self.hub_height,
            ),
        ]
        masses = np.array(
            [self.density * piece_area * height for piece_area, _, height, _ in pieces]
        )
        mass = float(masses.sum())
        centre = float(sum(part * piece[3] for part, piece in zip(masses, pieces)) / mass)
        axial = sum(self.density * height * moment for _, moment, height, _ in pieces)
        across = 0.5 * axial + sum(
            part * (height**2 / 12.0 + (middle - centre) ** 2)
            for part, (_, _, height, middle) in zip(masses, pieces)
        )
        return mass, np.array([0.0, 0.0, centre]), np.array([across, across, axial])


def _involute(angle: Array) -> Array:
    """Return inv(a) = tan(a) - a."""
    return np.tan(angle) - angle


def _area_and_polar_moment(corners: Array) -> Tuple[float, float]:
    """Return area and polar moment of a polygon (n, 2). About the origin, by Green's theorem."""
    following = np.roll(corners, -1, axis=0)
    cross = corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]
    squares = (corners**2 + corners * following + following**2).sum(axis=1)
    return float(0.5 * cross.sum()), float((cross * squares).sum() / 12.0)
