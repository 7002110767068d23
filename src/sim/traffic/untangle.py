"""Finds overlaps that exist only because limited motion lags behind SUMO's.

Vehicles and persons are boxes on the road, world frame, SI units.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.traffic.measures.boxes import Boxes, overlapping

EPSILON = 1e-9
LAWS = Laws("sim_laws", {"sim_anybody_late": (COUNT, [COUNT, *[POINTER] * 4, NUMBER, NUMBER])})


def anybody_late(shown: Array, yaw: Array, sumo: Array, sumo_yaw: Array) -> bool:
    """Return whether any shown pose may differ from SUMO's.

    Centres (n, 2) and yaws (n,). If none differs, none needs release.
    """
    arrays = [np.ascontiguousarray(values, float) for values in (shown, yaw, sumo, sumo_yaw)]
    late = LAWS().sim_anybody_late(len(yaw), *map(address, arrays), 0.5 * EPSILON, EPSILON)
    return bool(late)


def rows_to_release(shown: Boxes, sumo: Boxes) -> Array:
    """Return rows (k,) ascending to show as in ``sumo``.

    Then no two boxes overlap in ``shown`` that ``sumo`` keeps apart.
    """
    late = np.hypot(*(shown.position - sumo.position).T) > EPSILON
    late |= np.abs(np.sin(0.5 * (shown.yaw - sumo.yaw))) > EPSILON
    released = np.zeros(len(late), bool)
    # A released box may overlap other late ones.
    while late.any():
        entangled = _entangled(_mixed(shown, sumo, released), sumo, late)
        if not entangled.any():
            break
        released, late = released | entangled, late & ~entangled
    return np.flatnonzero(released)


def _mixed(shown: Boxes, sumo: Boxes, released: Array) -> Boxes:
    return Boxes(
        np.where(released[:, None], sumo.position, shown.position),
        np.where(released, sumo.yaw, shown.yaw),
        shown.speed,
        shown.length,
        shown.width,
        shown.z,
    )


def _entangled(shown: Boxes, sumo: Boxes, late: Array) -> Array:
    """Return which ``late`` boxes (n,) overlap another only in ``shown``.

    They do not overlap it in ``sumo``.
    """
    rows = np.flatnonzero(late)
    apart = np.hypot(*(shown.position[rows, None] - shown.position).transpose(2, 0, 1))
    near = apart < shown.radius[rows, None] + shown.radius
    near[np.arange(len(rows)), rows] = False
    one, other = np.nonzero(near)
    one = rows[one]
    bad = overlapping(shown[one], shown[other]) & ~overlapping(sumo[one], sumo[other])
    found = np.zeros(len(late), bool)
    found[one[bad]] = found[other[bad]] = True
    return found & late
