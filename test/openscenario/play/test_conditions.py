"""Conditions, distances, speed profiles and signals against formulas.

Each is the stop trigger of a scenario; its end is compared with a time computed by hand.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.player import ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
from sim.wgs84 import radii

# Road 0 is straight along x; road 1 is an arc to the left.
ROAD_LENGTH = 400.0  # m
ROAD_RADIUS = 100.0  # m
LANE = '<lane id="{}" type="driving"><width sOffset="0" a="4" b="0" c="0" d="0"/></lane>'
ROAD = (
    '<road id="{}" junction="-1" length="{}"><planView><geometry s="0" x="0" y="{}" hdg="0" '
    'length="{}">{}</geometry></planView><lanes><laneSection s="0"><left>'
    f'{LANE.format(1)}</left><center><lane id="0"/></center><right>{LANE.format(-1)}'
    f"{LANE.format(-2)}</right></laneSection></lanes></road>"
)
ROADS = (
    '<OpenDRIVE><header revMajor="1" revMinor="6"><geoReference>+proj=tmerc +lat_0=48 +lon_0=11'
    "</geoReference></header>"
    + ROAD.format(0, ROAD_LENGTH, 0, ROAD_LENGTH, "<line/>")
    + ROAD.format(1, 300, 1000, 300, f'<arc curvature="{1 / ROAD_RADIUS}"/>')
    + "</OpenDRIVE>"
)
# 4 m long and 2 m wide, from 1 m behind its reference point to 3 m ahead of it.
CAR = (
    '<ScenarioObject name="{}"><Vehicle name="car" vehicleCategory="car"><BoundingBox>'
    '<Center x="1" y="0" z="0.7"/><Dimensions width="2" length="4" height="1.4"/></BoundingBox>'
    '<Performance maxSpeed="70" maxAcceleration="4" maxDeceleration="8"/><Axles>'
    '<FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" '
    'positionZ="0.3"/><RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" '
    'positionX="0" positionZ="0.3"/></Axles></Vehicle></ScenarioObject>'
)
SIGNALS = (
    '<TrafficSignals><TrafficSignalController name="c"{}>{}</TrafficSignalController>'
    "</TrafficSignals>"
)
PHASE = (
    '<Phase name="{0}" duration="{1}"><TrafficSignalState trafficSignalId="7" state="{0}"/></Phase>'
)
PHASES = PHASE.format("green", 3) + PHASE.format("red", 2)
COMMON = 'entityRef="B" freespace="{}" rule="{}" value="{}"'


def private(name: str, *actions: str) -> str:
    inner = "".join(f"<PrivateAction>{each}</PrivateAction>" for each in actions)
    return f'<Private entityRef="{name}">{inner}</Private>'


def lane(s: float, lane: int = -1, road: int = 0) -> str:
    return f'<Position><LanePosition roadId="{road}" laneId="{lane}" s="{s}"/></Position>'


def to(position: str) -> str:
    return f"<TeleportAction>{position}</TeleportAction>"


def along(inner: str) -> str:
    return f"<LongitudinalAction>{inner}</LongitudinalAction>"


def speed(target: float, seconds: float = 0.0) -> str:
    shape = "linear" if seconds else "step"
    return along(
        f'<SpeedAction><SpeedActionDynamics dynamicsShape="{shape}" value="{seconds}" '
        f'dynamicsDimension="time"/><SpeedActionTarget><AbsoluteTargetSpeed value="{target}"/>'
        "</SpeedActionTarget></SpeedAction>"
    )


def cars(*rows: tuple) -> str:
    """Return cars A, B, ... each at a place with actions."""
    return "".join(
        private(name, to(place), *actions) for name, (place, *actions) in zip("AB", rows)
    )


def of_a(body: str) -> str:
    return (
        '<ByEntityCondition><TriggeringEntities triggeringEntitiesRule="any"><EntityRef '
        f'entityRef="A"/></TriggeringEntities><EntityCondition>{body}</EntityCondition>'
        "</ByEntityCondition>"
    )


def of_value(body: str) -> str:
    return f"<ByValueCondition>{body}</ByValueCondition>"


def after(seconds: float) -> str:
    return of_value(f'<SimulationTimeCondition value="{seconds}" rule="greaterOrEqual"/>')


def made(
    folder: Path, actions: str, stop: str, signals: str = "", more: str = ""
) -> ScenarioPlayer:
    (folder / "roads.xodr").write_text(ROADS)
    path = folder / "test.xosc"
    path.write_text(
        '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3" author="" date="" description=""/>'
        f'<CatalogLocations/><RoadNetwork><LogicFile filepath="roads.xodr"/>{signals}</RoadNetwork>'
        f"<Entities>{CAR.format('A')}{CAR.format('B')}{more}</Entities><Storyboard><Init><Actions>"
        f"{actions}</Actions></Init><StopTrigger><ConditionGroup><Condition name='c' delay='0' "
        f"conditionEdge='none'>{stop}</Condition></ConditionGroup></StopTrigger></Storyboard>"
        "</OpenSCENARIO>"
    )
    return ScenarioPlayer(read_scenario(path))


def ended(player: ScenarioPlayer) -> ScenarioPlayer:
    for time in player.play():
        assert time < 60.0, "the trigger does not fire"
    return player


# A at 20 m/s, its front at 13 m; B at 10 m/s, its rear 99 m, closing at 10 m/s from 86 m.
CLOSING = cars((lane(10), speed(20)), (lane(100), speed(10)))
# A has 20 - 4 t m/s.
BRAKING = cars((lane(10), speed(20), speed(0, 5)), (lane(90),))
BESIDE = cars((lane(10), speed(20)), (lane(100, -2), speed(10)))
ONCOMING = cars((lane(10), speed(20)), (lane(300, 1), speed(10)))
SAME_PLACE = cars((lane(10), speed(20)), (lane(15, -2),))
# Both on the arc: lane -1 has 102 m, lane 1 has 98 m of radius.
CURVE = cars((lane(10, -1, 1), speed(20.4)), (lane(110, -1, 1), speed(10.2)))
ROAD_ALONG = 'coordinateSystem="road" relativeDistanceType="longitudinal"'
WORLD = 'coordinateSystem="world" relativeDistanceType="longitudinal"'


@pytest.mark.parametrize(
    ("actions", "condition", "expected"),
    [
        (CLOSING, f"<TimeHeadwayCondition {COMMON.format('true', 'lessOrEqual', 2)}/>", 4.6),
        (CLOSING, f"<TimeHeadwayCondition {COMMON.format('false', 'lessOrEqual', 2)}/>", 5.0),
        (
            CURVE,
            f"<TimeHeadwayCondition {COMMON.format('false', 'lessOrEqual', 2)} {ROAD_ALONG}/>",
            (100.0 - 40.8) / 10.0,
        ),
        (
            BESIDE,
            '<RelativeDistanceCondition relativeDistanceType="longitudinal" '
            f"{COMMON.format('true', 'lessOrEqual', 6)}/>",
            8.0,
        ),
        (CLOSING, "<CollisionCondition><EntityRef entityRef='B'/></CollisionCondition>", 8.6),
        (CLOSING, "<CollisionCondition><ByType type='vehicle'/></CollisionCondition>", 8.6),
        (
            CLOSING,
            f'<DistanceCondition freespace="true" rule="lessOrEqual" value="7">{lane(200)}'
            "</DistanceCondition>",
            9.0,
        ),
        (
            CLOSING,
            f'<DistanceCondition freespace="false" alongRoute="true" rule="lessOrEqual" value="10">'
            f"{lane(200, -2)}</DistanceCondition>",
            9.0,
        ),
        (BRAKING, '<RelativeSpeedCondition entityRef="B" rule="lessOrEqual" value="10"/>', 2.5),
        (
            ONCOMING,
            '<RelativeSpeedCondition entityRef="B" direction="longitudinal" rule="greaterThan" '
            'value="29.99"/>',
            0.0,
        ),
        (BRAKING, '<SpeedCondition rule="lessOrEqual" value="8"/>', 3.0),
        (BRAKING, '<StandStillCondition duration="1"/>', 6.0),
        (BRAKING, '<AccelerationCondition rule="lessOrEqual" value="-3.99"/>', 0.01),
        (
            CURVE,
            '<AccelerationCondition direction="lateral" rule="greaterThan" value="4.0"/>',
            0.01,
        ),
        (BRAKING, '<TraveledDistanceCondition value="32"/>', 2.0),
        (
            BRAKING,
            f'<ReachPositionCondition tolerance="8">{lane(50)}</ReachPositionCondition>',
            2.0,
        ),
        (CLOSING, '<EndOfRoadCondition duration="2"/>', 21.5),
        (
            cars(('<Position><WorldPosition x="380" y="-2" h="0"/></Position>', speed(20))),
            '<EndOfRoadCondition duration="0"/>',
            1.0,
        ),
        (
            # Straight across two lanes of 4 m, at 8 m/s from y = -1 on.
            cars(
                (
                    f'<Position><WorldPosition x="50" y="-1" h="{-math.pi / 2}"/></Position>',
                    speed(8),
                )
            ),
            '<OffroadCondition duration="1"/>',
            1.88,
        ),
    ],
)
def test_a_condition_holds_from_its_time_on(
    tmp_path: Path, actions: str, condition: str, expected: float
):
    player = ended(made(tmp_path, actions, of_a(condition)))
    assert player.time == pytest.approx(expected, abs=0.0101) and player.time > expected - 1e-6


@pytest.mark.parametrize(
    ("actions", "how", "free", "expected"),
    [
        (CLOSING, "", "true", 86.0),
        (CLOSING, "", "false", 90.0),
        (CLOSING, WORLD, "true", 86.0),
        (ONCOMING, 'coordinateSystem="entity" relativeDistanceType="longitudinal"', "true", 284.0),
        (ONCOMING, ROAD_ALONG, "true", 284.0),
        (CURVE, ROAD_ALONG, "false", 100.0),
    ],
)
def test_time_to_collision_is_the_distance_over_closing_speed(
    tmp_path: Path, actions: str, how: str, free: str, expected: float
):
    """All close by 10 m/s along the road. Oncoming ones by 30 m/s."""
    closing = 30.0 if actions is ONCOMING else 10.0
    text = (
        f'<TimeToCollisionCondition freespace="{free}" rule="lessOrEqual" value="2" {how}>'
        '<TimeToCollisionConditionTarget><EntityRef entityRef="B"/>'
        "</TimeToCollisionConditionTarget></TimeToCollisionCondition>"
    )
    player = ended(made(tmp_path, actions, of_a(text)))
    assert player.time == pytest.approx(expected / closing - 2.0, abs=0.0101)


@pytest.mark.parametrize(("free", "expected"), [("true", 2.0), ("false", 4.0)])
@pytest.mark.parametrize("system", ["entity", "road"])
def test_a_distance_across_is_between_sides_where_it_is_free_space(
    tmp_path: Path, system: str, free: str, expected: float
):
    given = (
        f'<RelativeDistanceCondition entityRef="B" freespace="{free}" rule="lessOrEqual" '
        f'value="{{}}" coordinateSystem="{system}" relativeDistanceType="lateral"/>'
    )
    ended(made(tmp_path, SAME_PLACE, of_a(given.format(expected + 1e-6))))
    with pytest.raises(AssertionError, match="does not fire"):
        ended(made(tmp_path, SAME_PLACE, of_a(given.format(expected - 1e-3))))


def keep(how: str, limits: str = "") -> str:
    return along(
        f'<LongitudinalDistanceAction entityRef="B" {how}>{limits}</LongitudinalDistanceAction>'
    )


@pytest.mark.parametrize(("free", "gap"), [("true", 24.0), ("false", 20.0)])
def test_a_kept_distance_without_limits_holds_at_all_times(tmp_path: Path, free: str, gap: float):
    action = keep(f'freespace="{free}" continuous="true" distance="20"')
    # B is first at 10 m/s, then brakes with 2 m/s2.
    player = made(
        tmp_path,
        private("B", to(lane(100)), speed(10), speed(0, 5)) + cars((lane(10), action)),
        after(6),
    )
    for time in player.play():
        a, b = player.entities["A"], player.entities["B"]
        assert b.x - a.x == pytest.approx(gap, abs=1e-5)
        assert b.x == pytest.approx(100.0 + 25.0 * (1.0 - (1.0 - min(time, 5.0) / 5.0) ** 2))


def test_a_distance_with_limits_is_reached_within_them(tmp_path: Path):
    limits = '<DynamicConstraints maxAcceleration="2" maxDeceleration="3" maxSpeed="15"/>'
    action = keep('freespace="false" continuous="true" distance="20"', limits)
    follower = cars((lane(10), speed(10), action), (lane(100), speed(10)))
    player = made(tmp_path, follower, after(25))
    for time in player.play():
        a, b = player.entities["A"], player.entities["B"]
        assert -3.001 <= a.acceleration <= 2.001 and b.x - a.x > 20.0 - 0.05
        # At the limits: 2 m/s2 up to 15 m/s.
        if 0.0 < time <= 10.0:
            assert a.speed == pytest.approx(min(10.0 + 2.0 * time, 15.0), abs=1e-6)
    assert b.x - a.x == pytest.approx(20.0, abs=0.05) and a.speed == pytest.approx(10.0, abs=0.02)


@pytest.mark.parametrize(
    ("how", "y"),
    [
        ('freespace="false" distance="3" displacement="leftToReferencedEntity"', -3.0),
        ('freespace="true" distance="1" displacement="leftToReferencedEntity"', -3.0),
        ('freespace="true" distance="1.5" displacement="rightToReferencedEntity"', -9.5),
    ],
)
def test_a_distance_beside_another(tmp_path: Path, how: str, y: float):
    action = (
        f'<LateralAction><LateralDistanceAction entityRef="B" continuous="true" {how}/>'
        "</LateralAction>"
    )
    player = made(
        tmp_path,
        private("B", to(lane(40, -2)), speed(10)) + cars((lane(10), speed(10), action)),
        after(1),
    )
    for _ in player.play():
        assert player.entities["A"].y == pytest.approx(y, abs=1e-6)


def test_a_speed_profile_is_linear_between_its_speeds(tmp_path: Path):
    """10 to 20 m/s in 4 s, to 12 m/s with the vehicle's 8 m/s2, to 0 with 3 m/s2."""
    profile = along(
        '<SpeedProfileAction followingMode="position"><DynamicConstraints maxDeceleration="4" '
        'maxDecelerationRate="5"/><SpeedProfileEntry speed="20" time="4"/>'
        '<SpeedProfileEntry speed="12"/><SpeedProfileEntry speed="0" time="4"/>'
        "</SpeedProfileAction>"
    )
    player = made(tmp_path, cars((lane(10), speed(10), profile)), after(12))
    assert [line.split("> ")[1] for line in ignored_elements(player.scenario, "Ego")] == [
        "has a maxDecelerationRate, which is ignored"
    ]
    own = player.entities["A"]
    for time in player.play():
        expected = (
            10.0 + 2.5 * time
            if time < 4.0
            else 20.0 - 4.0 * (time - 4.0)
            if time < 6.0
            else max(0.0, 12.0 - 3.0 * (time - 6.0))
        )
        assert own.speed == pytest.approx(expected, abs=1e-6)
    assert own.x - 10.0 == pytest.approx(60.0 + 32.0 + 24.0, abs=1e-3)


@pytest.mark.parametrize(
    ("delay", "condition", "expected"),
    [
        ("", '<TrafficSignalCondition name="7" state="red"/>', 3.0),
        (' delay="2"', '<TrafficSignalCondition name="7" state="red"/>', 5.0),
        (' delay="2"', '<TrafficSignalCondition name="7" state="green"/>', 2.0),
        (
            "",
            '<TrafficSignalControllerCondition trafficSignalControllerRef="c" phase="red"/>',
            3.0,
        ),
    ],
)
def test_signals_follow_their_phases(tmp_path: Path, delay: str, condition: str, expected: float):
    signals = SIGNALS.format(delay, PHASES)
    player = ended(made(tmp_path, "", of_value(condition), signals))
    assert player.time == pytest.approx(expected)


def test_a_signal_is_what_an_action_sets(tmp_path: Path):
    start = (
        "<GlobalAction><InfrastructureAction><TrafficSignalAction>{}</TrafficSignalAction>"
        "</InfrastructureAction></GlobalAction>"
    )
    wanted = of_value('<TrafficSignalCondition name="7" state="red"/>')
    state = start.format('<TrafficSignalStateAction name="7" state="red"/>')
    assert ended(made(tmp_path, state, wanted, SIGNALS.format("", PHASES))).time == 0.0
    phase = '<TrafficSignalControllerAction trafficSignalControllerRef="c" phase="{}"/>'
    green = of_value('<TrafficSignalCondition name="7" state="green"/>')
    player = made(tmp_path, start.format(phase.format("red")), green, SIGNALS.format("", PHASES))
    assert ended(player).time == pytest.approx(2.0)
    assert ended(made(tmp_path, state, green, SIGNALS.format("", PHASES))).time == 3.0 + 2.0
    with pytest.raises(InputError, match="the controller 'c' has no phase 'blue'"):
        made(tmp_path, start.format(phase.format("blue")), green, SIGNALS.format("", PHASES))


def test_a_speed_counts_along_the_entitys_own_axes(tmp_path: Path):
    """In a lane change at 20 m/s, all speed is along the heading."""
    change = (
        '<LateralAction><LaneChangeAction><LaneChangeActionDynamics dynamicsShape="linear" '
        'value="1" dynamicsDimension="time"/><LaneChangeTarget><AbsoluteTargetLane value="-2"/>'
        "</LaneChangeTarget></LaneChangeAction></LateralAction>"
    )
    rule = '<SpeedCondition direction="{}" rule="{}" value="{}"/>'
    slower = of_a(rule.format("longitudinal", "lessThan", 19.99))
    actions = cars((lane(10), speed(20), change), (lane(100),))
    for never in (slower, of_a(rule.format("lateral", "notEqualTo", 0))):
        player = made(tmp_path, actions, never)
        for time in player.play():
            if time > 2.0:
                break
        assert not player.machine.done


def test_an_egos_driver_keeps_the_wheel(tmp_path: Path):
    """Actions on the ego's speed are left to its driver, with a note."""
    folder = tmp_path / "ego"
    folder.mkdir()
    made(folder, cars((lane(10), speed(20)), (lane(300),)), after(3))
    text = (folder / "test.xosc").read_text().replace('"A"', '"Ego"')
    event = (
        '<Story name="s"><Act name="a"><ManeuverGroup name="g" maximumExecutionCount="1"><Actors '
        'selectTriggeringEntities="false"><EntityRef entityRef="Ego"/></Actors><Maneuver name="m">'
        '<Event name="e" priority="override"><Action name="slow"><PrivateAction>'
        f"{speed(5)}</PrivateAction></Action><StartTrigger><ConditionGroup><Condition name='c' "
        f"delay='0' conditionEdge='none'>{after(1)}</Condition></ConditionGroup></StartTrigger>"
        "</Event></Maneuver></ManeuverGroup></Act></Story>"
    )
    (folder / "test.xosc").write_text(text.replace("</Init>", f"</Init>{event}"))
    player = ended(ScenarioPlayer(read_scenario(folder / "test.xosc")))
    assert player.entities["Ego"].speed == pytest.approx(20.0, abs=0.5)
    (note,) = player.notes
    assert note.startswith("1.00 s: ") and "<SpeedAction> is left to Ego's driver" in note


def test_an_entity_at_the_end_of_its_road_is_named(tmp_path: Path):
    player = ended(made(tmp_path, CLOSING, after(25)))
    assert player.notes == ["19.50 s: A stops at the end of road 0, with 20.00 m/s"]
    assert player.entities["A"].speed == 0.0
    assert player.entities["A"].travelled == pytest.approx(ROAD_LENGTH - 10.0, abs=0.21)


def on_earth(latitude: float, longitude: float) -> str:
    return (
        f'<Position><GeoPosition latitudeDeg="{latitude}" longitudeDeg="{longitude}"/></Position>'
    )


def test_a_place_on_earth_is_one_on_the_roads(tmp_path: Path):
    east, north = (radius * math.radians(1.0) for radius in radii(math.radians(48.0)))
    # 100 m to the east of the roads' origin, 2 m to the south; 50 m to the north is off the roads.
    place = on_earth(48.0 - 2.0 / north, 11.0 + 100.0 / (east * math.cos(math.radians(48.0))))
    player = made(tmp_path, cars((place,), (on_earth(48.0 + 50.0 / north, 11.0),)), after(0.0))
    player.begin()
    own, other = player.entities["A"], player.entities["B"]
    assert (own.x, own.y, own.heading) == pytest.approx((100.0, -2.0, 0.0), abs=1e-3)
    assert own.lane_place is not None and own.lane_place.lane == -1
    assert (other.x, other.y) == pytest.approx((0.0, 50.0), abs=1e-3) and other.lane_place is None


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ('<GeoPosition latitude="48" longitude="11"/>', "48, 11 is nowhere; latitude and"),
        ('<GeoPosition latitudeDeg="48"/>', "needs latitudeDeg and longitudeDeg"),
    ],
)
def test_a_place_that_is_not_on_earth_is_named(tmp_path: Path, place: str, said: str):
    with pytest.raises(InputError, match=rf"test.xosc:\d+.*{said}"):
        made(tmp_path, cars((f"<Position>{place}</Position>",)), after(0.0)).begin()


def test_nothing_holds_between_an_entity_and_one_that_is_not_there(tmp_path: Path):
    far = f"<TimeHeadwayCondition {COMMON.format('false', 'greaterThan', 1)}/>"
    with pytest.raises(AssertionError, match="does not fire"):
        ended(made(tmp_path, cars((lane(10), speed(20))), of_a(far)))


def test_a_selection_is_no_single_entity(tmp_path: Path):
    both = (
        '<EntitySelection name="all"><Members><EntityRef entityRef="A"/><EntityRef entityRef="B"/>'
        "</Members></EntitySelection>"
    )
    far = '<RelativeSpeedCondition entityRef="all" rule="greaterThan" value="1"/>'
    with pytest.raises(InputError, match="needs one entity; 'all' is a selection"):
        made(tmp_path, CLOSING, of_a(far), more=both)
    hit = "<CollisionCondition><EntityRef entityRef='all'/></CollisionCondition>"
    assert ended(made(tmp_path, CLOSING, of_a(hit), more=both)).time == pytest.approx(8.6)
