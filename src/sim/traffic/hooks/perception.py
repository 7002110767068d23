"""Makes the views of driver modules from a step's answer.

A view has each vehicle's lane, and the neighbours ahead and beside. All except the leader comes
with the step's own subscription; SUMO gives no leaders there, so that these take one more message
for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Dict, FrozenSet, List, Tuple

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.traffic.decoder import VEHICLE_VARIABLES, Variable, VehicleRecords
from sim.traffic.hooks.lane_table import LaneOrder, LaneTable
from sim.traffic.hooks.leaders import Leaders
from sim.traffic.hooks.view import LEFT_BLINKER, RIGHT_BLINKER, AdjacentLane, View
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession

SIGHT = 150.0
DRIVER_VARIABLES = (
    *VEHICLE_VARIABLES,
    Variable("position", tc.VAR_LANEPOSITION, tc.TYPE_DOUBLE),
    Variable("length", tc.VAR_LENGTH, tc.TYPE_DOUBLE),
    Variable("allowed_speed", tc.VAR_ALLOWED_SPEED, tc.TYPE_DOUBLE),
    Variable("accel", tc.VAR_ACCEL, tc.TYPE_DOUBLE),
    Variable("decel", tc.VAR_DECEL, tc.TYPE_DOUBLE),
    Variable("tau", tc.VAR_TAU, tc.TYPE_DOUBLE),
    Variable("min_gap", tc.VAR_MINGAP, tc.TYPE_DOUBLE),
    Variable("lane", tc.VAR_LANE_ID, tc.TYPE_STRING),
)


@dataclass(frozen=True)
class Crowd:
    """Vehicles of an answer; most steps have the same.

    ``names``, ``numbers`` (n,), -1 for vehicles that were in no state yet, ``texts`` (n,) of their
    names, and ``rows`` by name; ``known`` is the number of names that had numbers.
    """

    names: List[bytes]
    numbers: Array
    texts: Array
    rows: Dict[bytes, int]
    known: int

    @cached_property
    def present(self) -> FrozenSet[int]:
        """The numbers as a set."""
        return frozenset(self.numbers.tolist())


class VehicleSnapshot:
    """All vehicles of one step with their ids, the source of views."""

    def __init__(self, vehicles: VehicleRecords, crowd: Crowd, table: LaneTable) -> None:
        records = vehicles.records
        self.crowd, self.present = crowd, crowd.present
        self.names, self.numbers, self.texts, self.rows = (
            crowd.names,
            crowd.numbers,
            crowd.texts,
            crowd.rows,
        )
        self.lane = table.numbers(vehicles.texts["lane"])
        self.speed, self.acceleration, self.position, self.length = (
            records[field].astype(float)
            for field in ("speed", "acceleration", "position", "length")
        )
        self.rear = self.position - self.length
        self.signals, self.records = records["signals"].astype(int), records
        self.order = LaneOrder(self.lane, self.position)


class Perception:
    """Cuts views from the answers of a session."""

    def __init__(self, session: SumoSession, network: Network) -> None:
        self._session, self._table = session, LaneTable(network)
        self._leaders = Leaders(session.link.exchange, SIGHT)
        # Lanes that each type may use (types, lanes), and the types with known lanes.
        self._may_use = np.empty((0, len(self._table.index)), bool)
        self._known_types = np.empty(0, bool)
        self._crowd = Crowd([], np.empty(0, np.int64), np.empty(0, object), {}, 0)

    def snapshot(self) -> VehicleSnapshot:
        """Return all vehicles after the last step."""
        vehicles = self._session.answer.vehicles
        return VehicleSnapshot(vehicles, self._crowd_of(vehicles.names), self._table)

    def _crowd_of(self, names: List[bytes]) -> Crowd:
        registry, last = self._session.registry, self._crowd
        if names != last.names or len(registry.names) != last.known:
            numbers = registry.seen_vehicles(names)
            texts = np.empty(len(names), object)
            texts[:] = [name.decode() for name in names]
            rows = {name: row for row, name in enumerate(names)}
            self._crowd = Crowd(names, numbers, texts, rows, len(registry.names))
        return self._crowd

    def view(self, snapshot: VehicleSnapshot, rows: Array, rng: np.random.Generator) -> View:
        """Return the view of the vehicles in rows (n,) of a snapshot.

        All of them must be on lanes.
        """
        table, registry, records, lane = (
            self._table,
            self._session.registry,
            snapshot.records.take(rows),
            snapshot.lane[rows],
        )
        names = list(map(snapshot.names.__getitem__, rows.tolist()))
        column = {
            field: records[field].astype(float)
            for field in ("allowed_speed", "accel", "decel", "tau", "min_gap")
        }
        number, speed, position = (
            snapshot.numbers[rows],
            snapshot.speed[rows],
            snapshot.position[rows],
        )
        left, right = self._sides(snapshot, rows, registry.type_of[number])
        return View(
            self._session.time,
            self._session.options.step,
            rng,
            snapshot.texts[rows],
            number,
            speed,
            snapshot.acceleration[rows],
            snapshot.length[rows],
            table.edge[lane],
            table.index[lane],
            table.lanes[lane],
            position,
            table.length[lane] - position,
            column["allowed_speed"],
            column["accel"],
            column["decel"],
            column["tau"],
            column["min_gap"],
            snapshot.signals[rows],
            *self._ahead(snapshot, names, speed, column["min_gap"]),
            left,
            right,
        )

    def _ahead(
        self, snapshot: VehicleSnapshot, names: List[bytes], speed: Array, min_gap: Array
    ) -> Tuple[Array, Array, Array]:
        """Return gap, speed, and acceleration (n,) of the leaders.

        SUMO's distance lacks the follower's ``min_gap``.
        """
        found, distance = self._session.ask(lambda: self._leaders.of(names))
        row = np.fromiter(map(snapshot.rows.get, found, repeat(-1)), int, len(found))
        seen = row >= 0
        gap = np.where(np.fromiter(map(bool, found), bool, len(found)), distance + min_gap, np.inf)
        return (
            gap,
            np.where(seen, snapshot.speed[row], speed),
            np.where(seen, snapshot.acceleration[row], 0.0),
        )

    def _sides(
        self, snapshot: VehicleSnapshot, rows: Array, kinds: Array
    ) -> Tuple[AdjacentLane, AdjacentLane]:
        """Return both sides (left, right), computed together."""
        count, both, here = len(rows), np.concatenate([rows, rows]), snapshot.lane[rows]
        lane = np.concatenate([self._table.left[here], self._table.right[here]])
        blinker = np.repeat((RIGHT_BLINKER, LEFT_BLINKER), count)
        position, speed, rear = (
            snapshot.position[both],
            snapshot.speed[both],
            snapshot.rear[both],
        )
        ahead, behind = snapshot.order.around(lane, position)
        there, follows = ahead >= 0, behind >= 0
        values = (
            (lane >= 0) & self._open(np.concatenate([kinds, kinds]), lane),
            np.where(there, snapshot.rear[ahead] - position, np.inf),
            np.where(there, snapshot.speed[ahead], speed),
            there & ((snapshot.signals[ahead] & blinker) > 0),
            np.where(follows, rear - snapshot.position[behind], np.inf),
            np.where(follows, snapshot.speed[behind], speed),
        )
        return AdjacentLane(*(value[:count] for value in values)), AdjacentLane(
            *(value[count:] for value in values)
        )

    def _open(self, kinds: Array, lane: Array) -> Array:
        """Return whether lanes (n,) are open to vehicles of types (n,)."""
        self._learn(kinds)
        found: Array = self._may_use[kinds, lane]
        return found

    def _learn(self, kinds: Array) -> None:
        """Determine the lanes that are open to new vehicle types."""
        missing = len(self._session.types) - len(self._known_types)
        if missing > 0:
            self._known_types = np.append(self._known_types, np.zeros(missing, bool))
            none = np.zeros((missing, self._may_use.shape[1]), bool)
            self._may_use = np.concatenate([self._may_use, none])
        known = self._known_types[kinds]
        for kind in np.unique(kinds[~known]).tolist() if not known.all() else ():
            self._may_use[kind] = self._table.open_to(self._class(kind))
            self._known_types[kind] = True

    def _class(self, kind: int) -> str:
        name = self._session.types[kind].name
        found: str = self._session.ask(
            lambda: self._session.connection.vehicletype.getVehicleClass(name)
        )
        return found
