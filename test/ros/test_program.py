"""Requests to the master by a program without rospy."""

from __future__ import annotations

import errno
import threading
from dataclasses import dataclass
from xmlrpc.server import SimpleXMLRPCServer

import pytest

from sim.errors import InputError, SimulationError
from sim.ports import free_port
from sim.ros.node.program import Program, defect, filled


@pytest.fixture
def program(monkeypatch):
    monkeypatch.setenv("ROS_MASTER_URI", f"http://127.0.0.1:{free_port()}")
    return Program("simulator", ["simulator", "__name:=gazebo"])


def test_without_a_master_there_are_no_parameters(program):
    assert program.name == "/gazebo"
    with pytest.raises(
        SimulationError, match=r"no ROS master at http://127\.0\.0\.1:\d+.*roslaunch starts one"
    ):
        program.parameters()


class Parameters(SimpleXMLRPCServer):
    """A master's parameter server as far as this needs it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), logRequests=False, allow_none=True)
        self.values = {"/gazebo/simulator": "auto", "/gazebo/world": "theirs.world"}
        self.register_function(self.set, "setParam")
        self.register_function(self.get, "getParam")
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def set(self, caller: str, name: str, value: object) -> list:
        self.values[name] = value
        return [1, "", 0]

    def get(self, caller: str, name: str) -> list:
        return [
            1,
            "",
            {
                key[len(name) + 1 :]: value
                for key, value in self.values.items()
                if key.startswith(name + "/")
            },
        ]


def test_private_parameters_of_the_command_line_take_precedence(monkeypatch):
    with Parameters() as server:
        monkeypatch.setenv("ROS_MASTER_URI", f"http://127.0.0.1:{server.server_address[1]}")
        words = [
            "simulator",
            "_world:=/my/own.world",
            "_real_time_factor:=2.5",
            "_paused:=true",
            "__name:=gazebo",
            "_net:=",
            "world:=remapped",
        ]
        found = Program("simulator", words).parameters()
        server.shutdown()
    assert found == {
        "simulator": "auto",
        "world": "/my/own.world",
        "real_time_factor": 2.5,
        "paused": True,
        "net": "",
    }
    assert server.values["/gazebo/world"] == "/my/own.world"


def test_a_master_that_does_not_answer_offers_nothing(program):
    assert not program.offered("/gazebo/get_world_properties")


@dataclass(frozen=True)
class Stepping:
    step: float = 0.1


def test_a_text_for_a_number_is_refused_with_yaml_advice():
    with pytest.raises(
        InputError,
        match=r"/node/step: must be float, not '1e-3'; YAML reads this as text, write 1.0e-3$",
    ):
        filled(Stepping, lambda name, default: "1e-3", "/node")


def test_a_defect_is_one_line_and_a_traceback_in_the_nodes_log(monkeypatch, tmp_path):
    log = tmp_path / "bridge.log"
    monkeypatch.setattr("sys.argv", ["bridge", f"__log:={log}"])
    try:
        {}["gap"]
    except KeyError as error:
        assert defect(error) == f"KeyError: 'gap' (the traceback is in {log})"
    assert "Traceback" in log.read_text() and '{}["gap"]' in log.read_text()


def test_a_file_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.argv", ["bridge", f"__log:={tmp_path / 'log'}"])
    assert defect(OSError(errno.ENOSPC, "No space left on device", "/run/ego.csv")).startswith(
        "/run/ego.csv: No space left on device ("
    )
