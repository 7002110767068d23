"""Scenario as a traffic run: SUMO's vehicles mirror its entities.

The storyboard is played beside SUMO, and the simulator shows the entities exactly at their places.
Simulators show a state one step after its stamp, and SUMO computes it one step ahead: a boundary at
t is shown at t + 2 steps. So the storyboard is played that far ahead, with the ego predicted by its
acceleration and yaw rate, and the picture at a time shows the scenario at that time.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Collection, Dict, List, Optional, Sequence, Set

import numpy as np

from sim.openscenario.play.entity import Entity
from sim.openscenario.play.environment import WeatherState as Surroundings
from sim.openscenario.play.player import MAX_DURATION, TIME_STEP, PlayOptions, ScenarioPlayer
from sim.openscenario.play.result import write_result
from sim.openscenario.play.trajectory_file import PERIOD, Row, row, write_rows
from sim.openscenario.reading.reader import ScenarioDocument
from sim.openscenario.simulation.background import Background
from sim.openscenario.simulation.ego_track import EgoTrack
from sim.openscenario.simulation.entity_overlay import EntityOverlay, box_of
from sim.openscenario.simulation.types import sumo_names
from sim.traffic.ego.coupling import EgoCoupling
from sim.traffic.ego_state import EgoState
from sim.traffic.run import Boundary, TrafficRun
from sim.traffic.state import TrafficState, vehicle_number


@dataclass(frozen=True)
class ScenarioRunOptions:
    """Options of a scenario run.

    ``ego`` is the entity driven in the simulator, with its ``rear_axle`` ahead of the middle of its
    box, m, by a ``driver``; ``longest`` in s, ``trajectories`` a file, ``variation`` its number in
    a file of variations, 0 without.
    """

    ego: str
    rear_axle: float
    driver: str
    longest: float = MAX_DURATION
    trajectories: Optional[Path] = None
    variation: int = 0


class ScenarioRun(TrafficRun):
    """Traffic run of a scenario.

    Callbacks: ``ended`` once at the scenario's end, with the reason; ``surrounded`` with the
    weather and the time of day whenever the scenario changes them; ``restarted`` after a reset,
    with the initial ego, which the simulator has at rest. The others are the callbacks of a traffic
    run.
    """

    def __init__(
        self,
        document: ScenarioDocument,
        scenario: ScenarioRunOptions,
        *arguments: Any,
        **named: Any,
    ) -> None:
        self._document, self._scenario = document, scenario
        self.ended: Callable[[str], None] = lambda reason: None
        self.restarted: Callable[[Entity], None] = lambda start: None
        self.surrounded: Callable[[Surroundings], None] = lambda shown: None
        super().__init__(*arguments, **named)

    def _start(self) -> None:
        super()._start()
        objects = self._document.scenario.entities.everything
        self._names = sumo_names(objects)
        kinds = {name: name for name in self._names.values()}
        self._placed = EgoCoupling(self.session, self._network, kinds)
        self._in_sumo: Set[str] = set()
        self._shown_entities = EntityOverlay(self.session.registry, self._names)
        self._track = EgoTrack(self._scenario.rear_axle)
        self._background = Background(
            self.session,
            self._network,
            self.control.insertion,
            lambda name: self.player.entities[name],
            lambda: np.reshape(
                [(each.x, each.y) for each in self.player.entities.values() if each.exists], (-1, 2)
            ),
            self._say,
        )
        options = PlayOptions(
            self._scenario.ego,
            longest=self._scenario.longest,
            seen=self._track.at if self._scenario.ego else None,
            traffic=self._background.begin,
            seed=self._options.seed,
        )
        self.player = ScenarioPlayer(self._document, options)
        self._box: Optional[Dict[str, Any]] = None
        self._advances, self._done, self._said = 0, False, 0
        self._contacts: Dict[str, float] = {}
        self._surroundings: Optional[Surroundings] = None
        self._rows: Dict[int, Dict[str, Row]] = defaultdict(dict)
        self.player.begin()
        self._start_of_ego = copy(self.player.entities.get(self._scenario.ego))
        self._note()

    @property
    def others(self) -> List[str]:
        """Entities that the scenario moves."""
        return [name for name in self.player.entities if name != self._scenario.ego]

    def first(self, egos: Sequence[EgoState]) -> TrafficState:
        if self.summary.resets and self._start_of_ego is not None:
            self.restarted(self._start_of_ego)
        self._observe(0.0, egos)
        return super().first(egos)

    def begin(self, boundary: Boundary) -> None:
        now = self._boundaries * self._options.step
        self._observe(now, boundary.egos)
        if not self._done:
            self._note_contacts(now, boundary.touched.get(self._scenario.ego, ()))
        super().begin(boundary)

    def finish(self, following: Callable[[], Optional[Boundary]] = lambda: None) -> TrafficState:
        """Finish the step and return its state.

        The next step must not begin before it is read: the entities of both are the player's.
        """
        after = (self._boundaries + 1) * self._options.step
        state = super().finish()
        end = self.player.time
        if self.player.machine.done and after > end + 1e-9 and not self._done:
            self._done = True
            self.write()
            self.ended(f"the scenario has ended at {end:.2f} s")
        return state

    def _observe(self, now: float, egos: Sequence[EgoState]) -> None:
        for ego in egos:
            if ego.name == self._scenario.ego:
                if now == 0.0 and self.summary.resets and self._start_of_ego:
                    # The boundary precedes the reset of the ego's speed.
                    ego = replace(ego, speed=self._start_of_ego.speed)
                self._track.observe(now, ego)
                self._take_box(ego)
                if not self._done:
                    self._record(now, [ego.name])

    def _note_contacts(self, now: float, models: Collection[str]) -> None:
        """Note the vehicles that the ego has newly hit.

        In the step before: physics keeps boxes from overlapping, and a hit vehicle may be gone by
        the next row.
        """
        own = {sumo: name for name, sumo in self._names.items()}
        for model in sorted(models):
            number = vehicle_number(model)
            if number is not None and number < len(self.session.names):
                name = self.session.names[number]
                self._contacts.setdefault(own.get(name, name), now)

    def _take_box(self, ego: EgoState) -> None:
        """Take the size of the ego's model, which may differ."""
        if self._box is not None:
            return
        entity = self.player.entities[ego.name]
        self._box = {
            "length": ego.length,
            "width": ego.width,
            "centre": [-self._scenario.rear_axle, 0.0],
        }
        if (entity.length, entity.width) != (ego.length, ego.width):
            self._say(
                f"{ego.name}'s model is {ego.length:.2f} x {ego.width:.2f} m; conditions count "
                f"with the scenario's {entity.length:.2f} x {entity.width:.2f} m"
            )

    def _before_step(self) -> None:
        self._advances += 1
        until = self._advances * self._options.step
        while not self.player.machine.done and self.player.time < until - 0.5 * TIME_STEP:
            self.player.step()
            self._note()
        self.surround()
        self._background.before_step(self.player.time, self.state)
        self._move_entities()

    def _arrived(self) -> TrafficState:
        others = [self.player.entities[name] for name in self.others]
        return self._shown_entities.added(super()._arrived(), others)

    def surround(self) -> None:
        """Report the scenario's weather and time of day after changes."""
        shown = self.player.surroundings.shown
        if shown is not None and shown != self._surroundings:
            self._surroundings = shown
            self.surrounded(shown)

    def _move_entities(self) -> None:
        """Move SUMO's vehicles to the entities' places."""
        for name in self.others:
            entity, own = self.player.entities[name], self._names[name]
            if entity.exists and entity.visible["traffic"]:
                box = box_of(entity, own)
                self._placed.put(box, box)
                self._in_sumo.add(own)
            elif own in self._in_sumo:
                self._placed.remove(own)
                self._in_sumo.discard(own)

    def _note(self) -> None:
        """Record rows and notes that are due at the player's time."""
        self._record(self.player.time, self.others)
        for line in self.player.notes[self._said :]:
            self._say(line)
        self._said = len(self.player.notes)

    def _record(self, time: float, names: Sequence[str]) -> None:
        due = round(time / PERIOD)
        if abs(time - due * PERIOD) > 1e-6:
            return
        for name in names:
            entity = self.player.entities[name]
            if name == self._scenario.ego:
                self._rows[due][name] = row(time, name, *self._track.now()[:5])
            elif entity.exists:
                where = (entity.x, entity.y, entity.z, entity.heading, entity.speed)
                self._rows[due][name] = row(time, name, *where)

    def _clear(self, egos: Sequence[EgoState]) -> Set[str]:
        """Return no vehicle: entities near an ego are intended by the scenario."""
        return set()

    def write(self) -> None:
        """Write the trajectories, if requested, and the result."""
        last = self.player.time if self.player.machine.done else float("inf")
        rows = [
            self._rows[due][name]
            for due in sorted(self._rows)
            if due * PERIOD <= last + 1e-6
            for name in self.player.entities
            if name in self._rows[due]
        ]
        if self._scenario.trajectories is not None:
            write_rows(self._scenario.trajectories, rows)
        if self._options.outputs is not None:
            write_result(
                self._options.outputs,
                self._document,
                self.player,
                rows,
                {self._scenario.ego: self._box} if self._box else {},
                ego=self._scenario.ego,
                driver=self._scenario.driver,
                variation=self._scenario.variation,
                seed=self._options.seed,
                contacts=[
                    {"t": round(time, 6), "entity": name} for name, time in self._contacts.items()
                ],
            )

    def close(self) -> None:
        if not self._done:
            self.write()
        super().close()
