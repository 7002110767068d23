"""What a program asks the master that is no rospy node."""
from __future__ import annotations

import pytest

from sim.errors import SimulationError
from sim.ports import free_port
from sim.ros.program import Program


@pytest.fixture
def program(monkeypatch):
    monkeypatch.setenv("ROS_MASTER_URI", f"http://127.0.0.1:{free_port()}")
    return Program("simulator", ["simulator", "__name:=gazebo"])


def test_without_a_master_there_are_no_parameters(program):
    assert program.name == "/gazebo"
    with pytest.raises(SimulationError, match=r"no ROS master at http://127\.0\.0\.1:\d+.*roslaunch starts one"):
        program.parameters()


def test_a_master_that_does_not_answer_offers_nothing(program):
    assert not program.offered("/gazebo/get_world_properties")
