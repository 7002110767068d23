"""Temporary commands for SUMO's vehicles.

A vehicle returns to SUMO's control in its former state.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Sequence

import traci
import traci.constants as tc

from sim.errors import InputError, SimulationError
from sim.traffic.control.batch import Answer, RequestBatch, byte, compound, double
from sim.traffic.control.holds import Holds, until
from sim.traffic.control.insertion import Insertion
from sim.traffic.control.names import finite, known, matching
from sim.traffic.control.parameters import checked, lone_emergency_decel, restoring
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession

FREE_SPEED = -1.0  # m/s
# SUMO ends a lane's hold only by time.
MAX_HOLD_TIME = 1e7  # s
# No lanes to the left, for 0 s: ends a hold without asking where the vehicle is.
KEEP_NO_LANE = compound((byte(0), double(0.0), byte(1)))
SPEED_HOLD = "speed"
LANE_HOLD = "lane"
SPEED_MODE = str(tc.VAR_SPEEDSETMODE)
LANE_CHANGE_MODE = str(tc.VAR_LANECHANGE_MODE)
DECEL = str(tc.VAR_DECEL)
EMERGENCY_DECEL = str(tc.VAR_EMERGENCY_DECEL)


class Commanded(NamedTuple):
    """The vehicles that follow a command, and a line about the others."""

    affected: List[str]
    remark: str = ""


class VehicleControl:
    """Commands for vehicles by name or pattern.

    Vehicles that cannot follow are skipped and named; it is an error if none can. ``modes`` are the
    speed or lane change modes, by aspect, before a driver module set them; a user's setting takes
    them over.
    """

    def __init__(self, session: SumoSession, network: Network, insertion: Insertion) -> None:
        self._session, self._network, self._insertion = session, network, insertion
        self.holds = Holds()
        self.modes: Dict[str, Dict[str, int]] = {SPEED_MODE: {}, LANE_CHANGE_MODE: {}}

    def before_step(self) -> None:
        """End the expired settings."""
        due = self.holds.due(self._session.time)
        if due:
            self._forget_gone(self._insertion.waiting())
            batch = self.batch()
            for vehicle, aspect in due:
                if self.holds.has(vehicle, aspect):
                    self.holds.take(vehicle, aspect)(batch)
            batch.send()

    @property
    def leftward(self) -> int:
        """Change of a lane's index by one lane to the left."""
        return self._network.leftward

    def batch(self) -> RequestBatch:
        return RequestBatch(self._session.link.exchange, self._session.ask)

    def set_speed(self, vehicles: str, speed: float, duration: float) -> Commanded:
        """Set the speed of vehicles as far as that is safe. A negative speed returns it to SUMO."""
        names = self._matching(vehicles)
        finite(speed, "speed")
        end = self._end(duration)
        if speed < 0:
            return self._release(names, [SPEED_HOLD])
        batch = self.batch()
        for name in names:
            batch.set(tc.VAR_SPEED, name, double(speed))
            self.holds.add(
                name,
                SPEED_HOLD,
                end,
                _setting(tc.VAR_SPEED, name, double(FREE_SPEED)),
            )
        return self._sent(batch, names)

    def change_lane(self, vehicles: str, lane: int, relative: bool, duration: float) -> Commanded:
        """Send vehicles to a lane of their edge.

        It is counted from the right, in left-hand traffic from the left; if ``relative``, to the
        left of the present lane.
        """
        names, end = self._matching(vehicles), self._end(duration)
        wanted, refused = {}, []
        for name, here, kind in zip(
            names, self._values(tc.VAR_LANE_ID, names), self._values(tc.VAR_VEHICLECLASS, names)
        ):
            at, step = here.rpartition("_")[2], self._network.leftward * lane
            target = (int(at) + step if relative else lane) if here else -1
            lanes = self._network.edges.get(here.rpartition("_")[0], ())
            if not 0 <= target < len(lanes):
                refused.append(f"{name} is {_place(here, len(lanes))}")
            elif kind not in lanes[target].allowed:
                refused.append(f"{name} (SUMO class {kind}) must not drive on {lanes[target].id}")
            else:
                wanted[name] = target
        batch = self.batch()
        for name, target in wanted.items():
            batch.set(
                tc.CMD_CHANGELANE,
                name,
                compound((byte(target), double(duration if duration > 0 else MAX_HOLD_TIME))),
            )
            self.holds.add(
                name,
                LANE_HOLD,
                end,
                _setting(tc.CMD_CHANGELANE, name, KEEP_NO_LANE),
            )
        return self._sent(batch, list(wanted), refused, "lane")

    def set_parameters(
        self, vehicles: str, names: Sequence[str], values: Sequence[float], duration: float
    ) -> Commanded:
        """Set parameters of vehicles' drivers."""
        found, wanted, end = self._matching(vehicles), checked(names, values), self._end(duration)
        variables = {
            variable
            for parameter, _ in wanted
            for variable in (parameter.variable, *parameter.also)
        }
        before = {variable: self._values(variable, found) for variable in variables}
        emergency, decel = lone_emergency_decel(wanted), self._values(tc.VAR_DECEL, found)
        accepted, refused, batch = [], [], self.batch()
        for row, name in enumerate(found):
            if emergency < decel[row]:
                refused.append(f"{name} has the decel {decel[row]:g}, below which it must not be")
                continue
            accepted.append(name)
            for parameter, value in wanted:
                batch.set(parameter.variable, name, parameter.encoded(value))
                self._hold(name, parameter.variable, end, before[parameter.variable][row])
                for variable in parameter.also:
                    if not self.holds.has(name, str(variable)):
                        self._hold(name, variable, end, before[variable][row])
            self.holds.outlast(name, EMERGENCY_DECEL, DECEL)
        return self._sent(batch, accepted, refused, "values: emergency_decel")

    def release(self, vehicles: str) -> Commanded:
        """Revert all settings of vehicles."""
        return self._release(self._matching(vehicles))

    def reroute(self, vehicles: str, destination: str, via: Sequence[str]) -> Commanded:
        """Change the route of vehicles.

        They drive to ``destination`` by way of ``via``, or to their own destination by present
        travel times.
        """
        names = self._matching(vehicles)
        for where, edges in (("destination", [destination] if destination else []), ("via", via)):
            for edge in edges:
                known(edge, self._network.edges, where, "edge")
        accepted, refused = [], []
        for name in names:
            try:
                self._session.ask(partial(self._reroute, name, destination, list(via)))
                accepted.append(name)
            except traci.TraCIException as error:
                refused.append(str(error))
        return _commanded(accepted, refused, "destination")

    def remove(self, vehicles: str) -> Commanded:
        """Remove vehicles from the simulation."""
        names, domain = self._matching(vehicles), self._session.connection.vehicle
        for name in names:
            self._session.ask(partial(domain.remove, name))
            self._session.sent_away.add(name)
            self._insertion.forget(name)
            for aspect in self.holds.of(name):
                self.holds.take(name, aspect)
        return Commanded(names)

    def _reroute(self, name: str, destination: str, via: List[str]) -> None:
        domain = self._session.connection.vehicle
        before = list(domain.getVia(name))
        try:
            domain.setVia(name, via)
            if destination or via:
                domain.changeTarget(name, destination or domain.getRoute(name)[-1])
            else:
                domain.rerouteTraveltime(name)
        except traci.TraCIException:
            domain.setVia(name, before)
            raise

    def _matching(self, pattern: str) -> List[str]:
        """Return the matching vehicles; settings of departed ones are discarded."""
        waiting = self._insertion.waiting()
        names = matching(self._session, pattern, waiting)
        self._forget_gone(waiting)
        return names

    def _forget_gone(self, waiting: Iterable[str]) -> None:
        self.holds.keep_only(
            [*self._session.ask(self._session.connection.vehicle.getIDList), *waiting]
        )

    def _end(self, duration: float) -> float:
        return until(self._session.time, finite(duration, "duration", 0.0))

    def _values(self, variable: int, names: Sequence[str]) -> List[Any]:
        batch = self.batch()
        for name in names:
            batch.get(variable, name)
        return [answer.value for answer in self._checked(batch)]

    def _release(self, names: List[str], aspects: Sequence[str] = ()) -> Commanded:
        batch = self.batch()
        for name in names:
            for aspect in self.holds.of(name):
                if not aspects or aspect in aspects:
                    self.holds.take(name, aspect)(batch)
        return self._sent(batch, names)

    def _hold(self, name: str, variable: int, end: float, before: float) -> None:
        before = self.modes.get(str(variable), {}).pop(name, before)
        self.holds.add(
            name,
            str(variable),
            end,
            lambda batch: batch.set(variable, name, restoring(variable, before)),
        )

    def _sent(
        self,
        batch: RequestBatch,
        names: List[str],
        refused: Sequence[str] = (),
        where: str = "vehicles",
    ) -> Commanded:
        self._checked(batch)
        return _commanded(names, refused, where)

    def _checked(self, batch: RequestBatch) -> List[Answer]:
        answers = batch.send()
        for answer in answers:
            if answer.error:
                raise SimulationError(f"SUMO refuses: {answer.error}")
        return answers


def _setting(variable: int, vehicle: str, value: bytes) -> Callable[[RequestBatch], None]:
    """Return a function that adds a request to set a vehicle's variable."""
    return lambda batch: batch.set(variable, vehicle, value)


def _place(lane: str, lanes: int) -> str:
    if lanes:
        return f"on {lane}, whose edge has the lanes 0 to {lanes - 1}"
    return f"inside a junction ({lane})" if lane else "not on a lane"


def _commanded(names: List[str], refused: Sequence[str], where: str) -> Commanded:
    remark = (
        f"{len(refused)} could not: {'; '.join(refused[:3])}{'; ...' if len(refused) > 3 else ''}"
        if refused
        else ""
    )
    if not names:
        raise InputError(where, remark)
    return Commanded(names, remark)
