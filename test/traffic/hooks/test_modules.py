"""Driver modules with SUMO.

Their vehicles and views, the effect of their actions, and failures.
"""

from __future__ import annotations

import logging
import re
import sys
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
import traci.constants as tc
from junctions import build_fork, car, drive, there, write_elements
from nets import MERGE_DEMAND, MERGE_NET, build_bus_lane
from small_runs import car_at

from sim.errors import InputError
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.hooks import Actions
from sim.traffic.hooks.config import BUDGET, ModuleSpec, parse_modules
from sim.traffic.hooks.perception import SIGHT
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

SEEN = {}


class Watcher:
    """Keeps its views and does nothing, or the test's action."""

    def __init__(self) -> None:
        SEEN.clear()

    def control(self, view):
        SEEN["view"], SEEN["count"] = view, SEEN.get("count", 0) + 1
        act = SEEN.get("act")
        return act(view) if act else None


class Failing:
    """Fails after 5 s in the way set by the test."""

    def __init__(self, how: str) -> None:
        self.how = how

    def control(self, view):
        if view.time < 5.0:
            return Actions(speed=np.full(len(view), 3.0), careless=np.ones(len(view), bool))
        if self.how == "raises":
            raise RuntimeError("out of ideas")
        if self.how == "exits":
            sys.exit(3)
        if self.how == "hangs":
            while True:
                pass
        return {
            "shape": Actions(speed=np.zeros(len(view) + 1)),
            "infinite": Actions(acceleration=np.full(len(view), np.inf)),
            "type": 5,
        }[self.how]


@contextmanager
def run_of(net, *files, drivers=(), **options):
    """Return a run with a long time budget of modules by default.

    It suffices on a busy machine too.
    """
    drivers = [replace(spec, budget=60.0) if spec.budget == BUDGET else spec for spec in drivers]
    run = TrafficRun(
        SumoOptions(net, files, **options),
        Network.read(net),
        [],
        Summary("none", 42, "test"),
        drivers=drivers,
    )
    try:
        yield run
    finally:
        run.close()


@pytest.fixture
def net(tmp_path):
    return build_fork(tmp_path)


@pytest.fixture
def routes(tmp_path):
    return write_elements(
        tmp_path,
        *[car(f"v{k}", 20.0 + 30.0 * k, lane=1 + k % 2) for k in range(6)],
        car("w", 60.0, lane=0),
    )


def domain(run):
    return run.session.connection.vehicle


@pytest.mark.not_quick
def test_a_view_is_what_sumo_says(tmp_path, net):
    flow = (
        '<flow id="f" type="mix" from="in" to="out" begin="0" end="600" period="exp(0.7)" '
        'departLane="random" departSpeed="random"/>'
    )
    with run_of(net, write_elements(tmp_path, flow), drivers=[ModuleSpec("all", Watcher)]) as run:
        drive(run, 60.0)
        leaders = inside = 0
        for _ in range(20):
            drive(run, 1.5)
            run.drivers.before_step()
            view, ask = SEEN["view"], domain(run)
            assert (
                sorted(view.name) == sorted(there(run))
                and len(view) > 10
                and view.time == pytest.approx(run.session.time)
                and view.dt == 0.1
            )
            for row, name in enumerate(view.name):
                lane = ask.getLaneID(name)
                assert run.session.names[view.number[row]] == name and (
                    view.edge[row],
                    str(view.lane[row]),
                ) == tuple(lane.rsplit("_", 1))
                assert view.lanes[row] == run.session.connection.edge.getLaneNumber(view.edge[row])
                assert view.remaining[row] == pytest.approx(
                    run.session.connection.lane.getLength(lane) - ask.getLanePosition(name),
                    abs=0.01,
                )
                for field, getter in (
                    ("speed", "getSpeed"),
                    ("acceleration", "getAcceleration"),
                    ("length", "getLength"),
                    ("position", "getLanePosition"),
                    ("allowed_speed", "getAllowedSpeed"),
                    ("max_acceleration", "getAccel"),
                    ("max_deceleration", "getDecel"),
                    ("headway", "getTau"),
                    ("min_gap", "getMinGap"),
                    ("signals", "getSignals"),
                ):
                    assert getattr(view, field)[row] == getattr(ask, getter)(name), field
                leader = ask.getLeader(name, SIGHT)
                if leader and leader[0]:
                    leaders += 1
                    assert view.gap[row] == pytest.approx(
                        leader[1] + ask.getMinGap(name)
                    ) and view.leader_speed[row] == ask.getSpeed(leader[0])
                    assert view.leader_acceleration[row] == ask.getAcceleration(leader[0])
                else:
                    assert np.isinf(view.gap[row]) and view.leader_speed[row] == view.speed[row]
                inside += lane.startswith(":")
        assert leaders > 100 and inside > 0


def test_neighbours_are_those_on_the_next_lanes(tmp_path, net):
    places = {
        "me": (1, 200.0),
        "ahead": (2, 230.0),
        "further": (2, 260.0),
        "behind": (2, 180.0),
        "beside": (0, 201.0),
        "back": (0, 150.0),
    }
    cars = [car(name, position, lane, speed=10.0) for name, (lane, position) in places.items()]
    with run_of(
        net, write_elements(tmp_path, *cars), drivers=[ModuleSpec("one", Watcher, "me")]
    ) as run:
        run.step(())
        run.drivers.before_step()
        view, ask = SEEN["view"], domain(run)
        assert view.name.tolist() == ["me"]
        at = {name: ask.getLanePosition(name) for name in places}
        assert view.left.open[0] and view.left.gap_ahead[0] == pytest.approx(
            at["ahead"] - 5.0 - at["me"]
        )
        assert view.left.gap_behind[0] == pytest.approx(
            at["me"] - 5.0 - at["behind"]
        ) and view.left.speed_behind[0] == ask.getSpeed("behind")
        assert (
            view.right.gap_ahead[0] == pytest.approx(at["beside"] - 5.0 - at["me"])
            and view.right.gap_ahead[0] < 0.0
        )
        assert view.right.gap_behind[0] == pytest.approx(at["me"] - 5.0 - at["back"])
        assert not view.left.coming[0] and not view.right.coming[0]
        ask.changeLane("beside", 1, 5.0)
        drive(run, 1.0)
        run.drivers.before_step()
        assert SEEN["view"].right.coming[0]


def test_lanes_that_do_not_exist_or_are_closed_are_not_open(tmp_path):
    net = build_bus_lane(tmp_path, lanes=3)
    trips = [
        f'<trip id="{kind}{lane}" type="{kind}" depart="0" from="e" to="e" departLane="{lane}" '
        f'departPos="{50 * lane + 40}"/>'
        for kind, lane in (("bus", 0), ("car", 1), ("bus", 2))
    ]
    with run_of(
        net,
        write_elements(tmp_path, *trips),
        drivers=[ModuleSpec("all", Watcher)],
    ) as run:
        run.step(())
        run.drivers.before_step()
        view = SEEN["view"]
        found = {
            name: (bool(left), bool(right))
            for name, left, right in zip(view.name, view.left.open, view.right.open)
        }
        assert found == {"bus0": (True, False), "car1": (True, False), "bus2": (False, True)}


def test_speeds_lanes_and_freedom_come_from_the_actions(net, routes):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        SEEN["act"] = lambda view: Actions(
            speed=np.where(view.name == "v0", 4.0, np.nan),
            lane_change=np.where((view.name == "v2") & (view.lane == 1), 1, 0),
            acceleration=np.where(view.name == "v4", -0.5, np.nan),
        )
        drive(run, 4.0)
        assert domain(run).getLaneID("v2") == "in_2"
        before = domain(run).getSpeed("v4")
        drive(run, 1.0)
        assert domain(run).getSpeed("v0") == pytest.approx(4.0)
        assert domain(run).getSpeed("v4") == pytest.approx(before - 0.5, abs=1e-6)
        assert domain(run).getSpeed("w") > 12.0 and "w" not in SEEN["view"].name
        SEEN["act"] = lambda view: None
        drive(run, 5.0)
        assert domain(run).getSpeed("v0") > 7.0


def test_careless_vehicles_are_not_held_back_by_sumo_and_others_are(net, tmp_path):
    cars = [
        car("slow", 150.0, 0, 2.0),
        car("blind", 60.0, 0, 10.0),
        car("slow2", 150.0, 1, 2.0),
        car("careful", 60.0, 1, 10.0),
    ]
    with run_of(net, write_elements(tmp_path, *cars), drivers=[ModuleSpec("all", Watcher)]) as run:
        SEEN["act"] = lambda view: Actions(
            speed=np.where(np.isin(view.name, ("slow", "slow2")), 2.0, 10.0),
            careless=view.name == "blind",
            lane_change=np.zeros(len(view)),
        )
        run.step(())
        for name in ("slow", "blind", "slow2", "careful"):
            domain(run).setLaneChangeMode(name, 0)
        drive(run, 15.0)
        assert run.summary.sumo_collisions == 1
        assert (
            domain(run).getSpeed("blind") == pytest.approx(10.0)
            and domain(run).getSpeed("careful") < 2.5
        )


def test_only_differences_are_sent(net, routes, monkeypatch):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        SEEN["act"] = lambda view: Actions(speed=np.full(len(view), 5.0))
        drive(run, 1.0)
        sent = []
        monkeypatch.setattr(
            "sim.traffic.control.batch.RequestBatch.set",
            lambda batch, variable, name, value: sent.append((variable, name)),
        )
        monkeypatch.setattr(
            "sim.traffic.control.batch.RequestBatch.set_numbers",
            lambda batch, variable, names, values: sent.extend((variable, name) for name in names),
        )
        drive(run, 1.0)
        assert sent == []
        SEEN["act"] = lambda view: Actions(speed=np.where(view.name == "v1", 6.0, 5.0))
        drive(run, 1.0)
        assert sent == [(tc.VAR_SPEED, "v1")]


def test_a_users_setting_precedes_a_module(net, routes):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        SEEN["act"] = lambda view: Actions(speed=np.full(len(view), 5.0))
        drive(run, 5.0)
        run.control.vehicles.set_speed("v0", 2.0, 5.0)
        drive(run, 5.0)
        assert domain(run).getSpeed("v0") == pytest.approx(2.0) and domain(run).getSpeed(
            "v1"
        ) == pytest.approx(5.0)
        drive(run, 5.0)
        assert domain(run).getSpeed("v0") == pytest.approx(5.0)


def modes(run, name):
    return domain(run).getSpeedMode(name), domain(run).getLaneChangeMode(name)


def act_carelessly(view):
    return Actions(
        speed=np.full(len(view), 5.0),
        careless=np.ones(len(view), bool),
        lane_change=np.where(view.left.open, 1, -1),
    )


def test_modes_that_a_user_has_set_are_left_alone(net, routes):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        drive(run, 1.0)
        before = modes(run, "v0")
        run.control.vehicles.set_parameters("v0", ["speed_mode", "lane_change_mode"], [31, 0], 0.0)
        SEEN["act"] = act_carelessly
        drive(run, 5.0)
        assert modes(run, "v0") == (31, 0) and domain(run).getLaneID("v0") == "in_1"
        assert modes(run, "v1")[0] == 30 and modes(run, "v1")[1] & 0b11 << 8 == 0b01 << 8
        run.control.vehicles.release("v0")
        assert modes(run, "v0") == before
        drive(run, 1.0)
        assert modes(run, "v0") == modes(run, "v1")


@pytest.mark.parametrize("duration, careless_again", [(2.0, False), (2.0, True), (0.0, False)])
def test_modes_are_those_from_before_the_module_when_a_users_end(
    net, routes, duration, careless_again
):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        drive(run, 1.0)
        before = modes(run, "v0")
        SEEN["act"] = act_carelessly
        drive(run, 3.0)
        assert modes(run, "v0") == modes(run, "v1") != before
        run.control.vehicles.set_parameters(
            "v0", ["speed_mode", "lane_change_mode"], [23, 512], duration
        )
        if not careless_again:
            SEEN["act"] = lambda view: None
        drive(run, 1.0)
        assert modes(run, "v0") == (23, 512) and modes(run, "v1")[0] == (
            30 if careless_again else 31
        )
        if not duration:
            run.control.vehicles.release("v0")
        drive(run, 2.0)
        assert modes(run, "v0") == (modes(run, "v1") if careless_again else before)


def test_a_module_that_fails_leaves_a_users_modes_and_what_was_before(net, routes):
    with run_of(
        net, routes, drivers=[ModuleSpec("bad", Failing, "*", parameters={"how": "raises"})]
    ) as run:
        drive(run, 4.0)
        assert domain(run).getSpeedMode("v0") == 30
        run.control.vehicles.set_parameters("v0", ["speed_mode"], [23], 3.0)
        drive(run, 2.0)
        assert run.drivers.modules[0].failure and [
            modes(run, name)[0] for name in ("v0", "v1")
        ] == [23, 31]
        drive(run, 2.0)
        assert domain(run).getSpeedMode("v0") == 31


def test_vehicles_that_are_removed_while_a_module_thinks_are_left_out(net, routes):
    with run_of(net, routes, drivers=[ModuleSpec("v", Watcher, "v*")]) as run:
        SEEN["act"] = act_carelessly
        run.step(())
        run.control.vehicles.remove("v[01]")
        drive(run, 1.0)
        assert (
            not run.drivers.modules[0].failure
            and sorted(there(run)) == ["v2", "v3", "v4", "v5", "w"]
            and domain(run).getSpeedMode("v2") == 30
        )


def test_the_first_matching_module_drives_a_vehicle_but_no_ego(net, routes):
    specs = parse_modules(
        {
            "drivers": [
                {"name": "w", "class": "gap_maker", "vehicles": "w"},
                {"name": "rest", "class": "imperfect_human"},
            ]
        },
        "x",
    )
    with run_of(net, routes, drivers=specs) as run:
        for _ in range(5):
            run.step([car_at(300.0, -4.8)])
        assert [module.vehicles for module in run.drivers.modules] == [1, 6]
        assert "ego" in domain(run).getIDList() and run.drivers.modules[1].view.name.tolist() == [
            f"v{k}" for k in range(6)
        ]


@pytest.mark.parametrize(
    "how, message",
    [
        ("raises", r"raised RuntimeError: out of ideas \(.*test_modules.py:\d+\)"),
        ("exits", r"raised SystemExit: 3 \(.*test_modules.py:\d+\)"),
        ("shape", r"control: gave a speed of the shape \(8,\)"),
        ("infinite", "control: gave vehicle 0 of 7 an infinite acceleration"),
        ("type", "control: gave int, not Actions"),
        ("hangs", "took longer than its budget of 0.2 s for 7 vehicles"),
    ],
)
def test_a_failing_module_is_reported_once_and_others_go_on(net, routes, caplog, how, message):
    specs = [ModuleSpec("bad", Failing, "*", parameters={"how": how}, budget=0.2)]
    with run_of(net, routes, drivers=specs) as run, caplog.at_level(logging.ERROR, "sim"):
        drive(run, 4.9)
        assert [domain(run).getSpeed(f"v{k}") for k in range(6)] == pytest.approx(
            [3.0] * 6
        ) and domain(run).getSpeedMode("v0") == 30
        run.control.vehicles.set_speed("v5", 1.0, 0.0)
        drive(run, 10.0)
        assert (
            len(caplog.records) == 1
            and "driver module bad is stopped: at 5.0 s it " in caplog.text
            and "SUMO drives its vehicles again" in caplog.text
        )
        assert re.search(message, caplog.text)
        assert run.drivers.modules[0].failure and run.drivers.modules[0].vehicles == 0
        assert {domain(run).getSpeedMode(name) for name in there(run)} == {31}
        assert domain(run).getSpeed("v4") > 8.0 and domain(run).getSpeed("v5") == pytest.approx(1.0)
        run.drivers.modules[0].worker._thread.join(30.0)
        assert not run.drivers.modules[0].worker._thread.is_alive()


def test_unknown_types_cause_a_warning_and_others_are_driven(net, routes, caplog):
    specs = [ModuleSpec("some", Watcher, types=("caar", "car", "bus"))]
    with caplog.at_level(logging.WARNING, "sim"), run_of(net, routes, drivers=specs) as run:
        drive(run, 1.0)
        assert run.drivers.modules[0].vehicles == 7
    assert [record.getMessage() for record in caplog.records] == [
        "driver module some: vehicle type 'caar' not found in this traffic; did you mean car?"
    ]


@pytest.mark.not_quick
def test_a_reset_begins_with_fresh_modules(net, routes):
    with run_of(
        net, routes, drivers=[ModuleSpec("bad", Failing, "*", parameters={"how": "raises"})]
    ) as run:
        drive(run, 6.0)
        assert run.drivers.modules[0].failure
        run.reset()
        drive(run, 4.0)
        assert not run.drivers.modules[0].failure and domain(run).getSpeed("v0") == pytest.approx(
            3.0
        )


def test_a_class_that_cannot_be_made_is_an_error_at_the_start(net, routes):
    refused = pytest.raises(InputError, match="bad: Failing cannot be made")
    with refused, run_of(net, routes, drivers=[ModuleSpec("bad", Failing)]):
        pass


@pytest.mark.slow
def test_one_seed_gives_one_run_with_all_shipped_modules(tmp_path):
    network, specs = (
        Network.read(MERGE_NET),
        parse_modules(
            {
                "drivers": [
                    {"class": "aggressive_merger", "share": 0.2},
                    {"class": "gap_maker", "share": 0.4},
                    {"class": "imperfect_human", "parameters": {"attention": 10.0}},
                ]
            },
            "x",
        ),
    )
    files = write_demand(read_demand(MERGE_DEMAND), network, tmp_path)

    def fingerprint(seed):
        with run_of(MERGE_NET, *files, drivers=specs, seed=seed) as run:
            drive(run, 20.0)
            assert [module.failure for module in run.drivers.modules] == ["", "", ""] and min(
                module.vehicles for module in run.drivers.modules
            ) > 40
            return run.summary.trajectories

    assert fingerprint(1) == fingerprint(1) != fingerprint(2)
