"""Registration error of an object detector, and its exact inverse.

Offsets between detector and robot at some points are interpolated by inverse distance weighting.
The controller of a real cell adds the interpolated offset to the detector's report [AgileRobots,
Eq. 1]. A simulated detector reports truth; to let the same controller run unchanged, its reports
are moved by the inverse, before noise. Metres and radians; positions (n, 3); rotations are vectors
(axis times angle) at the points and quaternions (n, 4) xyzw for objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.transforms import (
    quaternion_from_rotvec,
    quaternion_product,
    rotation_from_quaternion,
    transform,
)

# Convergence tolerance of a reported position in the fixed-point iteration, m.
EXACT = 1e-12
ITERATIONS = 200


@dataclass(frozen=True)
class RegistrationOffsets:
    """Registration offsets ``target - source`` (n, 3) and rotation vectors (n, 3) at points.

    The points (n, 2 or 3) are in the detector's coordinates; distances are measured there: in the
    plane alone for (n, 2). Errors begin with ``where``.
    """

    points: Array
    offsets: Array
    rotations: Optional[Array] = None
    where: str = "registration"

    def __post_init__(self) -> None:
        points = _rows(self.points, f"{self.where}/points", (2, 3))
        offsets = _rows(self.offsets, f"{self.where}/offsets", (2, 3))
        offsets = np.pad(offsets, ((0, 0), (0, 3 - offsets.shape[1])))
        rotations = (
            np.zeros_like(offsets)
            if self.rotations is None
            else _rows(self.rotations, f"{self.where}/rotations", (3,))
        )
        check_points(points, f"{self.where}/points", 4)
        for name, values in (("offsets", offsets), ("rotations", rotations)):
            if len(values) != len(points):
                raise InputError(
                    f"{self.where}/{name}",
                    f"there are {len(values)} for {len(points)} points; each point needs one",
                )
        for name, values in (("points", points), ("offsets", offsets), ("rotations", rotations)):
            object.__setattr__(self, name, values)

    def weights(self, positions: Array) -> Array:
        """Return inverse-distance weights (m, n) of registration points at positions (m, 3).

        Eq. 1 has products of all other distances for weights, prod_{j != i} d_j; divided by prod_j
        d_j / min_j d_j they are min_j d_j / d_i, which are finite everywhere (1 at the nearest
        point) and do not overflow for any number of points.
        """
        positions = np.atleast_2d(np.asarray(positions, float))[:, : self.points.shape[1]]
        distances = np.linalg.norm(positions[:, None, :] - self.points[None], axis=2)
        nearest = distances.min(axis=1, keepdims=True)
        shares = np.divide(
            nearest, distances, out=np.ones_like(distances), where=distances > nearest
        )
        result: Array = shares / shares.sum(axis=1, keepdims=True)
        return result

    def offset(self, positions: Array) -> Array:
        """Interpolate the offsets (m, 3) at detector positions (m, 3): Eq. 1."""
        return self.weights(positions) @ self.offsets

    def rotation(self, positions: Array) -> Array:
        """Interpolate the rotation vectors (m, 3): Eq. 1 for orientations."""
        return self.weights(positions) @ self.rotations

    def apply(
        self, positions: Array, rotations: Optional[Array] = None
    ) -> Tuple[Array, Optional[Array]]:
        """Compensate reported positions (m, 3) and quaternions (m, 4) as the controller.

        x + offset(x), exp(rotation(x)) R.
        """
        positions = np.atleast_2d(np.asarray(positions, float))
        turned = (
            None
            if rotations is None
            else quaternion_product(quaternion_from_rotvec(self.rotation(positions)), rotations)
        )
        return positions + self.offset(positions), turned

    def invert(
        self, positions: Array, rotations: Optional[Array] = None
    ) -> Tuple[Array, Optional[Array]]:
        """Return reports that :meth:`apply` turns exactly into these true poses.

        Positions (m, 3) and quaternions (m, 4). Solves x = p - offset(x) by fixed-point iteration,
        which converges because offsets change by far less than the distance between their points.
        """
        positions = np.atleast_2d(np.asarray(positions, float))
        reported = positions
        for _ in range(ITERATIONS):
            former, reported = reported, positions - self.offset(reported)
            if not len(reported) or np.nanmax(np.abs(reported - former), initial=0.0) < EXACT:
                break
        else:
            raise InputError(
                f"{self.where}/offsets",
                "differ by about as much as their points are apart, so no single report belongs "
                "to a true "
                "position; offsets are small corrections, points far from each other",
            )
        turned = (
            None
            if rotations is None
            else quaternion_product(quaternion_from_rotvec(-self.rotation(reported)), rotations)
        )
        return reported, turned

    def error_map(self, x: Array, y: Array, z: float = 0.0) -> Array:
        """Return the magnitude (len(y), len(x)) of the inverse compensation.

        Over a plane of true positions, as in [AgileRobots, Fig. 9].
        """
        grid = np.stack([*np.meshgrid(x, y), np.full((len(y), len(x)), z)], axis=-1).reshape(-1, 3)
        result: Array = np.linalg.norm(self.invert(grid)[0] - grid, axis=1).reshape(len(y), len(x))
        return result


def best_fit(source: Array, target: Array, where: str = "registration") -> Array:
    """Return the least-squares rigid transform ``target_from_source`` (4, 4).

    Absolute orientation of points (n, 3), n >= 3, by unit quaternions: the eigenvector of the
    largest eigenvalue of the matrix N of [Horn].
    """
    source, target = _rows(source, f"{where}/source", (3,)), _rows(target, f"{where}/target", (3,))
    if len(source) != len(target):
        raise InputError(
            where,
            f"{len(source)} points in one frame and {len(target)} in the other; they must be pairs",
        )
    for name, points in (("source", source), ("target", target)):
        check_points(points, f"{where}/{name}", 3)
    middle_source, middle_target = source.mean(axis=0), target.mean(axis=0)
    s = (source - middle_source).T @ (target - middle_target)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = s
    n = np.array(
        [
            [xx + yy + zz, yz - zy, zx - xz, xy - yx],
            [yz - zy, xx - yy - zz, xy + yx, zx + xz],
            [zx - xz, xy + yx, yy - xx - zz, yz + zy],
            [xy - yx, zx + xz, yz + zy, zz - xx - yy],
        ]
    )
    w, x, y, z = np.linalg.eigh(n)[1][:, -1]
    rotation = rotation_from_quaternion(np.array([x, y, z, w]))
    return transform(middle_target - rotation @ middle_source, rotation)


def check_points(points: Array, where: str, least: int) -> None:
    """Raise InputError unless there are ``least`` separate points, not collinear."""
    if len(points) < least:
        raise InputError(where, f"there are {len(points)}; at least {least} are needed")
    span = float(np.ptp(points, axis=0).max())
    for i, j in zip(*np.triu_indices(len(points), 1)):
        if np.linalg.norm(points[i] - points[j]) <= 1e-9 * max(span, 1.0):
            raise InputError(
                where,
                f"points {i + 1} and {j + 1} coincide at {_shown(points[i])}; give each place once",
            )
    if np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1] <= 1e-6 * span:
        raise InputError(
            where, "all points lie on one line; spread them over the work volume, as its corners"
        )


def _rows(values: object, where: str, widths: Tuple[int, ...]) -> Array:
    shape = " or ".join(str(width) for width in widths)
    try:
        rows = np.array(values, float)
    except (TypeError, ValueError):
        raise InputError(where, f"a list of rows of {shape} numbers is needed") from None
    if rows.ndim != 2 or rows.shape[1] not in widths:
        raise InputError(
            where,
            f"a list of rows of {shape} numbers is needed, not an array of shape {rows.shape}",
        )
    if not np.isfinite(rows).all():
        raise InputError(
            where,
            f"row {int(np.argwhere(~np.isfinite(rows))[0, 0]) + 1} holds a number that is not "
            "finite",
        )
    return rows


def _shown(point: Array) -> str:
    return "(" + ", ".join(f"{value:g}" for value in point) + ")"
