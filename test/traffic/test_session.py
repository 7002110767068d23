"""SUMO session: its log, and its end after errors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from small_runs import build_road, row_of, running, trip, write_routes

import sim.traffic.backend.process_log as module
from sim.errors import InputError, SimulationError
from sim.traffic.session import SumoOptions, SumoSession

SOURCE = Path(__file__).resolve().parents[2] / "src"
CHILD = """
import sys, time, numpy as np
from pathlib import Path
from sim.traffic.session import SumoOptions, SumoSession
session = SumoSession(SumoOptions(Path(sys.argv[1])), np.zeros(2))
session.step()
print(session.link.pid, flush=True)
time.sleep(600)
"""


def _running_pid(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def net(tmp_path) -> Path:
    return build_road(tmp_path)


def test_times_count_from_the_begin_of_the_session(net):
    with running(net, step=0.25) as session:
        assert session.time == 0.0
        assert [session.step().time for _ in range(3)] == [0.25, 0.5, 0.75]


def test_a_free_car_drives_at_the_speed_it_tells(tmp_path, net):
    with running(net, write_routes(tmp_path, trip("a", 20.0, speed=10.0))) as session:
        states = [session.step() for _ in range(50)]
    x, speed = np.array([s.position[0, 0] for s in states]), np.array([s.speed[0] for s in states])
    # SUMO integrates by Euler: a step's displacement is its end speed times the step.
    np.testing.assert_allclose(np.diff(x), speed[1:] * 0.1, atol=1e-5)
    np.testing.assert_allclose(
        np.diff(speed), np.array([s.acceleration[0] for s in states])[1:] * 0.1, atol=1e-5
    )


@pytest.mark.not_quick
def test_ids_are_never_used_again_and_counters_add_up(tmp_path, net):
    trips = [trip(f"v{k}", 350.0, speed=10.0, depart=6.0 * k) for k in range(4)]
    with running(net, write_routes(tmp_path, *trips)) as session:
        ids = {number for _ in range(300) for number in session.step().id.tolist()}
        assert ids == {0, 1, 2, 3} and session.names == ["v0", "v1", "v2", "v3"]
        assert session.counters == {
            "collisions": 0,
            "arrived": 4,
            "departed": 4,
            "teleports": 0,
            "persons_departed": 0,
            "persons_arrived": 0,
        }


def test_types_are_measured(tmp_path, net):
    with running(net, write_routes(tmp_path, trip("a", 50.0))) as session:
        session.registry.register_types(["car"])
        kind = session.types[session.step().type[0]]
    assert (kind.name, kind.length, kind.width, kind.height) == ("car", 5.0, 1.8, 1.5)


def test_hidden_vehicles_are_left_out(tmp_path, net):
    with running(net, write_routes(tmp_path, trip("a", 50.0), trip("b", 100.0))) as session:
        session.hidden[b"a"] = None
        state = session.step()
        assert [session.names[number] for number in state.id] == ["b"] and row_of(
            session, state, "a"
        ) == -1


@pytest.mark.not_quick
def test_two_sessions_with_one_seed_are_equal(tmp_path, net):
    flow = (
        '<flow id="f" type="car" from="road" to="road" begin="0" end="60" period="exp(0.5)" '
        'departSpeed="random"/>'
    )
    routes, runs = write_routes(tmp_path, flow), []
    for _ in range(2):
        with running(net, routes, seed=7) as session:
            runs.append([session.step().position for _ in range(300)])
    assert sum(len(positions) for positions in runs[0]) > 500
    for one, other in zip(*runs):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("what", ["net", "routes"])
def test_a_missing_file_is_named(tmp_path, net, what):
    missing = tmp_path / "none.xml"
    options = SumoOptions(missing) if what == "net" else SumoOptions(net, (missing,))
    with pytest.raises(InputError, match=r"none.xml: no such file"):
        SumoSession(options, np.zeros(2))


def test_sumos_own_words_are_in_the_error(tmp_path, net):
    broken = tmp_path / "broken.net.xml"
    broken.write_text(net.read_text()[:900])
    with pytest.raises(
        SimulationError, match=r"SUMO ended with code 1: Error: .*broken.net.xml.*line/column"
    ):
        SumoSession(SumoOptions(broken), np.zeros(2))


def test_an_unknown_edge_in_a_route_file_is_named(tmp_path, net):
    routes = write_routes(tmp_path, trip("a", 10.0, end="nowhere"))
    with pytest.raises(SimulationError, match="nowhere"), running(net, routes) as session:
        session.step()


def test_a_sumo_that_is_killed_is_an_error_that_says_so(net):
    with running(net) as session:
        session.step()
        assert session.alive
        os.kill(session.link.pid, signal.SIGKILL)
        os.waitid(os.P_PID, session.link.pid, os.WEXITED | os.WNOWAIT)
        assert not session.alive
        for _ in range(2):
            with pytest.raises(SimulationError, match=r"SUMO ended by SIGKILL$"):
                session.step()


def test_closing_leaves_no_process(net):
    with running(net) as session:
        session.step()
        pid = session.link.pid
        assert _running_pid(pid)
    assert not _running_pid(pid)
    session.close()


def test_a_session_that_fails_leaves_no_process(tmp_path, net, monkeypatch):
    started, start = [], module.start_child
    monkeypatch.setattr(module, "start_child", lambda *a: started.append(start(*a)) or started[-1])
    with pytest.raises(SimulationError):
        SumoSession(SumoOptions(net, (write_routes(tmp_path, "<oops>"),)), np.zeros(2))
    assert len(started) == 1 and started[0].poll() is not None


@pytest.mark.not_quick
def test_sumo_dies_with_a_parent_that_is_killed(net):
    parent = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(net)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    sumo = int(parent.stdout.readline())
    assert _running_pid(sumo)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    for _ in range(6000):
        if not _running_pid(sumo):
            return
        time.sleep(0.01)
    pytest.fail(f"sumo {sumo} outlived its parent by 60 s")
