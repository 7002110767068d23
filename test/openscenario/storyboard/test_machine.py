"""States of the storyboard over time, with actions of fixed durations."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Sequence, Tuple

import pytest

from sim.openscenario.model.conditions import SimulationTimeCondition, SpeedCondition
from sim.openscenario.model.private_actions import SpeedAction
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.reading.rules import COMPARE
from sim.openscenario.storyboard.machine import Machine
from sim.openscenario.storyboard.world import ActionProgress

STEP = 0.1
HEAD = (
    '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3" author="" date="" description=""/>'
    "<CatalogLocations/><RoadNetwork/><Entities>{entities}</Entities><Storyboard><Init>"
    '<Actions/></Init><Story name="story">{acts}</Story>{stop}</Storyboard></OpenSCENARIO>'
)
ENTITY = (
    '<ScenarioObject name="{}"><Pedestrian name="p" mass="70" pedestrianCategory="pedestrian">'
    '<BoundingBox><Center x="0" y="0" z="0"/><Dimensions width="1" length="1" height="1"/>'
    "</BoundingBox></Pedestrian></ScenarioObject>"
)
STATE = (
    "<ByValueCondition><StoryboardElementStateCondition storyboardElementType='{}' "
    "storyboardElementRef='{}' state='{}'/></ByValueCondition>"
)


def at(time: float) -> str:
    return (
        f'<ByValueCondition><SimulationTimeCondition value="{time}" rule="greaterOrEqual"/>'
        "</ByValueCondition>"
    )


def fast(rule: str = "any") -> str:
    """Return the condition that cars are faster than 1 m/s."""
    return (
        f'<ByEntityCondition><TriggeringEntities triggeringEntitiesRule="{rule}">'
        '<EntityRef entityRef="A"/><EntityRef entityRef="B"/></TriggeringEntities>'
        '<EntityCondition><SpeedCondition value="1" rule="greaterThan"/></EntityCondition>'
        "</ByEntityCondition>"
    )


def condition(body: str, edge: str = "none", delay: float = 0.0) -> str:
    return f'<Condition name="c" conditionEdge="{edge}" delay="{delay}">{body}</Condition>'


def trigger(*groups: str, kind: str = "Start") -> str:
    inner = "".join(f"<ConditionGroup>{each}</ConditionGroup>" for each in groups)
    return f"<{kind}Trigger>{inner}</{kind}Trigger>"


def event(name: str, start: str, seconds: float, priority: str = "parallel", most: int = 1) -> str:
    """Return an event with an action that lasts some seconds."""
    return (
        f'<Event name="{name}" priority="{priority}" maximumExecutionCount="{most}">'
        f'<Action name="{name}_action"><PrivateAction><LongitudinalAction><SpeedAction>'
        f'<SpeedActionDynamics dynamicsShape="linear" dynamicsDimension="time" value="{seconds}"/>'
        '<SpeedActionTarget><AbsoluteTargetSpeed value="1"/></SpeedActionTarget></SpeedAction>'
        f"</LongitudinalAction></PrivateAction></Action>{start}</Event>"
    )


def group(*events: str, most: int = 1, triggering: str = "false") -> str:
    return (
        f'<ManeuverGroup name="group" maximumExecutionCount="{most}">'
        f'<Actors selectTriggeringEntities="{triggering}"/><Maneuver name="maneuver">'
        f"{''.join(events)}</Maneuver></ManeuverGroup>"
    )


def act(*groups: str, stop: str = "") -> str:
    return f'<Act name="act">{"".join(groups)}{stop}</Act>'


class Lasting:
    def __init__(self, world: Seconds, end: float) -> None:
        self._world, self._end, self._stopped = world, end, False

    @property
    def progress(self) -> ActionProgress:
        if self._stopped:
            return ActionProgress.STOPPED
        return (
            ActionProgress.ENDED if self._world.time >= self._end - 1e-9 else ActionProgress.RUNNING
        )

    def stop(self) -> None:
        self._stopped = True


class Seconds:
    """World of time and of two cars' speeds over it."""

    def __init__(self) -> None:
        self.time = 0.0
        self.speeds: Dict[str, List[Tuple[float, float]]] = {"A": [], "B": []}
        self.started: List[Tuple[float, Tuple[str, ...]]] = []

    def start(self, action: object, actors: Sequence[str]) -> Lasting:
        assert isinstance(action, SpeedAction)
        self.started.append((round(self.time, 3), tuple(actors)))
        return Lasting(self, self.time + action.dynamics.value)

    def of_value(self, condition: object) -> bool:
        assert isinstance(condition, SimulationTimeCondition)
        return COMPARE[condition.rule](self.time + 1e-9, condition.value)

    def of_entity(self, condition: object, entity: str) -> bool:
        assert isinstance(condition, SpeedCondition)
        speeds = [speed for since, speed in self.speeds[entity] if since <= self.time + 1e-9]
        return bool(speeds) and speeds[-1] > condition.value

    def members(self, name: str) -> Sequence[str]:
        return (name,)


class Run:
    """Finished storyboard; ``log`` has each transition: time, element, name."""

    def __init__(self, folder: Path, acts: str, stop: str = "", **speeds: list) -> None:
        path = folder / "scenario.xosc"
        entities = ENTITY.format("A") + ENTITY.format("B")
        path.write_text(HEAD.format(entities=entities, acts=acts, stop=stop))
        self.world = Seconds()
        self.world.speeds.update(speeds)
        self.machine = Machine(read_scenario(path).scenario, self.world)
        self.log: List[Tuple[float, str, str]] = []
        self.machine.begin()
        self._note()
        for i in range(1, 400):
            self.world.time = i * STEP
            self.machine.step(self.world.time)
            self._note()
            if self.machine.done:
                break
        self.end = round(self.world.time, 3)

    def _note(self) -> None:
        for part in self.machine.parts:
            for each in sorted(part.transitions):
                self.log.append((round(self.world.time, 3), part.name, each))

    def times(self, name: str, transition: str) -> List[float]:
        return [t for t, own, each in self.log if (own, each) == (name, f"{transition}Transition")]


def test_all_of_a_story_starts_and_ends_around_its_action(tmp_path: Path):
    run = Run(tmp_path, act(group(event("e", trigger(condition(at(1))), 2.0))))
    assert run.times("act", "start") == run.times("maneuver", "start") == [0.0]
    assert run.times("e", "start") == run.times("e_action", "start") == [1.0]
    for name in ("e_action", "e", "maneuver", "group", "act", "story"):
        assert run.times(name, "end") == [3.0]
    assert run.end == 3.0


def test_an_end_triggers_a_start_at_the_same_time(tmp_path: Path):
    ended = condition(STATE.format("action", "a_action", "completeState"), "rising")
    later = condition(STATE.format("event", "a", "endTransition"), "rising", delay=1.5)
    run = Run(
        tmp_path,
        act(
            group(
                event("b", trigger(ended), 1.0),
                event("c", trigger(later), 1.0),
                event("a", trigger(condition(at(1))), 2.0),
            )
        ),
    )
    assert (run.times("b", "start"), run.times("c", "start")) == ([3.0], [4.5])


@pytest.mark.parametrize(
    ("priority", "log"),
    [
        ("override", {"start": [2.0], "stopped": [2.0], "skip": []}),
        ("parallel", {"start": [2.0], "stopped": [], "skip": []}),
        ("skip", {"start": [], "stopped": [], "skip": [2.0]}),
    ],
)
def test_priorities(priority: str, log: dict, tmp_path: Path):
    run = Run(
        tmp_path,
        act(
            group(
                event("long", trigger(condition(at(1))), 5.0, most=3),
                event("second", trigger(condition(at(2), "rising")), 1.0, priority),
            )
        ),
        trigger(condition(at(9)), kind="Stop"),
    )
    assert run.times("second", "start") == log["start"]
    assert run.times("long", "stop")[:1] in (log["stopped"], [9.0])
    assert run.times("second", "skip") == log["skip"]
    if priority == "override":
        # Complete for good, whatever executions were left.
        assert run.times("long", "start") == [1.0] and run.times("long_action", "stop") == [2.0]


def test_events_and_groups_run_as_often_as_they_may(tmp_path: Path):
    run = Run(tmp_path, act(group(event("e", "", 1.0, most=2), most=2)))
    assert run.times("e", "start") == [0.0, 1.0, 2.0, 3.0]
    assert run.times("group", "start") == [0.0, 2.0]
    assert run.end == 4.0


def test_an_edge_needs_a_value_before_it(tmp_path: Path):
    """True from the first time on, a condition does not rise. It does after it was false."""
    speeds = [(0.0, 5.0), (1.0, 0.0), (2.0, 5.0), (3.0, 0.0)]
    run = Run(
        tmp_path,
        act(
            group(
                event("rises", trigger(condition(fast(), "rising")), 0.5),
                event("falls", trigger(condition(fast(), "falling")), 0.5),
                event("either", trigger(condition(fast(), "risingOrFalling")), 0.1, most=3),
                event("holds", trigger(condition(fast())), 0.5),
            )
        ),
        A=speeds,
    )
    assert run.times("rises", "start") == [2.0]
    assert run.times("falls", "start") == [1.0]
    assert run.times("either", "start") == [1.0, 2.0, 3.0]
    assert run.times("holds", "start") == [0.0]


def test_a_delay_looks_at_the_value_of_before(tmp_path: Path):
    """True from 1 to 1.5 s: with a delay of 2 s from 3 to 3.5 s.

    Independent of the present value.
    """
    speeds = [(1.0, 5.0), (1.5, 0.0)]
    run = Run(
        tmp_path,
        act(
            group(
                event("late", trigger(condition(fast(), delay=2.0)), 0.1),
                event("fall", trigger(condition(fast(), "falling", delay=2.0)), 0.1),
            )
        ),
        trigger(condition(at(5)), kind="Stop"),
        A=speeds,
    )
    assert run.times("late", "start") == [3.0]
    assert run.times("fall", "start") == [3.5]


def test_groups_of_conditions_and_rules_of_entities(tmp_path: Path):
    both = trigger(condition(fast("all")))
    either = trigger(condition(at(2.5)) + condition(fast()), condition(at(9)))
    run = Run(
        tmp_path,
        act(group(event("both", both, 0.5), event("either", either, 0.5), triggering="true")),
        A=[(1.0, 5.0)],
        B=[(4.0, 5.0)],
    )
    assert run.world.started == [(2.5, ("A",)), (4.0, ("A", "B"))]


def test_an_acts_stop_trigger_stops_all_within_it(tmp_path: Path):
    stop = trigger(condition(at(2)), kind="Stop")
    run = Run(tmp_path, act(group(event("e", trigger(condition(at(1))), 9.0)), stop=stop))
    for name in ("act", "group", "maneuver", "e", "e_action"):
        assert run.times(name, "stop") == [2.0]
    assert run.times("story", "end") == [2.0] and not run.machine.stopped


def test_the_storyboard_waits_for_its_stop_trigger(tmp_path: Path):
    ended = condition(STATE.format("action", "e_action", "completeState"), "rising", delay=10.0)
    run = Run(
        tmp_path,
        act(group(event("e", trigger(condition(at(1))), 2.0))),
        trigger(ended, kind="Stop"),
    )
    assert run.times("story", "end") == [3.0] and run.end == 13.0 and run.machine.stopped
