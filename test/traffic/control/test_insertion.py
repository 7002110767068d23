"""Vehicles that are added while SUMO runs."""

from __future__ import annotations

import pytest
from junctions import build_fork, drive, run_of, there, write_elements
from nets import build_bus_lane
from small_runs import car_at

from sim.errors import InputError


@pytest.fixture
def run(tmp_path):
    with run_of(build_fork(tmp_path), write_elements(tmp_path)) as made:
        drive(made, 0.5)
        yield made


def domain(run):
    return run.session.connection.vehicle


@pytest.mark.not_quick
def test_a_vehicle_appears_where_and_as_asked(run):
    assert (
        run.control.insertion.add("mine", "car", ("in", "side", "out"), (0, 100.0, 7.0)) == "mine"
    )
    drive(run, 0.1)
    assert there(run) == ("mine",)
    assert domain(run).getLaneID("mine") == "in_0" and domain(run).getRoute("mine") == (
        "in",
        "side",
        "back",
        "out",
    )
    assert domain(run).getLanePosition("mine") == pytest.approx(100.0, abs=0.8) and domain(
        run
    ).getSpeed("mine") == pytest.approx(7.0, abs=0.3)
    run.control.vehicles.set_speed("mine", 14.0, 0.0)
    drive(run, 150.0)
    assert run.summary.vehicles_arrived == 1


def test_names_and_types_are_made_up_where_none_are_given(run):
    names = [
        run.control.insertion.add("", "", ("in", ""), (k % 3, 30.0 * k + 20.0, 5.0))
        for k in range(12)
    ]
    assert names == [f"added_{k}" for k in range(12)]
    drive(run, 0.2)
    types = [domain(run).getTypeID(name) for name in names]
    assert set(types) == {"car", "bus"} and types.count("car") > types.count("bus")
    assert domain(run).getRoute("added_0") == ("in",)


def test_one_that_finds_no_room_waits(run):
    run.control.insertion.add("first", "car", ("in", "main"), (1, 50.0, 0.0))
    run.control.insertion.add("second", "car", ("in", "main"), (1, 52.0, 0.0))
    drive(run, 0.1)
    assert there(run) == ("first",)
    drive(run, 10.0)
    assert there(run) == ("first", "second")


def test_one_that_waits_can_be_told_and_removed(run):
    run.control.insertion.add("first", "car", ("in", "main"), (1, 50.0, 0.0))
    run.control.insertion.add("second", "car", ("in", "main"), (1, 52.0, 0.0))
    run.control.vehicles.set_speed("first", 0.0, 0.0)
    drive(run, 5.0)
    assert run.control.vehicles.remove("second").affected == ["second"]
    run.control.vehicles.release("first")
    drive(run, 5.0)
    assert there(run) == ("first",)


UNDRIVABLE = (
    (
        "a",
        "car",
        ("inn", "out"),
        (-1, 0.0, -1.0),
        "from_edge: edge 'inn' not found; did you mean in",
    ),
    (
        "a",
        "car",
        ("in", "outt"),
        (-1, 0.0, -1.0),
        "to_edge: edge 'outt' not found; did you mean out",
    ),
    ("a", "car", ("in", "nowhere", "out"), (-1, 0.0, -1.0), "via: edge 'nowhere' not found"),
    (
        "a",
        "car",
        ("in", "island"),
        (-1, 0.0, -1.0),
        "to_edge: no route leads from 'in' to 'island' for a car",
    ),
    (
        "a",
        "tank",
        ("in", "out"),
        (-1, 0.0, -1.0),
        "type: vehicle type 'tank' not found; available:",
    ),
    (
        "a",
        "car",
        ("in", "out"),
        (3, 0.0, -1.0),
        "lane: 'in' has no lane 3; its lanes are 0 to 2",
    ),
    ("a", "car", ("in", "out"), (0, 9999.0, -1.0), "position: 9999 is out of range"),
    ("a", "car", ("in", "out"), (0, 0.0, 50.0), "speed: 50 is out of range"),
    ("a", "car", ("in", "out"), (0, 0.0, float("nan")), "speed: nan is not a finite number"),
    ("there", "car", ("in", "out"), (0, 0.0, -1.0), "name: vehicle 'there' exists already"),
    ("ego", "car", ("in", "out"), (0, 0.0, -1.0), "name: vehicle 'ego' exists already"),
)


def test_undrivable_vehicles_are_refused_and_sumo_goes_on(run):
    run.control.insertion.add("there", "car", ("in", "main"), (1, 50.0, 5.0))
    for _ in range(2):
        run.step([car_at(300.0, -4.8)])
    for name, kind, edges, start, message in UNDRIVABLE:
        with pytest.raises(InputError, match=message):
            run.control.insertion.add(name, kind, edges, start)
        run.step([car_at(300.0, -4.8)])
        assert there(run) == ("there",) and run.session.alive


def test_a_name_stands_for_one_vehicle_of_a_run(run):
    add = run.control.insertion.add
    add("one", "car", ("in", "main"), (1, 50.0, 0.0))
    add("waits", "car", ("in", "main"), (1, 52.0, 0.0))
    add("added_1", "car", ("in", "main"), (0, 50.0, 5.0))
    drive(run, 0.1)
    run.control.vehicles.remove("*")
    run.control.vehicles.remove("waits")
    drive(run, 1.0)
    assert there(run) == ()
    for name in ("one", "waits", "added_1"):
        with pytest.raises(InputError, match=f"name: '{name}' was used in this run"):
            add(name, "bus", ("in", "main"), (1, 50.0, 5.0))
    assert [add("", "bus", ("in", "main"), (k, 50.0, 5.0)) for k in range(2)] == [
        "added_0",
        "added_2",
    ]
    drive(run, 0.1)
    assert [run.session.types[number].name for number in run.state.type] == ["bus", "bus"]
    run.reset()
    assert run.control.insertion.add("one", "bus", ("in", "main"), (1, 50.0, 5.0)) == "one"


NAMES = (
    ("fixed.1", "is kept for vehicles of the flow 'fixed'"),
    ("fixed.queue0", "is kept for vehicles of the flow 'fixed'"),
    ("fixed.asked0", "is kept for vehicles of the flow 'fixed'"),
    ("extra.asked1", "is kept for vehicles of the flow 'extra'"),
    ("ego_shadow_1", "contains '_shadow_', which marks shadows of egos"),
    ("a<b", "contains '<'; give a name without"),
    ("a&b", "contains '&'"),
    ('a"b', "contains '\"'"),
    ("a'b", "contains"),
    ("a b", "contains ' '"),
    ("a\nb", r"contains '\\n'"),
    ("a\x7f", "contains"),
    ("\udc80", "contains"),
)


def test_names_that_others_get_later_or_that_spoil_files_are_refused(tmp_path):
    flow = (
        '<flow id="fixed" type="car" from="in" to="out" begin="5" end="100" period="2" '
        'departLane="free" departSpeed="max"/>'
    )
    with run_of(build_fork(tmp_path), write_elements(tmp_path, flow)) as run:
        drive(run, 0.5)
        for name, message in NAMES:
            with pytest.raises(InputError, match=f"name: .*{message}"):
                run.control.insertion.add(name, "car", ("in", "out"), (0, 100.0, 7.0))
        run.control.insertion.add("other.1", "car", ("in", "out"), (0, 100.0, 7.0))
        run.control.flows.set("extra", ("in", "out"), "car", 1000.0)
        drive(run, 10.0)
        assert {"fixed.1", "other.1", "extra.asked1"} <= set(there(run))


def test_lanes_that_are_closed_to_a_vehicle_are_not_for_it(tmp_path):
    net = build_bus_lane(tmp_path, lanes=3)
    with run_of(net, write_elements(tmp_path)) as run:
        with pytest.raises(
            InputError, match=r"lane: 'e_0' is closed to a car \(SUMO class passenger\)"
        ):
            run.control.insertion.add("a", "car", ("e", ""), (0, 50.0, 5.0))
        run.control.insertion.add("car", "car", ("e", ""), (1, 50.0, 5.0))
        run.control.insertion.add("bus", "bus", ("e", ""), (1, 100.0, 5.0))
        drive(run, 0.2)
        told = run.control.vehicles.change_lane("*", 0, False, 0.0)
        assert (
            told.affected == ["bus"]
            and told.remark == "1 could not: car (SUMO class passenger) must not drive on e_0"
        )
