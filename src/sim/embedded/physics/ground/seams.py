"""Corrects contacts with seams between triangles of continuous ground.

A body that slides over the seam of two triangles is deeper in the second than beyond the seam, so
that MuJoCo takes the shortest way out to be sideways. Such contacts get the ground's normal.
"""

from __future__ import annotations

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.ground.prisms import PrismArray
from sim.embedded.physics.ground.sheets import THICKNESS

# Contacts with a normal this close to the triangle's are right.
MIN_NORMAL_COSINE = 0.95
PROBE_DISTANCE = 0.05  # m
MAX_RISE = 0.1  # m


def straighten(data: mujoco.MjData, prisms: PrismArray) -> bool:
    """Turn contacts with seams to the triangle's normal; return whether any.

    If so, quantities derived from contacts are out of date.
    """
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
    """Return whether a triangle is within ``MAX_RISE`` of a place (3,).

    The distance is along a normal (3,).
    """
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
    """Return a contact's axes (9,): its normal and two tangents."""
    helper = np.eye(3)[np.argmin(np.abs(normal))]
    first = np.cross(normal, helper)
    first /= np.linalg.norm(first)
    return np.concatenate([normal, first, np.cross(normal, first)])
