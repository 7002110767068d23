"""Effects of the shipped modules in SUMO: lane end and jam."""

from __future__ import annotations

from statistics import mean
from typing import Dict, List, Tuple

import pytest
from nets import MERGE_DEMAND, MERGE_NET, netconvert

from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.hooks.config import parse_modules
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

LANE_WIDTH = 3.2  # m
ROAD_END = 1150.0  # m
AGGRESSIVE_MERGERS = {"class": "aggressive_merger", "vehicles": "left.*"}
GAP_MAKERS = {"class": "gap_maker", "vehicles": "right.*"}


@pytest.fixture(scope="module")
def narrowing(tmp_path_factory):
    """Build two lanes that become one after 800 m. The drivers do not cooperate by themselves."""
    folder = tmp_path_factory.mktemp("narrowing")
    (folder / "n.nod.xml").write_text(
        '<nodes><node id="a" x="0" y="0"/><node id="b" x="800" y="0"/><node id="c" x="1200" '
        'y="0"/></nodes>'
    )
    (folder / "n.edg.xml").write_text(
        '<edges><edge id="two" from="a" to="b" numLanes="2" speed="20"/>'
        '<edge id="one" from="b" to="c" numLanes="1" speed="20"/></edges>'
    )
    (folder / "n.con.xml").write_text(
        '<connections><connection from="two" to="one" fromLane="0" toLane="0"/></connections>'
    )
    net = folder / "n.net.xml"
    netconvert(folder, "n", net)
    (folder / "n.rou.xml").write_text(
        '<routes><vType id="car" length="4.6" minGap="2.5" tau="1.2" accel="2.6" decel="4.5" '
        'sigma="0.5" lcKeepRight="0" lcCooperative="0"/>'
        + "".join(
            f'<flow id="{name}" type="car" from="two" to="one" begin="0" end="9999" '
            f'period="exp({rate})" departLane="{lane}" departSpeed="max"/>'
            for name, rate, lane in (("right", 0.4, 0), ("left", 0.15, 1))
        )
        + "</routes>"
    )
    return net, folder / "n.rou.xml"


def crossed(narrowing: Tuple, *modules: Dict) -> Tuple[List[float], List[float]]:
    """Return durations and lane change places of vehicles of the left lane.

    Durations of the whole road in s.
    """
    net, routes = narrowing
    run = TrafficRun(
        SumoOptions(net, (routes,)),
        Network.read(net),
        [],
        Summary("none", 42, "test"),
        drivers=parse_modules(
            {"drivers": [{**module, "budget": 60.0} for module in modules]}, "test"
        )
        if modules
        else (),
    )
    first, took, changed = {}, {}, {}
    try:
        for step in range(4000):
            state = run.step(())
            for number, (x, y, _) in zip(state.id.tolist(), state.position.tolist()):
                first.setdefault(number, step)
                if x > ROAD_END:
                    took.setdefault(number, 0.1 * (step - first[number]))
                elif y < -LANE_WIDTH:
                    changed.setdefault(number, x)
        left = {number for number in took if run.session.names[number].startswith("left")}
        assert (
            run.summary.sumo_collisions == 0
            and not any(module.failure for module in run.drivers.modules)
            and len(left) > 30
        )
        return [took[number] for number in left], [changed[number] for number in left]
    finally:
        run.close()


def places(net, routes, modules: List[Dict], steps: int) -> List[Dict[str, Tuple[float, float]]]:
    """Return x and y of all vehicles after each step, by name."""
    drivers = parse_modules({"drivers": [{**each, "budget": 60.0} for each in modules]}, "test")
    network, summary = Network.read(net), Summary("none", 42, "test")
    run = TrafficRun(SumoOptions(net, (routes,)), network, [], summary, drivers=drivers)
    found = []
    try:
        for _ in range(steps):
            state = run.step(())
            names = [run.session.names[number] for number in state.id.tolist()]
            found.append(dict(zip(names, map(tuple, state.position[:, :2].tolist()))))
        assert not any(module.failure for module in run.drivers.modules)
        return found
    finally:
        run.close()


@pytest.mark.not_quick
def test_modules_drive_mirrored_in_left_hand_traffic(narrowing, tmp_path):
    """The vehicles of the inner lane change to the left, not to the right."""
    net, routes = narrowing
    mirrored(net, tmp_path / "n.net.xml")
    modules = [{"class": "aggressive_merger", "vehicles": "left.*"}, GAP_MAKERS]
    right, left = (places(each, routes, modules, 400) for each in (net, tmp_path / "n.net.xml"))
    for here, there in zip(right, left):
        assert here.keys() == there.keys()
        for name, (x, y) in here.items():
            assert there[name] == pytest.approx((x, -y), abs=1e-6)
    inner = [there for there in left[-1] if there.startswith("left")]
    changed = [name for name in inner if left[-1][name][1] > LANE_WIDTH]
    assert changed


@pytest.mark.slow
def test_gap_makers_and_mergers_speed_up_merging(narrowing):
    alone, with_makers, with_mergers = (
        crossed(narrowing),
        crossed(narrowing, GAP_MAKERS),
        crossed(narrowing, AGGRESSIVE_MERGERS),
    )
    assert mean(with_makers[0]) < mean(alone[0]) - 2.0
    assert (
        mean(with_mergers[0]) < mean(alone[0]) - 2.0
        and mean(with_mergers[1]) < mean(alone[1]) - 20.0
    )


@pytest.mark.parametrize(
    "parameters, least, most",
    [({"lapse": 0.0}, 0, 0), ({"lapse": 3.0, "attention": 20.0}, 5, 10000)],
)
@pytest.mark.slow
def test_only_inattentive_humans_crash_in_a_jam(tmp_path, parameters, least, most):
    network = Network.read(MERGE_NET)
    files = write_demand(read_demand(MERGE_DEMAND), network, tmp_path)
    run = TrafficRun(
        SumoOptions(MERGE_NET, files),
        network,
        [],
        Summary("none", 42, "test"),
        drivers=parse_modules(
            {"drivers": [{"class": "imperfect_human", "parameters": parameters, "budget": 60.0}]},
            "test",
        ),
    )
    try:
        for _ in range(600):
            run.step(())
        assert (
            len(run.state) > 300
            and least <= run.summary.sumo_collisions <= most
            and not run.drivers.modules[0].failure
        )
    finally:
        run.close()
