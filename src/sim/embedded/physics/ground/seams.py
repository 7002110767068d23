"""Nothing runs into the side of a triangle's prism where the ground goes on behind it: such
contacts bear like the rest of the ground.

What slides over the seam of two triangles dips into the second by more than it has come beyond the
seam, so that MuJoCo takes the shortest way out to be sideways.
"""

from __future__ import annotations

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.ground.prisms import PrismArray
from sim.embedded.physics.ground.sheets import THICKNESS

# Contacts whose normal is this close to the triangle's own are as they should be.
MIN_NORMAL_COSINE = 0.95
PROBE_DISTANCE = 0.05  # m
MAX_RISE = 0.1  # m


def straighten(data: mujoco.MjData, prisms: PrismArray) -> bool:
    """Turn contacts with seams to the triangle's normal; True if there were any, and what follows
    from contacts is out of date."""
    contact = data.contact
    numbers = prisms.number_of_geom[contact.geom]
    rows, sides = np.nonzero(numbers >= 0)
    if not len(rows):
        return False
    # A contact's normal points from its first geom to its second.
    signs = np.where(sides == 0, 1.0, -1.0)[:, None]
    outwards, normals = signs * contact.frame[rows, :3], prisms.normals[numbers[rows, sides]]
    along = (outwards * normals).sum(axis=1)
    turned = False
    for number in np.flatnonzero(np.abs(along) < MIN_NORMAL_COSINE).tolist():
        row, normal, sideways = (
            rows[number],
            normals[number],
            outwards[number] - along[number] * normals[number],
        )
        place = contact.pos[row]
        if _goes_on(prisms, place + PROBE_DISTANCE * sideways / np.linalg.norm(sideways), normal):
            top = prisms.tops[numbers[row, sides[number]], 0]
            beneath = (place - top) @ normal < -THICKNESS / 2
            contact.frame[row] = _frame((-normal if beneath else normal) * signs[number])
            turned = True
    return turned


def _goes_on(prisms: PrismArray, place: Array, normal: Array) -> bool:
    """Whether a triangle is within ``MAX_RISE`` of a place (3,) along a normal (3,)."""
    tops, facing = prisms.tops, prisms.normals @ normal
    height = ((tops[:, 0] - place) * prisms.normals).sum(axis=1) / np.where(
        np.abs(facing) > 0.5, facing, np.inf
    )
    found = np.flatnonzero(prisms.used & (np.abs(facing) > 0.5) & (np.abs(height) < MAX_RISE))
    points = (place + height[found, None] * normal)[:, None]
    corners, plane = tops[found], prisms.normals[found][:, None]
    inside = (np.cross(np.roll(corners, -1, axis=1) - corners, points - corners) * plane).sum(
        axis=2
    )
    return bool(((inside >= 0.0).all(axis=1) | (inside <= 0.0).all(axis=1)).any())


def _frame(normal: Array) -> Array:
    """A contact's axes (9,): its normal and two tangents."""
    helper = np.eye(3)[np.argmin(np.abs(normal))]
    first = np.cross(normal, helper)
    first /= np.linalg.norm(first)
    return np.concatenate([normal, first, np.cross(normal, first)])
