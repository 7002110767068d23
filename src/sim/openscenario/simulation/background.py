"""Background traffic of TrafficActions, driven by SUMO's models.

Swarms and areas are updated once a second, sources and sinks in each step.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Sequence, Set

import numpy as np
import traci

from sim.arrays import Array
from sim.errors import InputError, SimError
from sim.openscenario.model.element import Element
from sim.openscenario.model.traffic_actions import (
    TrafficAction,
    TrafficAreaAction,
    TrafficSinkAction,
    TrafficSourceAction,
    TrafficStopAction,
    TrafficSwarmAction,
)
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.roads import RoadPose
from sim.openscenario.simulation.background_types import Mix, mix_of
from sim.openscenario.simulation.insertion_places import InsertionPlaces
from sim.traffic.control.insertion import Insertion, InsertionStart
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession
from sim.traffic.state import TrafficState

UPDATE_PERIOD = 1.0  # s, between two looks at swarms and areas
MIN_DISTANCE = 25.0  # m, of a place from all others
RANDOM_STREAM = 25


@dataclass
class _Traffic:
    """State of a running traffic action.

    ``due``: time of its next update; ``members``: its vehicles, of a ``number`` that is kept up if
    ``continuous``.
    """

    action: Element
    where: Sequence[RoadPose]
    mix: Mix
    due: float
    number: int = 0
    continuous: bool = True
    members: Set[str] = field(default_factory=set)
    filled: bool = False


class Background:
    """Background traffic of a run.

    ``entity`` returns one by name, ``others`` the places of all entities (n, 2).
    """

    def __init__(
        self,
        session: SumoSession,
        network: Network,
        insertion: Insertion,
        entity: Callable[[str], Entity],
        others: Callable[[], Array],
        say: Callable[[str], None],
    ) -> None:
        self._session, self._network, self._insertion = session, network, insertion
        self._entity, self._others, self._say = entity, others, say
        self._rng = np.random.default_rng([session.options.seed, RANDOM_STREAM])
        self._places: Optional[InsertionPlaces] = None
        self._going: Dict[str, _Traffic] = {}
        # All vehicles added so far.
        self._own: Set[str] = set()

    def begin(self, given: TrafficAction, where: Sequence[RoadPose], time: float) -> None:
        """Start an action with its positions ``where``."""
        action, name = given.action, given.traffic_name or f"{given.source}"
        if isinstance(action, TrafficStopAction):
            if self._going.pop(name, None) is None:
                self._say(
                    f"{given.source}: <TrafficStopAction> has no effect; "
                    f"traffic '{name}' is not running"
                )
            return
        if isinstance(action, TrafficAreaAction) and not where:
            return
        mix = [] if isinstance(action, TrafficSinkAction) else mix_of(action)
        self._going[name] = own = _Traffic(action, where, mix, time)
        if isinstance(action, TrafficSwarmAction):
            own.number = action.number_of_vehicles
        elif isinstance(action, TrafficAreaAction):
            own.number, own.continuous = action.number_of_entities, action.continuous
        if self._places is None:
            self._places = InsertionPlaces(self._network)
        if isinstance(action, TrafficSourceAction) and not self._within(own).any():
            raise InputError(action.source, f"has no lane within {action.radius:g} m of its place")

    def before_step(self, time: float, state: TrafficState) -> None:
        """Add and remove vehicles that are due."""
        if not self._going:
            return
        names = [self._session.names[number] for number in state.id.tolist()]
        everybody = zip(names, state.position[:, :2].tolist())
        seen = {name: place for name, place in everybody if name in self._own}
        for each in self._going.values():
            if isinstance(each.action, TrafficSourceAction):
                self._flow(each, each.action, time)
            elif isinstance(each.action, TrafficSinkAction):
                self._drain(each, each.action, time, seen)
            elif time >= each.due - 1e-9:
                each.due += UPDATE_PERIOD
                self._keep_up(each, seen)

    def _flow(self, own: _Traffic, action: TrafficSourceAction, time: float) -> None:
        speed = action.speed if action.speed is not None else action.velocity
        while action.rate > 0.0 and time >= own.due - 1e-9:
            own.due += 1.0 / action.rate
            self._add(own, self._within(own), speed)

    def _drain(
        self, own: _Traffic, action: TrafficSinkAction, time: float, seen: Dict[str, List[float]]
    ) -> None:
        middle = own.where[0]
        for name, (x, y) in seen.items():
            if math.hypot(x - middle.x, y - middle.y) > action.radius:
                continue
            if action.rate is not None:
                if time < own.due - 1e-9 or not action.rate > 0.0:
                    return
                own.due = max(own.due, time) + 1.0 / action.rate
            self._remove(name)

    def _keep_up(self, own: _Traffic, seen: Dict[str, List[float]]) -> None:
        """Replace vehicles that have left, or found no gap to enter."""
        if own.filled and not own.continuous:
            return
        assert self._places is not None
        within = self._within(own)
        for name in sorted(own.members):
            if name not in seen or not within[self._places.nearest(*seen[name])]:
                self._remove(name)
                own.members.discard(name)
        taken = np.concatenate([np.reshape([*seen.values()], (-1, 2)), self._others()])
        free = within & self._places.free(taken, MIN_DISTANCE)
        for _ in range(own.number - len(own.members)):
            directed = self._directed(own.action, free)
            if not directed.any():
                break
            spot = self._add(own, directed, self._speed(own.action))
            free &= ~self._places.circle(self._places.x[spot], self._places.y[spot], MIN_DISTANCE)
        own.filled = True

    def _speed(self, action: Element) -> Optional[float]:
        """Return the initial speed; None for the lane's speed limit."""
        if not isinstance(action, TrafficSwarmAction):
            return None
        if action.speeds is not None:
            return float(self._rng.uniform(action.speeds.lower_limit, action.speeds.upper_limit))
        return action.velocity

    def _directed(self, action: Element, within: Array) -> Array:
        """Return the places with a randomly drawn direction of a swarm.

        Relative to the swarm's entity.
        """
        if not isinstance(action, TrafficSwarmAction) or action.directions is None:
            return within
        assert self._places is not None
        directions = action.directions
        total = directions.same + directions.opposite
        same = total <= 0.0 or self._rng.uniform(0.0, total) < directions.same
        looks = np.cos(self._places.yaw - self._entity(action.central.entity_ref).heading)
        return np.asarray(within & ((looks >= 0.0) == same))

    def _within(self, own: _Traffic) -> Array:
        assert self._places is not None
        action = own.action
        if isinstance(action, TrafficSourceAction):
            return self._places.ahead(own.where[0].x, own.where[0].y, action.radius)
        if isinstance(action, TrafficSwarmAction):
            axes = (action.semi_major_axis, action.semi_minor_axis)
            entity = self._entity(action.central.entity_ref)
            return self._places.ring(entity, action.offset, axes, action.inner_radius)
        return self._places.polygon([(each.x, each.y) for each in own.where])

    def _add(self, own: _Traffic, within: Array, speed: Optional[float]) -> int:
        """Add a vehicle at a random place, and return the place.

        It enters as soon as there is a gap.
        """
        assert self._places is not None
        spot = int(self._rng.choice(np.flatnonzero(within)))
        weights = np.array([weight for weight, _ in own.mix])
        kind = own.mix[int(self._rng.choice(len(weights), p=weights / weights.sum()))][1].name
        lane = self._places.lanes[self._places.lane[spot]]
        wanted = "max" if speed is None else f"{min(speed, lane.speed):.3f}"
        name = f"traffic_{len(self._own)}"
        self._own.add(name)
        try:
            way = self._places.way_on(spot, self._rng)
            route = self._insertion.route([way[0], way[-1]], kind, "traffic")
            start = InsertionStart(str(lane.index), f"{self._places.along[spot]:.2f}", wanted)
            self._insertion.insert(name, route, kind, start)
        except SimError as error:
            self._say(f"traffic goes on without {name}: {error}")
        own.members.add(name)
        return spot

    def _remove(self, name: str) -> None:
        self._session.sent_away.add(name)
        # The vehicle may have just arrived.
        with contextlib.suppress(traci.TraCIException):
            self._session.ask(lambda: self._session.connection.vehicle.remove(name))
