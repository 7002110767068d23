"""All control requests with SUMO in the traffic host.

The results equal those with SUMO as a program to the last bit.
"""

from __future__ import annotations

import pytest
from junctions import build_fork, build_lights, drive, run_of, write_elements

from sim.errors import InputError
from sim.traffic.backend.host_link import host_built
from sim.traffic.hooks.config import parse_modules
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import HOST, TRACI, SumoOptions
from sim.traffic.summary import Summary

pytestmark = pytest.mark.skipif(not host_built(), reason="the installed SUMO has no library")
FLOW = (
    '<flow id="steady" type="mix" from="in" to="main" begin="0" end="100000" period="exp(0.5)" '
    'departLane="free" departSpeed="max"/>'
)
MODULES = {
    "drivers": [
        {"class": "imperfect_human", "share": 0.5, "budget": 60.0},
        {"class": "aggressive_merger", "budget": 60.0},
    ]
}


def lights(net, sumo):
    with run_of(net, sumo=sumo) as run:
        drive(run, 2.0)
        run.control.lights.hold("A0", "r", 3.0)
        seen = []
        for _ in range(100):
            run.step(())
            seen.append(
                (
                    run.control.lights.version,
                    run.control.lights.letters.tolist(),
                    run.control.lights.switch.tolist(),
                )
            )
        assert run.control.lights.available("A0") == ["0", "off"]
        return seen


def told(net, routes, sumo):
    run = TrafficRun(
        SumoOptions(net, (routes,), sumo=sumo),
        Network.read(net),
        [],
        Summary("none", 1, "test"),
        drivers=parse_modules(MODULES, "test"),
    )
    try:
        drive(run, 20.0)
        run.control.flows.set("steady", ("", ""), "", 900.0)
        run.control.insertion.add("mine", "car", ("in", "side", "out"), (0, 50.0, 5.0))
        drive(run, 1.0)
        vehicles = run.control.vehicles
        vehicles.set_speed("*", 3.0, 5.0)
        vehicles.set_parameters("mine", ["tau", "decel"], [2.0, 10.0], 2.0)
        vehicles.change_lane("mine", 1, True, 3.0)
        drive(run, 10.0)
        with pytest.raises(InputError, match="'island' unreachable"):
            vehicles.reroute("mine", "island", [])
        vehicles.reroute("mine", "main", [])
        run.control.flows.set("steady", ("", ""), "", 0.0)
        drive(run, 20.0)
        gone = vehicles.remove("*").affected
        drive(run, 1.0)
        assert len(run.state) == 0 and not any(module.failure for module in run.drivers.modules)
        return gone, run.summary.trajectories
    finally:
        run.close()


@pytest.mark.not_quick
def test_lights(tmp_path):
    net = build_lights(tmp_path, "actuated")
    assert lights(net, TRACI) == lights(net, HOST)


@pytest.mark.not_quick
def test_vehicles_flows_and_driver_modules(tmp_path):
    net, routes = build_fork(tmp_path), write_elements(tmp_path, FLOW)
    assert told(net, routes, TRACI) == told(net, routes, HOST)
