"""Commands of vehicles, their duration, and the state afterwards."""

from __future__ import annotations

import pytest
from junctions import build_fork, car, drive, run_of, there, write_elements
from small_runs import car_at

from sim.errors import InputError
from sim.traffic.roads.mirror import mirrored

GETTERS = {
    "accel": "getAccel",
    "decel": "getDecel",
    "emergency_decel": "getEmergencyDecel",
    "tau": "getTau",
    "min_gap": "getMinGap",
    "sigma": "getImperfection",
    "speed_factor": "getSpeedFactor",
    "max_speed": "getMaxSpeed",
    "lane_change_mode": "getLaneChangeMode",
    "speed_mode": "getSpeedMode",
}
VALUES = {
    "accel": 1.0,
    "decel": 9.5,
    "emergency_decel": 9.7,
    "tau": 2.0,
    "min_gap": 5.0,
    "sigma": 0.9,
    "speed_factor": 0.5,
    "max_speed": 9.0,
    "lane_change_mode": 512,
    "speed_mode": 23,
}


@pytest.fixture
def run(tmp_path):
    cars = [car(f"v{k}", 20.0 + 60.0 * k, lane=1) for k in range(3)] + [car("w", 60.0, lane=2)]
    with run_of(build_fork(tmp_path), write_elements(tmp_path, *cars)) as made:
        drive(made, 1.0)
        yield made


def domain(run):
    return run.session.connection.vehicle


def test_a_relative_lane_change_counts_to_the_left(tmp_path):
    """In left-hand traffic, too, where lanes count from the left."""
    net = build_fork(tmp_path)
    mirrored(net, tmp_path / "left.net.xml")
    files = write_elements(tmp_path, car("v", 20.0, lane=1))
    for each, wanted in ((net, 2), (tmp_path / "left.net.xml", 0)):
        with run_of(each, files) as made:
            drive(made, 1.0)
            assert made.control.vehicles.change_lane("v", 1, True, 10.0).affected == ["v"]
            drive(made, 4.0)
            assert domain(made).getLaneIndex("v") == wanted


def test_a_speed_is_kept_for_its_duration_and_then_no_more(run):
    told = run.control.vehicles.set_speed("v0", 4.0, 5.0)
    assert told.affected == ["v0"] and told.remark == ""
    speeds = []
    for _ in range(70):
        run.step(())
        speeds.append(domain(run).getSpeed("v0"))
    assert speeds[49] == pytest.approx(4.0) and min(speeds[40:50]) == max(speeds[40:50])
    assert speeds[50] > 4.0 and speeds[69] > 6.0


@pytest.mark.not_quick
def test_a_pattern_tells_all_that_match_and_a_release_frees_them(run):
    assert sorted(run.control.vehicles.set_speed("v*", 2.0, 0.0).affected) == ["v0", "v1", "v2"]
    drive(run, 30.0)
    assert [domain(run).getSpeed(name) for name in ("v0", "v1", "v2")] == pytest.approx([2.0] * 3)
    assert domain(run).getSpeed("w") > 10.0
    run.control.vehicles.release("v[01]")
    drive(run, 5.0)
    assert domain(run).getSpeed("v0") > 5.0 and domain(run).getSpeed("v2") == pytest.approx(2.0)
    run.control.vehicles.set_speed("v2", -1.0, 0.0)
    drive(run, 5.0)
    assert domain(run).getSpeed("v2") > 5.0


def test_vehicles_told_to_be_fast_still_keep_their_distance(run):
    run.control.vehicles.set_speed("v2", 1.0, 0.0)
    run.control.vehicles.set_speed("v1", 30.0, 0.0)
    run.control.vehicles.set_parameters("v[12]", ["lane_change_mode"], [0], 0.0)
    drive(run, 40.0)
    assert (
        domain(run).getSpeed("v1") == pytest.approx(1.0, abs=0.05)
        and run.summary.sumo_collisions == 0
    )


def test_every_parameter_is_set_and_comes_back_exactly(run):
    before = {name: getattr(domain(run), getter)("v0") for name, getter in GETTERS.items()}
    run.control.vehicles.set_parameters("v0", list(VALUES), list(VALUES.values()), 3.0)
    assert {name: getattr(domain(run), getter)("v0") for name, getter in GETTERS.items()} == VALUES
    drive(run, 3.0)
    assert {name: getattr(domain(run), getter)("v0") for name, getter in GETTERS.items()} == VALUES
    drive(run, 0.1)
    assert {name: getattr(domain(run), getter)("v0") for name, getter in GETTERS.items()} == before
    assert {name: getattr(domain(run), getter)("v1") for name, getter in GETTERS.items()} == {
        **before,
        "speed_factor": domain(run).getSpeedFactor("v1"),
    }


def test_a_reverted_deceleration_restores_the_emergency_one(run):
    assert domain(run).getEmergencyDecel("v0") == 9.0
    run.control.vehicles.set_parameters("v0", ["decel"], [12.0], 0.0)
    assert domain(run).getEmergencyDecel("v0") == 12.0
    run.control.vehicles.release("v0")
    assert domain(run).getDecel("v0") == 4.5 and domain(run).getEmergencyDecel("v0") == 9.0


@pytest.mark.parametrize(
    "first, second, for_good",
    [
        (("emergency_decel", 15.0, 1.0), ("decel", 12.0, 0.0), (12.0, 15.0)),
        (("decel", 12.0, 0.0), ("emergency_decel", 15.0, 1.0), (12.0, 15.0)),
        (("decel", 12.0, 1.0), ("emergency_decel", 15.0, 0.0), (4.5, 15.0)),
        (("emergency_decel", 15.0, 1.0), ("decel", 12.0, 2.0), (4.5, 9.0)),
    ],
)
def test_the_emergency_deceleration_is_never_below_the_other(run, first, second, for_good):
    for name, value, duration in (first, second):
        run.control.vehicles.set_parameters("v0", [name], [value], duration)
    for _ in range(30):
        run.step(())
        assert domain(run).getEmergencyDecel("v0") >= domain(run).getDecel("v0")
    assert (domain(run).getDecel("v0"), domain(run).getEmergencyDecel("v0")) == for_good
    run.control.vehicles.release("v0")
    assert (domain(run).getDecel("v0"), domain(run).getEmergencyDecel("v0")) == (4.5, 9.0)


def test_an_emergency_deceleration_below_the_other_is_refused(run):
    with pytest.raises(
        InputError, match=r"values: emergency_decel: 1 could not: v0 has the decel 4.5"
    ):
        run.control.vehicles.set_parameters("v0", ["tau", "emergency_decel"], [2.0, 4.0], 0.0)
    assert domain(run).getEmergencyDecel("v0") == 9.0 and domain(run).getTau("v0") == 1.0
    run.control.vehicles.set_parameters("v0", ["decel"], [3.0], 0.0)
    told = run.control.vehicles.set_parameters("v[01]", ["emergency_decel"], [4.0], 0.0)
    assert (
        told.affected == ["v0"]
        and told.remark == "1 could not: v1 has the decel 4.5, below which it must not be"
    )
    assert [domain(run).getEmergencyDecel(name) for name in ("v0", "v1")] == [4.0, 9.0]


def test_a_second_value_does_not_hide_what_was_before_the_first(run):
    before = domain(run).getTau("v0")
    for tau in (2.0, 3.0):
        run.control.vehicles.set_parameters("v0", ["tau"], [tau], 0.0)
    run.control.vehicles.release("v0")
    assert domain(run).getTau("v0") == before


@pytest.mark.not_quick
def test_a_lane_is_taken_and_kept_until_released(run):
    run.control.vehicles.change_lane("v0", 2, False, 0.0)
    run.control.vehicles.change_lane("v1", 1, True, 10.0)
    drive(run, 8.0)
    assert domain(run).getLaneID("v0") == domain(run).getLaneID("v1") == "in_2"
    drive(run, 60.0)
    # Lane 2 leads to `side` only, so that a vehicle that goes on to `main` waits at its end.
    assert domain(run).getLaneID("v0") == "in_2" and domain(run).getSpeed("v0") == 0.0
    run.control.vehicles.release("v0")
    drive(run, 60.0)
    assert "v0" not in there(run) or domain(run).getRoadID("v0") != "in"


def test_vehicles_that_have_no_such_lane_are_left_out_and_named(run):
    told = run.control.vehicles.change_lane("*", 1, True, 5.0)
    assert sorted(told.affected) == ["v0", "v1", "v2"]
    assert told.remark == "1 could not: w is on in_2, whose edge has the lanes 0 to 2"
    with pytest.raises(
        InputError, match="lane: 1 could not: w is on in_2, whose edge has the lanes 0 to 2"
    ):
        run.control.vehicles.change_lane("w", 7, False, 5.0)


@pytest.mark.not_quick
def test_another_way(run):
    assert domain(run).getRoute("v0") == ("in", "main")
    run.control.vehicles.reroute("v0", "out", ["side"])
    assert domain(run).getRoute("v0") == ("in", "side", "back", "out") and domain(run).getVia(
        "v0"
    ) == ("side",)
    run.control.vehicles.reroute("v0", "back", [])
    assert domain(run).getRoute("v0") == ("in", "side", "back")
    run.control.vehicles.reroute("v0", "", [])
    assert domain(run).getRoute("v0")[-1] == "back"
    drive(run, 60.0)
    assert domain(run).getRoadID("v0") in ("side", "back", ":d_0")


def test_a_way_that_does_not_exist_changes_nothing(run):
    with pytest.raises(InputError, match=r"destination: 1 could not: .*'island' unreachable"):
        run.control.vehicles.reroute("v0", "island", ["main"])
    with pytest.raises(InputError, match="via: edge 'sid' not found; did you mean side"):
        run.control.vehicles.reroute("v0", "main", ["sid"])
    assert domain(run).getRoute("v0") == ("in", "main") and domain(run).getVia("v0") == ()
    drive(run, 1.0)


def test_removed_vehicles_are_gone_with_the_next_step(run):
    assert sorted(run.control.vehicles.remove("v[12]").affected) == ["v1", "v2"]
    drive(run, 0.1)
    assert sorted(there(run)) == ["v0", "w"]


UNKNOWN = (
    ("v9", "vehicles: no vehicle 'v9' is on the road; available: v0, v1, v2, w|did you mean"),
    ("x*", r"vehicles: no vehicle on the road matches 'x\*'; available:"),
    ("", "vehicles: is empty"),
)


def test_an_unknown_vehicle_is_named(run):
    vehicles = run.control.vehicles
    for pattern, message in UNKNOWN:
        for ask, words in (
            (vehicles.set_speed, (1.0, 0.0)),
            (vehicles.change_lane, (0, False, 0.0)),
            (vehicles.release, ()),
            (vehicles.reroute, ("main", [])),
            (vehicles.set_parameters, (["tau"], [1.0], 0.0)),
            (vehicles.remove, ()),
        ):
            with pytest.raises(InputError, match=message):
                ask(pattern, *words)


WRONG = (
    (lambda v: v.set_speed("v0", float("nan"), 0.0), "speed: nan"),
    (
        lambda v: v.set_speed("v0", 3.0, -1.0),
        "duration: -1 is out of range; it must be at least 0",
    ),
    (
        lambda v: v.set_parameters("v0", ["taw"], [1.0], 0.0),
        "names: parameter 'taw' not found; did you mean tau",
    ),
    (
        lambda v: v.set_parameters("v0", ["tau"], [0.0], 0.0),
        "values: tau: 0 is out of range; it must be between 0.1 and 10",
    ),
    (
        lambda v: v.set_parameters("v0", ["tau"], [float("inf")], 0.0),
        "values: tau: inf is not a finite number",
    ),
    (
        lambda v: v.set_parameters("v0", ["tau", "accel"], [1.0], 0.0),
        "names: 2 names and 1 values",
    ),
    (
        lambda v: v.set_parameters("v0", ["sigma", "imperfection"], [0.1, 0.2], 0.0),
        "names: 'imperfection' is given twice",
    ),
    (
        lambda v: v.set_parameters("v0", ["speed_mode"], [1.5], 0.0),
        "values: speed_mode: 1.5 is not a whole number",
    ),
    (
        lambda v: v.set_parameters("v0", ["decel", "emergency_decel"], [5.0, 4.0], 0.0),
        "values: emergency_decel: 4 is below decel, 5",
    ),
)


def test_wrong_values_are_refused_and_change_nothing(run):
    before = domain(run).getTau("v0"), domain(run).getAccel("v0"), domain(run).getTypeID("v0")
    for ask, message in WRONG:
        with pytest.raises(InputError, match=message):
            ask(run.control.vehicles)
        assert (
            domain(run).getTau("v0"),
            domain(run).getAccel("v0"),
            domain(run).getTypeID("v0"),
        ) == before


def test_egos_are_nobodys_to_command(run):
    ego = car_at(300.0, -4.8)
    for _ in range(3):
        run.step([ego])
    for ask in (
        lambda: run.control.vehicles.set_speed("ego", 1.0, 0.0),
        lambda: run.control.vehicles.remove("ego"),
    ):
        with pytest.raises(
            InputError, match="'ego' is an ego or its shadow, which goes where the simulator has it"
        ):
            ask()
    assert "ego" not in run.control.vehicles.set_speed("*", 5.0, 0.0).affected
    run.step([ego])
    assert "ego" in domain(run).getIDList()


def test_settings_end_quietly_for_vehicles_that_have_gone(run):
    run.control.vehicles.set_parameters("v2", ["tau"], [3.0], 5.0)
    run.control.vehicles.set_speed("v1", 14.0, 5.0)
    domain(run).remove("v1")
    run.control.vehicles.remove("v2")
    drive(run, 6.0)
    assert sorted(there(run)) == ["v0", "w"]


def test_settings_of_a_gone_vehicle_do_not_end_on_its_namesake(run):
    run.control.vehicles.set_parameters("v2", ["tau"], [3.0], 5.0)
    run.control.vehicles.set_speed("v1", 14.0, 1.0)
    run.session.connection.route.add("again", ["in", "main"])
    domain(run).remove("v2")
    drive(run, 2.0)
    domain(run).add("v2", "again", "car", departPos="300")
    drive(run, 0.5)
    domain(run).setTau("v2", 2.0)
    drive(run, 5.0)
    assert domain(run).getTau("v2") == 2.0


def test_a_vehicle_whose_parameters_were_set_keeps_its_type(run):
    run.control.insertion.add("late", "car", ("in", "main"), (0, 300.0, 10.0))
    run.control.vehicles.set_parameters("late", ["tau"], [2.0], 0.0)
    drive(run, 0.2)
    assert "late" in there(run) and {kind.name for kind in run.session.types} == {"car"}


def test_a_reset_forgets_what_was_set(run):
    run.control.vehicles.set_speed("*", 1.0, 0.0)
    drive(run, 10.0)
    run.reset()
    drive(run, 10.0)
    assert domain(run).getSpeed("v0") > 10.0
