"""SUMO process and its TraCI connection.

A step returns the state of all vehicles and persons as arrays. Times are SUMO's minus the time at
the session's start, so that a session starts at 0. One thread owns a session.
"""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple, TypeVar, Union

import numpy as np
import traci
import traci.constants as tc
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError, SimulationError
from sim.traffic.backend.host_link import HostLink, host_built
from sim.traffic.backend.traci_link import TraciLink
from sim.traffic.backend.warm_hosts import WARM_HOSTS
from sim.traffic.control.batch import RequestBatch
from sim.traffic.decoder import (
    VEHICLE_VARIABLES,
    ContextDecoder,
    StepAnswer,
    Variable,
    VehicleRecords,
)
from sim.traffic.frames import centre_along, centre_from_bumper, wrap, yaw_from_angle
from sim.traffic.limiter import MotionLimiter
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.outputs import output_arguments, output_detectors
from sim.traffic.registry import Registry
from sim.traffic.state import TrafficState, VehicleType
from sim.traffic.untangle import anybody_late, rows_to_release
from sim.traffic.view import ContextSubscriptions

# Vehicles must neither teleport out of a jam nor vanish when they touch: both would falsify a test
# without a word.
HONEST_OPTIONS = (
    "--collision.action",
    "warn",
    "--collision.check-junctions",
    "true",
    "--collision.mingap-factor",
    "0",
    "--time-to-teleport",
    "-1",
    "--ignore-route-errors",
    "false",
    "--no-step-log",
    "true",
    "--duration-log.disable",
    "true",
)
LANE_CHANGE_OPTION = "lanechange.duration"
LANE_CHANGE_DURATION = 3.0  # s
OUTPUTS_TIMEOUT = 5.0  # s
AUTO = "auto"
HOST = "host"
TRACI = "traci"
# Words of earlier versions, for SUMO as a library in Python.
REMOVED = ("libsumo", "in_process")
_COUNTERS = {
    "collisions": tc.VAR_COLLIDING_VEHICLES_NUMBER,
    "arrived": tc.VAR_ARRIVED_VEHICLES_NUMBER,
    "departed": tc.VAR_DEPARTED_VEHICLES_NUMBER,
    "teleports": tc.VAR_TELEPORT_STARTING_VEHICLES_NUMBER,
    "persons_departed": tc.VAR_DEPARTED_PERSONS_NUMBER,
    "persons_arrived": tc.VAR_ARRIVED_PERSONS_NUMBER,
}
_MOTION = np.dtype(
    [
        ("point", "f8", 3),
        ("angle", "f8"),
        ("slope", "f8"),
        ("speed", "f8"),
        ("acceleration", "f8"),
        ("signals", "u4"),
    ]
)
T = TypeVar("T")


@dataclass(frozen=True)
class SumoOptions:
    """Options of a SUMO run.

    ``state`` is a saved state to begin from, which contains everything in the files with routes;
    ``outputs`` is a folder for SUMO's measurements. ``radius`` (m) limits the reported objects to
    the surroundings of the egos, but does not limit SUMO's computation. Vehicles that wait for
    longer than ``max_depart_delay`` (s) to enter the network are removed. A ``lateral_resolution``
    (m) lets SUMO divide lanes. ``sumo`` selects how SUMO runs: as a program with a TraCI port
    (``traci``), or as a library in this package's traffic host (``host``); ``auto`` is the host
    if it is built and SUMO has no window. A ``repeated`` run begins as a fork of a warm host, if
    SUMO writes no files and has no threads; see :mod:`sim.traffic.backend.warm_hosts`. SUMO's clock
    starts at ``begin`` s; ``more`` are further options of SUMO with their values. Of the files with
    routes, SUMO reads the ``ordered`` ones as it goes, as its own route files, and all others at
    its start. It also reads the ``streamed`` ones as it goes when it begins from a state, which
    contains only departures of soon after.
    """

    net: Path
    routes: Tuple[Path, ...] = ()
    step: float = 0.1
    seed: int = 42
    state: Optional[Path] = None
    gui: bool = False
    threads: int = 1
    outputs: Optional[Path] = None
    radius: float = math.inf
    max_depart_delay: float = math.inf
    sumo: str = AUTO
    repeated: bool = False
    lateral_resolution: float = 0.0
    begin: float = 0.0
    more: Tuple[Tuple[str, str], ...] = ()
    ordered: Tuple[Path, ...] = ()
    streamed: Tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        if not self.radius > 0.0:
            raise InputError(
                "radius",
                f"{self.radius:g} m shows no vehicles; give more than 0 m, or leave it out to show "
                "all",
            )
        if self.sumo in REMOVED:
            raise InputError("sumo", f"{self.sumo!r} has been replaced by the faster {HOST!r}")
        if self.sumo not in (AUTO, HOST, TRACI):
            raise InputError("sumo", f"{self.sumo!r} is not one of: {AUTO}, {HOST}, {TRACI}")
        if self.sumo not in (AUTO, TRACI) and self.gui:
            raise InputError("sumo_gui", f"SUMO as {self.sumo} has no window; take sumo:={TRACI}")
        if not self.max_depart_delay >= 1.0:
            raise InputError(
                "max_depart_delay", f"{self.max_depart_delay:g} s must be at least 1 s"
            )

    def files(self) -> Tuple[Path, ...]:
        """Return the files that SUMO reads."""
        return tuple(map(Path, (self.net, *self.routes, *([self.state] if self.state else []))))

    def arguments(self) -> List[str]:
        """Return SUMO's command line without the program and the port."""
        for path in self.files():
            if not path.is_file():
                raise InputError(path, "no such file")
        words = [
            "-n",
            str(self.net),
            "--step-length",
            str(self.step),
            "--seed",
            str(self.seed),
            "--threads",
            str(self.threads),
            *HONEST_OPTIONS,
        ]
        given = dict(self.more)
        # With divided lanes, a lane change has a duration by itself.
        if self.lateral_resolution:
            words += ["--lateral-resolution", f"{self.lateral_resolution:g}"]
        elif LANE_CHANGE_OPTION not in given:
            words += [f"--{LANE_CHANGE_OPTION}", str(LANE_CHANGE_DURATION)]
        for name, value in given.items():
            words += [f"--{name}", value]
        # A saved state has SUMO's clock.
        if self.begin and not self.state:
            words += ["--begin", f"{self.begin:g}"]
        departing = [path for path in self.routes if _root_tag(path) == "routes"]
        # The stops of a line must exist before its vehicles; loaded again beside a state, flows
        # would end at the time it was saved.
        at_start = [path for path in departing if path not in (*self.ordered, *self.streamed)]
        files = [path for path in self.routes if path not in departing] + (
            [] if self.state else at_start
        )
        files += output_detectors(self.outputs) if self.outputs else []
        if files:
            words += ["-a", ",".join(map(str, files))]
        as_it_goes = [*([] if self.state else self.ordered), *self.streamed]
        if as_it_goes:
            words += ["-r", ",".join(map(str, as_it_goes))]
        if math.isfinite(self.max_depart_delay):
            words += ["--max-depart-delay", f"{self.max_depart_delay:g}"]
        if self.state:
            words += ["--load-state", str(self.state)]
        words += output_arguments(self.outputs) if self.outputs else []
        return words + (["--start", "--quit-on-end"] if self.gui else [])


def check_step(step: float, where: str) -> None:
    """Raise InputError for a step that SUMO cannot have.

    It must be from 0.01 to 1 s, and a multiple of SUMO's clock of 1 ms.
    """
    if not 0.01 <= step <= 1.0:
        raise InputError(where, f"{step:g} s is outside 0.01 to 1 s")
    if abs(1000.0 * step - round(1000.0 * step)) > 1e-6:
        raise InputError(
            where,
            f"{step:g} s is not a whole number of ms, to which SUMO would round it; give "
            f"{round(step, 3):g} s",
        )


@dataclass(frozen=True)
class _Order:
    """Visible vehicles of an answer, cached for its ``names``.

    ``rows`` of the vehicles outside ``hidden`` and their ``ids`` (n,).
    """

    names: List[bytes]
    hidden: Tuple[bytes, ...]
    rows: Array
    ids: Array


@dataclass(frozen=True)
class _Present:
    """Visible vehicles and persons after a step.

    ``rows`` (m,) of the answer's vehicles, the ``ids`` (n,) of all, ascending, and the ``order``
    (n,) that sorts vehicles followed by persons; None if already sorted.
    """

    rows: Array
    ids: Array
    order: Optional[Array] = None


class SumoSession:
    """Starts SUMO, steps it, and numbers its vehicles.

    ``hidden`` vehicles (egos, shadows) are left out of the states; callers add vehicles that they
    removed while waiting to enter to ``sent_away``. additional ``variables`` of vehicles are in
    ``answer``; acceleration is derived from speeds if not among them. ``screen`` processes each
    answer before it becomes a state.
    """

    def __init__(
        self,
        options: SumoOptions,
        offset: Array,
        variables: Sequence[Variable] = VEHICLE_VARIABLES,
    ) -> None:
        self.options = options
        self.offset = np.asarray(offset, float)
        self.counters: Dict[str, int] = dict.fromkeys(_COUNTERS, 0)
        self.step_seconds = 0.0
        self._steps, self._began, self._computing = 0, 0.0, False
        self.hidden: Dict[bytes, None] = {}
        self._order: Optional[_Order] = None
        self.sent_away: Set[str] = set()
        self.screen: Callable[[StepAnswer], None] = lambda answer: None
        self._decoder = ContextDecoder(variables)
        self._has_acceleration = any(variable.id == tc.VAR_ACCELERATION for variable in variables)
        self.answer = self._decoder.empty()
        self._present = _Present(np.zeros(0, np.intp), np.zeros(0, np.int64))
        self._limiter = MotionLimiter(options.step)
        self._connect()

    def _connect(self) -> None:
        arguments = self.options.arguments()
        self.link = _started(self.options, arguments)
        self.connection = self.link.connection
        try:
            self._begin: float = self.connection.simulation.getTime()
            self.registry = Registry(self.connection, self.ask, self.options.seed)
            self.view = ContextSubscriptions(
                self.connection, self.ask, self._decoder, self.options.radius
            )
            self.watch_loaded(False)
            if self.connection.person.getIDCount():
                self.view.see_persons()
        except (traci.TraCIException, traci.FatalTraCIError, SimulationError) as error:
            said = self.link.reason(str(error))
            self.link.close()
            raise SimulationError(said) from None

    @property
    def begin(self) -> float:
        """SUMO's time at which the session began."""
        return self._begin

    @property
    def time(self) -> float:
        """Seconds since the session began."""
        return self._steps * self.options.step

    def step(self) -> TrafficState:
        """Run one SUMO step."""
        self.begin_step()
        self.end_step()
        return self.read()

    def begin_step(self) -> None:
        """Let SUMO compute a step. SUMO cannot answer requests before :meth:`end_step`."""
        self._began = time.perf_counter()
        self.ask(self.link.begin_step)
        self._computing = True

    def end_step(self) -> None:
        """Wait for the step and number new road users.

        SimulationError with SUMO's last error lines if SUMO has ended.
        """
        self._computing = False
        answer = self.ask(self.link.end_step)
        self.step_seconds = time.perf_counter() - self._began
        self._steps += 1
        self.answer = self.link.decode(answer, self._decoder)
        for counter, variable in _COUNTERS.items():
            self.counters[counter] += self.answer.simulation.get(variable, 0)
        if self.counters["persons_departed"]:
            self.view.see_persons()
        self.screen(self.answer)
        rows, ids = self._shown(self.answer.vehicles.names)
        self._present = _Present(rows, *self._with_persons(ids, self.answer.persons))

    def read(self) -> TrafficState:
        """Return the state after the last step. SUMO may be computing the next."""
        present, answer, registry = self._present, self.answer, self.registry
        ids = present.ids
        # Of records, numpy's own indexing takes fifteen times as long as this.
        vehicles = answer.vehicles.records.take(present.rows)
        motion = _motion(vehicles, _walking(answer.persons))
        motion = motion if present.order is None else motion.take(present.order)
        types, speed = registry.type_of[ids], motion["speed"]
        acceleration = (
            motion["acceleration"]
            if self._has_acceleration
            else self._limiter.acceleration(ids, speed)
        )
        shown, yaw, yaw_rate = self._shown_poses(ids, types, motion)
        return TrafficState(
            self.time,
            self.options.step,
            ids.astype(np.uint32),
            types,
            np.concatenate([shown, motion["point"][:, 2:]], axis=1),
            yaw,
            -np.radians(motion["slope"]),
            np.zeros(len(ids)),
            speed,
            acceleration,
            yaw_rate,
            motion["signals"] | registry.lamps[types],
        )

    def watch_loaded(self, wanted: bool) -> None:
        """Subscribe to event counts and, if wanted, names of loaded vehicles."""
        loaded = [tc.VAR_LOADED_VEHICLES_IDS] if wanted else []
        self.ask(lambda: self.connection.simulation.subscribe([*_COUNTERS.values(), *loaded]))

    def collisions(self) -> List[Tuple[str, str, str]]:
        """Return collider, victim, and lane of collisions in the last step.

        An ego and its shadows, which stand in one place, do not collide.
        """
        found = self.ask(lambda: self.connection.simulation.getCollisions())
        return [
            (c.collider, c.victim, c.lane)
            for c in found
            if not {c.collider.encode(), c.victim.encode()} <= self.hidden.keys()
        ]

    def ask(self, request: Callable[[], T]) -> T:
        """Return the answer of a TraCI call.

        A lost connection becomes a SimulationError with SUMO's last output.
        """
        try:
            return request()
        except (traci.FatalTraCIError, OSError, AttributeError) as error:
            raise SimulationError(self.link.reason(str(error))) from None

    def _shown_poses(self, ids: Array, types: Array, motion: Array) -> Tuple[Array, Array, Array]:
        """Return shown centres (n, 2), yaw, and yaw rate (n,).

        They are SUMO's, within the limits of motion if nothing is in the way.
        """
        limiter, registry, point = self._limiter, self.registry, motion["point"]
        bumper, reach = point[:, :2], 2.0 * registry.reach[types]
        sumo_yaw = yaw_from_angle(motion["angle"])
        sumo_centre = centre_from_bumper(bumper, sumo_yaw, reach, self.offset)
        turned = limiter.yaw(ids, sumo_yaw, registry.turn[types])
        yaw, centre = turned.yaw, centre_along(bumper, turned.heading, reach, self.offset)
        centre = limiter.centre(ids, centre, turned, motion["speed"])
        if anybody_late(centre, yaw, sumo_centre, sumo_yaw):
            length, width = registry.size[types].T
            rows = rows_to_release(
                Boxes(centre, yaw, motion["speed"], length, width, point[:, 2]),
                Boxes(sumo_centre, sumo_yaw, motion["speed"], length, width, point[:, 2]),
            )
            centre[rows], yaw[rows] = sumo_centre[rows], sumo_yaw[rows]
            limiter.release(ids[rows], centre[rows], yaw[rows])
        return centre, yaw, wrap(yaw - turned.before) / self.options.step

    def _shown(self, names: List[bytes]) -> Tuple[Array, Array]:
        """Return rows and ids (n,) of the visible vehicles, sorted by id."""
        hidden = tuple(self.hidden)
        if self._order is None or self._order.names is not names or self._order.hidden != hidden:
            rows = np.array(
                [row for row, name in enumerate(names) if name not in self.hidden], np.intp
            )
            visible = [names[row] for row in rows]
            self.registry.number_vehicles(visible, RequestBatch(self.link.exchange, self.ask))
            ids = np.fromiter(map(self.registry.vehicle, visible), np.int64, len(rows))
            order = np.argsort(ids)
            self._order = _Order(names, hidden, rows[order], ids[order])
        return self._order.rows, self._order.ids

    def _with_persons(self, ids: Array, persons: VehicleRecords) -> Tuple[Array, Optional[Array]]:
        """Return ascending ids, also of pedestrians, and their order.

        The order is None without pedestrians.
        """
        walking = list(map(self.registry.person, compress(persons.names, _on_foot(persons))))
        if not walking:
            return ids, None
        ids = np.concatenate([ids, np.array(walking, np.int64)])
        order = np.argsort(ids)
        return ids[order], order

    @property
    def types(self) -> List[VehicleType]:
        """Types by number."""
        return self.registry.types

    @property
    def names(self) -> List[str]:
        """Names by id."""
        return self.registry.names

    @property
    def alive(self) -> bool:
        return self.link.alive

    def close(self) -> None:
        """End SUMO, which first writes its outputs."""
        if self._computing:
            with contextlib.suppress(traci.TraCIException, SimulationError):
                self.ask(self.link.end_step)
            self._computing = False
        self.link.close(OUTPUTS_TIMEOUT if self.options.outputs else 0.0)


def _started(options: SumoOptions, arguments: List[str]) -> Union[TraciLink, HostLink]:
    if options.sumo == HOST or (options.sumo == AUTO and not options.gui and host_built()):
        if options.repeated:
            return WARM_HOSTS.start(arguments, options.files())
        return HostLink.start(arguments)
    return TraciLink(arguments, options.gui)


def _on_foot(persons: VehicleRecords) -> List[bool]:
    """Return a mask of persons outside vehicles."""
    return [not vehicle for vehicle in persons.texts["vehicle"]]


def _walking(persons: VehicleRecords) -> Array:
    """Return the values of persons on foot."""
    walking: Array = persons.records.compress(_on_foot(persons))
    return walking


def _motion(vehicles: Array, persons: Array) -> Array:
    """Return the motion of vehicles, then persons, as one array.

    A person's point is the middle, a vehicle's its front bumper. Values not subscribed for vehicles
    are 0.
    """
    motion, count = np.zeros(len(vehicles) + len(persons), _MOTION), len(vehicles)
    for field in ("angle", "slope", "speed", "acceleration", "signals"):
        if field in (vehicles.dtype.names or ()):
            motion[field][:count] = vehicles[field]
    motion["point"][:count], motion["point"][count:] = vehicles["bumper"], persons["position"]
    for field in ("angle", "speed"):
        motion[field][count:] = persons[field]
    return motion


def _root_tag(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            _, root = next(
                etree.iterparse(file, events=("start",), resolve_entities=False, no_network=True)
            )
    except (etree.XMLSyntaxError, OSError):
        return ""  # SUMO reports the error
    return str(root.tag)
