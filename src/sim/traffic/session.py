"""One SUMO process and the TraCI connection to it; a step gives the state of all vehicles as arrays.

Times are SUMO's minus the time at which the session began, so that a session starts at 0. One thread owns a session.
"""
from __future__ import annotations

import os
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Tuple

import numpy as np
import sumolib
import traci
import traci.constants as tc
from lxml import etree

from sim.errors import InputError, SimulationError
from sim.process import end_child, start_child
from sim.traffic.decoder import ContextDecoder, StepAnswer
from sim.traffic.frames import centre_from_bumper, yaw_from_angle
from sim.traffic.limiter import MotionLimiter
from sim.traffic.state import TrafficState, VehicleType

# Vehicles must neither teleport out of a jam nor vanish when they touch: both would falsify a test without a word.
HONEST = ("--collision.action", "warn", "--collision.check-junctions", "true", "--time-to-teleport", "-1",
          "--ignore-route-errors", "false", "--no-step-log", "true", "--duration-log.disable", "true")
LANE_CHANGE_DURATION = 3.0
_COUNTERS = {"collisions": tc.VAR_COLLIDING_VEHICLES_NUMBER, "arrived": tc.VAR_ARRIVED_VEHICLES_NUMBER,
             "departed": tc.VAR_DEPARTED_VEHICLES_NUMBER, "teleports": tc.VAR_TELEPORT_STARTING_VEHICLES_NUMBER}


@dataclass(frozen=True)
class SumoOptions:
    """What SUMO runs; ``state`` is a saved state to begin from, which holds all that the files with routes say."""

    net: Path
    routes: Tuple[Path, ...] = ()
    step: float = 0.1
    seed: int = 42
    state: Optional[Path] = None
    gui: bool = False
    threads: int = 1

    def arguments(self) -> List[str]:
        """SUMO's command line without the program and the port."""
        for path in (self.net, *self.routes, *([self.state] if self.state else [])):
            if not Path(path).is_file():
                raise InputError(path, "no such file")
        words = ["-n", str(self.net), "--step-length", str(self.step), "--seed", str(self.seed),
                 "--lanechange.duration", str(LANE_CHANGE_DURATION), "--threads", str(self.threads), *HONEST]
        # Given once more beside a state, flows would end where the state was saved.
        files = [path for path in self.routes if not (self.state and _root_tag(path) == "routes")]
        if files:
            words += ["-a", ",".join(map(str, files))]
        if self.state:
            words += ["--load-state", str(self.state)]
        return words + (["--start", "--quit-on-end"] if self.gui else [])


def vehicle_model(vehicle_class: str) -> str:
    """The 3D model that shows a SUMO vehicle class."""
    models = {"delivery": "van", "truck": "truck", "trailer": "truck", "bus": "bus", "coach": "bus",
              "motorcycle": "motorcycle", "moped": "motorcycle", "bicycle": "motorcycle"}
    return models.get(vehicle_class, "car")


class SumoSession:
    """Starts SUMO, steps it and names its vehicles; ``hidden`` vehicles (egos, shadows) are left out of the states."""

    def __init__(self, options: SumoOptions, offset: np.ndarray) -> None:
        self.options = options
        self.offset = np.asarray(offset, float)
        self.types: List[VehicleType] = []
        self.names: List[str] = []
        self.type_of = np.zeros(1024, np.uint16)
        self.counters: Dict[str, int] = dict.fromkeys(_COUNTERS, 0)
        self.step_seconds = 0.0
        self._steps = 0
        self.hidden: Dict[bytes, None] = {}
        self._ids: Dict[bytes, int] = {}
        self._type_ids: Dict[str, int] = {}
        self._lengths = np.zeros(64)
        self._decoder = ContextDecoder()
        self.answer: Optional[StepAnswer] = None
        self._limiter = MotionLimiter(options.step)
        self._log = tempfile.TemporaryFile()
        self._worker = ThreadPoolExecutor(1, "sumo")
        self._connect()

    def _connect(self) -> None:
        port = sumolib.miscutils.getFreeSocketPort()
        program = sumolib.checkBinary("sumo-gui" if self.options.gui else "sumo")
        arguments = [program, *self.options.arguments(), "--remote-port", str(port), "--num-clients", "1"]
        self._process = start_child(arguments, self._log)
        try:
            self.connection = self._first_connection(port)
            self._begin = self.connection.simulation.getTime()
            junction = self.connection.junction.getIDList()[0]
            self.connection.simulation.subscribe(list(_COUNTERS.values()))
            self.connection.junction.subscribeContext(
                junction, tc.CMD_GET_VEHICLE_VARIABLE, 1e9, [variable.id for variable in self._decoder.variables])
        except (traci.TraCIException, traci.FatalTraCIError, SimulationError) as error:
            end_child(self._process)
            raise SimulationError(self._reason(str(error))) from None

    def _first_connection(self, port: int, patience: float = 120.0) -> traci.connection.Connection:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                return traci.connect(port, numRetries=0, proc=self._process)
            except (traci.FatalTraCIError, traci.TraCIException):
                if self._process.poll() is not None:
                    raise SimulationError("SUMO did not start") from None
                time.sleep(0.02)
        raise SimulationError(f"SUMO opened no TraCI port within {patience:.0f} s")

    @property
    def time(self) -> float:
        """Seconds since the session began."""
        return self._steps * self.options.step

    def step(self, meanwhile: Callable[[], None] = lambda: None) -> TrafficState:
        """Runs one SUMO step, and ``meanwhile`` as SUMO computes; SimulationError with SUMO's last error lines if SUMO has ended."""
        exchange = self._worker.submit(self._exchange)
        try:
            meanwhile()
        finally:
            answer = exchange.result()
        self._steps += 1
        self.answer = self._decoder.decode(answer._content, answer._pos)
        for counter, variable in _COUNTERS.items():
            self.counters[counter] += self.answer.simulation.get(variable, 0)
        return self._state(self.answer.names, self.answer.records)

    def _exchange(self) -> traci.storage.Storage:
        started = time.perf_counter()
        answer = self.ask(lambda: self.connection._sendCmd(tc.CMD_SIMSTEP, None, None, "D", 0.0))
        self.step_seconds = time.perf_counter() - started
        return answer

    def collisions(self) -> List[Tuple[str, str, str]]:
        """Collider, victim and lane of what collides in the last step; an ego and its shadows, which stand in one place, do not."""
        found = self.ask(lambda: self.connection.simulation.getCollisions())
        return [(c.collider, c.victim, c.lane) for c in found if not {c.collider.encode(), c.victim.encode()} <= self.hidden.keys()]

    def ask(self, request: Callable):
        """The answer of a TraCI call; a lost connection becomes a SimulationError that says what SUMO said."""
        try:
            return request()
        except (traci.FatalTraCIError, OSError, AttributeError) as error:
            raise SimulationError(self._reason(str(error))) from None

    def _state(self, names: List[bytes], records: np.ndarray) -> TrafficState:
        if self.hidden:
            keep = [row for row, name in enumerate(names) if name not in self.hidden]
            names, records = [names[row] for row in keep], records[keep]
        ids = np.fromiter(map(self._id, names), np.int64, len(names))
        order = np.argsort(ids)
        ids, records = ids[order], records[order]
        types = self.type_of[ids]
        bumper = records["bumper"].astype(float)
        speed, sumo_yaw = records["speed"].astype(float), yaw_from_angle(records["angle"].astype(float))
        yaw = self._limiter.yaw(ids, sumo_yaw)
        yaw_rate = (np.remainder(yaw - self._limiter.last_yaw(ids, yaw) + np.pi, 2 * np.pi) - np.pi) / self.options.step
        centre = centre_from_bumper(bumper[:, :2], yaw, self._lengths[types], self.offset)
        shown = self._limiter.centre(ids, centre, yaw, speed)
        return TrafficState(
            self.time, self.options.step, ids.astype(np.uint32), types, np.column_stack([shown, bumper[:, 2]]), yaw,
            -np.radians(records["slope"].astype(float)), np.zeros(len(ids)), speed, records["acceleration"].astype(float), yaw_rate,
            records["signals"].astype(np.uint32))

    def _id(self, name: bytes) -> int:
        known = self._ids.get(name)
        return self._register(name) if known is None else known

    def _register(self, name: bytes) -> int:
        vehicle = name.decode()
        number = len(self.names)
        if number == len(self.type_of):
            self.type_of = np.concatenate([self.type_of, np.zeros_like(self.type_of)])
        self.type_of[number] = self._type(self.ask(lambda: self.connection.vehicle.getTypeID(vehicle)))
        self.names.append(vehicle)
        self._ids[name] = number
        return number

    def _type(self, name: str) -> int:
        if name not in self._type_ids:
            domain = self.connection.vehicletype
            size = [self.ask(lambda get=get: get(name)) for get in (domain.getLength, domain.getWidth, domain.getHeight)]
            if len(self.types) == len(self._lengths):
                self._lengths = np.concatenate([self._lengths, np.zeros_like(self._lengths)])
            self._type_ids[name] = len(self.types)
            self._lengths[len(self.types)] = size[0]
            self.types.append(VehicleType(name, vehicle_model(domain.getVehicleClass(name)), *size))
        return self._type_ids[name]

    def register_types(self, names: Iterable[str]) -> None:
        """Numbers these vehicle types before any of their vehicles is seen."""
        for name in names:
            self._type(name)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Ends SUMO, by TraCI if it still listens."""
        try:
            self.connection.close(wait=False)
        except (traci.TraCIException, traci.FatalTraCIError, OSError, AttributeError):
            pass
        end_child(self._process)
        self._worker.shutdown()
        self._log.close()

    def _reason(self, error: str) -> str:
        self._log.seek(0, os.SEEK_SET)
        said = sumo_errors(self._log.read().decode(errors="replace"))
        try:
            # A connection breaks a moment before its process has ended.
            ended = f"SUMO ended with code {self._process.wait(1.0)}"
        except subprocess.TimeoutExpired:
            ended = "SUMO does not answer"
        return f"{ended}: {said or error}"


def _root_tag(path: Path) -> str:
    try:
        _, root = next(etree.iterparse(str(path), events=("start",), resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, OSError):
        return ""  # SUMO tells what is wrong with it
    return str(root.tag)


def sumo_errors(said: str) -> str:
    """What SUMO's output says from its first error on, on one line, or its last lines where it names no error."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith("Quitting")]
    first = next((row for row, line in enumerate(lines) if line.startswith("Error")), max(len(lines) - 3, 0))
    return " ".join(lines[first:first + 4])
