"""Motions of public files: reversing, road ends, trajectories without times."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.scenarios import act, drive, event, on_lane, played, teleport, time_condition, write

from sim.errors import InputError

FOLLOW = (
    "<RoutingAction><FollowTrajectoryAction>{}<TimeReference>{}</TimeReference>"
    '<TrajectoryFollowingMode followingMode="position"/></FollowTrajectoryAction></RoutingAction>'
)
TRAJECTORY = (
    '<TrajectoryRef><Trajectory name="t" closed="false"><Shape>{}</Shape></Trajectory>'
    "</TrajectoryRef>"
)
TIMED = '<Timing domainAbsoluteRelative="relative" scale="1" offset="0"/>'
UNTIMED = "<None/>"


def vertex(x: float, time: object) -> str:
    at = "" if time is None else f' time="{time}"'
    return f'<Vertex{at}><Position><WorldPosition x="{x}" y="-1.75" h="0"/></Position></Vertex>'


def polyline(*times: object) -> str:
    """Return a trajectory along x from 100 m, vertices 100 m apart."""
    points = "".join(vertex(100.0 + 100.0 * i, time) for i, time in enumerate(times))
    return TRAJECTORY.format(f"<Polyline>{points}</Polyline>")


def test_a_negative_target_speed_drives_backwards(tmp_path: Path) -> None:
    init = [("A", [teleport(on_lane(-1, 100)), drive(-4)])]
    entity = played(write(tmp_path, init)).entities["A"]
    assert (entity.x, entity.speed) == pytest.approx((80.0, -4.0))
    assert entity.heading == pytest.approx(0.0) and entity.travelled == pytest.approx(20.0)


def test_a_speed_relative_to_a_reversing_entity_is_negative(tmp_path: Path) -> None:
    relative = drive("$x").replace(
        '<AbsoluteTargetSpeed value="$x"/>',
        '<RelativeTargetSpeed entityRef="A" value="1" speedTargetValueType="delta" '
        'continuous="true"/>',
    )
    init = [
        ("B", [relative, teleport(on_lane(-2, 100))]),
        ("A", [drive(-4), teleport(on_lane(-1, 100))]),
    ]
    entity = played(write(tmp_path, init)).entities["B"]
    assert (entity.x, entity.speed) == pytest.approx((85.0, -3.0))


def test_a_reversing_entity_stops_at_the_start_of_its_road(tmp_path: Path) -> None:
    init = [("A", [teleport(on_lane(-1, 10)), drive(-4)])]
    player = played(write(tmp_path, init))
    assert (player.entities["A"].x, player.entities["A"].speed) == pytest.approx((0.0, 0.0))
    assert player.notes == ["2.50 s: A stops at the end of road 1, with -4.00 m/s"]


@pytest.mark.parametrize(("choice", "there"), [("stop", True), ("leave", False)])
def test_an_entity_stops_at_the_end_of_its_road(tmp_path: Path, choice: str, there: bool) -> None:
    stands = (
        '<ConditionGroup><Condition name="c" delay="0" conditionEdge="none"><ByEntityCondition>'
        '<TriggeringEntities triggeringEntitiesRule="any"><EntityRef entityRef="A"/>'
        '</TriggeringEntities><EntityCondition><StandStillCondition duration="1"/>'
        "</EntityCondition></ByEntityCondition></Condition></ConditionGroup>"
    )
    init = [("A", [teleport(on_lane(-1, 980)), drive(10)]), ("B", [teleport(on_lane(1, 500))])]
    stories = act("B", event([teleport(on_lane(1, 100))], stands), time_condition(0))
    player = played(write(tmp_path, init, stories), at_road_end=choice)
    entity = player.entities["A"]
    assert entity.exists == there
    assert (entity.x, entity.speed, entity.acceleration) == pytest.approx((1000.0, 0.0, 0.0))
    assert player.entities["B"].x == pytest.approx(100.0 if there else 500.0)


@pytest.mark.parametrize("times", [(0, 0, 0), (None, None, None), (5, 3, 1), (0, None, 4)])
def test_untimed_trajectories_do_not_look_at_times(tmp_path: Path, times: tuple) -> None:
    action = FOLLOW.format(polyline(*times), UNTIMED)
    init = [("A", [teleport(on_lane(-1, 100)), drive(10), action])]
    assert played(write(tmp_path, init)).entities["A"].x == pytest.approx(150.0)


@pytest.mark.parametrize("times", [(5, 3, 1), (0, 0, 4)])
def test_times_that_do_not_rise_are_refused_where_they_count(tmp_path: Path, times: tuple) -> None:
    action = FOLLOW.format(polyline(*times), TIMED)
    init = [("A", [teleport(on_lane(-1, 100)), drive(10), action])]
    with pytest.raises(InputError, match=r"xosc:\d+: .*times .* rise"):
        played(write(tmp_path, init))


@pytest.mark.parametrize(("reference", "x"), [(UNTIMED, 150.0), (TIMED, 225.0)])
def test_a_trajectory_in_init_places_its_entity(tmp_path: Path, reference: str, x: float) -> None:
    action = FOLLOW.format(polyline(0, 4, 8), reference)
    player = played(write(tmp_path, [("A", [drive(10), action])]))
    assert player.entities["A"].x == pytest.approx(x)


def test_a_route_in_init_places_its_entity(tmp_path: Path) -> None:
    points = "".join(
        f'<Waypoint routeStrategy="shortest"><Position>{on_lane(-1, s)}</Position></Waypoint>'
        for s in (200, 600)
    )
    route = f'<RoutingAction><AssignRouteAction><Route name="r" closed="false">{points}</Route>'
    init = [("A", [drive(10), route + "</AssignRouteAction></RoutingAction>"])]
    assert played(write(tmp_path, init)).entities["A"].x == pytest.approx(250.0)


def test_a_spline_without_a_place_begins_at_the_entity(tmp_path: Path) -> None:
    """Its end has turned by the mean curvature times its length."""
    segment = '<ClothoidSplineSegment curvatureStart="0" curvatureEnd="0.002" length="20"/>'
    shape = TRAJECTORY.format(f"<ClothoidSpline>{segment}</ClothoidSpline>")
    init = [("A", [teleport(on_lane(-1, 100)), drive(10)])]
    action = FOLLOW.format(shape, UNTIMED)
    stories = act("A", event([action], time_condition(1)), time_condition(0))
    entity = played(write(tmp_path, init, stories, until=2.99)).entities["A"]
    assert entity.x == pytest.approx(110.0 + 19.9, abs=0.01)
    assert entity.heading == pytest.approx(0.001 * 19.9**2 / 20.0, abs=1e-3)


@pytest.mark.parametrize("rule", ["lessThan", "greaterThan"])
@pytest.mark.parametrize(("s", "fires"), [(130, True), (70, False)])
def test_a_headway_needs_an_entity_ahead(tmp_path: Path, s: float, fires: bool, rule: str) -> None:
    """The headway to an entity 30 m ahead is 3 s. Behind it, it is undefined."""
    value = 4 if rule == "lessThan" else 2
    condition = (
        '<ConditionGroup><Condition name="c" delay="0" conditionEdge="none"><ByEntityCondition>'
        '<TriggeringEntities triggeringEntitiesRule="any"><EntityRef entityRef="A"/>'
        '</TriggeringEntities><EntityCondition><TimeHeadwayCondition entityRef="B" '
        f'value="{value}" rule="{rule}" freespace="false" coordinateSystem="lane" '
        'relativeDistanceType="longitudinal"/></EntityCondition></ByEntityCondition></Condition>'
        "</ConditionGroup>"
    )
    init = [
        ("A", [teleport(on_lane(-1, 100)), drive(10)]),
        ("B", [teleport(on_lane(-1, s)), drive(10)]),
    ]
    stories = act("A", event([drive(0)], condition), time_condition(0))
    speed = played(write(tmp_path, init, stories)).entities["A"].speed
    assert math.isclose(speed, 0.0 if fires else 10.0)
