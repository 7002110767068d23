"""SUMO as a library in the traffic host.

The run equals that over TraCI to the last bit; errors are clear if the host is missing or ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import traci
import traci.constants as tc
from nets import MERGE_DEMAND, MERGE_NET, build_crossing, run_tool
from process_ends import runs
from small_runs import build_road, car_at, trip, write_routes

from sim.errors import InputError, SimulationError
from sim.traffic.backend import host_link
from sim.traffic.backend.host_link import PROGRAM, host_built
from sim.traffic.backend.traci_link import TraciLink
from sim.traffic.control.batch import RequestBatch, double
from sim.traffic.decoder import VEHICLE_VARIABLES
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import HOST, TRACI, SumoOptions, SumoSession
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

pytestmark = pytest.mark.skipif(not host_built(), reason="the installed SUMO has no library")
WALKER = (
    '<vType id="walker" vClass="pedestrian" width="0.5" length="0.4" height="1.7" maxSpeed="1.5"/>'
)


# States of TCP sockets in /proc/net/tcp.
LISTENS = "0A"


def persons(count: int) -> str:
    """Return walkers across the crossing; one has a car's name."""
    names = ["car0", *(f"p{k}" for k in range(1, count))]
    return "".join(
        f'<person id="{name}" type="walker" depart="{k}" departPos="10"><walk from="wc" '
        'to="cs"/></person>'
        for k, name in enumerate(names)
    )


def driven(options: SumoOptions, types, steps: int, act=lambda run, step: None):
    """Return the fingerprint and names of a run with an ego. The ego is on its first edge."""
    network = Network.read(options.net)
    lane = next(lane for lane in network.lanes if not lane.internal and lane.length > 50.0)
    x, y, _, yaw, _ = network.path(lane).at(30.0)
    run = TrafficRun(options, network, types, Summary("none", options.seed, "test"))
    try:
        run.first([])
        for step in range(steps):
            act(run, step)
            run.step([car_at(x, y, yaw)])
        return run.summary.trajectories, list(run.session.names), run.session.counters
    finally:
        run.close()


@pytest.mark.parametrize("radius", [pytest.param(float("inf"), marks=pytest.mark.slow), 100.0])
@pytest.mark.not_quick
def test_the_merge_moves_alike_to_the_last_bit(tmp_path, radius):
    network, demand = Network.read(MERGE_NET), read_demand(MERGE_DEMAND)
    options = warm_up(
        SumoOptions(MERGE_NET, tuple(write_demand(demand, network, tmp_path)), sumo=TRACI),
        30.0,
        tmp_path / "cache",
    )
    options = replace(options, radius=radius)
    assert driven(options, list(demand.mix), 150) == driven(
        replace(options, sumo=HOST), list(demand.mix), 150
    )


@pytest.mark.not_quick
def test_persons_and_a_car_of_a_persons_name_move_alike(tmp_path):
    net = build_crossing(tmp_path)
    cars = "".join(
        f'<trip id="car{k}" type="car" depart="{3 * k}" from="ec" to="cw"/>' for k in range(4)
    )
    # SUMO wants elements by their time of departure.
    routes = write_routes(tmp_path, WALKER, cars)
    walkers = tmp_path / "walkers.rou.xml"
    walkers.write_text(f"<routes>{persons(4)}</routes>")
    options = SumoOptions(net, (routes, walkers), sumo=TRACI)
    one, other = driven(options, (), 200), driven(replace(options, sumo=HOST), (), 200)
    assert one == other and {"car0", "person_car0"} <= set(one[1])


@pytest.mark.not_quick
def test_lights_and_what_vehicles_are_told_are_alike(tmp_path):
    net = tmp_path / "grid.net.xml"
    run_tool(
        "netgenerate",
        "--grid",
        "--grid.number",
        "2",
        "--grid.length",
        "150",
        "--grid.attach-length",
        "150",
        "--default-junction-type",
        "traffic_light",
        "--no-turnarounds",
        "-o",
        str(net),
    )
    network = Network.read(net)
    ways = [
        (start, end)
        for start in network.entries()
        for end in network.exits()
        if network.route(start, end)
    ][:12]
    trips = "".join(
        f'<trip id="v{k}" type="car" depart="{k}" from="{start}" to="{end}"/>'
        for k, (start, end) in enumerate(ways)
    )
    options = SumoOptions(net, (write_routes(tmp_path, trips),))

    def run_with(sumo):
        seen = []

        def act(run, step):
            control = run.control
            if step == 50:
                seen.append(control.vehicles.set_speed("v[0-3]", 4.0, 5.0).affected)
                seen.append(
                    control.vehicles.set_parameters(
                        "v0", ["tau", "accel", "speed_mode"], [2.0, 1.5, 31], 8.0
                    ).affected
                )
                control.lights.hold(sorted(control.lights.states)[0], "r", 6.0)
            if step == 60:
                with pytest.raises(InputError, match="nobody"):
                    control.vehicles.set_speed("nobody", 4.0, 5.0)
                seen.append(control.vehicles.change_lane("v1", 0, False, 3.0))
            seen.append(
                (
                    dict(control.lights.states),
                    control.lights.switch.tolist(),
                    dict(control.lights.programs),
                )
            )

        return driven(replace(options, sumo=sumo), (), 250, act), seen

    one, other = run_with(TRACI), run_with(HOST)
    assert one == other
    assert len({tuple(sorted(state[0].items())) for state in one[1][-150:]}) > 1, (
        "no light has changed"
    )


@pytest.mark.not_quick
def test_requests_in_one_message(tmp_path):
    routes = write_routes(tmp_path, trip("a", 20.0, speed=10.0), trip("b", 60.0, speed=10.0))
    answers = {}
    for sumo in (TRACI, HOST):
        session = SumoSession(SumoOptions(build_road(tmp_path), (routes,), sumo=sumo), np.zeros(2))
        try:
            for _ in range(5):
                session.step()
            batch = RequestBatch(session.link.exchange, session.ask)
            batch.set(tc.VAR_SPEED, "a", double(3.0))
            for name in ("a", "b", "nobody"):
                for variable in (
                    tc.VAR_SPEED,
                    tc.VAR_LANE_ID,
                    tc.VAR_TAU,
                    tc.VAR_LANECHANGE_MODE,
                    tc.VAR_EDGES,
                ):
                    batch.get(variable, name)
            # A variable that the session never reads.
            batch.get(tc.VAR_CO2EMISSION, "a")
            answers[sumo] = [(answer.value, answer.error) for answer in batch.send()]
        finally:
            session.close()
    assert answers[TRACI] == answers[HOST] and answers[HOST][-2][1] != ""


def test_vehicles_parked_or_moved_off_the_roads_are_reported_alike(tmp_path):
    parked = (
        '<trip id="parked" type="car" depart="0" from="road" to="road" departPos="20" '
        'departSpeed="0"><stop lane="road_0" endPos="60" duration="8" parking="true"/></trip>'
    )
    routes = write_routes(tmp_path, parked, trip("astray", 90.0, speed=10.0), trip("b", 150.0))
    seen = {}
    for sumo in (TRACI, HOST):
        session = SumoSession(SumoOptions(build_road(tmp_path), (routes,), sumo=sumo), np.zeros(2))
        try:
            seen[sumo] = []
            for step in range(250):
                if 50 <= step < 60:
                    session.connection.vehicle.moveToXY("astray", "", -1, 100.0, 500.0, 0.0, 2)
                session.step()
                seen[sumo].append(
                    (list(session.answer.names), session.answer.records["speed"].tolist())
                )
        finally:
            session.close()
    assert seen[TRACI] == seen[HOST]
    assert b"astray" not in seen[HOST][55][0] and b"parked" in seen[HOST][100][0]


def test_every_call_of_traci_is_answered(tmp_path):
    session = SumoSession(
        SumoOptions(build_road(tmp_path), (write_routes(tmp_path, trip("a", 20.0)),), sumo=HOST),
        np.zeros(2),
    )
    try:
        session.step()
        assert session.connection.simulation.findRoute("road", "road").edges == ("road",)
        assert session.collisions() == [] and session.connection.vehicle.getIDList() == ("a",)
        with pytest.raises(traci.TraCIException, match="Vehicle 'nobody' is not known"):
            session.connection.vehicle.getSpeed("nobody")
        with pytest.raises(traci.TraCIException, match="junction or a point of interest"):
            session.connection.edge.subscribeContext("road", tc.CMD_GET_VEHICLE_VARIABLE, 9.0)
    finally:
        session.close()


def test_a_context_that_would_replace_the_sessions_is_refused(tmp_path):
    routes = write_routes(tmp_path, trip("a", 20.0))
    options = SumoOptions(build_road(tmp_path), (routes,), sumo=HOST)
    session = SumoSession(options, np.zeros(2))
    wanted = [variable.id for variable in VEHICLE_VARIABLES]
    try:
        session.step()
        junctions = session.connection.junction
        anchor, other = junctions.getIDList()
        for name, variables, said in (
            (anchor, wanted, f"'{anchor}': there is one already"),
            (other, wanted, f"'{other}': a context of all vehicles must be the only one"),
        ):
            with pytest.raises(traci.TraCIException, match=said):
                junctions.subscribeContext(name, tc.CMD_GET_VEHICLE_VARIABLE, 50.0, variables)
        session.step()
        assert session.answer.names == [b"a"]
    finally:
        session.close()


def test_contexts_around_points_have_the_same_variables(tmp_path):
    routes = write_routes(tmp_path, trip("a", 20.0))
    options = SumoOptions(build_road(tmp_path), (routes,), sumo=HOST, radius=100.0)
    session = SumoSession(options, np.zeros(2))

    def subscribe(variables):
        session.connection.junction.subscribeContext(
            session.connection.junction.getIDList()[0],
            tc.CMD_GET_VEHICLE_VARIABLE,
            1000.0,
            variables,
        )

    try:
        session.step()
        with pytest.raises(traci.TraCIException, match="variable 96 is not among those"):
            subscribe([tc.VAR_CO2EMISSION])
        session.step()
        session.view.look({"ego": (0.0, 0.0)})
        with pytest.raises(traci.TraCIException, match=r"must be those of the .*'around_ego'"):
            subscribe([tc.VAR_SPEED])
        session.view.look({})
        subscribe([tc.VAR_SPEED])
        with pytest.raises(SimulationError, match="other variables than were asked for"):
            session.step()
    finally:
        session.close()


def test_no_port_is_opened(tmp_path):
    session = SumoSession(SumoOptions(build_road(tmp_path), sumo=HOST), np.zeros(2))
    try:
        session.step()
        folder = Path(f"/proc/{session.link.pid}")
        own = {os.readlink(str(link)) for link in (folder / "fd").iterdir()}
        rows = [
            line.split()
            for name in ("tcp", "tcp6")
            for line in (folder / "net" / name).read_text().splitlines()[1:]
        ]
        assert not [row for row in rows if row[3] == LISTENS and f"socket:[{row[9]}]" in own]
    finally:
        session.close()


def test_a_host_that_is_killed_is_an_error_that_says_so(tmp_path):
    session = SumoSession(SumoOptions(build_road(tmp_path), sumo=HOST), np.zeros(2))
    try:
        session.step()
        os.kill(session.link.pid, signal.SIGKILL)
        os.waitid(os.P_PID, session.link.pid, os.WEXITED | os.WNOWAIT)
        for _ in range(2):
            with pytest.raises(SimulationError, match=r"SUMO ended by SIGKILL$"):
                session.step()
        assert not session.alive
    finally:
        session.close()


@pytest.mark.not_quick
def test_errors_of_the_input_are_sumos_messages(tmp_path):
    net = build_road(tmp_path)
    broken = tmp_path / "broken.net.xml"
    broken.write_text(net.read_text()[:900])
    with pytest.raises(SimulationError, match=r"SUMO ended with code 1: .*broken.net.xml"):
        SumoSession(SumoOptions(broken, sumo=HOST), np.zeros(2))
    with pytest.raises(SimulationError, match="nowhere"):
        session = SumoSession(
            SumoOptions(net, (write_routes(tmp_path, trip("a", 10.0, end="nowhere")),), sumo=HOST),
            np.zeros(2),
        )
        session.step()


def test_a_host_ends_with_its_client(tmp_path):
    code = (
        "import os, sys, numpy; from pathlib import Path; from sim.traffic.session import *; "
        "session = SumoSession(SumoOptions(Path(sys.argv[1]), sumo=HOST), numpy.zeros(2)); "
        "print(session.link.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    client = subprocess.run(
        [sys.executable, "-c", code, str(build_road(tmp_path))], stdout=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 1.0
    while runs(int(client.stdout)):
        assert time.monotonic() < end, "the host has outlived its client by 1 s"
        time.sleep(0.01)


def test_memory_that_cannot_be_shared_is_an_error(tmp_path):
    with open(os.devnull, "rb+") as null:
        ended = subprocess.run(
            [str(host_link.find_built(PROGRAM)), "0", "0", str(null.fileno())],
            pass_fds=[null.fileno()],
            stderr=subprocess.PIPE,
            text=True,
        )
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: shared memory of traffic: ")


def test_closing_leaves_no_process(tmp_path):
    session = SumoSession(SumoOptions(build_road(tmp_path), sumo=HOST), np.zeros(2))
    session.step()
    pid = session.link.pid
    session.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.not_quick
def test_the_outputs_of_a_run_are_those_of_traci(tmp_path):
    net, texts = build_road(tmp_path), []
    routes = write_routes(tmp_path, trip("a", 20.0, speed=10.0), trip("b", 60.0, speed=10.0))
    for sumo in (TRACI, HOST):
        folder = tmp_path / sumo
        folder.mkdir()
        session = SumoSession(SumoOptions(net, (routes,), outputs=folder, sumo=sumo), np.zeros(2))
        for _ in range(300):
            session.step()
        session.close()
        texts.append(
            [
                line
                for line in (folder / "trips.xml").read_text().splitlines()
                if "<tripinfo " in line
            ]
        )
    assert len(texts[0]) == 2 and texts[0] == texts[1]


@pytest.mark.parametrize(
    "options, said",
    [
        ({"gui": True}, "no window"),
        ({"sumo": "carla"}, "one of: auto, host, traci"),
        ({"sumo": "libsumo"}, "replaced by the faster 'host'"),
    ],
)
def test_requests_beyond_the_host_are_refused(tmp_path, options, said):
    with pytest.raises(InputError, match=said):
        SumoOptions(tmp_path / "net.xml", **{"sumo": HOST, **options})


def test_a_host_that_is_not_built_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(host_link, "find_built", lambda name: None)
    with pytest.raises(InputError, match=r"sim_traffic_host is not built: call ./run setup"):
        SumoSession(SumoOptions(build_road(tmp_path), sumo=HOST), np.zeros(2))
    session = SumoSession(SumoOptions(build_road(tmp_path)), np.zeros(2))
    try:
        assert isinstance(session.link, TraciLink)
    finally:
        session.close()
