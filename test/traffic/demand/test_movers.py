"""Persons, buses, ambulances and cars of a demand, driven by SUMO."""

from __future__ import annotations

import gzip
from collections import Counter

import numpy as np
import pytest
from lxml import etree
from movers import AMBULANCE, FLOW, LINE, PERSONS, RIDERS, demand
from nets import ROOT
from small_runs import build_road

from sim.errors import InputError
from sim.traffic.demand.demand import Demand, read_demand
from sim.traffic.demand.feasible import check_demand
from sim.traffic.demand.peak import peak
from sim.traffic.demand.routes import routes_xml, write_demand
from sim.traffic.demand.source import written
from sim.traffic.lamps import BLUE_SIGNAL
from sim.traffic.looks import is_person, looks_of
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

STEP = 0.5  # s


def drive(net, network, wanted: Demand, folder, seconds: float, over=lambda session: False):
    """Return names by type, states, and summary of a run.

    It ends after some time, or once it is ``over``.
    """
    summary = Summary("none", 42, "follow")
    options = SumoOptions(
        net,
        write_demand(wanted, network, folder),
        step=STEP,
        max_depart_delay=wanted.max_depart_delay,
    )
    run = TrafficRun(options, network, list(wanted.types), summary)
    seen, states = {}, []
    try:
        for _ in range(round(seconds / STEP)):
            state = run.step(())
            states.append(state)
            for number, kind in zip(state.id, state.type):
                seen.setdefault(run.session.types[kind].name, set()).add(run.session.names[number])
            if over(run.session):
                break
    finally:
        run.close()
    return seen, states, summary


@pytest.mark.not_quick
def test_everybody_of_a_demand_appears(net, network, tmp_path):
    wanted = demand(
        flows=[
            {**FLOW, "mix": {"car": 1, "bicycle": 1}},
            {**FLOW, "from": "ec", "to": "cw", "type": "truck"},
        ],
        persons=[PERSONS, RIDERS],
        lines=[LINE],
        departures=[AMBULANCE],
    )
    assert list(wanted.types) == ["car", "bicycle", "truck", "bus", "ambulance", "pedestrian"]
    seen, states, _ = drive(net, network, wanted, tmp_path, 150.0)
    assert set(seen) == {"car", "bicycle", "truck", "bus", "ambulance", "pedestrian"}
    assert seen["ambulance"] == {"ambulance_0"} and seen["bus"] == {"town.0", "town.1", "town.2"}
    assert len(seen["pedestrian"]) > 20 and len(seen["car"]) > 3 and len(seen["bicycle"]) > 3
    blue = [state for state in states if (state.signals & BLUE_SIGNAL).any()]
    assert blue and all((state.signals & BLUE_SIGNAL).astype(bool).sum() == 1 for state in blue)


@pytest.mark.not_quick
def test_riders_take_the_bus_and_it_halts_at_its_stops(net, network, tmp_path):
    wanted = demand(persons=[{**RIDERS, "persons_per_hour": 0, "queue": 4}], lines=[LINE])
    summary = Summary("none", 42, "follow")
    run = TrafficRun(
        SumoOptions(net, write_demand(wanted, network, tmp_path)),
        network,
        list(wanted.types),
        summary,
    )
    halts, aboard = [], 0
    try:
        for _ in range(3000):
            run.step(())
            vehicles = run.session.connection.vehicle
            for name in vehicles.getIDList():
                aboard = max(aboard, vehicles.getPersonNumber(name))
                if vehicles.getSpeed(name) < 0.01 and vehicles.isAtBusStop(name):
                    halts.append((vehicles.getLaneID(name), round(vehicles.getLanePosition(name))))
            if run.session.counters["persons_arrived"] == 4:
                break
        assert run.session.counters["persons_arrived"] == 4 and aboard >= 2
        assert {place for place, count in Counter(halts).items() if count > 100} == {
            ("wc_1", 60),
            ("ce_1", round(0.5 * (network.edge("ce")[1].length + 13))),
        }
    finally:
        run.close()


@pytest.mark.not_quick
def test_cars_yield_to_persons_on_a_crossing_through_our_session(net, network, tmp_path):
    """On the western arm pedestrians have priority.

    While one is on the crossing no car drives through it.
    """
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 900}],
        persons=[{"from": "wc", "to": "nc", "persons_per_hour": 1500}],
    )
    seen, states, summary = drive(net, network, wanted, tmp_path, 300.0)
    crossing = next(lane for lane in network.crossings if lane.shape[:, 0].max() < 150.0)
    x, low, high = (
        crossing.shape[:, 0].mean(),
        crossing.shape[:, 1].min() + 0.3,
        crossing.shape[:, 1].max() - 0.3,
    )
    on_crossing = shared = waited = 0
    looks = [look for kind in wanted.types.values() for look, _ in looks_of(kind.shown)]
    pedestrians = [number for number, look in enumerate(looks) if is_person(look.model)]
    assert seen["pedestrian"] and pedestrians
    for state in states:
        at = np.abs(state.position[:, 0] - x)
        walkers = (
            np.isin(state.type, pedestrians)
            & (at < 2.0)
            & (state.position[:, 1] > low)
            & (state.position[:, 1] < high)
        )
        cars = ~np.isin(state.type, pedestrians)
        on_crossing += walkers.any()
        for walker in np.flatnonzero(walkers):
            apart = state.position[cars] - state.position[walker]
            shared += bool(
                ((np.abs(apart[:, 0]) < 2.3 + 0.3) & (np.abs(apart[:, 1]) < 0.9 + 0.3)).any()
            )
        waited += bool(
            walkers.any()
            and (
                cars
                & (state.speed < 0.1)
                & (state.position[:, 0] < x)
                & (state.position[:, 0] > x - 10.0)
            ).any()
        )
    assert on_crossing > 20 and waited > 10 and shared == 0
    assert summary.sumo_collisions == 0


@pytest.mark.not_quick
def test_vehicles_that_cannot_enter_are_removed_and_counted(net, network, tmp_path):
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600, "end": 60}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
        max_depart_delay=5,
    )
    _, _, summary = drive(net, network, wanted, tmp_path, 120.0)
    endless = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600, "end": 60}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
    )

    def all_in(session: SumoSession) -> bool:
        waiting = session.connection.simulation.getPendingVehicles
        return session.time > 60.0 and not waiting()

    _, _, patient = drive(net, network, endless, tmp_path, 400.0, all_in)
    # A vehicle that waits long enough gets in, from the same stream of arrivals.
    assert patient.vehicles_not_inserted == 0 and summary.vehicles_not_inserted > 10
    assert summary.vehicles_departed + summary.vehicles_not_inserted == patient.vehicles_departed


@pytest.mark.not_quick
def test_those_whom_a_request_removed_are_not_counted(net, network, tmp_path):
    wanted = demand(
        flows=[{**FLOW, "vehicles_per_hour": 3600}],
        slow_zones=[{"edge": "wc", "speed": 2.0}],
        max_depart_delay=1000,
    )
    run = TrafficRun(
        SumoOptions(net, write_demand(wanted, network, tmp_path), step=STEP, **wanted.sumo_options),
        network,
        list(wanted.types),
        Summary("none", 42, "follow"),
    )
    try:
        for _ in range(round(60.0 / STEP)):
            run.step(())
        waiting = run.session.connection.simulation.getPendingVehicles()
        run.control.vehicles.remove(waiting[0])
        for _ in range(20):
            run.step(())
        said = run.control.flows.set("wc_ce", ("", ""), "", 0.0)
        for _ in range(50):
            run.step(())
        assert (
            len(waiting) > 10
            and "sent away" in said
            and not run.session.connection.simulation.getPendingVehicles()
        )
        assert run.summary.vehicles_not_inserted == 0
    finally:
        run.close()


def test_a_flow_drives_via_what_it_says(net, network, tmp_path):
    wanted = demand(
        departures=[{"type": "car", "from": "wc", "to": "ce", "via": ["cw"], "depart": 0}]
    )
    with pytest.raises(InputError, match=r"departures\[0\]: no route leads from 'wc' to 'cw'"):
        check_demand(wanted, network)
    trip = etree.fromstring(routes_xml(demand(flows=[{**FLOW, "via": "ce"}]), network)).find("flow")
    assert trip.get("via") == "ce"


@pytest.mark.not_quick
def test_a_saved_state_knows_few_persons_and_the_others_still_come(net, network, tmp_path):
    """SUMO alone drops elements of a streamed file beside a state."""
    half = {**PERSONS, "persons_per_hour": 450}
    wanted = demand(persons=[half, {**half, "from": "nc"}])
    options = SumoOptions(net, step=1.0, **written(wanted, network, tmp_path))
    warm = warm_up(options, 30.0, tmp_path)
    assert gzip.decompress(warm.state.read_bytes()).count(b"<person ") < 300
    arrivals = Counter()
    session = SumoSession(warm, network.offset)
    try:
        for _ in range(1200):
            names, departed = session.names, len(session.names)
            session.step()
            for name in names[departed:]:
                flow, piece, _ = name.rsplit(".", 2)
                arrivals[flow, piece] += 1
    finally:
        session.close()
    # 75 persons of each stream in 600 s, to 4 sigma.
    assert arrivals["wc_cs.persons", "1"] == pytest.approx(75, abs=35)
    assert arrivals["nc_cs.persons", "1"] == pytest.approx(75, abs=35)


def test_the_towns_demand_fits_its_network():
    town, network = (
        read_demand(ROOT / "config" / "demand" / "town.yaml"),
        Network.read(ROOT / "networks" / "town" / "town.net.xml"),
    )
    check_demand(town, network)
    assert set(town.types) == {
        "car",
        "van",
        "truck",
        "motorcycle",
        "bicycle",
        "bus",
        "ambulance",
        "pedestrian",
    }
    assert all(count > 0 for count in peak(town, network, 600.0).values())


@pytest.mark.not_quick
def test_divided_lanes_let_traffic_make_room_for_an_ambulance(tmp_path):
    """Without them SUMO's blue light changes nothing for others."""
    net = build_road(tmp_path, lanes=2, length=600.0)
    network = Network.read(net)
    cars = {"from": "road", "to": "road", "vehicles_per_hour": 1260, "depart_lane": "random"}
    aside = []
    for resolution in ({}, {"lateral_resolution": 0.8}):
        wanted = demand(
            flows=[cars],
            departures=[{"type": "ambulance", "from": "road", "to": "road", "depart": 50}],
            types={"car": {"max_speed": 6}},
            **resolution,
        )
        options = SumoOptions(
            net,
            write_demand(wanted, network, tmp_path),
            lateral_resolution=wanted.lateral_resolution,
        )
        run = TrafficRun(options, network, list(wanted.types), Summary("none", 42, "follow"))
        try:
            kinds = [kind.name for kind in run.session.types]
            ambulance, offsets = kinds.index("ambulance"), []
            for _ in range(1000):
                state = run.step(())
                at = np.flatnonzero(state.type == ambulance)
                if len(at):
                    ahead = (state.position[:, 0] - state.position[at[0], 0] > 5.0) & (
                        state.position[:, 0] - state.position[at[0], 0] < 20.0
                    )
                    lanes = np.array([18.25, 21.75])
                    offsets += (
                        np.abs(state.position[ahead, 1][:, None] - lanes).min(axis=1).tolist()
                    )
        finally:
            run.close()
        aside.append(np.quantile(offsets, 0.75))
    assert aside[0] < 0.2 and aside[1] > 0.5
