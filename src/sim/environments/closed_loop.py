"""The embedded simulator, SUMO's traffic and an ego in one process, without ROS.

It does what ``hybrid_merge.launch mode:=lockstep`` does, in the same order: at each boundary SUMO
is told where the ego is and computes a step ahead, and physics goes on to the next boundary. One
seed and one sequence of commands give one motion, to the last bit that of the launch.
"""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Callable, Dict, List, Mapping, Optional, Set, Tuple, Type

import numpy as np

from sim.arrays import Array
from sim.embedded.entities import Entities
from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.errors import InputError
from sim.resources import resource
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_world
from sim.traffic.demand.source import read_source, written
from sim.traffic.ego_state import EgoState, ego_of
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import IN_PROCESS, SumoOptions
from sim.traffic.state import MODEL_PREFIX, TrafficState, VehicleType
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up
from sim.transforms import (
    quaternion_from_rotation,
    rotation_from_quaternion,
    transform,
    transform_from_rpy,
)
from sim.vehicle.vehicle import Vehicle

EGO = "ego"
QUIET = (("no-warnings", "true"),)
# What /traffic/states carries with fewer digits than SUMO has.
SINGLE = ("yaw", "pitch", "roll", "speed", "acceleration", "yaw_rate")


@dataclass(frozen=True)
class Scenario:
    """What stands and moves where; the names are those of ``hybrid_merge.launch``. ``step`` is
    SUMO's, ``physics_step`` 0 the world's, s; ``ego_pos`` in m, negative from the lane's end."""

    net: Path
    world: Path
    demand: str
    ego_lane: str
    ego_pos: float
    ego_model: str = "ego_car"
    warm_up: float = 200.0
    step: float = 0.1
    physics_step: float = 0.0
    radius: float = math.inf
    sumo: str = IN_PROCESS


def merge() -> Scenario:
    """The jammed merge of ``hybrid_merge.launch``, with its ego."""
    return Scenario(
        resource("networks", "merge", "merge.net.xml"),
        resource("worlds", "merge.world"),
        str(resource("config", "demand", "merge.yaml")),
        "In1_0",
        -120.0,
    )


def town() -> Scenario:
    """The town of ``town.launch``, with its ego."""
    return Scenario(
        resource("networks", "town", "town.net.xml"),
        resource("worlds", "town.world"),
        str(resource("config", "demand", "town.yaml")),
        "main_0_east_2",
        20.0,
        warm_up=60.0,
    )


class ClosedLoop:
    """One simulation at a time in a process; it is at rest until :meth:`reset`, and must be
    closed. ``say`` takes what a launch would log.

    ``types`` of vehicles by number, and their ``sizes`` (k, 3) in m: length, width, height;
    ``touched``: names of the vehicles and persons that the ego has touched in the physics;
    ``physics_steps`` in each step.
    """

    def __init__(self, scenario: Scenario, say: Callable[[str], None] = lambda line: None) -> None:
        self.scenario, self._say = scenario, say
        self.network = Network.read(scenario.net)
        self._demand = read_source(scenario.demand)
        self._folder = tempfile.TemporaryDirectory(prefix="sim_")
        self._options = SumoOptions(
            scenario.net,
            step=scenario.step,
            seed=self._demand.seed,
            radius=scenario.radius,
            sumo=scenario.sumo,
            **written(self._demand, self.network, Path(self._folder.name)),
        )
        self._simulation = _simulator(scenario)
        self._entities = Entities(self._simulation)
        self.physics_steps = round(scenario.step / self._simulation.physics.timestep)
        self._spawn()
        self._traffic: Optional[TrafficRun] = None
        self.types: List[VehicleType] = []
        self.sizes = np.empty((0, 3))
        self.touched: Set[str] = set()
        self._starts: Dict[int, SumoOptions] = {}
        self._begun = self._closed = False

    def __enter__(self) -> ClosedLoop:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def reset(self, seed: Optional[int] = None) -> None:
        """Time 0 with the traffic that has run alone for ``warm_up`` s with this seed (None: the
        demand's); the first time that a seed is given takes that run, and its end is kept."""
        if self._closed:
            raise InputError("reset", "the loop is closed; make another")
        options = self._warmed_up(self._demand.seed if seed is None else seed)
        self._begun = False
        if self._traffic is None:
            self._traffic = TrafficRun(
                options,
                self.network,
                list(self._demand.types),
                Summary("embedded", options.seed, "lockstep"),
                self._say,
                painted=self._demand.painted,
                measured=False,
            )
        else:
            self._traffic.reset(options)
        self._simulation.reset(with_time=True)
        self.types, self.touched = [], set()
        self._begun, self._lights_version = True, -1
        self._show(self._traffic.first([self.ego]), 0.0)
        self._look_ahead()

    def command(
        self, steering_angle: float, speed: float, acceleration: float = 0.0, delay: float = 0.0
    ) -> None:
        """Drives the ego from ``delay`` s after this boundary on: bicycle steering angle in rad,
        speed in m/s, and the size of the acceleration in m/s^2, 0 for the vehicle's limits."""
        angle, speed, acceleration = np.array([steering_angle, speed, acceleration], "f4").tolist()
        self.vehicle.command(self.time + delay, angle, speed, acceleration)

    def step(self) -> None:
        """Goes on to the next boundary."""
        if not self._begun:
            raise InputError("step", "nothing has begun; call reset first")
        self.advance()
        self._look_ahead()

    def advance(self) -> None:
        """Physics up to the next boundary, without SUMO's next step; :meth:`step` is both."""
        for _ in range(self.physics_steps):
            self._simulation.advance()
            # Wheels are rays: as long as all is well, the ego has no contacts.
            if self.physics.data.ncon:
                self._note_contacts()
        self._simulation.pool.update()

    @property
    def time(self) -> float:
        """Simulated s since the reset."""
        return self._simulation.physics.time

    @property
    def vehicle(self) -> Vehicle:
        """The ego's law, with its readings."""
        return self._simulation.vehicles.get(EGO)

    @property
    def physics(self) -> Physics:
        return self._simulation.physics

    @property
    def ego(self) -> EgoState:
        """The ego as traffic sees it."""
        state = self._entities.state(EGO)
        size, middle = self.physics.models.bounds(EGO)
        return ego_of(
            EGO, _as_sent(state.pose), state.linear, float(state.angular[2]), size, middle
        )

    @property
    def traffic(self) -> TrafficRun:
        """SUMO's side; ``traffic.state`` is one step ahead of what is shown."""
        if self._traffic is None:
            raise InputError("traffic", "nothing has begun; call reset first")
        return self._traffic

    @property
    def shown(self) -> TrafficState:
        """The traffic that is shown, which was computed for this boundary's time."""
        return self._simulation.pool.state

    @property
    def lights(self) -> Mapping[Tuple[str, int], str]:
        """SUMO's letter of each link of the traffic lights, as shown."""
        return dict(self._simulation.lamps.letters)

    def close(self) -> None:
        """Ends SUMO; the loop cannot be used any more."""
        self._begun, self._closed = False, True
        if self._traffic is not None:
            self._traffic.close()
            self._traffic = None
        self._folder.cleanup()

    def _warmed_up(self, seed: int) -> SumoOptions:
        if seed not in self._starts:
            cold = replace(self._options, seed=seed)
            warm = warm_up(cold, self.scenario.warm_up, progress=self._say)
            self._starts[seed] = replace(warm, more=QUIET)
        return self._starts[seed]

    def _look_ahead(self) -> None:
        """Has SUMO compute the next step with the ego where it is."""
        state = self.traffic.step([self.ego])
        self._show(state, self.time + self.scenario.step)

    def _note_contacts(self) -> None:
        for pair in self.physics.contacts():
            if EGO in pair:
                self.touched |= {name for name in pair if name.startswith(MODEL_PREFIX)}

    def _show(self, state: TrafficState, time: float) -> None:
        types = self.traffic.session.types
        if len(types) != len(self.types):
            self.types = [_type_as_sent(kind) for kind in types]
            self.sizes = np.array([(kind.length, kind.width, kind.height) for kind in self.types])
            self._simulation.pool.set_types(dict(enumerate(self.types)))
        rounded = {name: getattr(state, name).astype(np.float32).astype(float) for name in SINGLE}
        self._simulation.pool.add(replace(state, time=time, **rounded))
        lights, heads = self.traffic.control.lights, self.traffic.heads
        if heads and lights.version != self._lights_version:
            self._lights_version = lights.version
            letters = {
                (head.light, head.link): letter
                for head, letter in zip(heads, lights.letters.astype(str).tolist())
            }
            self._simulation.lamps.add(time, letters)

    def _spawn(self) -> None:
        scenario = self.scenario
        lane = self.network.lanes_by_id.get(scenario.ego_lane)
        if lane is None:
            raise InputError(scenario.net, f"has no lane {scenario.ego_lane!r} for the ego")
        path = self.network.known_path(lane)
        along = scenario.ego_pos if scenario.ego_pos >= 0 else path.length + scenario.ego_pos
        x, y, z, yaw, _ = path.at(along)
        model, _ = read_model(resource("models", scenario.ego_model), _model_path().paths)
        self._entities.spawn(model, EGO, _as_sent(transform_from_rpy((x, y, z), (0.0, 0.0, yaw))))


def _simulator(scenario: Scenario) -> Simulation:
    """The embedded simulator of a world, without time passing by itself."""
    model_path = _model_path()
    world, _ = read_world(scenario.world, model_path.paths)
    physics = Physics(world.gravity, scenario.physics_step or world.physics.max_step_size)
    physics.add_many([(model, model.name, model.world_from_model) for model in world.models])
    return Simulation(physics, LoopOptions(0.0), Vehicles(model_path))


def _type_as_sent(kind: VehicleType) -> VehicleType:
    """A type with the digits of /traffic/types."""
    length, width, height = map(float, np.array([kind.length, kind.width, kind.height], "f4"))
    return replace(kind, length=length, width=width, height=height)


def _as_sent(pose: Array) -> Array:
    """A pose (4, 4) as a message has it, with a quaternion."""
    q = np.array(quaternion_from_rotation(pose[:3, :3].tolist()))
    return transform(pose[:3, 3], rotation_from_quaternion(q / np.linalg.norm(q)))


def _model_path() -> ModelPath:
    return ModelPath([str(resource("models")), str(resource("worlds"))])
