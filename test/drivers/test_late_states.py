"""The driver is safe with old states.

In the merge its data are late by up to a second, or missing for seconds.
"""

from __future__ import annotations

from collections import deque
from typing import Callable

import numpy as np
import pytest
from test_lane_follow import (
    JOINING,
    MERGE_NET,
    OPTIONS,
    STRAIGHT,
    VEHICLE_LENGTH,
    VEHICLE_WIDTH,
    Car,
    around,
    at,
)
from zipper import TIME_STEP, Zipper

from sim.drivers.course import Course, course
from sim.drivers.data_age import FRESH, OLD, TOO_OLD, judge
from sim.drivers.lane_follow import BLIND_BRAKING, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic, no_traffic, with_egos
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.traffic.roads.network import Network

SECONDS = 40.0
SEEDS = range(6)
FIRST_SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[2:])]


@pytest.fixture(scope="module")
def way() -> Course:
    network = Network.read(MERGE_NET)
    return course(network, network.route("In2", "Out"), 1)


def drive(way: Course, seed: int, age_at: Callable[[float], float]) -> Car:
    """Drive the ego through the merge with states that are ``age_at`` old.

    Raises AssertionError with the time of a contact.
    """
    end = way.joining[0][1]
    x, y, _, yaw, _ = way.path.at(end - 70.0)
    driver, car, traffic = (
        LaneFollower(way, OPTIONS),
        Car(x, y, yaw, 8.0),
        Zipper(way, end - 70.0, seed),
    )
    states = deque([traffic.seen()], maxlen=100)
    for _ in range(round(SECONDS / TIME_STEP)):
        late = min(round(age_at(traffic.time) / TIME_STEP), len(states) - 1)
        seen = states[-1 - late]
        car.drive(driver, TIME_STEP, lambda t, seen=seen, late=late: seen.aged(late * TIME_STEP))
        traffic.step(car.state)
        states.append(traffic.seen())
        assert not traffic.touches(car.state), f"contact at {traffic.time:.1f} s"
    return car


@pytest.mark.parametrize("age", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("seed", FIRST_SEEDS)
@pytest.mark.not_quick
def test_no_contact_in_the_merge_whatever_the_age_of_what_it_sees(way, seed, age):
    drive(way, seed, lambda time: age)


@pytest.mark.parametrize("seed", FIRST_SEEDS)
def test_no_contact_where_states_fail_to_come_for_seconds(way, seed):
    """Every 6 s the driver sees nothing fresh for 3 s."""
    drive(way, seed, lambda time: max(time % 6.0 - 3.0, 0.0))


def meet(passed_at: float, age: float) -> bool:
    """Return whether the ego, at 8 m/s, touches a passing car.

    The car drives at 12 m/s and passes it on the joining lane so far before its end.
    """
    driver, car = (
        LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS),
        Car(120.0, 0.0, speed=8.0),
    )
    gain = (200.0 - passed_at - 120.0) / 8.0

    def other(time: float) -> NearbyTraffic:
        place = 200.0 - passed_at + 12.0 * (time - gain)
        x, y, _, yaw, _ = JOINING.at(JOINING.length - 200.0 + place)
        return around((x, y, yaw, 12.0) if place < 200.0 else (place, 0.0, 0.0, 12.0))

    for n in range(200):
        time = 0.1 * n
        seen = other(time - age)
        car.drive(driver, 0.1, lambda t, seen=seen: seen.aged(age))
        box, they = car.state, other(time + 0.1)
        own = Boxes(
            np.array([box.centre]),
            np.array([box.yaw]),
            np.zeros(1),
            np.array([VEHICLE_LENGTH]),
            np.array([VEHICLE_WIDTH]),
        )
        if overlapping(
            own, Boxes(they.position[:, :2], they.yaw, they.speed, they.length, they.width)
        ).any():
            return True
    return False


@pytest.mark.parametrize("age", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize(
    "passed_at", [15.0, 30.0, *(pytest.param(one, marks=pytest.mark.slow) for one in (20.0, 25.0))]
)
def test_a_passing_vehicle_is_let_in_though_last_seen_behind(passed_at, age):
    assert not meet(passed_at, age)


def test_a_vehicle_ahead_is_let_in_though_seen_behind():
    """The ego is 30 m before the joining point.

    The other was 33 m before it a second ago, at 12 m/s.
    """
    driver, ego = (
        LaneFollower(Course(STRAIGHT, joining=((JOINING, 200.0),)), OPTIONS),
        at(170.0, 0.0, speed=10.0),
    )
    x, y, _, yaw, _ = JOINING.at(JOINING.length - 33.0)
    seen = around((x, y, yaw, 12.0))
    assert driver.command(ego, seen) == driver.command(ego, around())
    assert driver.command(ego, seen.aged(1.0))[1] < 9.0


def test_the_ages_of_others_count_and_those_of_egos_do_not():
    seen = around((100.0, 0.0, 0.0, 10.0)).aged(0.5)
    both = with_egos(seen, [at(50.0, 3.0, speed=4.0)])
    np.testing.assert_allclose(both.position[:, 0], [105.0, 50.0])
    np.testing.assert_allclose(both.age, [0.5, 0.0])
    # From 10 m/s, 9 m/s^2 take 1.125 m of the 5 m; 2.6 m/s^2 add 0.325 m.
    np.testing.assert_allclose(both.behind, [1.125, 0.0])
    np.testing.assert_allclose(both.ahead, [0.325, 0.0])
    np.testing.assert_allclose(both.least_speed, [5.5, 4.0])


@pytest.mark.parametrize("age", [1.1, 10.0, np.inf])
def test_it_brakes_on_an_empty_road_that_it_has_not_seen_for_too_long(age):
    driver, ego = LaneFollower(Course(STRAIGHT), OPTIONS), at(50.0, 0.0, speed=10.0)
    _, speed, rate = driver.command(ego, no_traffic({}).aged(age))
    assert speed < 10.0 and rate == pytest.approx(BLIND_BRAKING)
    assert driver.command(ego, no_traffic({}).aged(0.9)) == driver.command(ego, no_traffic({}))


@pytest.mark.not_quick
def test_late_states_still_let_it_through_the_merge(way):
    """Safe by standing still would not do."""
    passed = 0
    for seed in SEEDS:
        car = drive(way, seed, lambda time: 0.5)
        passed += way.path.project(*car.state.centre)[0] > way.joining[0][1]
    assert passed >= len(SEEDS) // 2


def test_the_age_of_what_it_drives_by_is_said():
    assert judge(0.0, 1.0)[0] == judge(0.05, 1.0)[0] == FRESH
    verdict, text = judge(0.4, 1.0)
    assert verdict == OLD and "0.40 s old" in text
    verdict, text = judge(1.5, 1.0)
    assert verdict == TOO_OLD and "brakes" in text and "1.50 s" in text
    assert judge(np.inf, 1.0) == (TOO_OLD, "stands: no traffic state received")
