"""Plays a scenario's storyboard in a kinematic world, in time steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, Iterator, List, Literal, Optional, Sequence, Set, Type

from sim.drivers.reference.catalogue import ReferenceDriver
from sim.errors import InputError
from sim.openscenario.model import conditions as asked
from sim.openscenario.model import global_actions as common
from sim.openscenario.model import private_actions as private
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.element import Element
from sim.openscenario.model.traffic_actions import TrafficAction, TrafficAreaAction
from sim.openscenario.opendrive.reader import RoadMap, read_map
from sim.openscenario.play.conditions import EntityConditions
from sim.openscenario.play.ego import EgoDriver
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.environment import EnvironmentState
from sim.openscenario.play.motion import ActionGroup, EntityMotion, InstantAction
from sim.openscenario.play.movements import Movements
from sim.openscenario.play.mover import EntityMover, ObservedState
from sim.openscenario.play.places import PositionResolver
from sim.openscenario.play.roads import RoadPose, Roads
from sim.openscenario.play.routes import keep_to_way
from sim.openscenario.play.signals import Signals
from sim.openscenario.play.static_checks import check_actors, check_scenario
from sim.openscenario.play.trailers import Trailers
from sim.openscenario.play.values import change
from sim.openscenario.reading.reader import ScenarioDocument
from sim.openscenario.reading.references import walk
from sim.openscenario.reading.rules import COMPARE, compare_texts
from sim.openscenario.storyboard.init_order import PLACELESS
from sim.openscenario.storyboard.machine import Machine
from sim.openscenario.storyboard.world import Execution

TIME_STEP = 0.01  # s
MAX_DURATION = 3600.0  # s of simulated time, after which a scenario is given up
EGO = "Ego"
# Actions that an active controller replaces: longitudinal motion, and all motion.
ALONG = (
    private.SpeedAction,
    private.SpeedProfileAction,
    private.LongitudinalDistanceAction,
    private.SynchronizeAction,
)
MOVING = (
    *ALONG,
    private.LaneChangeAction,
    private.LaneOffsetAction,
    private.LateralDistanceAction,
    private.TeleportAction,
    private.FollowTrajectoryAction,
    private.AssignRouteAction,
    private.AcquirePositionAction,
    private.RandomRouteAction,
)
# Distance to its hitch, in m, beyond which the connection of a trailer is noted.
MAX_COUPLING_GAP = 0.1
AtRoadEnd = Literal["stop", "leave"]
AT_END_STOP: AtRoadEnd = "stop"
AT_END_LEAVE: AtRoadEnd = "leave"


@dataclass(frozen=True)
class PlayOptions:
    """Options of a player.

    ``reference``: the driver of the entity ``ego``, None for the default one; ``seen`` returns the
    state of an externally moved ego at a time of the scenario, once it has begun; ``traffic``
    carries out actions of the traffic around, with their positions, from a time on.
    ``at_road_end``: an entity stops at the end of its road, or leaves the scenario.
    ``seed``: of random routes.
    """

    ego: str = EGO
    reference: Optional[ReferenceDriver] = None
    step: float = TIME_STEP
    longest: float = MAX_DURATION
    seen: Optional[Callable[[float], ObservedState]] = None
    traffic: Optional[Callable[[TrafficAction, Sequence[RoadPose], float], None]] = None
    at_road_end: AtRoadEnd = AT_END_STOP
    seed: int = 0


class ScenarioPlayer:
    """Running scenario, and the storyboard's world."""

    def __init__(self, document: ScenarioDocument, options: PlayOptions = PlayOptions()) -> None:
        self.scenario: Scenario = document.scenario
        # 1.0 has no attribute that activates an assigned controller.
        self._assigned_drive = document.revision == "1.0"
        self._options, self.time = options, 0.0
        self._steps = 0
        # Events that the file may not have intended, one line each.
        self.notes: List[str] = []
        self._at_ends: Set[str] = set()
        self._begun = self._activated = False
        self.roads = Roads.of(read_map(document.roads) if document.roads else RoadMap({}, {}))
        objects = {each.name: each for each in self.scenario.entities.everything}
        self.entities = {name: Entity(each) for name, each in objects.items()}
        check_scenario(self.scenario, self.roads)
        self.movers = {
            name: EntityMover(entity, self.roads) for name, entity in self.entities.items()
        }
        driven = options.ego if options.seen is not None else ""
        self.trailers = Trailers(objects, self.movers, driven)
        self._driver: Optional[EgoDriver] = None
        self._places = PositionResolver(self.roads, self._entity)
        self._conditions = EntityConditions(self.entities, self.roads, self._places, self.members)
        signals = self.scenario.road_network.signals
        self.signals = Signals(signals.controllers if signals else ())
        self.surroundings = EnvironmentState()
        self.values: Dict[str, str] = dict(document.parameters)
        variables = self.scenario.variables
        self.variables = (
            {each.name: each.value for each in variables.variables} if variables else {}
        )
        monitors = self.scenario.monitors
        self.monitors = {each.name: each.value for each in monitors.monitors} if monitors else {}
        self._selections = {each.name: each.members for each in self.scenario.entities.selections}
        self._movements = movements = Movements(
            self.entities, self.movers, self._places, self.roads, lambda: self.time, options.seed
        )
        self._started: Dict[Type[Element], Callable[..., EntityMotion]] = {
            **movements.begin,
            private.ActivateControllerAction: self._activate,
            private.AssignControllerAction: self._assign,
            private.ConnectTrailerAction: self._connect,
            private.DisconnectTrailerAction: self._disconnect,
        }
        check_actors(self.scenario, self.members)
        self.machine = Machine(self.scenario, self, document.grammar.lenient)

    def play(self) -> Iterator[float]:
        """Yield the times of the scenario, from 0 to its end.

        Raises InputError if its triggers have not fired by the longest time.
        """
        self.begin()
        yield self.time
        while not self.machine.done:
            self.step()
            yield self.time

    def begin(self) -> None:
        """Set up the state at time 0."""
        self.machine.begin()
        self.trailers.connect_initial()
        for mover in self.movers.values():
            mover.correct()
        self._begun, self._movements.initial = True, False
        ego = self.entities.get(self._options.ego)
        activates = any(
            isinstance(each, (private.ActivateControllerAction, private.AssignControllerAction))
            for each in walk(self.scenario.storyboard)
        )
        if ego is not None and ego.exists and (not activates or self._activated):
            self._take_wheel()

    def step(self) -> None:
        """Advance one step; raises InputError after the longest time."""
        if self.time >= self._options.longest:
            raise InputError(
                self.scenario.storyboard.source,
                f"has not ended after {self._options.longest:g} s: {self._waiting()}",
            )
        self._steps += 1
        # One division from whole steps, so that 10 s are 10 s.
        self.time = round(self._steps * self._options.step, 9)
        for name, mover in self.movers.items():
            if name == self._options.ego and self._options.seen is not None:
                mover.observe(self._options.seen(self.time), self._options.step)
                continue
            if name in self.trailers.couplings:
                continue
            if self._driver is not None and name == self._options.ego:
                self._driver.decide(self.time - self._options.step)
            line = keep_to_way(mover, self.roads, self.time - self._options.step)
            if line:
                self.notes.append(line)
            mover.advance(self.time, self._options.step)
            self._note_end(mover)
        for mover in self.movers.values():
            mover.correct()
        self.trailers.follow(self._options.step)
        self.machine.step(self.time)

    def _note_end(self, mover: EntityMover) -> None:
        """Note or remove an entity that was stopped at its road's end."""
        entity = mover.entity
        if not entity.exists or entity.at_end is None or mover.trajectory is not None:
            self._at_ends.discard(entity.name)
        elif mover.speed_at_end and entity.lane_place and entity.name not in self._at_ends:
            self._at_ends.add(entity.name)
            leaves = self._options.at_road_end == AT_END_LEAVE
            entity.exists = not leaves
            self.notes.append(
                f"{self.time:.2f} s: {entity.name} {'leaves' if leaves else 'stops'} at the end of "
                f"road {entity.lane_place.road}, with {mover.speed_at_end:.2f} m/s"
            )

    def _waiting(self) -> str:
        names = [each.name for each in self.machine.parts if each.state == "standbyState"]
        return f"{', '.join(names)} wait for their triggers" if names else "no trigger ends it"

    def _take_wheel(self) -> None:
        if not self._begun:
            self._activated = True
            return
        if self._options.seen is not None:
            return
        own = self.entities[self._options.ego]
        others = [each for each in self.entities.values() if each is not own]
        driver = EgoDriver(own, others, self.roads, self._options.reference, self.time)
        driver.decide(self.time)
        self.movers[own.name].drive(driver, self.time)
        self._driver = driver

    # The storyboard's world.

    def members(self, name: str) -> List[str]:
        if name not in self._selections:
            return [name]
        members = self._selections[name]
        found = [each.entity_ref for each in members.entities]
        kinds = {each.object_type for each in members.types}
        return found + [each.name for each in self.entities.values() if each.kind in kinds]

    def start(self, action: Element, actors: Sequence[str]) -> Execution:
        begin = self._started.get(type(action))
        if begin is None:
            return self._common(action)
        carried = [
            name
            for name in actors
            if not self._left_to_driver(action, name) and not self._is_in_vain(action, name)
        ]
        return ActionGroup([begin(action, name) for name in carried] or [InstantAction()])

    def _left_to_driver(self, action: Element, name: str) -> bool:
        """Return whether an action is left to the ego's driver.

        It would move the ego while its driver does, which goes on.
        """
        if name != self._options.ego or not self._begun or not isinstance(action, MOVING):
            return False
        outside = self._options.seen is not None
        if not outside and (self._driver is None or not isinstance(action, ALONG)):
            return False
        kind = type(action).__name__
        self.notes.append(
            f"{self.time:.2f} s: {action.source}: <{kind}> is left to {name}'s driver, which is at "
            "the wheel; it is complete at once"
        )
        return True

    def _is_in_vain(self, action: Element, name: str) -> bool:
        """Return whether an entity cannot carry out an action, and note it.

        It is missing, or another entity tows it.
        """
        coupling = self.trailers.couplings.get(name)
        if coupling is not None and isinstance(action, MOVING):
            reason = f"{coupling.towing} tows {name}"
        elif not self.entities[name].exists and not isinstance(action, PLACELESS):
            reason = f"{name} is not there"
        else:
            return False
        kind = type(action).__name__
        self.notes.append(f"{self.time:.2f} s: {action.source}: <{kind}> has no effect: {reason}")
        return True

    def _connect(self, action: private.ConnectTrailerAction, name: str) -> EntityMotion:
        """Connect a trailer to an entity at once."""
        trailer = action.trailer_ref
        moved = self.trailers.connect(name, trailer, action)
        if moved > MAX_COUPLING_GAP:
            self.notes.append(
                f"{self.time:.2f} s: {action.source}: {trailer} is moved by {moved:.2f} m to the "
                f"hitch of {name}"
            )
        return InstantAction()

    def _disconnect(self, action: private.DisconnectTrailerAction, name: str) -> EntityMotion:
        self.trailers.disconnect(name)
        return InstantAction()

    def of_entity(self, condition: asked.EntityCondition, entity: str) -> bool:
        return self._conditions.hold(condition, entity)

    def of_value(self, condition: asked.ValueCondition) -> bool:
        if isinstance(condition, asked.SimulationTimeCondition):
            return COMPARE[condition.rule](round(self.time, 9), round(condition.value, 9))
        if isinstance(condition, asked.ParameterCondition):
            value = self.values[condition.parameter_ref]
            return compare_texts(value, condition.rule, condition.value)
        if isinstance(condition, asked.VariableCondition):
            value = self.variables[condition.variable_ref]
            return compare_texts(value, condition.rule, condition.value)
        if isinstance(condition, asked.TrafficSignalCondition):
            return self.signals.state(condition.name, self.time) == condition.state
        if isinstance(condition, asked.TrafficSignalControllerCondition):
            phase = self.signals.phase(condition.traffic_signal_controller_ref, self.time)
            return phase is not None and phase.name == condition.phase
        if isinstance(condition, asked.TimeOfDayCondition):
            return self.surroundings.compares(
                condition.rule, condition.date_time, condition.source, self.time
            )
        return False

    def _entity(self, name: str) -> Entity:
        return self.entities[name]

    # Driver of the ego.

    def _activate(self, action: private.ActivateControllerAction, name: str) -> EntityMotion:
        if name == self._options.ego and action.longitudinal is not None:
            if action.longitudinal and self._driver is None:
                self._take_wheel()
            elif not action.longitudinal and self._driver is not None:
                self._driver.stop()
                self._driver = None
            elif not action.longitudinal:
                self._activated = False
        return InstantAction()

    def _assign(self, action: private.AssignControllerAction, name: str) -> EntityMotion:
        drives = action.activate_longitudinal
        if drives is None:
            drives = self._assigned_drive
        if name == self._options.ego and drives and self._driver is None:
            self._take_wheel()
        return InstantAction()

    # Actions of all.

    def _common(self, action: Element) -> EntityMotion:
        if isinstance(action, common.EntityAction):
            self._exist(action)
        elif isinstance(action, common.TrafficSignalStateAction):
            self.signals.set_state(action.name, action.state, self.time)
        elif isinstance(action, common.TrafficSignalControllerAction):
            name = action.traffic_signal_controller_ref
            self.signals.set_phase(name, action.phase, self.time)
        elif isinstance(action, common.EnvironmentAction):
            self.surroundings.change(action.environment, self.time)
        elif isinstance(action, TrafficAction):
            self._surround(action)
        elif isinstance(action, common.SetMonitorAction):
            self.monitors[action.monitor_ref] = action.value
        elif isinstance(action, common.ParameterAction):
            change(self.values, action.parameter_ref, action.action)
        elif isinstance(action, common.VariableAction):
            change(self.variables, action.variable_ref, action.action)
        return InstantAction()

    def _surround(self, action: TrafficAction) -> None:
        if self._options.traffic is None:
            return
        inner = action.action
        places = [inner.position] if hasattr(inner, "position") else []
        if isinstance(inner, TrafficAreaAction) and inner.area.polygon is not None:
            places = [each.position for each in inner.area.polygon.corners]
        self._options.traffic(action, [self._places.pose(each) for each in places], self.time)

    def _exist(self, action: common.EntityAction) -> None:
        for name in self.members(action.entity_ref):
            if isinstance(action.action, common.DeleteEntityAction):
                self.entities[name].exists = False
            elif not self.entities[name].exists:
                pose, lane_place = self._places.placed(action.action.position)
                self.movers[name].place(pose.x, pose.y, pose.z, pose.heading, lane_place)
