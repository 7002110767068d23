"""Duration of a node's wait for a simulator that starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import rospy

from sim.errors import SimulationError
from sim.ros.node import waiting
from sim.ros.node.program import process_of
from sim.ros.node.waiting import REPORT_PERIOD, Wait, killed, lives


@pytest.fixture
def world(monkeypatch):
    """Set parameters and services of a master, and a clock.

    ``passes(wait, s)`` checks every second for so long.
    """

    class World:
        now, parameters, services, warnings, told = 0.0, {}, set(), [], False

        def passes(self, wait: Wait, seconds: int) -> None:
            for _ in range(seconds):
                self.now += 1.0
                wait.look()

        def wait(self, **given) -> Wait:
            return Wait("/gazebo/spawn_sdf_model", 60.0, clock=lambda: self.now, **given)

    world = World()
    world.parameters, world.services, world.warnings = {}, set(), []
    monkeypatch.setattr(
        rospy, "get_param", lambda name, default=None: world.parameters.get(name, default)
    )
    monkeypatch.setattr(
        rospy, "logwarn", lambda text, *values: world.warnings.append(text % values)
    )
    monkeypatch.setattr(waiting, "offered", lambda name: name in world.services)
    monkeypatch.setattr(waiting, "asked_to_end", lambda: world.told)
    monkeypatch.setattr(
        waiting.time, "sleep", lambda seconds: setattr(world, "now", world.now + seconds)
    )
    return world


def ended_process() -> dict:
    """Return the process parameter of a program that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    found = process_of(process.pid)
    process.communicate(b"\n")
    return found


def test_process_liveness_is_detected() -> None:
    assert lives(process_of(os.getpid())) is True
    assert lives(ended_process()) is False
    assert lives({**ended_process(), "host": "elsewhere"}) is True
    assert lives(None) is None and lives({"host": "x"}) is None


def test_as_long_as_the_simulators_process_lives_it_is_waited_for(world) -> None:
    world.parameters["/gazebo/process"] = process_of(os.getpid())
    world.passes(world.wait(), 1000)
    assert len(world.warnings) == 1000 // int(REPORT_PERIOD)
    assert (
        world.warnings[0]
        == "waiting for /gazebo/spawn_sdf_model of the simulator, whose process runs; 15 s so far"
    )


def test_up_to_a_parameter(world) -> None:
    world.parameters.update(
        {"/gazebo/process": process_of(os.getpid()), "/gazebo/start_timeout": 90.0}
    )
    wait = world.wait()
    world.passes(wait, 90)
    with pytest.raises(
        SimulationError,
        match=r"runs but does not offer /gazebo/spawn_sdf_model after 91 s "
        r"\(/gazebo/start_timeout: 90 s\)",
    ):
        world.passes(wait, 1)


def test_without_a_process_patience_ends(world) -> None:
    wait = world.wait(hint="start one")
    world.passes(wait, 60)
    with pytest.raises(
        SimulationError, match=r"does not offer /gazebo/spawn_sdf_model \(waited 61 s\); start one"
    ):
        world.passes(wait, 1)


def test_an_answering_simulator_without_the_service_is_an_error(world) -> None:
    world.parameters["/gazebo/process"] = process_of(os.getpid())
    wait = world.wait()
    world.passes(wait, 500)
    world.services.add("/gazebo/get_world_properties")
    world.passes(wait, 60)
    with pytest.raises(
        SimulationError, match=r"does not offer /gazebo/spawn_sdf_model \(waited 562 s\)"
    ):
        world.passes(wait, 2)


def test_a_simulator_that_has_ended_has_the_first_word(world) -> None:
    world.parameters["/gazebo/process"] = process_of(os.getpid())
    wait = world.wait()
    world.passes(wait, 10)
    world.parameters["/gazebo/process"] = ended_process()
    with pytest.raises(
        SimulationError, match="has ended before it offered /gazebo/spawn_sdf_model"
    ):
        world.passes(wait, 1)
    assert world.now >= 10 + waiting.END_TIMEOUT


def test_an_earlier_run_on_the_master_is_not_an_end(world) -> None:
    world.parameters["/gazebo/process"] = ended_process()
    wait = world.wait()
    world.passes(wait, 5)
    world.parameters["/gazebo/process"] = process_of(os.getpid())
    world.passes(wait, 200)


def test_a_node_told_to_end_stops_waiting(world) -> None:
    world.told = True
    with pytest.raises(rospy.ROSInterruptException):
        world.passes(world.wait(), 1)


def test_a_silent_simulator_whose_process_lives_was_not_killed(world, monkeypatch) -> None:
    refused = {"/gazebo/lockstep/join": True}
    monkeypatch.setattr(waiting, "vanished", refused.get)
    world.parameters["/gazebo/process"] = process_of(os.getpid())
    assert not killed("/gazebo/lockstep/join")
    for process in (ended_process(), None):
        world.parameters["/gazebo/process"] = process
        assert killed("/gazebo/lockstep/join")
        # Of an earlier run of this master.
        assert not killed("/gazebo/of_another_simulator")
