"""Run of traffic with its egos, boundary by boundary.

The node around it only carries messages. At boundary t the egos' states go to SUMO, which computes
t + step; the resulting state carries that time.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Callable, Collection, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.control.control import TrafficControl
from sim.traffic.control.requests import Requests
from sim.traffic.decoder import VEHICLE_VARIABLES, needed
from sim.traffic.ego.caution import Caution
from sim.traffic.ego.coupling import EgoCoupling, EgoOnRoad
from sim.traffic.ego.ego_watch import EgoRecord, EgoWatch
from sim.traffic.ego_state import EgoState
from sim.traffic.elevation import RoadHeights
from sim.traffic.hooks.config import ModuleSpec
from sim.traffic.hooks.modules import DriverModules
from sim.traffic.hooks.perception import DRIVER_VARIABLES
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.not_inserted import NotInserted
from sim.traffic.road_pose import on_the_road
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.state import TrafficState, empty_state
from sim.traffic.summary import Summary

CLEAR_DISTANCE_AHEAD = 10.0  # m
CLEAR_DISTANCE_BEHIND = 12.0  # m


@dataclass(frozen=True)
class Boundary:
    """Egos at a boundary, and the models that each has touched.

    Contacts count since the last boundary.
    """

    egos: Sequence[EgoState]
    touched: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Begun:
    """Start of a step, and the ``seconds`` that starting SUMO took."""

    egos: Sequence[EgoState]
    placed: Sequence[EgoOnRoad]
    touched: Mapping[str, Collection[str]]
    seconds: float


class TrafficRun:
    """Owns the SUMO session; belongs to one thread. ``types`` are numbered in their order; the
    ``painted`` ones have SUMO's colours. Where nothing is ``measured``, only contacts are noted."""

    def __init__(
        self,
        options: SumoOptions,
        network: Network,
        types: Sequence[str],
        summary: Summary,
        say: Callable[[str], None] = lambda line: None,
        measures: Optional[RunMeasures] = None,
        drivers: Sequence[ModuleSpec] = (),
        painted: Collection[str] = (),
        measured: bool = True,
    ) -> None:
        self._options, self._network, self._types, self._say = options, network, tuple(types), say
        self._painted = frozenset(painted)
        self.summary = summary
        self.measures = measures or RunMeasures(options.step)
        self.watch = EgoWatch(
            network, options.step, self.measures if measured else None, summary, say
        )
        self.processing = 0.0
        self.requests = Requests()
        self._specs = tuple(drivers)
        self.heads = light_heads(network)
        self._heights = RoadHeights(network)
        self._start()

    def _start(self) -> None:
        # Modules receive SUMO's accelerations.
        known_speeds = math.isinf(self._options.radius) and not self._specs
        self.session = SumoSession(
            self._options,
            self._network.offset,
            needed(
                DRIVER_VARIABLES if self._specs else VEHICLE_VARIABLES,
                self._network.flat,
                known_speeds,
            ),
        )
        self.session.registry.register_types(self._types, self._painted)
        self.control = TrafficControl(self.session, self._network, self.heads)
        self.drivers = DriverModules(
            self._specs, self.session, self._network, self.control.vehicles, self._say
        )
        self._coupling = EgoCoupling(self.session, self._network)
        self._caution = Caution(self.session, self._network)
        self.watch.clear()
        self._counted, self._not_inserted = dict(self.session.counters), NotInserted(self.session)
        self._boundaries = 0
        self._fingerprint = hashlib.blake2b(digest_size=16)
        self._colliding: Set[Tuple[str, str]] = set()
        self._shown = self.state = empty_state(0.0, self._options.step)
        self._begun: Optional[_Begun] = None

    def reset(self, options: Optional[SumoOptions] = None) -> None:
        """Restart from the first state with a new SUMO.

        Other ``options`` must have the same network.
        """
        self.drivers.close()
        self.session.close()
        self.watch.finish()
        self.measures.restart()
        self._options = options or self._options
        self._start()
        self.summary.resets += 1

    def first(self, egos: Sequence[EgoState]) -> TrafficState:
        """Return the state at the first boundary. Vehicles in the place of an ego are left out."""
        self._coupling.look_around(egos)
        self._begin_step()
        self._end_step()
        self.state = self._read()
        self._count()
        gone = self._clear(egos)
        keep = np.array([self.session.names[number] not in gone for number in self.state.id], bool)
        self.state = _rows(self.state, keep)
        return self.state

    def step(
        self,
        egos: Sequence[EgoState],
        touched: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> TrafficState:
        """Make one SUMO step with the egos at the simulator's poses.

        ``touched`` are the models touched by each in its physics since the last step.
        """
        self.begin(Boundary(egos, touched))
        return self.finish()

    def begin(self, boundary: Boundary) -> None:
        """Let SUMO compute a step with the egos at a boundary."""
        started = time.perf_counter()
        egos = self._coupling.look_around(boundary.egos)
        self._clear([ego for ego in egos if ego.name not in self.egos])
        placed = self._place(egos)
        self._caution.before_step(self.state, egos)
        self._begin_step()
        self._begun = _Begun(egos, placed, boundary.touched, time.perf_counter() - started)

    @property
    def begun(self) -> bool:
        """True if SUMO computes a step that is not finished."""
        return self._begun is not None

    def finish(self, following: Callable[[], Optional[Boundary]] = lambda: None) -> TrafficState:
        """Return the state after the step.

        SUMO computes the ``following`` step while the state is read, if its boundary has already
        arrived and does not depend on that state.
        """
        assert self._begun is not None, "begin comes first"
        begun, self._begun = self._begun, None
        try:
            now = self._boundaries * self._options.step
            self.watch.look(now, self.session, self._shown, begun.egos, begun.placed, begun.touched)
        finally:
            self._end_step()
        ended = time.perf_counter()
        self._count()
        boundary = following()
        stood = time.perf_counter() - ended
        if boundary is not None and self._independent(boundary):
            self.begin(boundary)
        self._shown, self.state = self.state, self._read()
        self._boundaries += 1
        self._trace(begun.egos)
        self.processing = begun.seconds + (stood if self.begun else time.perf_counter() - ended)
        return self.state

    def _independent(self, boundary: Boundary) -> bool:
        """Return whether a step can begin before its initial state is read.

        This needs known egos, no driver modules, and no persons on foot.
        """
        return (
            not self._specs
            and not self.session.registry.anybody_walks
            and {ego.name for ego in boundary.egos} == self.egos.keys()
        )

    @property
    def egos(self) -> Dict[str, EgoRecord]:
        """Records of the egos by name."""
        return self.watch.records

    def _begin_step(self) -> None:
        """Let SUMO compute a step with the pending commands."""
        self.control.before_step()
        self.drivers.before_step()
        self._before_step()
        self.session.begin_step()

    def _before_step(self) -> None:
        """Apply control and driver modules to SUMO's vehicles."""

    def _end_step(self) -> None:
        """Wait for the step and update control and drivers."""
        self.session.end_step()
        self.control.after_step()
        self.drivers.after_step()

    def _read(self) -> TrafficState:
        """Return the state after the step."""
        return on_the_road(self._arrived(), self.session.types, self._heights)

    def _arrived(self) -> TrafficState:
        """Return the state after SUMO's step."""
        return self.session.read()

    def add_overhead(self, seconds: float) -> None:
        """Complete a step's timing with the ``seconds`` of publishing.

        Work while SUMO computes counts as SUMO's time.
        """
        beside = self.processing + (0.0 if self.begun else seconds)
        self.summary.add_step(len(self.state), self.session.step_seconds, beside)

    def close(self) -> None:
        """End SUMO and collect the measures."""
        self.requests.close()
        self.drivers.close()
        self.session.close()
        self.watch.finish()
        self.measures.close()
        self.summary.egos = self.measures.egos()
        found = self.measures.traffic(self.session.begin)
        self.summary.delay, self.summary.detectors = found["delay"], found["detectors"]

    def _trace(self, egos: Sequence[EgoState]) -> None:
        """Add a step to the run's fingerprint.

        Two runs with the same fingerprint moved alike to the last bit.
        """
        state = self.state
        for values in (state.id, state.position, state.yaw, state.speed):
            self._fingerprint.update(np.ascontiguousarray(values).data)
        self._fingerprint.update(
            repr([(ego.name, ego.centre, ego.yaw, ego.speed) for ego in egos]).encode()
        )
        self.summary.trajectories = self._fingerprint.hexdigest()

    def _clear(self, egos: Sequence[EgoState]) -> Set[str]:
        gone: Set[str] = set()
        for ego in egos:
            names = self._coupling.clear_around(
                self.state, ego, CLEAR_DISTANCE_AHEAD, CLEAR_DISTANCE_BEHIND
            )
            gone.update(names)
            if names:
                self._say(
                    f"{ego.name} appears at ({ego.centre[0]:.1f}, {ego.centre[1]:.1f}): "
                    f"{len(names)} vehicles made room: {', '.join(names)}"
                )
        self.summary.vehicles_cleared += len(gone)
        return gone

    def _place(self, egos: Sequence[EgoState]) -> List[EgoOnRoad]:
        """Move every ego in SUMO and remove egos that have left."""
        for name in [name for name in self.egos if name not in {ego.name for ego in egos}]:
            self._coupling.remove(name)
            del self.egos[name]
            self._say(f"{name} has left the simulator")
        return [self._coupling.place(ego) for ego in egos]

    def _note_collisions(self) -> None:
        """Count each colliding pair once, for as long as it touches."""
        colliding = {
            (collider, victim): lane for collider, victim, lane in self.session.collisions()
        }
        for (collider, victim), lane in colliding.items():
            if (collider, victim) not in self._colliding:
                self.summary.sumo_collisions += 1
                self._say(
                    f"SUMO reports a collision: {collider} with {victim} on {lane} at "
                    f"{self.session.time:.1f} s"
                )
        self._colliding = set(colliding)

    def _count(self) -> None:
        now, before, summary = self.session.counters, self._counted, self.summary
        not_inserted = self._not_inserted.count
        self._not_inserted.look()
        summary.vehicles_not_inserted += self._not_inserted.count - not_inserted
        if now["collisions"] > before["collisions"]:
            self._note_collisions()
        else:
            self._colliding = set()
        summary.vehicles_departed += now["departed"] - before["departed"]
        summary.vehicles_arrived += now["arrived"] - before["arrived"]
        summary.vehicles_teleported += now["teleports"] - before["teleports"]
        self._counted = dict(now)


def _rows(state: TrafficState, keep: Array) -> TrafficState:
    arrays = (
        "id",
        "type",
        "position",
        "yaw",
        "pitch",
        "roll",
        "speed",
        "acceleration",
        "yaw_rate",
        "signals",
    )
    return replace(state, **{name: getattr(state, name)[keep] for name in arrays})
