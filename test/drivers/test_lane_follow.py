"""Lane follower in closed loop with a kinematic bicycle.

It keeps its lane, its distance, and the zipper's order.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest

from sim.drivers.course import Course, course
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic, with_egos
from sim.drivers.zipper import JOIN_RANGE
from sim.traffic.ego_state import EgoState
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path
from sim.vehicle.idm import IdmParameters

MERGE_NET = FilePath(__file__).resolve().parents[2] / "networks" / "merge" / "merge.net.xml"
OPTIONS = DriverOptions(IdmParameters(desired_speed=13.9, time_headway=1.2, minimum_gap=2.5))
VEHICLE_LENGTH = 4.6  # m
VEHICLE_WIDTH = 1.8  # m
STRAIGHT = Path(np.array([[0.0, 0.0], [1000.0, 0.0]]))


def around(*vehicles) -> NearbyTraffic:
    """Return cars of 5 x 1.8 m given by x, y, yaw, and speed."""
    x, y, yaw, speed = np.array(vehicles, float).reshape(-1, 4).T
    return NearbyTraffic(
        np.stack([x, y, np.zeros(len(x))], 1),
        yaw,
        speed,
        np.full(len(x), 5.0),
        np.full(len(x), VEHICLE_WIDTH),
        np.zeros(len(x), bool),
    )


def at(x: float, y: float, yaw: float = 0.0, speed: float = 0.0) -> EgoState:
    return EgoState("ego", (x, y), yaw, speed, 0.0, VEHICLE_LENGTH, VEHICLE_WIDTH, 1.5)


class Car:
    """Kinematic bicycle about its rear axle.

    Its speed follows the command at the commanded rate.
    """

    def __init__(self, x: float, y: float, yaw: float = 0.0, speed: float = 0.0) -> None:
        self.yaw, self.speed = yaw, speed
        self.rear = np.array([x, y]) + OPTIONS.rear_axle * self.ahead
        self.steered = 0.0

    @property
    def ahead(self) -> np.ndarray:
        return np.array([np.cos(self.yaw), np.sin(self.yaw)])

    @property
    def state(self) -> EgoState:
        return at(*(self.rear - OPTIONS.rear_axle * self.ahead).tolist(), self.yaw, self.speed)

    def drive(
        self, driver: LaneFollower, seconds: float, traffic=lambda t: around(), dt: float = 0.01
    ) -> None:
        """Drive with a command every 0.1 s. ``traffic`` returns the surroundings at a time."""
        for n in range(round(seconds / dt)):
            if n % round(0.1 / dt) == 0:
                angle, goal, rate = driver.command(self.state, traffic(n * dt))
                assert abs(angle) < np.pi / 2 and goal >= 0.0 and rate >= 0.0
            self.speed += float(np.clip(goal - self.speed, -rate * dt, rate * dt))
            self.rear = self.rear + self.speed * dt * self.ahead
            self.yaw += self.speed * np.tan(angle) / OPTIONS.wheelbase * dt


@pytest.mark.parametrize("offset, yaw", [(1.7, 0.0), (-1.7, 0.2), (0.5, -0.3)])
def test_it_converges_to_its_lane(offset, yaw):
    driver, car = LaneFollower(Course(STRAIGHT), OPTIONS), Car(10.0, offset, yaw, 8.0)
    car.drive(driver, 12.0)
    assert abs(car.state.centre[1]) < 0.02 and abs(car.yaw) < 0.002
    assert car.speed == pytest.approx(13.9, rel=0.05)


def test_it_keeps_a_circle_at_its_lateral_acceleration_limit():
    turn = np.linspace(0.0, 1.8 * np.pi, 400)
    circle = Path(60.0 * np.stack([np.sin(turn), 1.0 - np.cos(turn)], 1))
    driver, car = LaneFollower(Course(circle), OPTIONS), Car(0.0, 0.0)
    for _ in range(20):
        car.drive(driver, 1.0)
        assert abs(circle.project(*car.state.centre)[1]) < 0.6
    # v^2 / r = 2 m/s^2
    assert car.speed == pytest.approx(np.sqrt(2.0 * 60.0), rel=0.05)


def test_it_brakes_before_the_curve_and_not_in_it():
    turn = np.linspace(0.0, 0.5 * np.pi, 100)
    bend = 20.0 * np.stack([np.sin(turn), 1.0 - np.cos(turn)], 1) + [200.0, 0.0]
    path = Path(np.vstack([[[0.0, 0.0]], bend, [[220.0, 300.0]]]))
    driver, car = LaneFollower(Course(path), OPTIONS), Car(100.0, 0.0, speed=13.0)
    while car.state.centre[0] < 200.0:
        car.drive(driver, 0.1)
    assert car.speed < 1.15 * np.sqrt(2.0 * 20.0)


@pytest.mark.parametrize("speed", [3.0, 10.0, 13.9])
def test_it_stops_behind_a_stopped_car_at_its_gap(speed):
    driver, car = LaneFollower(Course(STRAIGHT), OPTIONS), Car(10.0, 0.0, speed=speed)
    car.drive(driver, 40.0, lambda t: around((200.0, 0.0, 0.0, 0.0)))
    gap = 200.0 - 2.5 - (car.state.centre[0] + 0.5 * VEHICLE_LENGTH)
    assert car.speed < 0.05 and 2.2 <= gap <= 3.2


def test_it_follows_at_gap_and_headway():
    driver, car = LaneFollower(Course(STRAIGHT), OPTIONS), Car(10.0, 0.0, speed=8.0)
    car.drive(driver, 60.0, lambda t: around((60.0 + 8.0 * t, 0.0, 0.0, 8.0)))
    gap = 60.0 + 8.0 * 60.0 - 2.5 - (car.state.centre[0] + 0.5 * VEHICLE_LENGTH)
    # IDM at rest: s = (s0 + v T) / sqrt(1 - (v / v0)^4)
    assert gap == pytest.approx((2.5 + 8.0 * 1.2) / np.sqrt(1.0 - (8.0 / 13.9) ** 4), abs=1.0)
    assert car.speed == pytest.approx(8.0, abs=0.1)


def test_it_stops_at_the_end_of_its_path():
    driver, car = (
        LaneFollower(Course(Path(np.array([[0.0, 0.0], [200.0, 0.0]]))), OPTIONS),
        Car(10.0, 0.0, speed=10.0),
    )
    car.drive(driver, 40.0)
    assert (
        car.speed < 0.05
        and 195.0 - 0.5 * VEHICLE_LENGTH < car.state.centre[0] < 200.0 - 0.5 * VEHICLE_LENGTH
    )


@pytest.mark.parametrize(
    "vehicle",
    [(60.0, 3.5, 0.0, 0.0), (60.0, -3.5, 0.0, 0.0), (40.0, 0.0, 0.0, 20.0), (250.0, 0.0, 0.0, 0.0)],
)
def test_neighbours_followers_and_the_far_away_are_no_leaders(vehicle):
    driver, ego = LaneFollower(Course(STRAIGHT), OPTIONS), at(50.0, 0.0, speed=10.0)
    assert driver.command(ego, around(vehicle)) == driver.command(ego, around())


def test_it_brakes_for_a_person_about_to_step_out_not_for_a_car():
    driver, walker = (
        LaneFollower(Course(STRAIGHT), OPTIONS),
        EgoState("walker", (40.0, -3.0), np.pi / 2, 1.5, 0.0, 0.4, 0.5, 1.7),
    )
    free = driver.command(at(0.0, 0.0, speed=10.0), around())
    as_person = driver.command(at(0.0, 0.0, speed=10.0), with_egos(around(), [walker], ["walker"]))
    as_car = driver.command(at(0.0, 0.0, speed=10.0), with_egos(around(), [walker]))
    assert as_person[1] < free[1] and as_car == free
    beside = EgoState("walker", (40.0, -3.0), np.pi / 2, 0.0, 0.0, 0.4, 0.5, 1.7)
    assert (
        driver.command(at(0.0, 0.0, speed=10.0), with_egos(around(), [beside], ["walker"])) == free
    )


def test_of_two_leaders_the_nearer_one_counts():
    driver, ego = LaneFollower(Course(STRAIGHT), OPTIONS), at(50.0, 0.0, speed=10.0)
    near, far = (70.0, 0.0, 0.0, 5.0), (90.0, 0.0, 0.0, 0.0)
    assert (
        driver.command(ego, around(far, near))
        == driver.command(ego, around(near))
        != driver.command(ego, around(far))
    )


def test_a_car_that_overlaps_the_lane_is_a_leader():
    driver, ego = LaneFollower(Course(STRAIGHT), OPTIONS), at(50.0, 0.0, speed=10.0)
    assert driver.command(ego, around((70.0, 1.9, 0.0, 0.0)))[1] < driver.command(ego, around())[1]


JOINING = Path(np.array([[0.0, -40.0], [200.0, 0.0]]))


def coming(before: float, speed: float):
    """Return a car on the joining lane, ``before`` m from its end.

    The distance is that of its centre.
    """
    x, y, _, yaw, _ = JOINING.at(JOINING.length - before)
    return (x, y, yaw, speed)


def test_the_vehicle_nearer_to_the_joining_point_goes_first():
    driver, ego = (
        LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS),
        at(170.0, 0.0, speed=10.0),
    )
    free = driver.command(ego, around())
    # One that is 20 m before the joining point is there in 2.5 s. The ego, 30 m before it, then has
    # 2.5 m and 0.4 of its headway to it.
    _, speed, _ = driver.command(ego, around(coming(20.0, 8.0)))
    room = 0.5 * (VEHICLE_LENGTH + 5.0) + 2.5 + 0.4 * 1.2 * 8.0
    assert 10.0 * 2.5 + 0.5 * (speed - 10.0) * 2.5**2 == pytest.approx(30.0 - room, abs=1e-6)
    assert driver.command(ego, around(coming(35.0, 8.0))) == free


def test_fronts_decide_the_order_at_the_joining_point():
    driver = LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS)
    ego = at(170.0, 0.0, speed=4.0)
    free = driver.command(ego, around())
    car = around(coming(31.0, 4.0))
    assert driver.command(ego, car) == free
    assert driver.command(ego, replace(car, length=np.array([6.0])))[1] < free[1]


def test_no_vehicle_yields_before_the_joining_range():
    driver, ego = (
        LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS),
        at(100.0, 0.0, speed=10.0),
    )
    assert driver.command(ego, around(coming(JOIN_RANGE + 5.0, 8.0))) == driver.command(
        ego, around()
    )


def test_two_flows_meet_in_turns_without_a_contact():
    """Cars on the joining lane are 25 m apart at 8 m/s. The ego merges between two of them."""
    driver, car = (
        LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS),
        Car(80.0, 0.0, speed=8.0),
    )

    def traffic(time):
        places = 80.0 + 8.0 * time - 25.0 * np.arange(4)
        rows = []
        for place in places:
            if place < JOINING.length:
                x, y, _, yaw, _ = JOINING.at(place)
                rows.append((x, y, yaw, 8.0))
            else:
                rows.append((200.0 + place - JOINING.length, 0.0, 0.0, 8.0))
        return around(*rows)

    closest = np.inf
    for second in range(200):
        car.drive(driver, 0.1, lambda t, s=second: traffic(0.1 * s + t))
        seen = traffic(0.1 * (second + 1))
        ahead = seen.position[:, 0] - car.state.centre[0]
        in_lane = (np.abs(seen.position[:, 1]) < 0.5) & (ahead > 0)
        if car.state.centre[0] > 190.0 and in_lane.any():
            closest = min(closest, float(ahead[in_lane].min()) - 0.5 * (5.0 + VEHICLE_LENGTH))
    assert car.state.centre[0] > 200.0 and closest > 1.0


def test_the_zipper_of_the_merge_network():
    network = Network.read(MERGE_NET)
    way = course(network, network.route("In2", "Out"), 1)
    assert len(way.joining) == 1 and not way.conflicts
    driver = LaneFollower(way, OPTIONS)
    entry = network.path(network.lanes_by_id["In2_1"])
    x, y, _, yaw, _ = entry.at(entry.length - 25.0)
    ego, other = at(x, y, yaw, 10.0), network.path(network.lanes_by_id["In1_0"])
    ahead, behind = (
        (*other.at(other.length - before)[:2], other.at(other.length - before)[3], 3.0)
        for before in (10.0, 39.0)
    )
    assert driver.command(ego, around(ahead))[1] < driver.command(ego, around())[1]
    assert driver.command(ego, around(behind)) == driver.command(ego, around())
