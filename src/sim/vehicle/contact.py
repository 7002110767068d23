"""Where four raycast wheels touch the ground and how the ground lies there; the forces are in
``wheel``.

Points are relative to the base origin, in world axes. Plain tuples of floats.
"""

from __future__ import annotations

import math
from typing import List, Optional, Sequence, Tuple

Vector = Tuple[float, float, float]


def contact_patches(
    pose: Sequence[float], mounts: Sequence[Vector], distances: Sequence[float], reach: float
) -> List[Optional[Vector]]:
    """The point below each mount where its ray meets the ground, None beyond ``reach``; ``pose``
    (9,) is world_from_base."""
    xx, yx, zx, xy, yy, zy, xz, yz, zz = pose
    patches: List[Optional[Vector]] = []
    for (mx, my, mz), distance in zip(mounts, distances):
        if distance < reach:
            pz = mz - distance
            patches.append(
                (
                    xx * mx + yx * my + zx * pz,
                    xy * mx + yy * my + zy * pz,
                    xz * mx + yz * my + zz * pz,
                )
            )
        else:
            patches.append(None)
    return patches


def ground_normal(patches: Sequence[Optional[Vector]], up: Vector) -> Vector:
    """Unit normal of the plane through the patches; the body's ``up`` where fewer than three touch
    or the plane is too steep."""
    front_left, front_right, rear_left, rear_right = patches
    if (
        front_left is not None
        and front_right is not None
        and rear_left is not None
        and rear_right is not None
    ):
        first, second, third, fourth = rear_right, front_left, rear_left, front_right
    else:
        touching = [patch for patch in patches if patch is not None]
        if len(touching) < 3:
            return up
        first, second, third = touching
        fourth, third = third, first
    ax, ay, az = second[0] - first[0], second[1] - first[1], second[2] - first[2]
    bx, by, bz = fourth[0] - third[0], fourth[1] - third[1], fourth[2] - third[2]
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    upright = nx * up[0] + ny * up[1] + nz * up[2]
    scale = math.copysign(1.0 / (math.sqrt(nx * nx + ny * ny + nz * nz) or 1.0), upright)
    # A wall or a kerb under one wheel is not ground to stand on: past 45 degrees the body's own
    # axis is the better guess.
    if upright * scale < 0.7:
        return up
    return nx * scale, ny * scale, nz * scale


def ground_axes(forward: Vector, normal: Vector) -> Tuple[Vector, Vector]:
    """Unit (forward, left) axes in the ground plane below a body whose x axis is ``forward``."""
    nx, ny, nz = normal
    along = forward[0] * nx + forward[1] * ny + forward[2] * nz
    fx, fy, fz = forward[0] - along * nx, forward[1] - along * ny, forward[2] - along * nz
    scale = 1.0 / math.sqrt(fx * fx + fy * fy + fz * fz)
    fx, fy, fz = fx * scale, fy * scale, fz * scale
    return (fx, fy, fz), (ny * fz - nz * fy, nz * fx - nx * fz, nx * fy - ny * fx)
