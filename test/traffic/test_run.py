"""Run of traffic with egos: counts, log, and resets."""

from __future__ import annotations

import numpy as np
import pytest
from small_runs import build_road, car_at, trip, write_routes

from sim.traffic.roads.network import Network
from sim.traffic.run import Boundary, TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

ROAD_X = 50.0  # m
ROAD_Y = 20.0  # m


class Recorded(TrafficRun):
    """Run that keeps its log."""

    def __init__(self, net, routes):
        self.said = []
        super().__init__(
            SumoOptions(net, (routes,)),
            Network.read(net),
            ["car"],
            Summary("none", 42, "test"),
            self.said.append,
        )

    def last(self, steps, *egos):
        for _ in range(steps):
            state = self.step(egos)
        return state


@pytest.fixture
def run(tmp_path):
    net = build_road(tmp_path, length=600.0)
    made = Recorded(
        net,
        write_routes(tmp_path, *(trip(f"v{k}", 20.0 + 20.0 * k, speed=10.0) for k in range(10))),
    )
    yield made
    made.close()


def test_the_first_state_leaves_out_what_stands_where_an_ego_is(run):
    ego = car_at(ROAD_X + 100.0, ROAD_Y)
    state = run.first([ego])
    shown = {run.session.names[number] for number in state.id}
    assert (
        run.summary.vehicles_cleared == 10 - len(shown) and 1 <= run.summary.vehicles_cleared <= 3
    )
    assert all(abs(x - ego.centre[0]) > 4.8 for x in state.position[:, 0])
    after = run.step([ego])
    assert {run.session.names[number] for number in after.id} == shown
    assert "vehicles made room" in run.said[0] and "on lane road_0" in run.said[1]
    assert state.time == pytest.approx(0.1) and after.time == pytest.approx(0.2)


def test_gap_and_ttc_are_those_of_the_state_that_the_simulator_shows(run):
    shown = run.first([])
    run.step([])
    ego = car_at(ROAD_X + 5.0, ROAD_Y, speed=14.0)
    run.step([ego])
    ahead = shown.position[shown.position[:, 0] > ego.centre[0]]
    nearest = ahead[ahead[:, 0].argmin()]
    assert run.egos["ego"].closeness.gap == pytest.approx(
        nearest[0] - 2.5 - ego.centre[0] - 2.3, abs=1e-6
    )
    run.watch.finish()
    assert run.summary.ego_min_gap_m == pytest.approx(run.egos["ego"].closeness.gap)


def test_a_contact_counts_once_until_it_ends(run):
    run.first([])
    run.last(5)

    def front():
        return float(run.state.position[:, 0].max())

    apart = car_at(ROAD_X + 590.0, ROAD_Y + 30.0)
    run.step([apart])
    for _ in range(2):
        for _ in range(3):
            run.step([car_at(front() + 2.0, ROAD_Y, speed=0.0)])
        run.last(3, apart)
    assert run.summary.ego_collisions == run.egos["ego"].collisions == 2
    assert sum(line.startswith("ego touches v9") for line in run.said) == 2


def test_time_off_the_road_and_the_way_back(run):
    run.first([])
    run.last(10, car_at(ROAD_X + 500.0, ROAD_Y + 30.0))
    assert run.summary.ego_off_road_s == pytest.approx(1.0)
    run.last(5, car_at(ROAD_X + 500.0, ROAD_Y))
    assert run.summary.ego_off_road_s == pytest.approx(1.0)
    assert run.said == ["ego is coupled: 4.60 x 1.80 m, off the road", "ego is back on the road"]


def test_an_ego_that_leaves_is_forgotten(run):
    run.first([])
    run.last(5, car_at(ROAD_X + 500.0, ROAD_Y, name="a"), car_at(ROAD_X + 550.0, ROAD_Y, name="b"))
    assert list(run.egos) == ["a", "b"]
    run.last(2, car_at(ROAD_X + 550.0, ROAD_Y, name="b"))
    assert list(run.egos) == ["b"] and "a has left the simulator" in run.said
    assert "a" not in run.session.connection.vehicle.getIDList()


@pytest.mark.not_quick
def test_departures_and_arrivals_are_counted(run):
    run.first([])
    run.last(700)
    assert len(run.state) == 0
    assert (
        run.summary.vehicles_departed,
        run.summary.vehicles_arrived,
        run.summary.sumo_collisions,
    ) == (10, 10, 0)


def test_steps_that_begin_before_the_last_is_read_lead_to_the_same(tmp_path):
    """With vehicles that enter and arrive, and an ego among them."""
    coming = (trip(f"v{k}", 20.0, speed=12.0, depart=2.5 * k) for k in range(10))
    run = Recorded(build_road(tmp_path, length=250.0), write_routes(tmp_path, *coming))

    def egos(step):
        return [car_at(ROAD_X + 30.0 + 1.2 * step, ROAD_Y, speed=12.0)]

    def states(ahead):
        run.first(egos(0))
        for k in range(400):
            if not run.begun:
                run.begin(Boundary(egos(k)))
            following = Boundary(egos(k + 1)) if ahead and k % 5 and k < 399 else None
            yield run.finish(lambda following=following: following)
            early.append(run.begun)

    try:
        early = []
        one, fingerprint = list(states(False)), run.summary.trajectories
        run.reset()
        other = list(states(True))
        assert run.summary.trajectories == fingerprint and 300 < sum(early) < 400
        assert len({len(state) for state in one}) > 3 and run.summary.vehicles_arrived > 6
        for a, b in zip(one, other):
            assert a.time == b.time
            np.testing.assert_array_equal(a.id, b.id)
            np.testing.assert_array_equal(a.position, b.position)
    finally:
        run.close()


def test_with_a_new_ego_a_step_waits_for_the_last_state(run):
    run.first([])
    run.begin(Boundary([]))
    run.finish(lambda: Boundary([]))
    assert run.begun
    run.finish(lambda: Boundary([car_at(ROAD_X + 300.0, ROAD_Y)]))
    assert not run.begun and run.summary.vehicles_cleared == 0


def test_a_run_ends_in_the_middle_of_a_step(run):
    run.first([])
    run.begin(Boundary([]))
    process = run.session.link._process.process
    run.close()
    assert process.poll() is not None


@pytest.mark.not_quick
def test_a_reset_repeats_the_run(run):
    def states():
        run.first([])
        return [run.step([car_at(ROAD_X + 400.0, ROAD_Y)]) for _ in range(50)]

    one = states()
    run.reset()
    assert run.egos == {} and run.summary.resets == 1
    for a, b in zip(one, states()):
        assert a.time == b.time
        np.testing.assert_array_equal(a.id, b.id)
        np.testing.assert_array_equal(a.position, b.position)


def test_an_ego_and_its_shadow_do_not_collide(tmp_path):
    net = build_road(tmp_path, lanes=2)
    run = Recorded(net, write_routes(tmp_path))
    try:
        run.first([])
        run.last(20, car_at(ROAD_X + 100.0, ROAD_Y + 0.2))
        assert len(run.egos["ego"].on_road.shadows) == 1 and run.summary.sumo_collisions == 0
    finally:
        run.close()
