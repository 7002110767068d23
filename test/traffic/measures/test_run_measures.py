"""Detectors, trips, and egos of whole runs with SUMO.

Counts against the states' counts, warm starts, and resets.
"""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from small_runs import build_road, car_at, trip, write_routes

from sim.errors import InputError
from sim.traffic.measures.detectors import LoopDetector, read_intervals, read_table, write_detectors
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.measures.trips import read_trips
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

DETECTOR = LoopDetector("middle", "road", 300.0, ("road_0",))
SPEED = 10.0  # m/s
SPACING = 50.0  # m


@pytest.fixture
def scenario(tmp_path):
    """Return the folder of a run of twenty cars.

    They drive at 10 m/s, 50 m apart, on a road of 1500 m.
    """
    net = build_road(tmp_path, length=1500.0)
    slow = (
        '<vType id="slow" length="5" width="1.8" minGap="2.5" sigma="0" maxSpeed="10" '
        'speedFactor="1" speedDev="0"/>'
    )
    cars = "".join(
        trip(
            f"v{k}",
            20.0 + SPACING * (9 - k) if k < 10 else 10.0,
            speed=10,
            depart=0 if k < 10 else 5.0 * (k - 9),
        ).replace('"car"', '"slow"')
        for k in range(20)
    )
    return net, write_routes(tmp_path, slow, cars), tmp_path / "run"


def started(net, routes, folder, **options):
    measures = RunMeasures(0.1, folder=folder, detectors=(DETECTOR,), period=20.0)
    sumo = replace(SumoOptions(net, (routes,), **options), outputs=folder)
    return TrafficRun(sumo, Network.read(net), (), Summary("none", 42, "test"), measures=measures)


@pytest.mark.not_quick
def test_flow_speed_and_density_are_those_of_a_platoon(scenario):
    run = started(*scenario)
    passed, before = 0, {}
    for _ in range(600):
        state = run.step([])
        front = {
            number: x + 2.5 - 50.0
            for number, x in zip(state.id.tolist(), state.position[:, 0].tolist())
        }
        passed += sum(
            x > 300.0 and before.get(number, 1500.0) <= 300.0 for number, x in front.items()
        )
        before = front
    run.close()
    figures = run.summary.document()["detectors"]["middle"]
    assert figures["vehicles"] == pytest.approx(passed, abs=1)
    intervals = read_table(scenario[2] / "detectors.csv")
    assert [(i.begin, i.end) for i in intervals] == [(0.0, 20.0), (20.0, 40.0), (40.0, 60.0)]
    full = intervals[1]
    assert full.speed_mps == pytest.approx(SPEED, abs=0.05) and full.vehicles == 4
    assert full.flow_vehicles_per_hour == pytest.approx(3600.0 * SPEED / SPACING)
    assert full.density_vehicles_per_km == pytest.approx(1000.0 / SPACING, rel=0.01)
    assert full.occupancy == pytest.approx(5.0 / SPACING, rel=0.05)


@pytest.mark.not_quick
def test_trips_that_arrived_and_those_under_way(scenario):
    run = started(*scenario)
    for _ in range(1200):
        state = run.step([])
    left = len(state)
    run.close()
    delay = run.summary.document()["delay"]
    assert (
        delay["trips_arrived"] == run.summary.vehicles_arrived and delay["trips_under_way"] == left
    )
    assert delay["trips_arrived"] + left == 20 and delay["waiting_to_depart"] == 0
    # No vehicle is faster than 10 m/s; at this speed none loses time.
    assert delay["time_loss_s"]["max"] < 1.0


def test_egos_and_their_shadows_are_no_trips(scenario):
    run = started(*scenario)
    run.first([])
    for _ in range(100):
        run.step([car_at(50.0 + 1400.0, 20.0)])
    run.close()
    names = {
        row.split('"')[1]
        for row in (scenario[2] / "trips.xml").read_text().splitlines()
        if "<tripinfo " in row
    }
    assert "ego" in names
    delay, trips = run.summary.delay, read_trips(scenario[2], {"ego"})
    assert (
        delay["trips_arrived"] + delay["trips_under_way"]
        == len(trips.arrived) + len(trips.under_way)
        == len(names) - 1
    )
    assert run.summary.egos["ego"]["time_s"] == pytest.approx(10.0)
    assert len((scenario[2] / "egos" / "ego.csv").read_text().splitlines()) == 101


@pytest.mark.not_quick
def test_a_reset_begins_the_measures_again(scenario):
    run = started(*scenario)
    run.first([])
    for _ in range(300):
        run.step([car_at(50.0 + 1400.0, 20.0), car_at(50.0 + 1300.0, 20.0, name="other")])
    run.reset()
    run.first([])
    for _ in range(99):
        run.step([car_at(50.0 + 1400.0, 20.0)])
    run.close()
    assert run.summary.egos["ego"]["time_s"] == pytest.approx(9.9)
    assert [(i.begin, i.end) for i in read_table(scenario[2] / "detectors.csv")] == [(0.0, 10.0)]
    assert [path.name for path in (scenario[2] / "egos").iterdir()] == ["ego.csv"]
    RunMeasures(0.1, folder=scenario[2])
    assert list((scenario[2] / "egos").iterdir()) == []


@pytest.mark.not_quick
def test_times_are_those_since_a_warm_start(scenario, tmp_path):
    net, routes, folder = scenario
    warm = warm_up(SumoOptions(net, (routes,)), 30.0, tmp_path / "cache")
    run = TrafficRun(
        replace(warm, outputs=folder),
        Network.read(net),
        (),
        Summary("none", 42, "test"),
        measures=RunMeasures(0.1, folder=folder, detectors=(DETECTOR,), period=20.0),
    )
    for _ in range(400):
        run.step([])
    run.close()
    assert [(i.begin, i.end) for i in read_table(folder / "detectors.csv")] == [
        (0.0, 20.0),
        (20.0, 40.0),
    ]
    assert run.session.begin == pytest.approx(30.0)


@pytest.mark.not_quick
def test_measuring_changes_nothing(scenario):
    def fingerprint(run):
        run.first([])
        for _ in range(200):
            run.step([car_at(50.0 + 700.0, 20.0)])
        run.close()
        return run.summary.trajectories

    net, routes, folder = scenario
    plain = TrafficRun(
        SumoOptions(net, (routes,)), Network.read(net), (), Summary("none", 42, "test")
    )
    assert fingerprint(plain) == fingerprint(started(net, routes, folder))


def test_a_folder_with_no_detectors_keeps_none_of_an_earlier_run(tmp_path):
    write_detectors((DETECTOR,), tmp_path)
    write_detectors((), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_loops_of_a_run_that_was_cut_off(tmp_path):
    (tmp_path / "detectors.xml").write_text(
        '<detector>\n<interval begin="0.00" end="60.00" id="middle_0" nVehContrib="6" '
        'flow="360.00" occupancy="5.00" '
        'speed="10.00" harmonicMeanSpeed="10.00" length="5.00" nVehEntered="6"/>\n<interval '
        'begin="60.00" en'
    )
    (found,) = read_intervals((DETECTOR,), tmp_path, 0.0)
    assert (found.vehicles, found.density_vehicles_per_km) == (6, pytest.approx(10.0))


def test_lanes_count_together_by_their_harmonic_mean(tmp_path):
    pair = LoopDetector("pair", "road", 10.0, ("road_0", "road_1"))
    row = (
        '<interval begin="0" end="60" id="pair_{}" nVehContrib="{}" occupancy="{}" '
        'harmonicMeanSpeed="{}"/>'
    )
    (tmp_path / "detectors.xml").write_text(
        "<detector>" + row.format(0, 6, 10, 5.0) + row.format(1, 3, 4, 10.0) + "</detector>"
    )
    (found,) = read_intervals((pair,), tmp_path, 0.0)
    speed = 9 / (6 / 5.0 + 3 / 10.0)
    assert found.speed_mps == pytest.approx(
        speed
    ) and found.flow_vehicles_per_hour == pytest.approx(540.0)
    assert found.density_vehicles_per_km == pytest.approx(
        1000.0 * 9 / 60.0 / speed
    ) and found.occupancy == pytest.approx(0.07)


@pytest.mark.parametrize("occupancy, density", [(0.0, 0.0), (100.0, None)])
def test_an_unused_detector_has_no_speed(tmp_path, occupancy, density):
    (tmp_path / "detectors.xml").write_text(
        '<detector><interval begin="0" end="60" id="middle_0" nVehContrib="0" '
        f'occupancy="{occupancy}" '
        'harmonicMeanSpeed="-1.00"/></detector>'
    )
    (found,) = read_intervals((DETECTOR,), tmp_path, 0.0)
    assert found.speed_mps is None and found.density_vehicles_per_km == density


def test_a_table_that_is_none_is_refused(tmp_path):
    (tmp_path / "detectors.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="not a table of detectors"):
        read_table(tmp_path / "detectors.csv")
    with pytest.raises(InputError, match=r"trips.xml"):
        read_trips(tmp_path)


def test_the_summary_is_json_with_all_parts(scenario):
    run = started(*scenario)
    run.first([])
    run.step([car_at(750.0, 20.0)])
    run.close()
    text = run.summary.write(scenario[2]).read_text()
    found = json.loads(text, parse_constant=lambda name: pytest.fail(name))
    assert (
        set(found["egos"]) == {"ego"}
        and set(found["detectors"]) <= {"middle"}
        and "time_loss_s" in found["delay"]
    )
    assert np.isfinite(found["duration_s"])
