"""Entities on linked roads: a grid, and roads with opposite reference lines.

SUMO's netgenerate writes the grid as OpenDRIVE and as a network.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Tuple

import numpy as np
import pytest
from lxml import etree

from sim.errors import InputError
from sim.openscenario.model.conditions import RelativeClearanceCondition, RelativeLaneRange
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.measures import EntityMeasures
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.simulation.prepare import MAP
from sim.traffic.roads.map_import import import_map
from sim.traffic.roads.netconvert import run_converter
from sim.traffic.roads.network import Network
from sim.traffic.roads.opendrive_mirror import mirror_roads

CAR = (
    '<ScenarioObject name="{}"><Vehicle name="car" vehicleCategory="car"><BoundingBox>'
    '<Center x="1" y="0" z="0.7"/><Dimensions width="2" length="4" height="1.4"/></BoundingBox>'
    '<Performance maxSpeed="70" maxAcceleration="4" maxDeceleration="8"/><Axles>'
    '<FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" '
    'positionZ="0.3"/><RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" '
    'positionX="0" positionZ="0.3"/></Axles></Vehicle></ScenarioObject>'
)
LINK = '<link><{} id="{}"/></link>'
LANE = '<lane id="{}" type="driving">{}<width sOffset="0" a="4" b="0" c="0" d="0"/></lane>'
# Along x: road 0 from 0 to 100 m, road 1 with its line from 200 m backwards, and then road 2; all
# are driven to the right of growing x.
ROAD = (
    '<road id="{}" length="100" junction="-1"><link>{}</link><planView><geometry s="0" x="{}" '
    'y="0" hdg="{}" length="100"><line/></geometry></planView><lanes><laneSection s="0"><left>{}'
    '</left><center><lane id="0"/></center><right>{}</right></laneSection></lanes></road>'
)
TO = '<{} elementType="road" elementId="{}" contactPoint="{}"/>'
CHAIN = (
    "<OpenDRIVE>"
    + ROAD.format(
        0, TO.format("successor", 1, "end"), 0, 0, "", LANE.format(-1, LINK.format("successor", 1))
    )
    + ROAD.format(
        1,
        TO.format("predecessor", 2, "start") + TO.format("successor", 0, "end"),
        200,
        math.pi,
        LANE.format(1, LINK.format("predecessor", -1)),
        "",
    )
    + ROAD.format(
        2,
        TO.format("predecessor", 1, "start"),
        200,
        0,
        "",
        LANE.format(-1, LINK.format("predecessor", 1)),
    )
    + "</OpenDRIVE>"
)


def lane(road: str, s: float, lane: int = -1, offset: float = 0.0) -> str:
    return f'<LanePosition roadId="{road}" laneId="{lane}" s="{s}" offset="{offset}"/>'


def to(place: str) -> str:
    return f"<TeleportAction><Position>{place}</Position></TeleportAction>"


def speed(value: float) -> str:
    return (
        '<LongitudinalAction><SpeedAction><SpeedActionDynamics dynamicsShape="step" value="0" '
        f'dynamicsDimension="time"/><SpeedActionTarget><AbsoluteTargetSpeed value="{value}"/>'
        "</SpeedActionTarget></SpeedAction></LongitudinalAction>"
    )


def route(*places: str, closed: str = "false") -> str:
    points = "".join(
        f'<Waypoint routeStrategy="shortest"><Position>{each}</Position></Waypoint>'
        for each in places
    )
    return (
        f'<RoutingAction><AssignRouteAction><Route name="r" closed="{closed}">{points}</Route>'
        "</AssignRouteAction></RoutingAction>"
    )


def player(folder: Path, roads: str, seconds: float, **cars: Tuple[str, ...]) -> ScenarioPlayer:
    """Return a player of cars with initial actions, for some seconds."""
    (folder / "roads.xodr").write_text(roads)
    actions = ""
    for name, each in cars.items():
        inner = "".join(f"<PrivateAction>{action}</PrivateAction>" for action in each)
        actions += f'<Private entityRef="{name}">{inner}</Private>'
    path = folder / "test.xosc"
    path.write_text(
        '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3" author="" date="" description=""/>'
        '<CatalogLocations/><RoadNetwork><LogicFile filepath="roads.xodr"/></RoadNetwork><Entities>'
        f"{''.join(CAR.format(name) for name in cars)}</Entities><Storyboard><Init><Actions>"
        f"{actions}</Actions></Init><StopTrigger><ConditionGroup><Condition name='c' delay='0' "
        "conditionEdge='none'><ByValueCondition><SimulationTimeCondition "
        f"value='{seconds}' rule='greaterOrEqual'/></ByValueCondition></Condition>"
        "</ConditionGroup></StopTrigger></Storyboard></OpenSCENARIO>"
    )
    return ScenarioPlayer(read_scenario(path))


def driven(play: ScenarioPlayer, name: str) -> np.ndarray:
    """Return a car's motion each 0.01 s. x, y, heading and speed (n, 4)."""
    found = []
    for _ in play.play():
        each = play.entities[name]
        found.append((each.x, each.y, each.heading, each.speed))
    return np.array(found)


def test_a_car_crosses_roads_with_either_line_direction(tmp_path: Path):
    """Along x at 20 m/s, 1 m to the right of its lane. A lane offset to the left meanwhile."""
    shift = (
        '<LateralAction><LaneOffsetAction continuous="false"><LaneOffsetActionDynamics '
        'dynamicsShape="sinusoidal" maxLateralAcc="0.08"/><LaneOffsetTarget>'
        '<AbsoluteTargetLaneOffset value="1"/></LaneOffsetTarget></LaneOffsetAction>'
        "</LateralAction>"
    )
    play = player(tmp_path, CHAIN, 13.0, A=(to(lane("0", 10, offset=-1)), speed(20), shift))
    found = driven(play, "A")
    assert play.notes == []
    assert np.abs(np.hypot(*np.diff(found[:, :2], axis=0).T) - 0.2).max() < 1e-6
    assert np.diff(found[:, 1]).min() >= -1e-9
    assert found[0, 1] == pytest.approx(-3.0) and found[-1, 1] == pytest.approx(-1.0, abs=1e-6)
    assert np.abs(np.diff(found[:, 2])).max() < 0.01
    assert play.entities["A"].lane_place.road == "2"


@pytest.mark.parametrize(
    ("action", "aside"),
    [
        (
            '<LateralDistanceAction entityRef="B" continuous="true" freespace="false" '
            'distance="1.5" displacement="leftToReferencedEntity"/>',
            1.5,
        ),
        (
            '<LaneOffsetAction continuous="true"><LaneOffsetActionDynamics dynamicsShape="step"/>'
            '<LaneOffsetTarget><RelativeTargetLaneOffset entityRef="B" value="1"/>'
            "</LaneOffsetTarget></LaneOffsetAction>",
            1.0,
        ),
    ],
)
def test_lateral_distance_holds_with_either_line_direction(
    tmp_path: Path, action: str, aside: float
):
    """B drives 20 m ahead, 0.5 m right of its lane's centre."""
    play = player(
        tmp_path,
        CHAIN,
        12.0,
        B=(to(lane("0", 30, offset=-0.5)), speed(20)),
        A=(to(lane("0", 10)), speed(20), f"<LateralAction>{action}</LateralAction>"),
    )
    found = driven(play, "A")
    assert play.entities["B"].y == pytest.approx(-2.5)
    assert found[:, 1] == pytest.approx(-2.5 + aside)


@pytest.mark.parametrize(
    ("forward", "lanes", "clear"),
    [(139.0, (), True), (141.0, (), False), (141.0, (0, 0), False), (141.0, (1, 2), True)],
)
def test_clearance_is_looked_for_over_the_ends_of_roads(
    tmp_path: Path, forward: float, lanes: tuple, clear: bool
):
    """B is 140 m ahead of A, in A's lane on the opposite road."""
    play = player(tmp_path, CHAIN, 1.0, A=(to(lane("0", 10)),), B=(to(lane("1", 50, 1)),))
    play.begin()
    condition = RelativeClearanceCondition(
        play.scenario.source,
        opposite_lanes=False,
        free_space=False,
        distance_forward=forward,
        lanes=(RelativeLaneRange(play.scenario.source, *lanes),) if lanes else (),
    )
    assert play.of_entity(condition, "A") == clear
    assert play.of_entity(replace(condition, distance_backward=forward), "B") == clear


def test_distances_go_over_the_ends_of_roads(tmp_path: Path):
    """B is 200 m ahead of A, on the third road. It is placed there by a RelativeLanePosition."""
    ahead = '<RelativeLanePosition entityRef="A" dLane="0" ds="200"/>'
    play = player(tmp_path, CHAIN, 1.0, A=(to(lane("0", 10)),), B=(to(ahead),))
    play.begin()
    own, other = play.entities["A"].lane_place, play.entities["B"].lane_place
    assert (other.road, other.lane, other.direction) == ("2", -1, 1)
    assert play.roads.displacement(own, other) == pytest.approx((200.0, 0.0, 1))
    assert play.roads.displacement(other, own) == pytest.approx((-200.0, 0.0, 1))
    beyond = '<RelativeLanePosition entityRef="A" dLane="0" ds="400"/>'
    far = player(tmp_path, CHAIN, 1.0, A=(to(lane("0", 10)),), B=(to(beyond),))
    with pytest.raises(InputError, match=r"s = 410 m is not on road 0.*nor do the roads lead"):
        far.begin()


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Tuple[str, Network]:
    """Write nine junctions, 80 m apart, with two lanes each way."""
    folder = tmp_path_factory.mktemp("grid")
    arguments = ["--grid", "--grid.number", "3", "--grid.length", "80", "--default.lanenumber", "2"]
    arguments += ["--no-turnarounds", "true", "--opendrive-output", str(folder / "grid.xodr")]
    run_converter("netgenerate", arguments, folder / "grid.net.xml", folder)
    return (folder / "grid.xodr").read_text(), Network.read(folder / "grid.net.xml")


def road_of(text: str, x: float, y: float, heading: float) -> str:
    """Return the straight road at a place with a heading. Its id."""
    for found in re.finditer(r'<road name="" length="[\d.]+" id="(\d+)".*?</road>', text, re.S):
        s = re.search(r'x="([-\d.]+)" y="([-\d.]+)" hdg="([-\d.]+)"', found.group(0))
        near = math.hypot(float(s.group(1)) - x, float(s.group(2)) - y) < 16.0
        if near and abs(math.remainder(float(s.group(3)) - heading, 2 * math.pi)) < 0.01:
            return found.group(1)
    raise AssertionError(f"no road at {x}, {y}")


def test_a_route_leads_through_junctions_with_the_lanes_that_it_needs(
    tmp_path: Path, grid: Tuple[str, Network]
):
    """From the right lane left at the middle junction, then right.

    Only the left lane turns left, and only the right lane turns right.
    """
    text, network = grid
    first = road_of(text, 0, 80, 0)
    second = road_of(text, 80, 80, math.pi / 2)
    third = road_of(text, 80, 160, 0)
    # The first waypoint is behind the car.
    ways = route(lane(first, 5, -2), lane(second, 30, -1), lane(third, 30, -2))
    play = player(tmp_path, text, 19.0, A=(to(lane(first, 10, -2)), speed(10), ways))
    found = driven(play, "A")
    assert play.notes == []
    assert play.entities["A"].lane_place.road == third and play.entities["A"].lane_place.lane == -2
    assert np.abs(np.hypot(*np.diff(found[:, :2], axis=0).T) / 0.01 - 10.0).max() < 0.2
    # In the middle of SUMO's lanes, except during lane changes.
    lanes = [network.lane_at(x, y) for x, y in found[::20, :2]]
    assert all(lanes)
    edges = [each.edge for each in lanes if not each.internal]
    assert list(dict.fromkeys(edges)) == ["A1B1", "B1B2", "B2C2"]


def left_hand(text: str) -> str:
    """Return the mirror image of a right-hand map, of left-hand traffic."""
    root = etree.fromstring(text.encode())
    mirror_roads(root)
    for road in root.iterfind("road"):
        road.set("rule", "LHT")
    return etree.tostring(root, encoding="unicode")


@pytest.mark.not_quick
def test_a_left_hand_route_is_the_mirror_image(tmp_path: Path, grid: Tuple[str, Network]):
    """The car drives along the lanes of the left-hand network, too."""
    text, _ = grid
    roads = [road_of(text, *each) for each in ((0, 80, 0), (80, 80, math.pi / 2), (80, 160, 0))]
    found = []
    for side, map_text in ((-1, text), (1, left_hand(text))):
        places = zip(roads, (5, 30, 30), (2, 1, 2))
        ways = route(*(lane(road, s, side * number) for road, s, number in places))
        start = to(lane(roads[0], 10, side * 2, offset=0.3 * side))
        found.append(driven(player(tmp_path, map_text, 19.0, A=(start, speed(10), ways)), "A"))
    right, left = found
    assert left == pytest.approx(right * [1, -1, -1, 1], abs=1e-6)
    network = Network.read(import_map(tmp_path / "roads.xodr", tmp_path, "left", MAP).net)
    assert network.left_hand
    for x, y, heading, _ in left[::20]:
        under = network.lane_at(x, y, heading)
        assert under is not None
        if not under.internal:
            way = (under.shape[-1] - under.shape[0])[:2]
            assert way @ (math.cos(heading), math.sin(heading)) > 0.7 * np.hypot(*way)


def test_a_closed_route_leads_round_and_round(tmp_path: Path, grid: Tuple[str, Network]):
    """Around the block at the lower left, once and a half. Straight on turns less."""
    text, network = grid
    first, across = road_of(text, 0, 0, 0), road_of(text, 80, 80, math.pi)
    ways = route(lane(first, 40, -1), lane(across, 30, -1), closed="true")
    play = player(tmp_path, text, 24.0, A=(to(lane(first, 10, -1)), speed(20), ways))
    found = driven(play, "A")
    assert play.notes == []
    assert play.movers["A"].way.place(play.movers["A"].way.goal).road == across
    edges = [network.lane_at(x, y).edge for x, y in found[::20, :2]]
    block = ["A0B0", "B0B1", "B1A1", "A1A0"]
    assert {each for each in edges if not each.startswith(":")} == set(block)


def test_distance_over_a_junction_is_the_same_both_ways(tmp_path: Path, grid: Tuple[str, Network]):
    """A follows B over a junction with links only in driving direction."""
    text, _ = grid
    first, last = road_of(text, 0, 80, 0), road_of(text, 80, 80, 0)
    keep = (
        '<LongitudinalAction><LongitudinalDistanceAction entityRef="B" freespace="false" '
        'continuous="true" distance="25" coordinateSystem="lane"><DynamicConstraints '
        'maxAcceleration="2" maxDeceleration="3" maxSpeed="15"/></LongitudinalDistanceAction>'
        "</LongitudinalAction>"
    )
    play = player(
        tmp_path,
        text,
        8.0,
        B=(to(lane(first, 35, -1)), speed(10)),
        A=(to(lane(first, 10, -1)), speed(10), keep),
    )
    behind = []
    for _ in play.play():
        a, b = play.entities["A"], play.entities["B"]
        assert b.x - a.x == pytest.approx(25.0, abs=0.2)
        if a.lane_place.road == first and b.lane_place.road == last:
            behind.append(play.roads.displacement(b.lane_place, a.lane_place))
            assert play.roads.displacement(a.lane_place, b.lane_place) == behind[-1].turned()
    assert behind and behind[-1] == pytest.approx((-25.0, 0.0, 1), abs=0.2)


def test_velocities_over_roads_whose_lines_run_against_each_other(tmp_path: Path):
    """Both drive along x, B on the road with falling s."""
    play = player(
        tmp_path, CHAIN, 1.0, A=(to(lane("0", 10)), speed(20)), B=(to(lane("1", 50, 1)), speed(12))
    )
    play.begin()
    own, other = play.entities["A"], play.entities["B"]
    moving = EntityMeasures(play.roads).moving(own, other, "road")
    assert moving == pytest.approx([8.0, 0.0], abs=1e-9)


ENDING = (
    '<OpenDRIVE><road id="0" length="100" junction="-1"><planView><geometry s="0" x="0" y="0" '
    'hdg="0" length="100"><line/></geometry></planView><lanes><laneOffset s="0" a="0" b="0" c="0" '
    'd="0"/><laneOffset s="50" a="-4" b="0" c="0" d="0"/><laneSection s="0"><center><lane id="0"/>'
    "</center><right>{}{}</right></laneSection><laneSection s='50'><center><lane id='0'/>"
    "</center><right>{}</right></laneSection></lanes></road></OpenDRIVE>"
).format(
    LANE.format(-1, ""),
    LANE.format(-2, LINK.format("successor", -1)),
    LANE.format(-1, LINK.format("predecessor", -2)),
)


def test_a_lane_without_a_link_ends_where_others_have_one(tmp_path: Path):
    """The inner lane ends after 50 m. The outer lane has its number afterwards."""
    play = player(
        tmp_path,
        ENDING,
        4.0,
        A=(to(lane("0", 10)), speed(20)),
        B=(to(lane("0", 10, -2)), speed(20)),
    )
    found = driven(play, "B")
    assert found[-1, :2] == pytest.approx((90.0, -6.0)) and np.ptp(found[:, 1]) < 1e-9
    assert (play.entities["A"].x, play.entities["A"].y) == pytest.approx((50.0, -2.0))
    (line,) = play.notes
    assert "A stops at the end of road 0" in line


def test_a_link_to_a_place_within_a_road_leads_nowhere(tmp_path: Path):
    """Links as in virtual junctions."""
    text = CHAIN.replace('elementId="1" contactPoint="end"', 'elementId="1" elementS="9"')
    play = player(tmp_path, text, 5.0, A=(to(lane("0", 10)), speed(20)))
    assert driven(play, "A")[-1, 0] == pytest.approx(100.0)


def test_a_position_is_acquired_and_one_that_no_road_leads_to_refused(
    tmp_path: Path, grid: Tuple[str, Network]
):
    text, _ = grid
    first, goal = road_of(text, 0, 80, 0), road_of(text, 160, 80, -math.pi / 2)
    acquire = (
        "<RoutingAction><AcquirePositionAction><Position>{}</Position></AcquirePositionAction>"
        "</RoutingAction>"
    )
    there = acquire.format(lane(goal, 40, -1))
    play = player(tmp_path, text, 18.0, A=(to(lane(first, 10, -1)), speed(10), there))
    driven(play, "A")
    assert play.entities["A"].lane_place.road == goal
    assert ignored_elements(play.scenario, "Ego") == []
    back = player(tmp_path, CHAIN, 1, A=(to(lane("2", 10)), acquire.format(lane("0", 50))))
    with pytest.raises(InputError, match="no roads lead there from road 2"):
        back.begin()


def test_a_place_on_a_route_is_so_far_along_it(tmp_path: Path):
    """B stands 150 m along a route that begins at 20 m on road 0."""
    points = "".join(
        f"<Waypoint routeStrategy='shortest'><Position>{lane(*each)}</Position></Waypoint>"
        for each in (("0", 20), ("2", 80))
    )
    place = (
        f'<RoutePosition><RouteRef><Route name="r" closed="false">{points}</Route></RouteRef>'
        "<InRoutePosition>{}</InRoutePosition></RoutePosition>"
    )
    by_lane = place.format('<FromLaneCoordinates pathS="150" laneId="1" laneOffset="0.5"/>')
    by_road = place.format('<FromRoadCoordinates pathS="200" t="-3"/>')
    play = player(tmp_path, CHAIN, 1.0, A=(to(by_lane),), B=(to(by_road),))
    play.begin()
    a, b = play.entities["A"], play.entities["B"]
    assert (a.x, a.y) == pytest.approx((170.0, -2.5)) and abs(a.heading) < 1e-9
    assert (b.x, b.y) == pytest.approx((220.0, -3.0)) and abs(b.heading) < 1e-9


def test_a_random_route_depends_on_the_seed_alone(
    tmp_path: Path, grid: Tuple[str, Network]
) -> None:
    text, _ = grid
    roam = "<RoutingAction><RandomRouteAction/></RoutingAction>"
    start = lane(road_of(text, 0, 80, 0), 10, -1)
    path = player(tmp_path, text, 40.0, A=(to(start), speed(10), roam)).scenario.source.path

    def end(seed: int) -> Tuple[float, float]:
        play = ScenarioPlayer(read_scenario(path), PlayOptions(seed=seed))
        for _ in play.play():
            pass
        assert play.entities["A"].travelled == pytest.approx(400.0, abs=0.2)
        return play.entities["A"].x, play.entities["A"].y

    ends = [end(seed) for seed in range(5)]
    assert end(3) == ends[3]
    assert len(set(ends)) > 2
