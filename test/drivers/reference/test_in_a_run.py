"""Reference drivers at the wheel of an ego, and in traffic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.drivers.course import Course
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.drivers.reference.catalogue import DRIVERS, named
from sim.drivers.reference.follower import ReferenceFollower
from sim.drivers.reference.traffic_module import ReferenceTraffic
from sim.errors import InputError
from sim.traffic.ego_state import EgoState
from sim.traffic.hooks.view import AdjacentLane, View
from sim.traffic.roads.path import Path
from sim.vehicle.idm import IdmParameters

ROAD = Course(Path(np.array([[0.0, 0.0], [3000.0, 0.0]])))
OPTIONS = DriverOptions(IdmParameters(desired_speed=20.0))
NOBODY = np.empty((0, 5))


def around(vehicles: np.ndarray) -> NearbyTraffic:
    """Return cars of 4.3 x 1.9 m. Rows of x, y, yaw, speed, acceleration."""
    x, y, yaw, speed, acceleration = np.asarray(vehicles, float).reshape(-1, 5).T
    size = np.ones(len(x))
    return NearbyTraffic(
        np.stack([x, y, 0.0 * x], 1),
        yaw,
        speed,
        4.3 * size,
        1.9 * size,
        np.zeros(len(x), bool),
        acceleration=acceleration,
    )


def drive(driver, vehicles, seconds: float, speed: float = 20.0) -> np.ndarray:
    """Return speeds and gaps (n, 2) of an ego that obeys at once.

    It starts at x = 100; the others keep their velocities.
    """
    x, rows, taken = 100.0, np.asarray(vehicles, float).reshape(-1, 5).copy(), []
    for _ in range(round(10 * seconds)):
        ego = EgoState("ego", (x, 0.0), 0.0, speed, 0.0, 4.3, 1.9, 1.5)
        _, aim, rate = driver.command(ego, around(rows))
        speed += float(np.clip(aim - speed, -0.1 * rate, 0.1 * rate))
        x += 0.1 * speed
        rows[:, 0] += 0.1 * rows[:, 3] * np.cos(rows[:, 2])
        rows[:, 1] += 0.1 * rows[:, 3] * np.sin(rows[:, 2])
        taken.append((speed, rows[0, 0] - x - 4.3 if len(rows) else math.inf))
    return np.array(taken)


def test_without_danger_it_drives_as_the_lane_follower():
    plain, reference = (
        LaneFollower(ROAD, OPTIONS),
        ReferenceFollower(ROAD, OPTIONS, DRIVERS["fsm"]),
    )
    assert np.array_equal(drive(reference, NOBODY, 5.0, 12.0), drive(plain, NOBODY, 5.0, 12.0))


@pytest.mark.parametrize("name", ["fsm", "human", "rss"])
def test_it_stops_before_what_stands_far_ahead(name: str):
    driver = ReferenceFollower(ROAD, OPTIONS, DRIVERS[name])
    speed, gap = drive(driver, [[300.0, 0.0, 0.0, 0.0, 0.0]], 30.0).T
    assert speed[-1] == 0.0 and gap.min() > 0.0


def test_in_comfort_it_follows_before_it_is_in_danger():
    rows = [[160.0, 0.0, 0.0, 15.0, 0.0]]
    keeps, follows = (
        ReferenceFollower(ROAD, OPTIONS, DRIVERS["human"], comfort=comfort)
        for comfort in (0.0, 2.0)
    )
    hard, soft = (np.diff(drive(each, rows, 20.0)[:, 0]).min() * 10.0 for each in (keeps, follows))
    assert hard < -5.0 and -2.01 < soft < -0.5


def test_it_speeds_up_again_once_all_has_been_safe():
    crosses = [[140.0, 0.5, 0.5 * np.pi, 1.5, 0.0]]
    stays, recovers = (
        drive(ReferenceFollower(ROAD, OPTIONS, DRIVERS["fsm"], recovery=recovery), crosses, 15.0)
        for recovery in (math.inf, 3.0)
    )
    slowest = recovers[:, 0].min()
    assert slowest < 19.0
    assert stays[-1, 0] == stays[:, 0].min() == slowest
    assert recovers[-1, 0] > slowest + 3.0


def test_a_vehicle_that_comes_from_beside_is_seen_by_its_yaw():
    """A vehicle 20 m ahead, 2 m to the side and 10 m/s slower is a danger only if it approaches."""
    for yaw, danger in ((-0.1, True), (0.0, False), (0.1, False)):
        driver = ReferenceFollower(ROAD, OPTIONS, DRIVERS["fsm"])
        speed, _ = drive(driver, [[124.3, 3.0, yaw, 10.0, 0.0]], 1.5).T
        assert (speed[-1] < 19.9) == danger


def view(gap: float, leader_speed: float, leader_acceleration: float = 0.0) -> View:
    """Return two vehicles at 20 m/s; the first has a leader."""
    two = np.ones(2)
    beside = AdjacentLane(two > 0, np.inf * two, two, two < 0, np.inf * two, two)
    values = {field: two for field in View.__dataclass_fields__}
    values.update(
        time=0.0,
        dt=0.1,
        rng=np.random.default_rng(0),
        number=np.array([4, 7]),
        speed=20.0 * two,
        acceleration=0.0 * two,
        length=4.3 * two,
        gap=np.array([gap, np.inf]),
        leader_speed=np.array([leader_speed, 20.0]),
        leader_acceleration=np.array([leader_acceleration, 0.0]),
        left=beside,
        right=beside,
    )
    return View(**values)


@pytest.mark.parametrize(
    "name, delay, hold", [("fsm", 8, 0.0), ("human", 8, -0.4), ("reg157", 4, 0.0)]
)
def test_traffic_brakes_as_the_reference_after_its_delay(name: str, delay: int, hold: float):
    module = ReferenceTraffic(name)
    actions = [module.control(view(5.0, 5.0)) for _ in range(delay + 6)]
    first = np.array([each.acceleration[0] for each in actions])
    assert first[:delay].tolist() == [hold] * delay
    assert (first[delay:] < -1.0).all() and first[-1] == pytest.approx(
        -min(DRIVERS[name].reaction.strongest, 6.0 if name == "fsm" else math.inf)
    )
    assert all(np.isnan(each.acceleration[1]) for each in actions)


def test_traffic_is_sumos_again_after_three_safe_seconds():
    module = ReferenceTraffic("rss", recovery=3.0, careless=True)
    for _ in range(10):
        assert module.control(view(10.0, 10.0)).careless.tolist() == [1, 0]
    held = [module.control(view(500.0, 20.0)).acceleration[0] for _ in range(31)]
    assert held[:29] == [0.0] * 29 and np.isnan(held[30])


def test_a_human_in_traffic_brakes_for_a_leader_who_brakes_hard():
    for leader, brakes in ((-6.0, True), (-4.0, False)):
        acceleration = ReferenceTraffic("human").control(view(30.0, 20.0, leader)).acceleration
        assert np.isfinite(acceleration[0]) == brakes


def test_unknown_drivers_are_refused():
    with pytest.raises(InputError, match="driver: 'acc' is not one of: fsm, human, rss, reg157"):
        ReferenceTraffic("acc")
    with pytest.raises(InputError, match="is not one of: lane_follow, fsm"):
        named("acc", "driver", ("lane_follow",))
