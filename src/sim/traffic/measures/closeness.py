"""Closeness of an ego to traffic.

It has the gap ahead, contacts, and the safety measures of every collision course. The gap is bumper
to bumper along the ego's heading, to vehicles with boxes in the strip that the ego's box sweeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

import numpy as np

from sim.arrays import Array
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes, least, meeting, most, relative, total
from sim.traffic.measures.conflicts import (
    MIN_YAW_RATE,
    PREDICTION_HORIZON,
    behind,
    courses,
    shared_decelerations,
)
from sim.traffic.measures.ego_steps import EgoSteps, one_step
from sim.traffic.state import STOREY

RANGE = 150.0
# A time to collision is meaningless below this closing speed.
CLOSING = 0.1
SLOPE = 0.08
_NONE = (np.empty(0), np.empty(0))


@dataclass(frozen=True)
class Closeness:
    """Gap, contacts, and collision courses of an ego.

    ``gap`` in m, inf if nothing is ahead; ``touched`` (k,) rows in contact; ``rows`` (m,) on a
    collision course, with ``times`` to collision, ``needed`` and ``needed_of_them``, the
    deceleration of ego or other that avoids it, and the mask ``behind`` of rows behind the ego.
    """

    gap: float
    touched: Array
    rows: Array
    times: Array
    needed: Array
    needed_of_them: Array
    behind: Array

    @property
    def time_to_collision(self) -> float:
        """Time to collision (TTC) in s ahead or beside; inf without one."""
        return _least(self.times[~self.behind])

    @property
    def time_to_collision_behind(self) -> float:
        """Time to collision (TTC) in s behind; inf without one."""
        return _least(self.times[self.behind])

    @property
    def deceleration(self) -> float:
        """Deceleration rate to avoid a crash (DRAC), m/s^2."""
        return _most(self.needed)

    @property
    def deceleration_of_others(self) -> float:
        """DRAC of others due to the ego, m/s^2, the largest."""
        return _most(self.needed_of_them)


def closeness(ego: EgoState, traffic: Boxes) -> Closeness:
    """Measure an ego against all boxes of traffic within ``RANGE``."""
    return closenesses(one_step(0.0, ego, np.arange(len(traffic)), traffic))[0]


def closenesses(steps: EgoSteps) -> List[Closeness]:
    """Return the closeness of each step, with rows of the step."""
    near = _relevant(steps)
    others, own = steps.others[near], steps.own[steps.step[near]]
    pairs = relative(own, others)
    times = meeting(pairs)
    course = courses(own, others, pairs, times)
    gap = least(pairs.corners[..., 0]) - pairs.half[:, 0]
    ahead = (gap > 0.0) & (times[2] < 0.0) & (times[3] > 0.0)
    met = course.colliding
    met = met[np.hypot(*pairs.velocity[met].T) > CLOSING]
    needed, needed_of_them = (
        shared_decelerations(own[met], others[met], course[met]) if len(met) else _NONE
    )
    touched, met_behind = np.flatnonzero(course.touch == 0.0), behind(pairs)[met]
    row = near - np.searchsorted(steps.step, steps.step[near])
    of_near, of_touched, of_met = (
        steps.bounds(rows).tolist() for rows in (near, near[touched], near[met])
    )
    found = []
    for k in range(len(steps)):
        here, touching = slice(*of_near[k : k + 2]), touched[slice(*of_touched[k : k + 2])]
        colliding = slice(*of_met[k : k + 2])
        found.append(
            Closeness(
                _least(gap[here][ahead[here]]),
                row[touching],
                row[met[colliding]],
                course.touch[met[colliding]],
                needed[colliding],
                needed_of_them[colliding],
                met_behind[colliding],
            )
        )
    return found


def _relevant(steps: EgoSteps) -> Array:
    """Return rows in the ego's strip or possibly within reach.

    Both are assumed to keep their velocity.
    """
    ego, traffic = steps.own, steps.others
    forward = np.stack([np.cos(ego.yaw), np.sin(ego.yaw)], axis=1)
    c, s = forward[steps.step].T
    apart = traffic.position - ego.position[steps.step]
    moves = (
        traffic.speed[:, None] * np.stack([np.cos(traffic.yaw), np.sin(traffic.yaw)], axis=1)
        - (ego.speed[:, None] * forward)[steps.step]
    )
    reach = traffic.radius + ego.radius[steps.step]
    square = np.maximum(total(moves**2), 1e-9)
    nearest = apart + np.maximum(-total(apart * moves) / square, 0.0)[:, None] * moves
    distance = np.sqrt(total(apart**2))
    # A larger height difference than that of a slope over this distance means another road.
    level = np.abs(traffic.z - ego.z[steps.step]) < STOREY + SLOPE * distance
    turning = (np.abs(traffic.yaw_rate) > MIN_YAW_RATE) | (np.abs(ego.yaw_rate) > MIN_YAW_RATE)[
        steps.step
    ]
    arcs = turning & (
        distance < reach + PREDICTION_HORIZON * (traffic.speed + np.abs(ego.speed)[steps.step])
    )
    beside = np.abs(apart[:, 1] * c - apart[:, 0] * s)
    return np.flatnonzero(
        level
        & (most(np.abs(apart)) < RANGE)
        & ((beside < reach) | arcs | (total(nearest**2) < reach**2))
    )


def _most(values: Array) -> float:
    return float(np.nanmax(values, initial=0.0)) if len(values) else 0.0


def _least(values: Array) -> float:
    return float(values.min()) if len(values) else float(np.inf)
