"""Merges by the zipper rule.

The vehicle nearer to the joining point goes first, and the other has opened a gap behind it by
then. World frame, SI units. Fronts decide the order, as with SUMO's drivers: if two drivers decide
differently both go first, or both wait. The ego slows evenly while they are still apart: it keeps
its place in the jam, while immediate braking for each would let all pass.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.obstacles import on_path
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.path import Path
from sim.vehicle.idm import IdmParameters

# A vehicle on a joining lane counts from this far before it joins.
JOIN_RANGE = 40.0  # m
# A vehicle with its front at most this far behind the ego's goes first.
MAX_SETBACK = 0.5  # m
# Fraction of the time headway open at the joining point; the rest opens behind it.
HEADWAY_SHARE = 0.4
# A slower vehicle counts as this fast, and one that joins sooner as joining by then.
MIN_SPEED = 1.0  # m/s
MIN_JOIN_TIME = 0.5  # s


def merging_acceleration(
    idm: IdmParameters,
    joining: Sequence[Tuple[Path, float]],
    ego: EgoState,
    s: float,
    around: NearbyTraffic,
) -> float:
    """Return the constant acceleration to merge behind the vehicles that go first.

    The ego is at arc length ``s``; inf if it goes first. ``joining`` are the paths of joining lanes
    and their ends on the ego's path.
    """
    around = around.rows(~around.walks)
    gains = [_gains(idm, line, end - s, ego, around) for line, end in joining if end > s]
    return max(float(np.concatenate([[np.inf], *gains]).min()), -idm.max_deceleration)


def _gains(
    idm: IdmParameters, line: Path, away: float, ego: EgoState, around: NearbyTraffic
) -> Array:
    """Return one acceleration for each vehicle that goes first on a line.

    The ego reaches the end of the line in ``away`` m. v_e t + a t^2 / 2 = away - room, where t is
    the time until the other is there; negative distances are ignored.
    """
    place, aside, level, _ = on_path(line, around.position)
    others = line.length - place
    comes = level & (np.abs(aside) < 0.5 * around.width) & (others > 0.0) & (others < JOIN_RANGE)
    first = comes & (
        others - 0.5 * around.length - around.ahead < away - 0.5 * ego.length + MAX_SETBACK
    )
    speed = around.least_speed
    time = np.maximum((others + around.behind) / np.maximum(speed, MIN_SPEED), MIN_JOIN_TIME)
    room = (
        0.5 * (around.length + ego.length)
        + idm.minimum_gap
        + HEADWAY_SHARE * idm.time_headway * speed
    )
    gains: Array = (2.0 * (np.maximum(away - room, 0.0) / time - ego.speed) / time)[first]
    return gains
