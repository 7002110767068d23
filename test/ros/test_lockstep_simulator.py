"""Reason of a dynamic run's end, if simulator and scenario end together."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest
import rospy

from sim.ros.scenes import lockstep_simulator
from sim.ros.scenes.lockstep_simulator import LockstepOptions, LockstepSimulator
from sim.scenes.dynamic.backend import ModelMotion, SimulatorEnded
from sim.transforms import transform_from_rpy

PLACE = ModelMotion(transform_from_rpy((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


@pytest.fixture
def world(monkeypatch):
    """Return a world with a simulator that returns or raises ``answer`` on moves."""
    monkeypatch.setattr(lockstep_simulator, "ScenarioView", lambda: None)

    def make(answer) -> LockstepSimulator:
        def serve(*fields):
            if isinstance(answer, Exception):
                raise answer
            return answer

        serve.resolved_name = "/gazebo/set_model_state"
        made = LockstepSimulator(LockstepOptions())
        made._set = serve
        return made

    return make


REFUSALS = [
    SimpleNamespace(success=False, status_message="SetModelState: the simulator is shutting down"),
    rospy.ServiceException("shutdown"),
    rospy.ServiceException("transport error completing service call: connection reset"),
]


@pytest.mark.parametrize("answer", REFUSALS)
def test_a_simulator_that_ends_first_is_not_the_reason(world, answer) -> None:
    ending = world(answer)
    timer = threading.Timer(0.3, ending.stop)
    timer.start()
    try:
        with pytest.raises(SimulatorEnded, match=r"^asked to end$"):
            ending.move("pedestrian", PLACE)
    finally:
        timer.join()


@pytest.mark.parametrize(
    "answer, reason",
    list(
        zip(
            REFUSALS[:2],
            ("pedestrian could not be moved", "does not answer /gazebo/set_model_state"),
        )
    ),
)
def test_a_simulator_that_refuses_by_itself_is(world, answer, reason, monkeypatch) -> None:
    monkeypatch.setattr(lockstep_simulator, "PARTING", 0.1)
    with pytest.raises(SimulatorEnded, match=reason):
        world(answer).move("pedestrian", PLACE)
