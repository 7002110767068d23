"""Synchronised arrivals, weather, lamps, and places on trajectories."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Tuple

import numpy as np
import pytest

from sim.errors import InputError
from sim.openscenario.play.environment import WeatherState
from sim.openscenario.play.ignored import ignored_elements
from sim.traffic.lamps import BRAKE_SIGNAL, LEFT_SIGNAL

from .test_conditions import after, cars, ended, lane, made, of_value, speed

MEETING = (
    '<SynchronizeAction masterEntityRef="B"><TargetPositionMaster>{}</TargetPositionMaster>'
    "<TargetPosition>{}</TargetPosition>{}</SynchronizeAction>"
)
BY_LANE = '<LanePosition roadId="0" laneId="-1" s="{}"/>'
FINAL = "<FinalSpeed>{}</FinalSpeed>"


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        # B, at 20 m/s, is 200 m from its place: 10 s for A's 150 m.
        ("", 15.0),
        (FINAL.format('<AbsoluteSpeed value="25"/>'), 25.0),
        (
            FINAL.format('<RelativeSpeedToMaster value="0.5" speedTargetValueType="factor"/>'),
            10.0,
        ),
    ],
)
def test_two_meet_at_their_places(tmp_path: Path, final: str, expected: float):
    action = MEETING.format(BY_LANE.format(300), BY_LANE.format(160), final)
    player = made(tmp_path, cars((lane(10), speed(12), action), (lane(100), speed(20))), after(10))
    own, master = player.entities["A"], player.entities["B"]
    speeds = [own.speed for _ in player.play()]
    assert (own.x, master.x) == pytest.approx((160.0, 300.0), abs=0.05)
    assert own.speed == pytest.approx(expected, abs=0.05)
    # With a final speed it changes steadily.
    assert np.abs(np.diff(speeds))[1:].max() < 0.06


@pytest.mark.parametrize(
    "steady",
    ['<TargetDistanceSteadyState distance="30"/>', '<TargetTimeSteadyState time="2"/>'],
)
def test_a_steady_state_precedes_the_meeting(tmp_path: Path, steady: str):
    """150 m in 10 s. The last 30 m have 15 m/s, so 120 m take 8 s."""
    final = FINAL.format(f'<AbsoluteSpeed value="15">{steady}</AbsoluteSpeed>')
    action = MEETING.format(BY_LANE.format(300), BY_LANE.format(160), final)
    player = made(tmp_path, cars((lane(10), speed(12), action), (lane(100), speed(20))), after(10))
    assert not ignored_elements(player.scenario, "")
    own = player.entities["A"]
    rows = np.array([(time, own.x, own.speed) for time in player.play()])
    time, x, v = rows.T
    assert x[800] == pytest.approx(130.0, abs=0.05) and x[-1] == pytest.approx(160.0, abs=0.05)
    assert np.abs(v[time > 8.0] - 15.0).max() < 0.02
    # Cubic of time from 0 m and 12 m/s to 120 m and 15 m/s.
    share = time[:800] / 8.0
    expected = 120.0 * (3.0 - 2.0 * share) * share**2
    expected += 8.0 * (12.0 * share * (1.0 - share) ** 2 - 15.0 * share**2 * (1.0 - share))
    assert np.abs(x[:800] - 10.0 - expected).max() < 0.05


def test_without_time_for_a_steady_state_it_is_ignored(tmp_path: Path):
    steady = '<AbsoluteSpeed value="25"><TargetTimeSteadyState time="11"/></AbsoluteSpeed>'
    action = MEETING.format(BY_LANE.format(300), BY_LANE.format(160), FINAL.format(steady))
    player = made(tmp_path, cars((lane(10), speed(12), action), (lane(100), speed(20))), after(10))
    ended(player)
    assert player.entities["A"].x == pytest.approx(160.0, abs=0.05)


def test_synchronising_follows_a_master_that_changes_its_speed(tmp_path: Path):
    """B slows from 20 to 10 m/s in 5 s, and arrives after 17.5 s."""
    action = MEETING.format(BY_LANE.format(300), BY_LANE.format(160), "")
    rows = cars((lane(10), speed(12), action), (lane(100), speed(20), speed(10, 5)))
    player = made(tmp_path, rows, after(17.5))
    ended(player)
    assert player.entities["A"].x == pytest.approx(160.0, abs=0.05)
    assert player.entities["B"].x == pytest.approx(300.0, abs=0.05)


ENVIRONMENT = (
    '<GlobalAction><EnvironmentAction><Environment name="e"><TimeOfDay animation="{}" '
    'dateTime="2026-06-21T18:30:00.000Z"/><Weather cloudState="overcast"><Fog visualRange="300"/>'
    '<Precipitation precipitationType="rain" precipitationIntensity="10"/></Weather>'
    '<RoadCondition frictionScaleFactor="0.8" wetness="wetWithPuddles"/></Environment>'
    "</EnvironmentAction></GlobalAction>"
)


def test_weather_and_time_of_day(tmp_path: Path):
    """The time of day runs if animated, else it stands."""
    later = of_value('<TimeOfDayCondition dateTime="2026-06-21T18:30:04" rule="greaterOrEqual"/>')
    rows = cars((lane(10),), (lane(100),))
    player = ended(made(tmp_path, ENVIRONMENT.format("true") + rows, later))
    assert player.time == pytest.approx(4.0)
    assert player.surroundings.shown == WeatherState("rain", 1.0, 300.0, 0.2, 0.8, 18.5)
    assert [each.split("> ")[1] for each in ignored_elements(player.scenario, "Ego")] == [
        "has frictionScaleFactor 0.8: tyres feel the nearest of dry, wet and icy roads, and only "
        "in a simulator"
    ]
    with pytest.raises(AssertionError, match="does not fire"):
        ended(made(tmp_path, ENVIRONMENT.format("false") + rows, later))
    wrong = ENVIRONMENT.format("true").replace("18:30", "25:30")
    with pytest.raises(InputError, match=r"dateTime='2026-06-21T25:30:00\.000Z'; it must"):
        made(tmp_path, wrong + rows, later).begin()


FALLS = '<Weather><Precipitation precipitationType="{}" precipitationIntensity="{}"/></Weather>'
GRIP = '<RoadCondition frictionScaleFactor="{}"/>'


@pytest.mark.parametrize(
    ("environments", "weather"),
    [
        ((GRIP.format(0.3), FALLS.format("dry", 0)), "ice"),
        ((FALLS.format("snow", 5) + GRIP.format(1.0),), "ice"),
        ((FALLS.format("rain", 5), FALLS.format("dry", 0)), "wet"),
        ((GRIP.format(0.3), GRIP.format(1.0)), "dry"),
    ],
)
def test_tyres_feel_the_more_slippery_of_road_and_weather(
    tmp_path: Path, environments: Tuple[str, ...], weather: str
):
    """Values that an environment does not specify stay."""
    actions = "".join(
        f'<GlobalAction><EnvironmentAction><Environment name="e">{each}</Environment>'
        "</EnvironmentAction></GlobalAction>"
        for each in environments
    )
    player = made(tmp_path, actions + cars((lane(10),), (lane(100),)), after(1))
    player.begin()
    assert player.surroundings.shown.weather == weather


def test_lamps_shine_until_they_are_switched_off(tmp_path: Path):
    light = (
        '<AppearanceAction><LightStateAction><LightType><VehicleLight vehicleLightType="{}"/>'
        '</LightType><LightState mode="{}"/></LightStateAction></AppearanceAction>'
    )
    on = [light.format(kind, "on") for kind in ("brakeLights", "indicatorLeft", "highBeam")]
    off = light.format("brakeLights", "off")
    player = ended(made(tmp_path, cars((lane(10), *on), (lane(100), on[0], off)), after(1)))
    assert (
        player.entities["A"].lamps == BRAKE_SIGNAL | LEFT_SIGNAL and player.entities["B"].lamps == 0
    )
    (line,) = ignored_elements(player.scenario, "Ego")
    assert "switches highBeam, for which vehicles have no lamp" in line


TRAJECTORY = '<Trajectory name="t" closed="false"><Shape>{}</Shape></Trajectory>'
# A quarter of a circle of 20 m to the left, then 10 m straight on.
SPLINE = TRAJECTORY.format(
    '<ClothoidSpline timeEnd="10"><ClothoidSplineSegment curvatureStart="0.05" curvatureEnd="0.05" '
    f'length="{10 * math.pi}" timeStart="0"><PositionStart><WorldPosition x="50" y="-2"/>'
    '</PositionStart></ClothoidSplineSegment><ClothoidSplineSegment curvatureStart="0" '
    'curvatureEnd="0" length="10" timeStart="8"/></ClothoidSpline>'
)


def test_a_spline_of_clothoids_is_followed_by_its_times(tmp_path: Path):
    follow = (
        f"<RoutingAction><FollowTrajectoryAction><TrajectoryRef>{SPLINE}</TrajectoryRef>"
        '<TimeReference><Timing domainAbsoluteRelative="absolute" offset="0" scale="1"/>'
        '</TimeReference><TrajectoryFollowingMode followingMode="position"/>'
        "</FollowTrajectoryAction></RoutingAction>"
    )
    player = made(tmp_path, cars((lane(10), follow), (lane(100),)), after(10))
    own = player.entities["A"]
    for time in player.play():
        if time == 4.0:
            turned = math.pi / 4
            assert (own.x, own.y) == pytest.approx(
                (50 + 20 * math.sin(turned), -2 + 20 * (1 - math.cos(turned))), abs=1e-3
            )
    assert (own.x, own.y) == pytest.approx((70.0, 28.0), abs=1e-3)
    assert own.heading == pytest.approx(math.pi / 2)


def test_a_place_on_a_trajectory_is_beside_it(tmp_path: Path):
    place = (
        f'<Position><TrajectoryPosition s="{10 * math.pi + 5}" t="3"><TrajectoryRef>{SPLINE}'
        "</TrajectoryRef></TrajectoryPosition></Position>"
    )
    player = made(tmp_path, cars((lane(10),), (place,)), after(1))
    player.begin()
    there = player.entities["B"]
    assert (there.x, there.y) == pytest.approx((67.0, 23.0), abs=1e-3)
    assert there.heading == pytest.approx(math.pi / 2, abs=1e-3)
    far = place.replace(f'"{10 * math.pi + 5}"', '"90"')
    with pytest.raises(InputError, match=r"s = 90 m is not on trajectory t, which is 41\.4"):
        made(tmp_path, cars((lane(10),), (far,)), after(1)).begin()


def test_an_entity_waits_on_a_trajectory_until_its_time(tmp_path: Path):
    """10 m in 2 s, 3 s of rest, 10 m in 1 s."""
    points = ((0, 50), (2, 60), (3, 60), (5, 60), (6, 70))
    vertices = "".join(
        f'<Vertex time="{time}"><Position><WorldPosition x="{x}" y="-2"/></Position></Vertex>'
        for time, x in points
    )
    follow = (
        "<RoutingAction><FollowTrajectoryAction><TrajectoryRef>"
        f"{TRAJECTORY.format(f'<Polyline>{vertices}</Polyline>')}</TrajectoryRef>"
        '<TimeReference><Timing domainAbsoluteRelative="absolute" offset="0" scale="1"/>'
        '</TimeReference><TrajectoryFollowingMode followingMode="position"/>'
        "</FollowTrajectoryAction></RoutingAction>"
    )
    player = made(tmp_path, cars((lane(10), follow), (lane(100),)), after(6))
    own = player.entities["A"]
    for time in player.play():
        if time:
            assert own.x == pytest.approx(np.interp(time, *zip(*points)), abs=1e-6)
    assert own.heading == 0.0
