"""Shows the simulator's models to SUMO as vehicles, so that traffic reacts.

A SUMO vehicle is on one lane only: every other lane that an ego's box overlaps holds a hidden
shadow vehicle, which is as long as the covered part of that lane: in a junction a whole car across
its way would lie on crossings that are metres away. Each stands in the middle of its lane: if a
vehicle is placed across a line, SUMO keeps one on the other lane that never goes away. Traffic sees
a pose given at t at t + step, so that it is first extrapolated by one step. While an ego drives,
its SUMO vehicle has the route that others expect of it, without which junctions and crossings would
not see it come. [SumoGazebo, Alg. 1, ``setSumoEgoVehicleState``]
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np
import traci

from sim.errors import InputError
from sim.traffic.ego.continuation import Continuation
from sim.traffic.ego_state import EgoState
from sim.traffic.frames import angle_from_yaw, bumper_from_centre
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.roads.network import Lane, Network, Overlap
from sim.traffic.roads.path import Path
from sim.traffic.session import SumoSession
from sim.traffic.state import SHADOW, STOREY, TrafficState

ON_LANE = 0
KEEP_EXACT = 2
# On a cycle lane, where an ego may not drive, it must be seen all the same. On sidewalks SUMO
# crashes of a vehicle among persons.
ANY_LANE = 4
EGO_CLASS = "passenger"
DEFAULT_TYPE = "DEFAULT_VEHTYPE"
SPEED_MODE_FREE = 32
LANE_CHANGE_NEVER = 0
# Value of setSpeed by which a vehicle's own speed counts again.
OWN_SPEED = -1.0
MIN_OVERLAP = 0.3  # m
# Minimum distance to a lane's end for an ego that must stay on the lane.
END_MARGIN = 0.1  # m
# A shadow's length is updated if its error is larger.
LENGTH_TOLERANCE = 0.1  # m
MAX_SHADOWS = 4
# An ego that stands lets the others go.
MIN_DRIVING_SPEED = 0.5  # m/s


@dataclass(frozen=True)
class EgoOnRoad:
    """Position of an ego in SUMO; ``lane`` is empty off the road."""

    lane: str
    shadows: Tuple[str, ...]

    @property
    def off_road(self) -> bool:
        return not self.lane


@dataclass
class _Shadow:
    name: str
    length: float


@dataclass
class _Coupled:
    """``shadows`` by lane."""

    shadows: Dict[str, _Shadow] = field(default_factory=dict)
    serial: int = 0
    lane: Optional[Lane] = None
    way: Tuple[str, ...] = ()
    reverses: bool = False


class EgoCoupling:
    """Keeps SUMO vehicles at the egos of the simulator.

    Each ego has one and its shadows. ``kinds`` are SUMO's types by ego, if assigned.
    """

    def __init__(
        self,
        session: SumoSession,
        network: Network,
        kinds: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._kinds = kinds
        self._session = session
        self._network = network
        self._egos: Dict[str, _Coupled] = {}
        self._continuation = Continuation(network)
        self._flat = network.flat

    def look_around(self, egos: Sequence[EgoState]) -> List[EgoState]:
        """Subscribe to the surroundings of these egos.

        Return the egos that were subscribed before.
        """
        offset = self._session.offset
        known = self._session.view.look(
            {
                ego.name: (ego.centre[0] + float(offset[0]), ego.centre[1] + float(offset[1]))
                for ego in egos
            }
        )
        return [ego for ego in egos if ego.name in known]

    def place(self, ego: EgoState) -> EgoOnRoad:
        """Move an ego to its predicted pose after the next SUMO step."""
        return self.put(ego, ego.after(self._session.options.step))

    def put(self, ego: EgoState, seen: EgoState) -> EgoOnRoad:
        """Move an ego to the pose ``seen`` after the next SUMO step."""
        main, others = self._lanes(seen)
        coupled = self._egos.get(ego.name)
        if coupled is None:
            if main is None:
                # It is not seen there, and SUMO crashes at its induction loops where a vehicle
                # begins beside the road.
                return EgoOnRoad("", ())
            self._add(ego.name, ego)
            coupled = self._egos[ego.name] = _Coupled()
        self._announce(ego, coupled)
        self._set_reversing(ego, coupled)
        self._move(ego.name, seen, main)
        coupled.lane = main
        self._place_shadows(coupled, seen, others[:MAX_SHADOWS])
        return EgoOnRoad(main.id if main else "", tuple(coupled.shadows))

    def _lanes(self, ego: EgoState) -> Tuple[Optional[Lane], List[Overlap]]:
        """Return an ego's lane and its overlaps with other lanes.

        Only lanes from which SUMO does not see the ego are included.
        """
        network, corners = self._network, ego.corners()
        under, touched = network.lanes_under(corners, *ego.centre, ego.yaw)
        main = under if under and self._drivable(under, ego) else None
        # Overlaps with other lanes are expensive to compute.
        among = [lane for lane in touched if not (main and network.same_way(lane, main))]
        among = [lane for lane in among if self._drivable(lane, ego)]
        overlaps = network.lanes_overlapping(corners, among=among) if among else []
        overlaps = [part for part in overlaps if part.width > MIN_OVERLAP]
        if main is None and overlaps:
            main = min((part.lane for part in overlaps), key=lambda lane: self._aside(lane, ego))
            overlaps = [part for part in overlaps if not network.same_way(part.lane, main)]
        return main, overlaps

    def remove(self, name: str) -> None:
        """Remove an ego that left the simulator, and its shadows, from SUMO."""
        coupled = self._egos.pop(name, None)
        shadows = coupled.shadows.values() if coupled else ()
        for vehicle in [name, *(shadow.name for shadow in shadows)]:
            self._remove(vehicle)

    def clear_around(
        self, state: TrafficState, ego: EgoState, ahead: float, behind: float
    ) -> List[str]:
        """Remove vehicles and persons in an ego's place and return their names.

        Vehicles are also removed up to ``ahead`` and ``behind`` m from it.
        """
        if not len(state):
            return []
        apart = state.position[:, :2] - ego.centre
        along = apart @ np.array([np.cos(ego.yaw), np.sin(ego.yaw)])
        across = apart @ np.array([-np.sin(ego.yaw), np.cos(ego.yaw)])
        length = np.array([kind.length for kind in self._session.types])[state.type]
        width = np.array([kind.width for kind in self._session.types])[state.type]
        walks = np.fromiter(map(self._session.registry.walks, state.id.tolist()), bool, len(state))
        reach = 0.5 * (length + ego.length)
        inside = (
            (along < reach + np.where(walks, 0.0, ahead))
            & (along > -reach - np.where(walks, 0.0, behind))
            & (np.abs(across) < 0.5 * (width + ego.width) + MIN_OVERLAP)
            & (np.abs(state.position[:, 2] - ego.z) < STOREY)
        )
        for number in state.id[inside].tolist():
            self._take_out(number)
        return [self._session.names[number] for number in state.id[inside]]

    def _take_out(self, number: int) -> None:
        """Remove a vehicle or a person of the traffic."""
        domain, name = self._session.registry.behind(number)
        # It has just arrived.
        with contextlib.suppress(traci.TraCIException):
            self._session.ask(
                lambda: (
                    domain.removeStages(name)
                    if self._session.registry.walks(number)
                    else domain.remove(name)
                )
            )

    def _add(self, vehicle: str, ego: EgoState) -> None:
        domain = self._session.connection.vehicle
        try:
            kind = self._kinds.get(ego.name, DEFAULT_TYPE)
            self._session.ask(lambda: domain.add(vehicle, "", typeID=kind, depart="now"))
        except traci.TraCIException as error:
            raise InputError(
                f"ego '{ego.name}'",
                f"SUMO does not take it as '{vehicle}' ({error}); where SUMO has a vehicle of "
                "this name, "
                "rename one of them",
            ) from None
        self._session.hidden[vehicle.encode()] = None
        for setter, value in (
            (domain.setLength, ego.length),
            (domain.setWidth, ego.width),
            (domain.setHeight, ego.height),
            (domain.setSpeedMode, SPEED_MODE_FREE),
            (domain.setLaneChangeMode, LANE_CHANGE_NEVER),
            (domain.setMinGap, 0.0),
        ):
            self._session.ask(partial(setter, vehicle, value))

    def _move(self, vehicle: str, ego: EgoState, lane: Optional[Lane]) -> None:
        x, y = bumper_from_centre(*ego.centre, ego.yaw, ego.length, self._session.offset)
        if lane is not None:
            x, y = self._beside(lane, x, y, not _takes_egos(lane))
        self._move_to(vehicle, lane, x, y, ego.yaw)

    def _move_to(self, vehicle: str, lane: Optional[Lane], x: float, y: float, yaw: float) -> None:
        """Move a vehicle's front to a point, optionally on a lane.

        The point is in net coordinates.
        """
        angle, domain = angle_from_yaw(yaw), self._session.connection.vehicle
        if lane is not None:
            keep = ON_LANE if _takes_egos(lane) else ANY_LANE
            try:
                self._session.ask(
                    lambda: domain.moveToXY(vehicle, lane.edge, lane.index, x, y, angle, keep)
                )
                return
            except traci.TraCIException:
                pass  # SUMO finds no lane for this heading
        self._session.ask(lambda: domain.moveToXY(vehicle, "", -1, x, y, angle, KEEP_EXACT))

    def _announce(self, ego: EgoState, coupled: _Coupled) -> None:
        """Set an ego's route; junctions expect it along that route.

        The ego is still at the position of the last step. SUMO crashes if a route is set between
        moveToXY and the step, so that this comes before the next moveToXY.
        """
        lane, domain = coupled.lane, self._session.connection.vehicle
        if lane is None or lane.internal:
            return
        way = (
            self._continuation.edges(lane)
            if ego.speed > MIN_DRIVING_SPEED and self._along(lane, ego)
            else (lane.edge,)
        )
        if way == coupled.way or (len(way) == 1 and not coupled.way):
            return
        try:
            if self._session.ask(lambda: domain.getRoadID(ego.name)) == lane.edge:
                self._session.ask(lambda: domain.setRoute(ego.name, way))
                coupled.way = way if len(way) > 1 else ()
        except traci.TraCIException:
            coupled.way = ()  # it has not entered the network, or SUMO does not find the route

    def _set_reversing(self, ego: EgoState, coupled: _Coupled) -> None:
        """Have SUMO show a reversing ego at standstill.

        SUMO keeps the last forward speed of a vehicle that is moved backwards, and vehicles behind
        would rely on it.
        """
        reverses = ego.speed < 0.0
        if reverses != coupled.reverses:
            coupled.reverses = reverses
            speed = 0.0 if reverses else OWN_SPEED
            self._session.ask(lambda: self._session.connection.vehicle.setSpeed(ego.name, speed))

    def _drivable(self, lane: Lane, ego: EgoState) -> bool:
        """Return whether an ego can be seen on a lane.

        Lanes of persons and of a road above or below are excluded.
        """
        if lane.kind == SIDEWALK or self._flat:
            return lane.kind != SIDEWALK
        path = self._network.known_path(lane)
        return abs(path.at(path.project(*ego.centre)[0])[2] - ego.z) < STOREY

    def _aside(self, lane: Lane, ego: EgoState) -> float:
        return abs(self._network.known_path(lane).project(*ego.centre)[1])

    def _along(self, lane: Lane, ego: EgoState) -> bool:
        """Return whether an ego drives in the direction of a lane."""
        path = self._network.known_path(lane)
        return bool(np.cos(path.at(path.project(*ego.centre)[0])[3] - ego.yaw) > 0.0)

    def _beside(self, lane: Lane, x: float, y: float, stays: bool) -> Tuple[float, float]:
        """Return the projection of a point onto a lane's centre line.

        The point is in net coordinates. Beyond the lane's ends it is the point itself, or the end
        if the ego ``stays``. If any lane is allowed SUMO would take a crossing beyond the end, and
        crash there.
        """
        path, offset = self._network.known_path(lane), self._session.offset
        s, _ = path.project(x - offset[0], y - offset[1])
        if not stays and not 0.0 < s < path.length:
            return x, y
        return self._on_lane(path, s)[:2]

    def _on_lane(self, path: Path, s: float) -> Tuple[float, float, float]:
        """Return a point and the yaw along a lane's centre line.

        It is at ``s`` m, just before the end at most, in net coordinates.
        """
        x, y, _, yaw, _ = path.at(min(max(s, END_MARGIN), path.length - END_MARGIN))
        east, north = (float(value) for value in self._session.offset[:2])
        return x + east, y + north, yaw

    def _place_shadows(self, coupled: _Coupled, ego: EgoState, parts: List[Overlap]) -> None:
        wanted = {part.lane.id: part for part in parts}
        for lane_id in [lane_id for lane_id in coupled.shadows if lane_id not in wanted]:
            self._remove(coupled.shadows.pop(lane_id).name)
        for lane_id, part in wanted.items():
            if lane_id not in coupled.shadows:
                coupled.serial += 1
                name = f"{ego.name}{SHADOW}{coupled.serial}"
                self._add(name, ego)
                coupled.shadows[lane_id] = _Shadow(name, ego.length)
            self._cover(coupled.shadows[lane_id], part)

    def _cover(self, shadow: _Shadow, part: Overlap) -> None:
        """Has a shadow cover a part of its lane."""
        domain, length = self._session.connection.vehicle, max(part.front - part.rear, END_MARGIN)
        if abs(length - shadow.length) > LENGTH_TOLERANCE:
            shadow.length = length
            self._session.ask(lambda: domain.setLength(shadow.name, length))
        at = self._on_lane(self._network.known_path(part.lane), part.front)
        self._move_to(shadow.name, part.lane, *at)

    def _remove(self, vehicle: str) -> None:
        # SUMO has not inserted it yet or has already let it go.
        with contextlib.suppress(traci.TraCIException):
            self._session.ask(lambda: self._session.connection.vehicle.remove(vehicle))


def _takes_egos(lane: Lane) -> bool:
    return lane.internal or EGO_CLASS in lane.allowed
