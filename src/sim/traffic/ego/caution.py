"""Holds persons back near an ego.

Persons do not step in front of an ego that cannot stop in time, nor walk into the side of one that
stands. SUMO's persons walk out wherever they have the right of way, and do not see a vehicle that
has left its place in a queue behind their crossing. World frame, SI units. Persons already in the
ego's way walk on.
"""

from __future__ import annotations

import contextlib
from typing import Dict, Sequence, Tuple

import numpy as np
import shapely
import traci

from sim.arrays import Array
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.footways import walking_polygons
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession
from sim.traffic.state import STOREY, TrafficState

# A driver with late reaction and good brakes, and the space that persons leave beside the vehicle.
REACTION_TIME = 0.5  # s
BRAKING_DECELERATION = 5.0  # m/s^2
SIDE_MARGIN = 0.5  # m
MAX_SLOW_SPEED = 1.0  # m/s
# Distance before the ego's path at which a person decides, and the minimum turn towards it (sine of
# the angle).
DECISION_DISTANCE = 1.5  # m
MIN_HEADING_SINE = 0.5
# The same for the side of an ego that stands.
STANDING_EGO_DISTANCE = 0.6  # m
# A held person creeps: for a person of speed 0, SUMO searches another crossing, finds none, and
# moves the person to the beginning of the next edge.
HELD_SPEED = 0.001  # m/s
FREE_SPEED = -1.0  # m/s, SUMO's value for the person's own speed


class Caution:
    """Holds persons at the kerb by their speed, and lets them go."""

    def __init__(self, session: SumoSession, network: Network) -> None:
        self._session = session
        # At the ends of sidewalks, persons turn onto a crossing within a step.
        self._corners = shapely.union_all(walking_polygons(network))
        shapely.prepare(self._corners)
        self._held: Dict[int, None] = {}

    def before_step(self, state: TrafficState, egos: Sequence[EgoState]) -> None:
        """Hold or release persons before SUMO's next step.

        ``state`` is the one that the step begins from.
        """
        if not self._session.registry.anybody_walks:
            return
        rows = np.flatnonzero(
            np.fromiter(map(self._session.registry.walks, state.id.tolist()), bool, len(state))
        )
        waits = np.zeros(len(rows), bool)
        position, held = (
            state.position[rows],
            np.fromiter(
                (number in self._held for number in state.id[rows].tolist()), bool, len(rows)
            ),
        )
        for ego in egos:
            near = at_the_kerb(ego, position, held)
            near[near] = (
                held[near]
                | (inwards(ego, position[near], state.yaw[rows[near]]) > MIN_HEADING_SINE)
                | shapely.contains_xy(self._corners, *position[near, :2].T)
            )
            waits |= near | at_its_side(ego, position, state.yaw[rows])
        wanted = dict.fromkeys(state.id[rows[waits]].tolist())
        for number in [number for number in self._held if number not in wanted]:
            self._set_speed(number, FREE_SPEED)
        for number in [number for number in wanted if number not in self._held]:
            self._set_speed(number, HELD_SPEED)
        self._held = wanted

    def _set_speed(self, number: int, speed: float) -> None:
        domain, name = self._session.registry.behind(number)
        # He has arrived.
        with contextlib.suppress(traci.TraCIException):
            self._session.ask(lambda: domain.setSpeed(name, speed))


def at_the_kerb(ego: EgoState, position: Array, held: Array) -> Array:
    """Return a mask (n,) of persons beside a moving ego's stopping path.

    Persons at (n, 3) stand or walk there, but are not on the path yet. SUMO lets standing persons
    drift sideways, so that persons already ``held`` (n,) may be slightly inside the margin.
    """
    if ego.speed <= MAX_SLOW_SPEED:
        return np.zeros(len(position), bool)
    along, across = _in_frame(ego, position)
    stopping = (
        0.5 * ego.length
        + SIDE_MARGIN
        + ego.speed * REACTION_TIME
        + ego.speed**2 / (2.0 * BRAKING_DECELERATION)
    )
    beside = np.abs(across) - 0.5 * ego.width - SIDE_MARGIN
    at_kerb = (beside > np.where(held, -SIDE_MARGIN, 0.0)) & (beside < DECISION_DISTANCE)
    waits: Array = (
        (along > -0.5 * ego.length)
        & (along < stopping)
        & at_kerb
        & (np.abs(position[:, 2] - ego.z) < STOREY)
    )
    return waits


def at_its_side(ego: EgoState, position: Array, yaw: Array) -> Array:
    """Return a mask (n,) of persons about to walk into an ego.

    The ego stands or crawls, and they reach its side; persons are at (n, 3) with directions (n,).
    """
    if ego.speed > MAX_SLOW_SPEED:
        return np.zeros(len(position), bool)
    along, across = _in_frame(ego, position)
    beside = np.abs(across) - 0.5 * ego.width
    walks_in: Array = (
        (np.abs(along) < 0.5 * ego.length)
        & (beside > 0.0)
        & (beside < STANDING_EGO_DISTANCE)
        & (inwards(ego, position, yaw) > MIN_HEADING_SINE)
        & (np.abs(position[:, 2] - ego.z) < STOREY)
    )
    return walks_in


def inwards(ego: EgoState, position: Array, yaw: Array) -> Array:
    """Return sine (n,) of the angle of persons to an ego's path.

    It is positive if they walk towards the path.
    """
    sine: Array = -np.sign(_in_frame(ego, position)[1]) * np.sin(yaw - ego.yaw)
    return sine


def _in_frame(ego: EgoState, position: Array) -> Tuple[Array, Array]:
    """Return distances in m ahead and to the left of an ego. They are from its centre."""
    c, s = np.cos(ego.yaw), np.sin(ego.yaw)
    apart = position[:, :2] - ego.centre
    return apart[:, 0] * c + apart[:, 1] * s, apart[:, 1] * c - apart[:, 0] * s
