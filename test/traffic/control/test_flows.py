"""Flows with rates set while SUMO runs.

Counts of Poisson arrivals, and no vehicle from an ended flow.
"""

from __future__ import annotations

import numpy as np
import pytest
from junctions import build_fork, drive, there, write_elements
from junctions import run_of as run_with
from nets import build_bus_lane, build_straight

from sim.errors import InputError
from sim.traffic.roads.network import Network

STEP = 0.5  # s
FLOW = (
    '<flow id="steady" type="mix" from="in" to="main" begin="0" end="100000" period="exp(0.2)" '
    'departLane="free" departSpeed="max"/>'
    '<flow id="fixed" type="car" from="in" to="out" via="side" begin="0" end="100000" period="10" '
    'departLane="free" departSpeed="max"/>'
)


def run_of(net, *files, **options):
    return run_with(net, *files, step=STEP, **options)


@pytest.fixture
def net(tmp_path):
    return build_fork(tmp_path)


@pytest.fixture
def run(tmp_path, net):
    with run_of(net, write_elements(tmp_path, FLOW)) as made:
        yield made


def seen(run, seconds):
    """Return names that appear within some time."""
    names = set()
    for _ in range(round(seconds / STEP)):
        run.step(())
        names.update(there(run))
    return names


@pytest.mark.not_quick
def test_a_rate_of_zero_lets_nobody_more_come_not_even_for_one_step(run):
    before = seen(run, 30.0)
    assert {name.partition(".")[0] for name in before} == {"steady", "fixed"}
    departed = run.summary.vehicles_departed
    run.control.flows.set("steady", ("", ""), "", 0.0)
    after = seen(run, 200.0) - before
    assert {name.partition(".")[0] for name in after} == {"fixed"} and len(after) in (19, 20, 21)
    assert run.summary.vehicles_departed == departed + len(after)
    assert len(run.session.hidden) == 0


@pytest.mark.not_quick
def test_a_new_rate_is_that_of_poisson_arrivals(run):
    run.control.flows.set("fixed", ("", ""), "", 0.0)
    run.control.flows.set("steady", ("", ""), "", 1800.0)
    names = seen(run, 400.0)
    assert {name.rpartition(".asked")[0] for name in names} == {"steady"}
    # 200 are expected; 4 sigma of a Poisson count are 57.
    assert 143 <= len(names) <= 257
    types = [run.session.registry.type_of[run.session.names.index(name)] for name in names]
    of = [kind.name for kind in run.session.types]
    assert set(of) == {"bus", "car"}
    assert 0.1 < np.mean([of[number] == "bus" for number in types]) < 0.4


def test_vehicles_of_a_changed_flow_drive_its_way(run):
    run.control.flows.set("fixed", ("", ""), "", 900.0)
    drive(run, 30.0)
    mine = [name for name in there(run) if name.startswith("fixed.asked")]
    assert mine and {run.session.connection.vehicle.getRoute(name) for name in mine} == {
        ("in", "side", "back", "out")
    }


@pytest.mark.not_quick
def test_a_flow_that_never_was_begins_and_ends(run):
    for name in ("steady", "fixed"):
        run.control.flows.set(name, ("", ""), "", 0.0)
    run.control.flows.set("extra", ("in", "out"), "car", 1200.0)
    assert {name.partition(".")[0] for name in seen(run, 60.0)} == {"extra"}
    run.control.flows.set("extra", ("", ""), "", -1.0)
    drive(run, 200.0)
    assert there(run) == ()


@pytest.mark.not_quick
def test_a_negative_rate_gives_the_flow_back_to_the_demand(run):
    run.control.flows.set("fixed", ("", ""), "", 0.0)
    run.control.flows.set("steady", ("", ""), "", 0.0)
    drive(run, 150.0)
    assert there(run) == ()
    assert run.control.flows.set("fixed", ("", ""), "", -1.0) == "fixed: as the demand has it again"
    names = seen(run, 60.0)
    assert len(names) == 6 and all(
        name.startswith("fixed.") and "asked" not in name for name in names
    )


@pytest.mark.not_quick
def test_those_that_wait_to_enter_are_sent_away(tmp_path, net):
    crowd = (
        '<flow id="crowd" type="car" from="in" to="main" begin="0" end="100000" period="0.2" '
        'departLane="0" departSpeed="0"/>'
    )
    with run_of(net, write_elements(tmp_path, crowd)) as run:
        drive(run, 60.0)
        assert len(run.session.connection.simulation.getPendingVehicles()) > 100
        before = seen(run, STEP)
        assert "sent away" in run.control.flows.set("crowd", ("", ""), "", 0.0)
        assert seen(run, 60.0) <= before


@pytest.mark.not_quick
def test_one_seed_gives_one_stream_and_another_seed_another(tmp_path, net):
    routes = write_elements(tmp_path, FLOW)

    def arrivals(seed):
        with run_of(net, routes, seed=seed) as run:
            run.control.flows.set("steady", ("", ""), "", 2000.0)
            times = []
            for _ in range(80):
                run.step(())
                times.append(sorted(name for name in there(run) if "asked" in name))
            return times, run.summary.trajectories

    first = arrivals(1)
    assert first == arrivals(1)
    assert first[0] != arrivals(2)[0]


@pytest.mark.parametrize("name, edges", [("fixed", ("", "")), ("extra", ("in", "main"))])
@pytest.mark.not_quick
def test_a_flow_that_was_given_back_and_is_set_again_counts_on(run, name, edges, caplog):
    flows = run.control.flows
    flows.set(name, edges, "car", 1800.0)
    first = {vehicle for vehicle in seen(run, 20.0) if vehicle.startswith(f"{name}.asked")}
    flows.set(name, ("", ""), "", -1.0)
    drive(run, 2.0)
    flows.set(name, edges, "car", 1800.0)
    numbers = sorted(
        int(vehicle.rpartition("asked")[2])
        for vehicle in seen(run, 20.0)
        if vehicle.startswith(f"{name}.asked")
    )
    assert len(first) > 3 and numbers == list(range(len(numbers))) and len(numbers) > len(first) + 3
    assert not caplog.records


def test_a_vehicle_that_sumo_refuses_is_left_out_and_said(run, caplog):
    connection = run.session.connection
    connection.route.add("own", ["in"])
    connection.vehicle.add("extra.asked1", "own", "car", departLane="2")
    run.control.flows.set("extra", ("in", "main"), "car", 1800.0)
    names = seen(run, 30.0)
    assert {"extra.asked0", "extra.asked2", "extra.asked3"} <= names and run.session.alive
    assert [record.getMessage().partition(": ")[0] for record in caplog.records] == [
        "flow extra goes on without vehicle extra.asked1"
    ]


ROUTED = (
    '<route id="way" edges="in side back out"/>'
    '<flow id="routed" type="car" route="way" begin="0" end="10000" period="20"/>'
    '<taz id="from"><tazSource id="in" weight="1"/></taz><taz id="to"><tazSink id="main" '
    'weight="1"/></taz>'
    '<flow id="zones" type="car" fromTaz="from" toTaz="to" begin="0" end="10000" period="20"/>'
)


UNCARRIED = (
    (
        "routed",
        "",
        1e300,
        r"vehicles_per_hour: 1e\+300 is more than the lanes of 'in' carry, 12000",
    ),
    (
        "routed",
        "",
        1e7,
        r"vehicles_per_hour: 1e\+07 is more than the lanes of 'in' carry, 12000",
    ),
    (
        "zones",
        "",
        100.0,
        "vehicles_per_hour: 'zones' names neither edges nor a route; it can be ended",
    ),
)


def test_flows_that_name_a_route_are_checked_alike(tmp_path, net):
    with run_of(net, write_elements(tmp_path, ROUTED)) as run:
        drive(run, 1.0)
        for flow, kind, rate, message in UNCARRIED:
            with pytest.raises(InputError, match=message):
                run.control.flows.set(flow, ("", ""), kind, rate)
        for flow in ("routed", "zones"):
            run.control.flows.set(flow, ("", ""), "", 0.0)
        run.control.flows.set("routed", ("", ""), "bus", 1800.0)
        assert any(name.startswith("routed.asked") for name in seen(run, 20.0))


def test_a_route_is_for_types_that_can_drive_it(tmp_path):
    flow = (
        '<route id="way" edges="first second"/><flow id="routed" type="car" route="way" '
        'begin="0" end="10000" period="20"/>'
    )
    with run_of(build_straight(tmp_path), write_elements(tmp_path, flow)) as run:
        with pytest.raises(
            InputError, match="type: no route leads from 'first' to 'second' for a bus"
        ):
            run.control.flows.set("routed", ("", ""), "bus", 100.0)
        run.control.flows.set("routed", ("", ""), "car", 1800.0)
        assert any(name.startswith("routed.asked") for name in seen(run, 20.0))


def test_a_lane_that_is_closed_to_a_type_is_no_place_for_it_to_begin(tmp_path):
    net = build_bus_lane(tmp_path, lanes=2)
    flow = (
        '<flow id="f" type="bus" from="e" to="e" begin="0" end="10000" period="20" departLane="0"/>'
    )
    with run_of(net, write_elements(tmp_path, flow)) as run:
        with pytest.raises(
            InputError, match=r"type: 'e_0' is closed to a car \(SUMO class passenger\)"
        ):
            run.control.flows.set("f", ("", ""), "car", 600.0)
        run.control.flows.set("f", ("", ""), "", 1800.0)
        assert any(name.startswith("f.asked") for name in seen(run, 20.0))


def test_a_reset_brings_the_demand_back(run):
    run.control.flows.set("steady", ("", ""), "", 0.0)
    drive(run, 5.0)
    run.reset()
    assert any(name.startswith("steady.") for name in seen(run, 30.0))


WRONG = (
    (
        "stedy",
        ("", ""),
        "",
        100.0,
        "flow: the demand has no flow 'stedy'; did you mean steady.*; or give from_edge and "
        "to_edge",
    ),
    ("", ("in", "out"), "", 100.0, "flow: is empty"),
    ("a<b", ("in", "out"), "", 100.0, "flow: 'a<b' contains '<'"),
    ("a\tb", ("in", "out"), "", 100.0, "flow: .* contains"),
    ("steady", ("main", ""), "", 100.0, "from_edge: flow 'steady' exists already and has 'in'"),
    (
        "extra",
        ("in", "island"),
        "car",
        100.0,
        "to_edge: no route leads from 'in' to 'island' for a car",
    ),
    ("extra", ("in", ""), "car", 100.0, "to_edge: edge '' not found"),
    ("extra", ("in", "nope"), "car", 100.0, "to_edge: edge 'nope' not found"),
    ("steady", ("", ""), "tank", 100.0, "type: vehicle type 'tank' not found"),
    (
        "steady",
        ("", ""),
        "",
        13000.0,
        "vehicles_per_hour: 13000 is more than the lanes of 'in' carry, 12000",
    ),
    ("steady", ("", ""), "", float("nan"), "vehicles_per_hour: nan is not a finite number"),
)


@pytest.mark.not_quick
def test_invalid_requests_are_refused_and_the_demand_goes_on(run):
    for flow, edges, kind, rate, message in WRONG:
        with pytest.raises(InputError, match=message):
            run.control.flows.set(flow, edges, kind, rate)
    names = seen(run, 60.0)
    assert {name.partition(".")[0] for name in names} == {"steady", "fixed"} and not any(
        "asked" in name for name in names
    )


def test_the_networks_of_these_tests_are_what_they_say(net):
    assert Network.read(net).entries() == ["in", "island"]
