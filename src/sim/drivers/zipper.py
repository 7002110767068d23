"""Merges by the zipper rule: who is nearer to where two lanes join goes first, and the other has
opened a gap behind it by then.

World frame, SI units. Who is nearer is decided by fronts, as SUMO's drivers do: two who take it
differently both go first, or both wait. The ego slows evenly while they are still apart: it keeps
its place in the jam, where to brake at once for each would let everybody pass.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.obstacles import on_path
from sim.drivers.surroundings import Surroundings
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.path import Path
from sim.vehicle.idm import IdmParameters

# A vehicle on a joining lane counts from this far before it joins.
JOIN_RANGE = 40.0  # m
# A vehicle whose front is no further than this behind the ego's goes first.
MAX_SETBACK = 0.5  # m
# The share of the time headway that is there at the joining point; what is left comes behind it.
HEADWAY_SHARE = 0.4
# A slower vehicle counts as this fast, and one that joins sooner as joining by then.
MIN_SPEED = 1.0  # m/s
MIN_JOIN_TIME = 0.5  # s


def merging_acceleration(
    idm: IdmParameters,
    joining: Sequence[Tuple[Path, float]],
    ego: EgoState,
    s: float,
    around: Surroundings,
) -> float:
    """The constant acceleration by which the ego, at arc length ``s``, is behind all who go first
    once they join; inf where none does.

    ``joining`` are the paths of joining lanes and where each ends on the ego's path.
    """
    around = around.rows(~around.walks)
    gains = [_gains(idm, line, end - s, ego, around) for line, end in joining if end > s]
    return max(float(np.concatenate([[np.inf], *gains]).min()), -idm.max_deceleration)


def _gains(
    idm: IdmParameters, line: Path, away: float, ego: EgoState, around: Surroundings
) -> Array:
    """One acceleration for each who goes first on a line at whose end the ego is in ``away`` m.

    Of v_e t + a t^2 / 2 = away - room, where t is the time in which the other is there; negative
    distances are none.
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
