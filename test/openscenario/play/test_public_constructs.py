"""Constructs of public files that are valid, or that other players accept."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.scenarios import act, drive, event, on_lane, played, teleport, time_condition, write

from sim.errors import InputError
from sim.openscenario.__main__ import main
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.reading.reader import read_scenario
from sim.traffic.lamps import BRAKE_SIGNAL

START = time_condition(0)
BRAKE_LIGHTS = (
    '<LightStateAction><LightType><VehicleLight vehicleLightType="brakeLights"/></LightType>'
    '<LightState mode="on"/></LightStateAction>'
)
GESTURE = (
    "<AnimationAction><AnimationType><PedestrianAnimation>"
    '<PedestrianGesture gesture="phoneCallRightHand"/></PedestrianAnimation></AnimationType>'
    "</AnimationAction>"
)
LINE = '<Trajectory name="t" closed="false"><Shape><Polyline>{}</Polyline></Shape></Trajectory>'
VERTEX = '<Vertex time="{}"><Position><WorldPosition x="{}" y="{}" h="0.5"/></Position></Vertex>'
FOLLOW = (
    "<RoutingAction><FollowTrajectoryAction>{}<TimeReference>{}</TimeReference>"
    '<TrajectoryFollowingMode followingMode="position"/></FollowTrajectoryAction></RoutingAction>'
)
TIMING = '<Timing domainAbsoluteRelative="absolute" scale="1" offset="0"/>'
DELETE_B = (
    '<Event name="d" priority="parallel"><Action name="d"><GlobalAction>'
    '<EntityAction entityRef="B"><DeleteEntityAction/></EntityAction></GlobalAction></Action>'
    "<StartTrigger>{}</StartTrigger></Event>"
)


def moving(name: str = "A", s: float = 100.0, speed: float = 10.0) -> tuple:
    return name, [teleport(on_lane(-1, s)), drive(speed)]


def far_from(position: str) -> str:
    """Return a trigger's groups: A is over 1 m from a position."""
    return (
        '<ConditionGroup><Condition name="far" delay="0" conditionEdge="none"><ByEntityCondition>'
        '<TriggeringEntities triggeringEntitiesRule="any"><EntityRef entityRef="A"/>'
        '</TriggeringEntities><EntityCondition><DistanceCondition value="1" freespace="false" '
        f'rule="greaterThan"><Position>{position}</Position></DistanceCondition></EntityCondition>'
        "</ByEntityCondition></Condition></ConditionGroup>"
    )


def criterion(parameter: str) -> str:
    """Return a group with a pass criterion, as scenario_runner writes it."""
    return (
        '<ConditionGroup><Condition name="criteria_Distance" delay="0" conditionEdge="rising">'
        f'<ByValueCondition><ParameterCondition parameterRef="{parameter}" value="1" '
        'rule="lessThan"/></ByValueCondition></Condition></ConditionGroup>'
    )


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def test_an_appearance_action_lights_and_animates(tmp_path: Path) -> None:
    """The schema of 1.2 needs both actions, in a sequence."""
    both = f"<AppearanceAction>{BRAKE_LIGHTS}{GESTURE}</AppearanceAction>"
    path = write(tmp_path, [moving()], act("A", event([both], START), START))
    player = played(changed(path, 'revMinor="3"', 'revMinor="2"'))
    assert player.entities["A"].lamps == BRAKE_SIGNAL
    twice = act("A", event([both.replace(GESTURE, BRAKE_LIGHTS)], START), START)
    with pytest.raises(InputError, match="needs one action of each kind in it; it has 2"):
        read_scenario(write(tmp_path, [moving()], twice))


def test_a_light_state_may_name_a_light_of_both_types(tmp_path: Path) -> None:
    both = BRAKE_LIGHTS.replace(
        "</LightType>", '<UserDefinedLight userDefinedLightType="l"/></LightType>'
    )
    action = f"<AppearanceAction>{both}</AppearanceAction>"
    path = write(tmp_path, [moving()], act("A", event([action], START), START))
    assert played(path).entities["A"].lamps == BRAKE_SIGNAL
    (line,) = ignored_elements(read_scenario(path).scenario, "")
    assert "switches l, for which vehicles have no lamp" in line


def test_a_component_animation_may_name_components_of_both_kinds(tmp_path: Path) -> None:
    both = (
        '<ComponentAnimation><VehicleComponent vehicleComponentType="trunk"/>'
        '<UserDefinedComponent userDefinedComponentType="c"/></ComponentAnimation>'
    )
    action = f"<AnimationAction><AnimationType>{both}</AnimationType></AnimationAction>"
    wrapped = f"<AppearanceAction>{action}</AppearanceAction>"
    path = write(tmp_path, [moving()], act("A", event([wrapped], START), START))
    assert played(path).time == pytest.approx(5.0)
    with pytest.raises(InputError, match=r"vehicleComponentType='boot'"):
        read_scenario(changed(path, "trunk", "boot"))


def test_a_second_trajectory_in_a_reference_is_refused(tmp_path: Path) -> None:
    line = LINE.format(VERTEX.format(0, 100, 0) + VERTEX.format(1, 110, 0))
    action = FOLLOW.format(f"{line}\n<TrajectoryRef>{line}</TrajectoryRef>", "<None/>")
    path = write(tmp_path, [moving()], act("A", event([action], START), START))
    with pytest.raises(InputError, match=r"xosc:\d+: <TrajectoryRef> is one too many"):
        read_scenario(path)


def test_the_type_bool_is_read_as_boolean(tmp_path: Path) -> None:
    declared = '<ParameterDeclaration name="v" parameterType="bool" value="1"/>'
    path = write(tmp_path, [moving()], declared=declared)
    document = read_scenario(path)
    assert document.parameters == {"v": "true"}
    assert "parameterType='bool'; accepted" in document.grammar.notes[0]
    with pytest.raises(InputError, match="parameterType='bool'; beyond"):
        read_scenario(path, grammar="strict")


@pytest.mark.parametrize("parameter", ["", "distance_success"])
def test_pass_criteria_do_not_end_a_scenario(tmp_path: Path, parameter: str) -> None:
    """Without another stop trigger it ends with its stories, at 1 s."""
    path = write(tmp_path, [moving()], act("A", event([drive(5)], time_condition(1)), START))
    changed(path, time_condition(5.0), criterion(parameter))
    assert played(path).time == pytest.approx(1.0, abs=0.011)
    (note,) = read_scenario(path).grammar.notes
    assert "criteria_Distance is a pass criterion" in note
    with pytest.raises(InputError, match=r"xosc:\d+: .*criteria_Distance"):
        read_scenario(path, grammar="strict")


def test_a_stop_trigger_on_an_unknown_parameter_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, [moving()])
    changed(path, time_condition(5.0), criterion("").replace("criteria_", "stop"))
    with pytest.raises(InputError, match=r"xosc:\d+: parameter '' not found"):
        read_scenario(path)


def test_a_criterion_on_a_declared_parameter_ends_a_scenario(tmp_path: Path) -> None:
    declared = '<ParameterDeclaration name="v" parameterType="double" value="0"/>'
    path = write(tmp_path, [moving()], declared=declared)
    changed(path, time_condition(5.0), criterion("v").replace("rising", "none"))
    assert played(path).time == 0.0


def test_a_scenario_may_have_no_road_file(tmp_path: Path) -> None:
    place = teleport('<WorldPosition x="5" y="0" h="0"/>')
    path = write(tmp_path, [("A", [place, drive(2)])])
    player = played(changed(path, "road.xodr", ""))
    assert player.entities["A"].x == pytest.approx(15.0)


def test_a_road_file_may_be_named_without_its_suffix(tmp_path: Path) -> None:
    path = changed(write(tmp_path, [moving()]), "road.xodr", "road")
    assert read_scenario(path).roads == tmp_path / "road.xodr"
    (tmp_path / "road.xodr").unlink()
    with pytest.raises(InputError, match=r"nor road\.xodr beside it"):
        read_scenario(path)


def test_a_place_may_be_past_the_roads_end_by_rounding(tmp_path: Path) -> None:
    path = write(tmp_path, [moving(s=1000.0004, speed=0.0)])
    assert played(path).entities["A"].x == pytest.approx(1000.0, abs=1e-3)


@pytest.mark.parametrize(
    "position",
    [
        '<RelativeObjectPosition entityRef="B" dx="0" dy="0"/>',
        '<RelativeWorldPosition entityRef="B" dx="0" dy="0"/>',
        '<RelativeLanePosition entityRef="B" dLane="0" ds="0"/>',
        '<RelativeRoadPosition entityRef="B" ds="0" dt="0"/>',
    ],
)
@pytest.mark.parametrize(("deleted", "speed"), [(1.0, 10.0), (3.0, 4.0)])
def test_a_condition_relative_to_a_deleted_entity_is_false(
    tmp_path: Path, position: str, deleted: float, speed: float
) -> None:
    """The event with the condition waits until 2 s."""
    trigger = far_from(position).replace("</ConditionGroup>", time_condition(2)[16:])
    events = DELETE_B.format(time_condition(deleted)) + event([drive(4)], trigger)
    path = write(tmp_path, [moving(), moving("B", 300.0)], act("A", events, START))
    assert played(path).entities["A"].speed == pytest.approx(speed)


def test_an_action_on_a_deleted_entity_is_passed_over(tmp_path: Path) -> None:
    events = DELETE_B.format(time_condition(1)) + event([drive(4)], time_condition(2))
    path = write(tmp_path, [moving(), moving("B", 300.0)], act("B", events, START))
    player = played(path)
    (note,) = player.notes
    assert "2.00 s" in note and "<SpeedAction> has no effect: B is not there" in note
    assert player.time == pytest.approx(5.0) and player.entities["B"].speed == 10.0


def test_an_action_on_an_entity_placed_nowhere_is_refused(tmp_path: Path) -> None:
    stories = act("B", event([drive(4)], time_condition(4)), START)
    path = write(tmp_path, [moving(), ("B", ["<ActivateControllerAction/>"])], stories)
    with pytest.raises(InputError, match=r"xosc:\d+: acts on B, which has no position"):
        played(path)


@pytest.mark.parametrize(("timing", "way"), [(TIMING, 20.0), ("<None/>", 50.0)])
def test_a_trajectory_of_one_place_is_stood_on(tmp_path: Path, timing: str, way: float) -> None:
    """With times until the last one. Without, it is over at once."""
    line = LINE.format("".join(VERTEX.format(time, 300, -2) for time in (0, 1, 3)))
    action = FOLLOW.format(f"<TrajectoryRef>{line}</TrajectoryRef>", timing)
    stories = act("A", event([drive(10)], time_condition(3)), START)
    entity = played(write(tmp_path, [("A", [action, drive(10)])], stories)).entities["A"]
    assert math.hypot(entity.x - 300.0, entity.y + 2.0) == pytest.approx(way, abs=0.15)
    assert entity.heading == pytest.approx(0.5)


def test_the_driven_entity_may_have_another_name(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """The default driver keeps its distance. The file drives on at 20 m/s."""
    path = write(tmp_path, [moving("hero", 100.0, 20.0), moving("B", 130.0, 5.0)])
    out = tmp_path / "out.csv"
    speeds = {}
    for ego in ("default", "file"):
        options = ["--ego", ego, "--entity", "hero", "--trajectories", str(out)]
        assert main(["run", str(path), *options]) == 0
        rows = [line.split(",") for line in out.read_text().splitlines()]
        speeds[ego] = [float(row[-1]) for row in rows if row[1] == "hero"][-1]
    assert speeds["file"] == 20.0 and speeds["default"] < 15.0
    assert main(["run", str(path), "--entity", "her"]) == 2
    assert "--entity: 'her' not found; there are B, hero" in capsys.readouterr().err
