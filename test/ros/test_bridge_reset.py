"""A reset through the bridge.

Traffic has begun again when the service answers, whatever boundaries from before it still arrive.
"""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest
import rospy
from geometry_msgs.msg import Point, Pose, Twist, Vector3

from sim.errors import InputError, SimulationError
from sim.msg import LockstepBoundary
from sim.ros.conversions import stamp
from sim.ros.traffic import bridge as module
from sim.ros.traffic.bridge import Bridge, BridgeOptions
from sim.traffic.control.requests import Requests

STEP = 0.1


class Run:
    """Records requests to traffic, in their order."""

    def __init__(self) -> None:
        self.requests, self.done = Requests(), []
        self.summary = SimpleNamespace(duration_s=0.0, add_lag=lambda lag: None)

    def reset(self) -> None:
        self.done.append("reset")

    def first(self, egos) -> None:
        self.done.append("first")

    begun = False

    def begin(self, boundary) -> None:
        self.done.append("step")

    def finish(self, following) -> None:
        pass

    def add_overhead(self, spent) -> None:
        pass


@pytest.fixture
def simulator(monkeypatch):
    """Return the simulator's handler of the reset, which cases may replace."""
    found = SimpleNamespace(reset=lambda: None)
    client = SimpleNamespace(done=lambda *words: None, heard=0.0)
    monkeypatch.setattr(module, "LockstepClient", lambda *words: client)
    monkeypatch.setattr(module.rospy, "ServiceProxy", lambda name, kind: lambda: found.reset())
    monkeypatch.setattr(module, "TrafficDiagnostics", lambda *words: SimpleNamespace(lag=0.0))
    return found


def bridge_of(run: Run) -> Bridge:
    publisher = SimpleNamespace(publish=lambda run, now: 0.0, restart=lambda: None)
    return Bridge(run, publisher, BridgeOptions((), True, 2 * STEP, STEP))


def hear(bridge: Bridge, time: float) -> None:
    message = LockstepBoundary()
    message.header.stamp = stamp(time)
    bridge._serve(module.BoundaryRequest(bridge._serve, message))


def test_the_lag_is_that_before_the_simulator_may_go_on(simulator, monkeypatch) -> None:
    heard = SimpleNamespace(heard=35.2)

    def done(*words) -> None:
        heard.heard = 35.6

    heard.done = done
    monkeypatch.setattr(module, "LockstepClient", lambda *words: heard)
    bridge = bridge_of(Run())
    hear(bridge, 35.0)
    assert bridge.diagnostics.lag == pytest.approx(0.2)


def test_a_nan_pose_ends_the_serving_thread_not_the_subscriber(simulator) -> None:
    bridge = bridge_of(Run())
    lost = Pose(position=Point(x=float("nan")))
    heard = module.BoundaryRequest(
        bridge._serve,
        LockstepBoundary(
            models=["ego"],
            pose=[lost],
            twist=[Twist()],
            size=[Vector3(4, 2, 1)],
            center=[Vector3()],
        ),
    )
    with pytest.raises(InputError, match="not finite"):
        heard()


def reset(bridge: Bridge, run: Run) -> list:
    """Request a reset as a service does, in a thread; return errors."""
    failures = []

    def ask() -> None:
        try:
            bridge.reset()
        except SimulationError as error:
            failures.append(str(error))

    asking = threading.Thread(target=ask)
    asking.start()
    while asking.is_alive():
        run.requests.serve(0.05)
    return failures


def test_traffic_has_begun_again_by_the_answer_and_once(simulator) -> None:
    run = Run()
    bridge = bridge_of(run)
    hear(bridge, 35.0)
    run.done.clear()
    assert reset(bridge, run) == [] and run.done == ["reset"]
    hear(bridge, 35.1)
    assert run.done == ["reset"]
    hear(bridge, 0.0)
    hear(bridge, 0.1)
    assert run.done == ["reset", "first", "step", "step"]


def test_traffic_that_has_not_begun_does_not_begin_again(simulator) -> None:
    run = Run()
    bridge = bridge_of(run)
    assert reset(bridge, run) == [] and run.done == []
    hear(bridge, 0.0)
    assert run.done == ["first", "step"]


def test_a_clock_that_goes_back_by_itself_is_a_reset_too(simulator) -> None:
    run = Run()
    bridge = bridge_of(run)
    hear(bridge, 35.0)
    hear(bridge, 0.0)
    assert run.done == ["first", "step", "reset", "first", "step"]


def test_a_simulator_that_refuses_leaves_traffic_as_it_is(simulator) -> None:
    def refuse() -> None:
        raise rospy.ServiceException("gone")

    run = Run()
    bridge = bridge_of(run)
    hear(bridge, 35.0)
    simulator.reset = refuse
    assert reset(bridge, run) == ["/gazebo/reset_simulation: gone"]
    hear(bridge, 35.1)
    assert run.done == ["first", "step", "step"]
