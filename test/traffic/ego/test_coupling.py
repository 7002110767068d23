"""Traffic reacts to egos.

It queues behind them, on every lane that they stand in, and drives on when they have gone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from nets import LOOP_NET, MERGE_DEMAND, MERGE_NET
from small_runs import (
    WALKER,
    build_road,
    car_at,
    person,
    row_of,
    running,
    trip,
    write_routes,
)
from support.boxes import box_corners

from sim.errors import InputError
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.detectors import detectors_of
from sim.traffic.demand.routes import write_demand
from sim.traffic.ego.coupling import EgoCoupling
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.measures.thresholds import Thresholds
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

# The road starts at world (50, 20) along +x.
ROAD_X = 50.0  # m
RIGHT_LANE_Y = 18.25  # m
LEFT_LANE_Y = 21.75  # m


class Drive:
    """A session on the hand-made road with a coupling."""

    def __init__(self, session, network):
        self.session, self.coupling, self.state = session, EgoCoupling(session, network), None

    def step(self, *egos: EgoState):
        """Make one step with the egos; return their places on the road."""
        seen = [self.coupling.place(ego) for ego in egos]
        self.state = self.session.step()
        return seen

    def run(self, seconds: float, *egos: EgoState):
        for _ in range(round(seconds / 0.1)):
            seen = self.step(*egos)
        return seen

    def of(self, name: str):
        """Return centre x, y, and speed of a vehicle."""
        row = row_of(self.session, self.state, name)
        return (*self.state.position[row, :2], self.state.speed[row])

    def gap(self, name: str, ego: EgoState) -> float:
        """Return the gap from a car of 5 m to the ego ahead. It is bumper to bumper."""
        return ego.centre[0] - 0.5 * ego.length - (self.of(name)[0] + 2.5)


@pytest.fixture
def drive(tmp_path, request):
    lanes, trips = request.param
    net = build_road(tmp_path, lanes=lanes, length=600.0)
    with running(net, write_routes(tmp_path, *trips)) as session:
        yield Drive(session, Network.read(net))


ONE_LANE = (1, [trip("a", 60.0, speed=13.0), trip("b", 30.0, speed=13.0)])
TWO_LANES = (2, [trip("right", 40.0, 0, 13.0), trip("left", 40.0, 1, 13.0)])


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
@pytest.mark.not_quick
def test_followers_queue_behind_a_stopped_ego_then_drive_on(drive):
    ego = car_at(ROAD_X + 250.0, 20.0)
    (seen,) = drive.run(40.0, ego)
    assert seen.lane == "road_0" and seen.shadows == () and not seen.off_road
    assert drive.of("a")[2] < 0.01 and drive.of("b")[2] < 0.01
    assert 2.0 <= drive.gap("a", ego) <= 4.0
    assert 2.0 <= drive.of("a")[0] - drive.of("b")[0] - 5.0 <= 4.0
    stood = drive.of("a")[0]
    for k in range(100):
        drive.step(car_at(ROAD_X + 250.0 + 1.2 * k, 20.0, speed=12.0))
    assert drive.of("a")[0] > stood + 40.0 and drive.of("a")[2] > 8.0 and drive.of("b")[2] > 5.0


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_sumo_has_the_ego_where_the_simulator_will_have_it(drive):
    for k in range(20):
        drive.step(car_at(ROAD_X + 250.0 + 0.8 * k, 20.3, 0.02, speed=8.0))
    vehicle = drive.session.connection.vehicle
    # The bumper is half a length ahead of the centre, one step of 0.8 m on, and in the middle of
    # its lane.
    bumper = np.array([ROAD_X + 250.0 + 0.8 * 19 + (0.8 + 2.3) * np.cos(0.02), 20.0])
    np.testing.assert_allclose(vehicle.getPosition("ego"), bumper + drive.session.offset, atol=2e-3)
    assert vehicle.getAngle("ego") == pytest.approx(90.0 - np.degrees(0.02), abs=1e-6)
    assert vehicle.getSpeed("ego") == pytest.approx(8.0, abs=0.1)
    assert (vehicle.getLength("ego"), vehicle.getWidth("ego"), vehicle.getHeight("ego")) == (
        4.6,
        1.8,
        1.5,
    )


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_the_ego_is_no_traffic(drive):
    drive.run(1.0, car_at(ROAD_X + 250.0, 20.0))
    assert [drive.session.names[number] for number in drive.state.id] == ["a", "b"]


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
@pytest.mark.not_quick
def test_an_ego_across_the_line_stops_both_lanes(drive):
    ego = car_at(ROAD_X + 250.0, 20.1)
    (seen,) = drive.run(40.0, ego)
    assert seen.lane == "road_1" and len(seen.shadows) == 1
    for name in ("right", "left"):
        assert drive.of(name)[2] < 0.01 and 2.0 <= drive.gap(name, ego) <= 4.0
    assert len(drive.state) == 2


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
def test_shadows_come_and_go_with_the_lanes_the_ego_is_in(drive):
    counts = []
    for y in (RIGHT_LANE_Y, 20.0, LEFT_LANE_Y, 19.9, RIGHT_LANE_Y):
        counts.append(len(drive.run(0.5, car_at(ROAD_X + 250.0, y))[0].shadows))
    assert counts == [0, 1, 0, 1, 0]
    assert [
        name for name in drive.session.connection.vehicle.getIDList() if name.startswith("ego")
    ] == ["ego"]


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
@pytest.mark.parametrize(
    "way",
    [
        (20.0,),
        (19.5,),
        (60.0, 20.0),
        (60.0, 22.5, 19.9),
        (20.0, 60.0, 20.0),
        (20.0, LEFT_LANE_Y, 20.0),
        (LEFT_LANE_Y, 19.9),
    ],
)
@pytest.mark.not_quick
def test_nothing_of_an_ego_stays_on_a_lane_that_it_has_left(drive, way):
    """The left lane is free however the ego has reached the right one."""
    for y in way:
        drive.run(0.5, car_at(ROAD_X + 250.0, y))
    drive.run(20.0, car_at(ROAD_X + 250.0, RIGHT_LANE_Y))
    assert drive.of("left")[0] > ROAD_X + 270.0


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
@pytest.mark.not_quick
def test_an_ego_in_one_lane_lets_the_other_pass(drive):
    drive.run(20.0, car_at(ROAD_X + 250.0, RIGHT_LANE_Y))
    assert drive.of("left")[0] > ROAD_X + 270.0


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_an_ego_off_the_road_holds_up_nobody_and_comes_back(drive):
    (seen,) = drive.run(1.0, car_at(ROAD_X + 250.0, 60.0))
    assert seen.off_road and seen.lane == "" and seen.shadows == ()
    assert "ego" not in drive.session.connection.vehicle.getIDList()
    (seen,) = drive.run(30.0, car_at(ROAD_X + 250.0, 60.0))
    assert (seen.off_road and row_of(drive.session, drive.state, "a") < 0) or drive.of("a")[
        0
    ] > ROAD_X + 300.0
    (seen,) = drive.run(0.5, car_at(ROAD_X + 550.0, 20.0))
    assert not seen.off_road and seen.lane == "road_0"
    assert drive.session.connection.vehicle.getIDList().count("ego") == 1


@pytest.mark.not_quick
def test_an_ego_beside_the_road_at_a_loop_does_no_harm(tmp_path):
    network, demand = Network.read(MERGE_NET), read_demand(MERGE_DEMAND)
    options = SumoOptions(
        MERGE_NET,
        tuple(write_demand(demand, network, tmp_path)),
        seed=demand.seed,
        outputs=tmp_path,
        **demand.sumo_options,
    )
    measures = RunMeasures(
        options.step, Thresholds(3.0, 2.0, 3.0), tmp_path, detectors_of(demand, network), 60.0
    )
    x, y, _, yaw, _ = network.path(network.lanes_by_id["Out_0"]).at(92.0)
    run = TrafficRun(
        options,
        network,
        list(demand.types),
        Summary("none", demand.seed, "lockstep"),
        lambda text: None,
        measures,
        (),
    )
    try:
        run.first([])
        for aside in (3.0, 0.0, 3.0):
            walker = EgoState(
                "walker",
                (x + aside * np.sin(yaw), y - aside * np.cos(yaw)),
                yaw + np.pi / 2,
                0.0,
                0.0,
                0.4,
                0.5,
                1.7,
            )
            for _ in range(20):
                run.step([walker])
            assert run.egos["walker"].on_road.off_road == (aside > 0.0)
    finally:
        run.close()


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
@pytest.mark.not_quick
def test_an_ego_from_off_the_road_is_seen_on_the_road(drive):
    for k in range(20):
        drive.step(car_at(ROAD_X + 250.0, 60.0 - 2.0 * k, -np.pi / 2, speed=20.0))
    ego = car_at(ROAD_X + 250.0, 20.0)
    drive.run(40.0, ego)
    assert 2.0 <= drive.gap("a", ego) <= 4.0


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
@pytest.mark.not_quick
def test_two_egos_stop_a_lane_each(drive):
    first, second = (
        car_at(ROAD_X + 200.0, RIGHT_LANE_Y, name="one"),
        car_at(ROAD_X + 300.0, LEFT_LANE_Y, name="two"),
    )
    drive.session.connection.vehicle.setLaneChangeMode("right", 0)
    drive.session.connection.vehicle.setLaneChangeMode("left", 0)
    seen = drive.run(40.0, first, second)
    assert [found.lane for found in seen] == ["road_0", "road_1"]
    assert 2.0 <= drive.gap("right", first) <= 4.0 and 2.0 <= drive.gap("left", second) <= 4.0


@pytest.mark.parametrize("drive", [TWO_LANES], indirect=True)
@pytest.mark.not_quick
def test_a_removed_ego_leaves_nothing_behind(drive):
    ego = car_at(ROAD_X + 250.0, 20.0)
    drive.run(30.0, ego)
    drive.coupling.remove("ego")
    drive.run(10.0)
    assert sorted(drive.session.connection.vehicle.getIDList()) == ["left", "right"]
    assert drive.of("left")[2] > 5.0 and drive.of("right")[2] > 5.0
    drive.run(1.0, car_at(ROAD_X + 500.0, 20.0))
    assert len(drive.state) == 2
    drive.coupling.remove("nobody")


@pytest.mark.parametrize(
    "drive", [(2, [trip(f"v{k}", 20.0 + 10.0 * k, k % 2) for k in range(20)])], indirect=True
)
def test_clearing_makes_room_in_the_egos_lane_alone(drive):
    drive.run(0.1)
    before = {name: drive.of(name)[:2] for name in (f"v{k}" for k in range(20))}
    ego = car_at(ROAD_X + 100.0, RIGHT_LANE_Y)
    names = drive.coupling.clear_around(drive.state, ego, 10.0, 12.0)
    reach = 0.5 * (5.0 + 4.6)
    expected = {
        name
        for name, (x, y) in before.items()
        if -reach - 12.0 < x - ego.centre[0] < reach + 10.0 and abs(y - ego.centre[1]) < 1.0
    }
    assert set(names) == expected and len(names) >= 1
    drive.step()
    assert not {drive.session.names[number] for number in drive.state.id} & set(names)
    assert len(drive.state) == 20 - len(names)


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_clearing_an_empty_road_removes_nobody(drive):
    drive.run(0.1)
    assert drive.coupling.clear_around(drive.state, car_at(ROAD_X + 500.0, 20.0), 10.0, 12.0) == []


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_clearing_leaves_those_on_a_bridge_above_alone(drive):
    drive.run(0.1)
    ego, on_a_bridge = (
        car_at(drive.of("a")[0], 20.0),
        drive.state.position + np.array([0.0, 0.0, 6.0]),
    )
    assert (
        drive.coupling.clear_around(replace(drive.state, position=on_a_bridge), ego, 10.0, 12.0)
        == []
    )
    assert drive.coupling.clear_around(drive.state, ego, 10.0, 12.0) == ["a"]


@pytest.mark.parametrize("drive", [ONE_LANE], indirect=True)
def test_an_ego_with_a_vehicles_name_is_refused(drive):
    drive.run(0.1)
    with pytest.raises(
        InputError, match=r"ego 'a': SUMO does not take it as 'a' .*already exists.*rename one"
    ):
        drive.step(car_at(ROAD_X + 250.0, 20.0, name="a"))
    drive.step()
    assert drive.of("a")[2] > 0.0


@pytest.mark.parametrize("entry, lane", [("In1", 0), ("In2", 1)])
@pytest.mark.not_quick
def test_a_car_inside_the_zipper_stops_both_its_entries(tmp_path, entry, lane):
    """No vehicle hits an ego that stands inside the junction.

    In1's and In2's inner lanes meet there.
    """
    network = Network.read(MERGE_NET)
    trips = [trip("one", 500.0, 0, 15.0, "In1", "Out"), trip("two", 500.0, 1, 15.0, "In2", "Out")]
    inside = network.centreline([entry, "Merged"], lane)
    internal = [
        found
        for found in (network.lane_at(x, y) for x, y in inside[:, :2])
        if found is not None and found.internal
    ]
    assert internal
    x, y = internal[0].shape[-1, :2]
    heading = np.arctan2(*(internal[0].shape[-1, :2] - internal[0].shape[0, :2])[::-1])
    ego = car_at(float(x), float(y), float(heading))
    with running(MERGE_NET, write_routes(tmp_path, *trips)) as session:
        drive = Drive(session, network)
        drive.run(1.0, ego)
        for name in ("one", "two"):
            session.connection.vehicle.setLaneChangeMode(name, 0)
        (seen,) = drive.run(45.0, ego)
        assert not seen.off_road
        assert session.collisions() == []
        for name in ("one", "two"):
            apart = np.hypot(drive.of(name)[0] - x, drive.of(name)[1] - y)
            assert drive.of(name)[2] < 0.01 and 0.5 * (5.0 + 4.6) + 2.0 < apart < 30.0


# Westbound in the loop's junction with lights, where the centre of a lane that crosses is nearer.
ACROSS = car_at(58.4, 1.5, np.pi)


def test_in_a_junction_it_is_on_the_lane_that_leads_where_it_heads(tmp_path):
    with running(LOOP_NET, write_routes(tmp_path)) as session:
        drive = Drive(session, Network.read(LOOP_NET))
        (seen,) = drive.run(0.5, ACROSS)
        assert seen.lane == ":light_4_0"
        assert session.connection.vehicle.getLaneID("ego") == ":light_4_0"


def test_shadows_cover_what_the_ego_covers_of_their_lanes(tmp_path):
    network = Network.read(LOOP_NET)
    with running(LOOP_NET, write_routes(tmp_path)) as session:
        drive, vehicle = Drive(session, network), session.connection.vehicle
        (seen,) = drive.run(0.5, ACROSS)
        box = shapely.polygons(ACROSS.corners())
        assert len(seen.shadows) >= 2
        shadows = [name for name in vehicle.getIDList() if name != "ego"]
        assert len(shadows) == len(seen.shadows)
        for shadow in shadows:
            lane = network.lanes_by_id[vehicle.getLaneID(shadow)]
            front = vehicle.getLanePosition(shadow)
            covered = shapely.intersection(lane.polygon, box)
            s, _ = network.path(lane).project(*shapely.get_coordinates(covered).T)
            assert front == pytest.approx(s.max(), abs=0.15)
            assert vehicle.getLength(shadow) == pytest.approx(np.ptp(s), abs=0.15)


@pytest.mark.not_quick
def test_persons_cross_beside_a_car_that_stands_in_a_junction(tmp_path):
    walk = person("walker", 'edges="main_2_west main_3_west" arrivalPos="20"', position=100.0)
    with running(LOOP_NET, write_routes(tmp_path, WALKER, walk)) as session:
        drive = Drive(session, Network.read(LOOP_NET))
        persons = session.connection.person
        drive.run(0.5, ACROSS)
        began = "walker" in persons.getIDList()
        drive.run(120.0, ACROSS)
        assert began and "walker" not in persons.getIDList()
        assert session.collisions() == []


def test_after_follows_the_arc_at_the_middle_heading():
    after = car_at(1.0, 2.0, 0.3, 10.0, yaw_rate=0.5).after(0.1)
    assert after.centre == pytest.approx(
        (1.0 + np.cos(0.325), 2.0 + np.sin(0.325))
    ) and after.yaw == pytest.approx(0.35)


def test_corners_start_front_left_and_go_counter_clockwise():
    corners = box_corners(
        np.array([[10.0, 5.0]]), np.array([np.pi / 2]), np.array([4.0]), np.array([2.0])
    )[0]
    np.testing.assert_allclose(
        corners, [[9.0, 7.0], [9.0, 3.0], [11.0, 3.0], [11.0, 7.0]], atol=1e-12
    )


def test_a_reversing_ego_is_seen_at_standstill(tmp_path):
    """SUMO itself keeps the last forward speed."""
    net = build_road(tmp_path, lanes=1, length=400.0)
    with running(net, write_routes(tmp_path, trip("behind", 10.0, speed=10.0))) as session:
        drive, x = Drive(session, Network.read(net)), 250.0
        speeds = {}
        for step in range(60):
            speed = 5.0 if step < 20 or step >= 40 else -2.0
            drive.step(car_at(x, RIGHT_LANE_Y, speed=speed))
            x += 0.1 * speed
            speeds[step] = session.connection.vehicle.getSpeed("ego")
    assert speeds[19] == pytest.approx(5.0, abs=0.1)
    assert speeds[39] == 0.0
    assert speeds[59] == pytest.approx(5.0, abs=0.1)
