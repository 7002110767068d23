"""Several egos in one run.

They see each other, each has separate figures, and one above another is elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_runs import build_road, car_at, trip, write_routes

from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import closeness
from sim.traffic.measures.ego_steps import one_step
from sim.traffic.measures.encroachment import Encroachments
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

ROAD_X = 50.0  # m
ROAD_Y = 20.0  # m


@pytest.fixture
def run(tmp_path):
    said = []
    made = TrafficRun(
        SumoOptions(
            build_road(tmp_path, length=600.0),
            (write_routes(tmp_path, trip("v", 20.0, speed=10.0)),),
        ),
        Network.read(tmp_path / "road.net.xml"),
        ["car"],
        Summary("none", 42, "test"),
        said.append,
    )
    made.said = said
    yield made
    made.close()


def test_an_ego_has_the_other_ahead(run):
    run.first([])
    for step in range(10):
        one, other = (
            car_at(ROAD_X + 300.0 + step, ROAD_Y, speed=10.0, name="one"),
            car_at(ROAD_X + 340.0 + 0.4 * step, ROAD_Y, speed=4.0, name="other"),
        )
        run.step([one, other])
    gap = 340.0 + 3.6 - 300.0 - 9.0 - 4.6
    near = run.egos["one"].closeness
    assert near.gap == pytest.approx(gap) and near.time_to_collision == pytest.approx(gap / 6.0)
    assert near.deceleration == pytest.approx(36.0 / (2 * gap))
    behind = run.egos["other"].closeness
    assert (
        behind.gap == np.inf
        and behind.time_to_collision == np.inf
        and behind.time_to_collision_behind == pytest.approx(gap / 6.0)
    )


def test_a_contact_of_egos_is_one_of_each(run):
    run.first([])
    for _ in range(3):
        run.step(
            [
                car_at(ROAD_X + 300.0, ROAD_Y, name="one"),
                car_at(ROAD_X + 304.0, ROAD_Y, name="other"),
            ]
        )
    run.close()
    assert (run.egos["one"].collisions, run.egos["other"].collisions) == (1, 1)
    assert (
        sum("one touches other" in line for line in run.said)
        == sum("other touches one" in line for line in run.said)
        == 1
    )
    egos = run.summary.document()["egos"]
    assert list(egos) == ["one", "other"] and [egos[name]["collisions"] for name in egos] == [1, 1]


def test_physics_contacts_between_boundaries_count_once_each(run):
    run.first([])
    number = None
    for _ in range(60):
        state = run.step(
            [car_at(ROAD_X + 300.0, ROAD_Y + 50.0, name="one")], {"one": ["ground_plane"]}
        )
        if len(state):
            number = int(state.id[0])
    assert run.egos["one"].collisions == 0 and number is not None
    for hit in (True, True, False, True):
        run.step(
            [car_at(ROAD_X + 300.0, ROAD_Y + 50.0, name="one")],
            {"one": [f"traffic_{number}", "traffic_999999"]} if hit else {},
        )
    assert run.egos["one"].collisions == 2 == run.summary.ego_collisions
    assert sum("one touches v at" in line for line in run.said) == 2


def test_each_ego_has_figures_of_its_own(run):
    run.first([])
    for step in range(20):
        run.step(
            [
                car_at(ROAD_X + 300.0 + step, ROAD_Y, speed=10.0, name="one"),
                car_at(ROAD_X + 500.0, ROAD_Y + 50.0, name="other"),
            ]
        )
    run.close()
    egos = run.summary.document()["egos"]
    assert egos["one"]["distance_m"] == pytest.approx(19.0) and egos["other"]["distance_m"] == 0.0
    assert egos["one"]["off_road_s"] == 0.0 and egos["other"]["off_road_s"] == pytest.approx(2.0)


def test_a_vehicle_on_the_bridge_above_is_not_near():
    ego = car_at(0.0, 0.0, speed=10.0)
    across = Boxes(
        np.array([[8.0, -0.0]]),
        *(np.array([value]) for value in (np.pi / 2, 0.0, 5.0, 2.0)),
        np.array([5.0]),
    )
    assert closeness(ego, across).gap == np.inf
    assert closeness(ego, replace(across, z=np.zeros(1))).gap < 8.0
    assert closeness(replace(ego, z=5.0), across).gap < 8.0


def test_a_vehicle_up_a_slope_is_ahead():
    up = Boxes(
        np.array([[100.0, 0.0]]),
        *(np.array([value]) for value in (0.0, 0.0, 5.0, 2.0)),
        np.array([6.0]),
    )
    assert closeness(car_at(0.0, 0.0, speed=10.0), up).gap == pytest.approx(95.2)


def test_passing_below_is_not_an_encroachment():
    times = {}
    for height in (0.0, 5.0):
        watch = Encroachments(0.1)
        for step in range(80):
            other = Boxes(
                np.array([[0.0, step - 20.0]]),
                *(np.array([value]) for value in (np.pi / 2, 10.0, 5.0, 2.0)),
                np.array([height]),
            )
            watch.take(
                one_step(0.1 * step, car_at(step - 40.0, 0.0, 0.0, 10.0), np.array([3]), other)
            )
        times[height] = watch.all()
    assert len(times[0.0]) == 1 and times[5.0] == []
