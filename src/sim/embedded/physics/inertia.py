"""Converts SDF inertials to MuJoCo's principal inertia, repairing impossible ones.

SDF files often hold massless frames and zero or guessed inertias, which MuJoCo refuses for moving
bodies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import position_quaternion
from sim.errors import InputError
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.types import Inertial, Link, Model
from sim.transforms import transform

SMALLEST_MASS = 1e-6
SMALLEST_INERTIA = 1e-12
MASS_OF_MASSLESS = 1e-3
SIZE_OF_SHAPELESS = 0.1
THINNEST = 1e-3


@dataclass(frozen=True)
class PrincipalInertia:
    """Inertia of a link about its principal axes.

    Mass, centre of mass (3,) and principal axes (quaternion wxyz) in the link frame, and principal
    moments (3,).
    """

    mass: float
    position: Array
    quaternion: Array
    moments: Array


def principal_inertia(link: Link, where: str) -> Tuple[PrincipalInertia, List[str]]:
    """Return the link's principal inertia, with a warning per replaced value."""
    inertial = link.inertial
    matrix = np.asarray(inertial.inertia, dtype=float)
    if (
        not np.isfinite(inertial.mass)
        or inertial.mass < 0
        or matrix.shape != (3, 3)
        or not np.isfinite(matrix).all()
    ):
        raise InputError(
            where,
            f"mass {inertial.mass} and inertia {matrix.tolist()} must be finite, the mass positive",
        )
    if inertial.mass < SMALLEST_MASS:
        return _of_box(link, MASS_OF_MASSLESS), [
            f"{where}: massless; {MASS_OF_MASSLESS} kg and its box's inertia are used"
        ]
    moments, axes = np.linalg.eigh((matrix + matrix.T) / 2)
    if moments[0] < SMALLEST_INERTIA:
        return _of_box(link, inertial.mass), [
            f"{where}: inertia is not positive; its bounding box's inertia is used"
        ]
    balanced = balance(moments)
    warnings = []
    if not np.allclose(balanced, moments, rtol=1e-4, atol=0):
        warnings.append(
            f"{where}: no body has principal moments {moments.tolist()}; {balanced.tolist()} are "
            "used"
        )
    return _principal(inertial, balanced, axes), warnings


def balance(moments: Array) -> Array:
    """Return sorted moments (3,) that satisfy the triangle inequality.

    The two smaller ones are raised until their sum reaches the third.
    """
    lacking = moments[2] * (1 + 1e-9) - moments[0] - moments[1]
    result: Array = moments + np.array([0.5, 0.5, 0.0]) * max(lacking, 0.0)
    return result


def box_moments(mass: float, size: Array) -> Array:
    """Return a solid box's moments (3,): m (b^2 + c^2) / 12 etc."""
    squares = np.square(size)
    result: Array = mass / 12 * (squares.sum() - squares)
    return result


def _principal(inertial: Inertial, moments: Array, axes: Array) -> PrincipalInertia:
    if np.linalg.det(axes) < 0:
        axes = axes * np.array([1.0, 1.0, -1.0])
    position, quaternion = position_quaternion(
        inertial.link_from_inertial @ transform(np.zeros(3), axes)
    )
    return PrincipalInertia(float(inertial.mass), position, quaternion, moments)


def _of_box(link: Link, mass: float) -> PrincipalInertia:
    alone = Model(link.name, np.eye(4), False, (replace(link, model_from_link=np.eye(4)),))
    bounds = model_bounds(alone)
    lower, upper = (
        bounds
        if bounds is not None
        else (np.full(3, -SIZE_OF_SHAPELESS / 2), np.full(3, SIZE_OF_SHAPELESS / 2))
    )
    size = np.maximum(np.asarray(upper) - lower, THINNEST)
    centre = (np.asarray(upper) + lower) / 2
    return PrincipalInertia(mass, centre, np.array([1.0, 0.0, 0.0, 0.0]), box_moments(mass, size))
