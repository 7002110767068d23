"""A warm start is the running simulation, kept and loaded."""

from __future__ import annotations

import numpy as np
import pytest
from nets import MERGE_DEMAND, MERGE_NET
from small_runs import build_road, write_routes

from sim.errors import InputError, SimulationError
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.warmup import warm_up


def _by_name(session, state):
    return {
        session.names[number]: (*position, speed)
        for number, position, speed in zip(state.id, state.position, state.speed)
    }


@pytest.mark.not_quick
def test_it_goes_on_as_the_run_that_it_was_saved_from(tmp_path):
    network = Network.read(MERGE_NET)
    options = SumoOptions(MERGE_NET, write_demand(read_demand(MERGE_DEMAND), network, tmp_path))
    warm = warm_up(options, 30.0, tmp_path)
    straight, loaded = SumoSession(options, network.offset), SumoSession(warm, network.offset)
    try:
        for _ in range(300):
            straight.step()
        for _ in range(100):
            one, other = (_by_name(session, session.step()) for session in (straight, loaded))
            assert set(one) == set(other)
            rows = np.array([(one[name], other[name]) for name in one])
            np.testing.assert_allclose(rows[:, 0], rows[:, 1], atol=1e-3)
        assert loaded.time == pytest.approx(10.0) and loaded.counters["departed"] >= 5
    finally:
        straight.close()
        loaded.close()


@pytest.mark.not_quick
def test_a_state_is_made_once_and_belongs_to_its_run(tmp_path):
    net, said = build_road(tmp_path), []
    flow = (
        '<flow id="f" type="car" from="road" to="road" begin="0" end="60" period="2" '
        'departSpeed="max"/>'
    )
    options = SumoOptions(net, (write_routes(tmp_path, flow),))
    first = warm_up(options, 5.0, tmp_path, said.append)
    written = first.state.stat().st_mtime_ns
    assert (
        warm_up(options, 5.0, tmp_path, said.append) == first
        and first.state.stat().st_mtime_ns == written
    )
    assert "SUMO runs 5 s of traffic alone" in said[0] and "from" in said[1]
    others = [
        warm_up(options, 6.0, tmp_path),
        warm_up(SumoOptions(net, options.routes, seed=1), 5.0, tmp_path),
    ]
    write_routes(tmp_path, flow.replace('period="2"', 'period="3"'))
    others.append(warm_up(options, 5.0, tmp_path))
    assert len({first.state, *(other.state for other in others)}) == 4
    assert sorted(tmp_path.glob("warm_starts/*")) == sorted(
        {first.state, *(other.state for other in others)}
    )


def test_the_folders_of_equal_runs_do_not_matter(tmp_path):
    states = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        net = folder / "road.net.xml"
        net.write_bytes(
            build_road(tmp_path).read_bytes()
            if not states
            else (tmp_path / "a" / "road.net.xml").read_bytes()
        )
        states.append(warm_up(SumoOptions(net, (write_routes(folder),)), 1.0, tmp_path).state)
    assert states[0] == states[1]


def test_no_warm_up_changes_nothing(tmp_path):
    options = SumoOptions(tmp_path / "any.net.xml")
    assert warm_up(options, 0.0, tmp_path) is options and not list(tmp_path.iterdir())


def test_a_negative_time_is_refused(tmp_path):
    with pytest.raises(InputError, match="warm_up: -1 s is negative"):
        warm_up(SumoOptions(tmp_path / "any.net.xml"), -1.0, tmp_path)


def test_a_failed_warm_up_says_why_and_leaves_no_state(tmp_path):
    net, routes = build_road(tmp_path), write_routes(tmp_path, "<oops>")
    with pytest.raises(SimulationError, match=r"warm start failed: Error: .*traffic.rou.xml"):
        warm_up(SumoOptions(net, (routes,)), 1.0, tmp_path)
    assert not list((tmp_path / "warm_starts").iterdir())
