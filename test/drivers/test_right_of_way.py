"""Stops of the driver at junctions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from arms import crossing

from sim.drivers.course import course
from sim.drivers.lane_follow import DriverOptions, LaneFollower
from sim.drivers.nearby_traffic import NearbyTraffic, no_traffic
from sim.drivers.right_of_way import stop_ahead
from sim.traffic.ego_state import EgoState
from sim.vehicle.idm import IdmParameters


def ego_at(way, s: float, speed: float) -> EgoState:
    x, y, _, yaw, _ = way.path.at(s)
    return EgoState("ego", (x, y), yaw, speed, 0.0, 4.6, 1.8, 1.5)


def car(
    x: float, y: float, yaw: float, speed: float, lights=None, walks: bool = False
) -> NearbyTraffic:
    one = np.ones(1)
    size = (0.5, 0.5) if walks else (5.0, 1.8)
    return NearbyTraffic(
        np.array([[x, y, 0.0]]),
        yaw * one,
        speed * one,
        size[0] * one,
        size[1] * one,
        np.array([walks]),
        lights or {},
    )


@pytest.fixture(scope="module")
def lit(tmp_path_factory):
    return course(crossing(tmp_path_factory.mktemp("lit"), "traffic_light"), ["south", "-north"])


@pytest.fixture(scope="module")
def minor(tmp_path_factory):
    return course(crossing(tmp_path_factory.mktemp("minor"), "priority"), ["south", "-north"])


@pytest.mark.parametrize(
    "letter, speed, before, stops",
    [
        ("r", 10.0, 40.0, True),
        ("u", 10.0, 40.0, True),
        ("G", 10.0, 40.0, False),
        ("g", 10.0, 40.0, False),
        ("O", 10.0, 40.0, False),
        # Yellow: 10 m/s and 3 m/s^2 need 16.7 m.
        ("y", 10.0, 17.0, True),
        ("y", 10.0, 16.0, False),
        # Red: 8 m/s^2 need 6.25 m; a nearer vehicle drives on.
        ("r", 10.0, 6.5, True),
        ("r", 10.0, 6.0, False),
        # A vehicle that stands slightly over the line stays there.
        ("r", 0.0, -0.5, True),
        ("r", 0.0, -1.5, False),
    ],
)
def test_lights(lit, letter, speed, before, stops):
    signal = lit.signals[0]
    ego = ego_at(lit, signal.stop - before - 2.3, speed)
    gap = stop_ahead(
        lit, ego, signal.stop - before - 2.3, no_traffic({(signal.light, signal.index): letter})
    )
    assert gap == pytest.approx(before, abs=0.01) if stops else math.isinf(gap)


def test_the_vehicle_with_the_right_of_way_goes_first(minor):
    conflict = next(
        conflict
        for conflict in minor.conflicts
        if conflict.other.from_lane == "west_0" and conflict.other.to_lane == "-east_0"
    )
    s = conflict.stop - 2.3 - 5.0
    ego = ego_at(minor, s, 3.0)
    x, y, _, yaw, _ = conflict.foe.at(conflict.foe_enter - 30.0)
    assert stop_ahead(minor, ego, s, car(x, y, yaw, 12.0)) == pytest.approx(5.0, abs=1e-6)
    # Far away, past the conflict, or waiting in a queue, it does not stop the ego.
    x, y, _, yaw, _ = conflict.foe.at(conflict.foe_leave + 4.0)
    assert math.isinf(stop_ahead(minor, ego, s, car(x, y, yaw, 12.0)))
    x, y, _, yaw, _ = conflict.foe.at(conflict.foe_enter - 20.0)
    assert math.isinf(stop_ahead(minor, ego, s, car(x, y, yaw, 0.0)))
    assert math.isinf(stop_ahead(minor, ego, s, no_traffic({})))


def test_at_a_light_nobody_waits_for_those_at_red(tmp_path):
    way = course(crossing(tmp_path, "traffic_light"), ["south", "-west"])
    oncoming = next(
        conflict
        for conflict in way.conflicts
        if conflict.other.from_lane == "north_0" and conflict.other.to_lane == "-south_0"
    )
    s = oncoming.stop - 2.3 - 3.0
    ego = ego_at(way, s, 3.0)
    x, y, _, yaw, _ = oncoming.foe.at(oncoming.foe_stop - 12.0)

    def stops(own: str, others: str) -> float:
        letters = {
            (conflict.other.light, conflict.other.index): others for conflict in way.conflicts
        }
        return stop_ahead(
            way,
            ego,
            s,
            car(x, y, yaw, 10.0, {**letters, (oncoming.own.light, oncoming.own.index): own}),
        )

    assert stops("g", "G") == pytest.approx(3.0, abs=1e-6)
    assert math.isinf(stops("g", "r"))
    assert math.isinf(stops("G", "G"))


def test_the_driver_brakes_for_a_person_who_will_be_on_its_way(minor):
    driver = LaneFollower(minor, DriverOptions(IdmParameters(desired_speed=13.9)))
    ego = ego_at(minor, 100.0, 10.0)
    x, y, _, yaw, _ = minor.path.at(125.0)
    beside = np.array([x, y]) + 3.5 * np.array([np.cos(yaw + np.pi / 2), np.sin(yaw + np.pi / 2)])
    towards, away = yaw - np.pi / 2, yaw + np.pi / 2
    free = driver.command(ego, no_traffic({}))
    assert driver.command(ego, car(*beside, away, 1.4, walks=True)) == free
    assert driver.command(ego, car(*beside, yaw, 1.4, walks=True)) == free
    assert driver.command(ego, car(*beside, towards, 1.4, walks=True))[1] < 10.0
    assert driver.command(ego, car(x, y, towards, 0.0, walks=True))[1] < 10.0


def test_a_car_on_a_bridge_above_is_not_in_the_way(minor):
    driver = LaneFollower(minor, DriverOptions(IdmParameters(desired_speed=13.9)))
    ego = ego_at(minor, 100.0, 10.0)
    x, y, _, yaw, _ = minor.path.at(120.0)
    below = car(x, y, yaw + np.pi / 2, 10.0)
    above = NearbyTraffic(
        below.position + np.array([0.0, 0.0, 5.0]),
        *(getattr(below, name) for name in ("yaw", "speed", "length", "width", "walks")),
    )
    assert driver.command(ego, below)[1] < 10.0
    assert driver.command(ego, above) == driver.command(ego, no_traffic({}))
