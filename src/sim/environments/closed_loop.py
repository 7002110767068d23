"""Embedded simulator, SUMO's traffic, and egos without ROS.

It does the same as ``hybrid_merge.launch mode:=lockstep``, in the same order: at each boundary SUMO
receives the egos' poses and computes a step ahead, and physics goes on to the next boundary. One
seed and one sequence of commands give one motion, equal to the launch's to the last bit.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Callable, Dict, List, Mapping, Optional, Set, Tuple

import numpy as np

from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.environments.ego import Ego, model_path
from sim.environments.scenario import Scenario
from sim.errors import InputError
from sim.sdf.reader import read_world
from sim.sdf.types import World
from sim.traffic.demand.source import read_source, written
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.state import MODEL_PREFIX, TrafficState, VehicleType
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up
from sim.vehicle.vehicle import Vehicle

QUIET = (("no-warnings", "true"),)
# Fields that /traffic/states carries with fewer digits than SUMO has.
SINGLE = ("yaw", "pitch", "roll", "speed", "acceleration", "yaw_rate")


class ClosedLoop:
    """Closed-loop simulation. A process may have several.

    It is at rest until :meth:`reset`, and must be closed. ``say`` receives log lines of a launch.
    ``egos`` by name, in the scenario's order, include departed ones; ``types`` of vehicles by
    number, and their ``sizes`` (k, 3) in m: length, width, height; ``physics_steps`` in each step.
    Members about the ego concern the first one. ``simulation`` is the embedded simulator, ``look``
    its world's lights and background, ``models`` the search path of its models.
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
            repeated=True,
            **written(self._demand, self.network, Path(self._folder.name)),
        )
        self.models = model_path(scenario.world.parent)
        world, _ = read_world(scenario.world, self.models.paths)
        self.look, self.simulation = world.look, _simulator(world, scenario.physics_step)
        self.physics_steps = round(scenario.step / self.simulation.physics.timestep)
        self.egos: Dict[str, Ego] = {}
        for start in scenario.egos:
            self.egos[start.name] = Ego(start, self.simulation, self.network)
        self.simulation.watched = set(self.egos)
        self._first = next(iter(self.egos.values()))
        self._traffic: Optional[TrafficRun] = None
        self.types: List[VehicleType] = []
        self.sizes = np.empty((0, 3))
        self._starts: Dict[int, SumoOptions] = {}
        self._begun = self._closed = False

    def __enter__(self) -> ClosedLoop:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def reset(self, seed: Optional[int] = None) -> None:
        """Reset to time 0 with traffic warmed up for ``warm_up`` s.

        The traffic has this seed (None: the demand's); the first use of a seed runs the warm-up,
        and its end is cached.
        """
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
        self._bring_back()
        self.simulation.reset(with_time=True)
        self.types = []
        self._begun, self._lights_version = True, -1
        self._show(self._traffic.first(self._present()), 0.0)
        self._look_ahead()

    def command(
        self, steering_angle: float, speed: float, acceleration: float = 0.0, delay: float = 0.0
    ) -> None:
        """Drive the ego from ``delay`` s after this boundary on. See :meth:`Ego.command`."""
        self._first.command(steering_angle, speed, acceleration, delay)

    def leave(self, name: str) -> None:
        """Remove an ego until the next reset."""
        self.egos[name].leave()

    def step(self) -> None:
        """Advance to the next boundary."""
        if not self._begun:
            raise InputError("step", "not started; call reset first")
        self.advance()
        self._look_ahead()

    def advance(self) -> None:
        """Run physics up to the next boundary, without SUMO's next step. :meth:`step` does both."""
        left = self.physics_steps
        while left > 0:
            left -= self.simulation.advance(left)
            # Wheels are rays: an ego normally has no contacts.
            if self.physics.data.ncon:
                self._note_contacts()
        self.simulation.pool.update()

    @property
    def time(self) -> float:
        """Simulated s since the reset."""
        return self.simulation.physics.time

    @property
    def vehicle(self) -> Vehicle:
        """The ego's law, with its readings."""
        return self._first.vehicle

    @property
    def touched(self) -> Set[str]:
        """Names of models touched by the ego's physics since the reset."""
        return self._first.touched

    def others(self, name: str) -> List[EgoState]:
        """Return the egos in the simulation except this one."""
        egos = self.egos.values()
        return [ego.state for ego in egos if ego.name != name and ego.present]

    @property
    def physics(self) -> Physics:
        return self.simulation.physics

    @property
    def ego(self) -> EgoState:
        """The ego as traffic sees it."""
        return self._first.state

    @property
    def traffic(self) -> TrafficRun:
        """SUMO's side; ``traffic.state`` is one step ahead of the display."""
        if self._traffic is None:
            raise InputError("traffic", "not started; call reset first")
        return self._traffic

    @property
    def shown(self) -> TrafficState:
        """The traffic that is shown, which was computed for this boundary's time."""
        return self.simulation.pool.state

    @property
    def lights(self) -> Mapping[Tuple[str, int], str]:
        """SUMO's letter of each link of the traffic lights, as shown."""
        return dict(self.simulation.lamps.letters)

    def close(self) -> None:
        """End SUMO; the loop cannot be used any more."""
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

    def _present(self) -> List[EgoState]:
        """Return the egos in the simulation."""
        return [ego.state for ego in self.egos.values() if ego.present]

    def _bring_back(self) -> None:
        """Insert all egos in order, including departed ones."""
        egos = self.egos.values()
        if not all(ego.present for ego in egos):
            for ego in egos:
                if ego.present:
                    ego.leave()
            for ego in egos:
                ego.enter()
        for ego in egos:
            ego.touched, ego.touched_since = set(), set()

    def _look_ahead(self) -> None:
        """Has SUMO compute the next step with the egos where they are."""
        touched = {name: ego.touched_since for name, ego in self.egos.items()}
        state = self.traffic.step(self._present(), touched)
        for ego in self.egos.values():
            ego.touched_since = set()
        self._show(state, self.time + self.scenario.step)

    def _note_contacts(self) -> None:
        for name, ego in self.egos.items():
            ego.touched_since.update(
                other
                for other in self.physics.contacts.touching(name)
                if other in self.egos or other.startswith(MODEL_PREFIX)
            )
            ego.touched |= ego.touched_since

    def _show(self, state: TrafficState, time: float) -> None:
        types = self.traffic.session.types
        if len(types) != len(self.types):
            self.types = [_type_as_sent(kind) for kind in types]
            self.sizes = np.array([(kind.length, kind.width, kind.height) for kind in self.types])
            self.simulation.pool.set_types(dict(enumerate(self.types)))
        rounded = {name: getattr(state, name).astype(np.float32).astype(float) for name in SINGLE}
        self.simulation.pool.add(replace(state, time=time, **rounded))
        lights, heads = self.traffic.control.lights, self.traffic.heads
        if heads and lights.version != self._lights_version:
            self._lights_version = lights.version
            letters = {
                (head.light, head.link): letter
                for head, letter in zip(heads, lights.letters.astype(str).tolist())
            }
            self.simulation.lamps.add(time, letters)


def _simulator(world: World, physics_step: float) -> Simulation:
    """Return the embedded simulator of a world, without time passing by itself."""
    physics = Physics(world.gravity, physics_step or world.physics.max_step_size)
    physics.add_many([(model, model.name, model.world_from_model) for model in world.models])
    return Simulation(physics, LoopOptions(0.0), Vehicles(model_path(), wind=world.wind))


def _type_as_sent(kind: VehicleType) -> VehicleType:
    """Return a type with the digits of /traffic/types."""
    length, width, height = map(float, np.array([kind.length, kind.width, kind.height], "f4"))
    return replace(kind, length=length, width=width, height=height)
