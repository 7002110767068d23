"""Forks of a warm traffic host: their motion, ends, and files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from process_ends import runs
from small_runs import build_road, trip, write_routes

from sim.errors import SimulationError
from sim.traffic.backend.host_link import HostLink, host_built
from sim.traffic.backend.warm_hosts import WarmHosts
from sim.traffic.session import HOST, TRACI, SumoOptions, SumoSession

pytestmark = pytest.mark.skipif(not host_built(), reason="the installed SUMO has no library")


# Longer than what SUMO's parser of XML reads at a time for all departures together.
PADDING = f"<!-- {50_000 * '='} -->"


@pytest.fixture
def options(tmp_path):
    """Return options of a road with departures read as SUMO goes."""
    trips = [f"{trip(f'v{k}', 20.0, speed=10.0, depart=k)}{PADDING}" for k in range(60)]
    routes = write_routes(tmp_path, *trips)
    return SumoOptions(
        build_road(tmp_path),
        (routes,),
        ordered=(routes,),
        sumo=HOST,
        more=(("route-steps", "2"),),
        repeated=True,
    )


@pytest.fixture
def warm():
    hosts = WarmHosts(most=2)
    yield hosts
    hosts.close()


def motion(session: SumoSession, steps: int):
    """Return ids, positions, and speeds after each step; ends the session."""
    try:
        states = [session.step() for _ in range(steps)]
        return [(s.id.tolist(), s.position.tolist(), s.speed.tolist()) for s in states]
    finally:
        session.close()


def started(hosts: WarmHosts, options: SumoOptions) -> HostLink:
    return hosts.start(options.arguments(), options.files())


@pytest.mark.not_quick
def test_each_fork_moves_as_a_sumo_of_its_own(options):
    alone = motion(SumoSession(replace(options, sumo=TRACI), np.zeros(2)), 400)
    assert len(alone[-1][0]) > 10
    for _ in range(3):
        assert motion(SumoSession(options, np.zeros(2)), 400) == alone


@pytest.mark.not_quick
def test_a_fork_in_the_middle_moves_as_its_parent(options):
    parent = SumoSession(replace(options, repeated=False), np.zeros(2))
    fork = None
    try:
        for _ in range(150):
            parent.step()
        fork = parent.link.fork()
        seen = []
        for link in (fork, parent.link):
            seen.append([])
            for _ in range(200):
                link.begin_step()
                answer = link.decode(link.end_step(), parent._decoder)
                seen[-1].append((answer.names, answer.records.tobytes()))
        assert seen[0] == seen[1] and len(seen[0][-1][0]) > 10
    finally:
        parent.close()
        if fork:
            fork.close()


def test_one_host_serves_all_runs_with_the_same_inputs(options, warm):
    links = [started(warm, options) for _ in range(2)]
    assert len(warm.pids) == 1 and len({*warm.pids, *(link.pid for link in links)}) == 3
    for link in links:
        link.close()
        assert not runs(link.pid)
    with open(options.routes[0], "a") as file:
        file.write("<!-- changed -->")
    started(warm, options).close()
    assert len(warm.pids) == 2


def test_a_host_that_does_not_start_says_why(options, warm):
    options.net.write_text("<no_net/>")
    for _ in range(2):
        with pytest.raises(SimulationError, match=r"SUMO ended with code 1: .*no network version"):
            started(warm, options)
    assert not warm.pids


def test_the_oldest_host_ends_and_its_forks_go_on(options, warm):
    first = started(warm, options)
    (oldest,) = warm.pids
    for seed in (1, 2):
        started(warm, replace(options, seed=seed)).close()
    assert len(warm.pids) == 2 and not runs(oldest)
    first.begin_step()
    first.end_step()
    first.close()


def test_a_host_that_was_killed_is_replaced(options, warm):
    started(warm, options).close()
    (pid,) = warm.pids
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    started(warm, options).close()
    assert len(warm.pids) == 1 and pid not in warm.pids


@pytest.mark.parametrize("repeated", [False, True])
def test_a_process_forked_from_the_client_ends_no_sumo(options, repeated):
    session = SumoSession(replace(options, repeated=repeated), np.zeros(2))
    try:
        session.step()
        child = os.fork()
        if child == 0:
            session.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        session.step()
    finally:
        session.close()


def test_a_fork_that_is_killed_is_an_error(options):
    session = SumoSession(options, np.zeros(2))
    try:
        session.step()
        os.kill(session.link.pid, signal.SIGKILL)
        with pytest.raises(SimulationError, match=r"^SUMO ended$"):
            session.step()
        assert not session.alive
    finally:
        session.close()


@pytest.mark.parametrize("kind", ["outputs", "threads"])
def test_a_sumo_that_cannot_be_forked_says_why(options, tmp_path, kind):
    (tmp_path / "out").mkdir()
    change = {"outputs": tmp_path / "out"} if kind == "outputs" else {"threads": 2}
    session = SumoSession(replace(options, repeated=False, **change), np.zeros(2))
    try:
        session.step()
        said = "SUMO writes to .*trips.xml" if kind == "outputs" else "SUMO has 3 threads"
        with pytest.raises(SimulationError, match=f"SUMO cannot be forked: {said}"):
            session.link.fork()
        session.step()
    finally:
        session.close()


def test_a_repeated_run_with_outputs_has_a_host_of_its_own(options, tmp_path, warm):
    (tmp_path / "out").mkdir()
    options = replace(options, outputs=tmp_path / "out")
    for _ in range(2):
        link = started(warm, options)
        for _ in range(300):
            link.begin_step()
            link.end_step()
        link.close(5.0)
        assert not warm.pids
        assert (tmp_path / "out" / "trips.xml").read_text().rstrip().endswith("</tripinfos>")


def test_hosts_and_forks_end_with_their_client(options):
    code = (
        "import os, sys, numpy; from pathlib import Path; from sim.traffic.session import *; "
        "from sim.traffic.backend.warm_hosts import WARM_HOSTS; options = "
        "SumoOptions(Path(sys.argv[1]), sumo=HOST, repeated=True); "
        "sessions = [SumoSession(options, numpy.zeros(2)) for _ in range(2)]; "
        "print(*WARM_HOSTS.pids, *(one.link.pid for one in sessions), flush=True); "
        "os.kill(os.getpid(), 9)"
    )
    client = subprocess.run(
        [sys.executable, "-c", code, str(options.net)], stdout=subprocess.PIPE, text=True
    )
    pids, end = [int(word) for word in client.stdout.split()], time.monotonic() + 1.0
    assert len(pids) == 3
    while any(map(runs, pids)):
        assert time.monotonic() < end, "a host has outlived its client by 1 s"
        time.sleep(0.01)
