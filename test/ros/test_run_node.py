"""Propagation of a node's error to ``./run``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Tuple

import pytest

from sim.ports import free_port

PROGRAM = """
import ctypes
import os
import signal
import sys
import rospy
from sim.errors import InputError
from sim.ros.node.node import run_node

rospy.init_node = lambda *names, **how: None

# What a signal ends in the midst of its construction, as it may a publisher.
class Interrupted:
    def __init__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        self.closed = True

    def __del__(self):
        self.closed

def main():
    if sys.argv[1] == "file":
        open("/dev/full", "w").write("x" * 100000)
    if sys.argv[1] == "input":
        raise InputError("/bridge/step", "must be float")
    if sys.argv[1] == "defect":
        {}["gap"]
    if sys.argv[1] == "interrupted":
        Interrupted()
    if sys.argv[1] == "crash":
        ctypes.string_at(0)

run_node("bridge", main)
"""


@pytest.mark.parametrize(
    "how, code, line",
    [
        ("good", 0, ""),
        ("interrupted", 0, ""),
        ("input", 2, ": /bridge/step: must be float"),
        ("defect", 2, ": KeyError: 'gap' (the traceback is in "),
        ("file", 2, "No space left on device"),
    ],
)
def test_every_error_is_a_line_in_the_exit_file(tmp_path, how, code, line) -> None:
    ran, said = ended(tmp_path, how)
    assert ran.returncode == code, ran.stdout
    assert len(said.splitlines()) == bool(line) and line in said
    assert "Traceback" not in ran.stdout


def test_a_crash_of_compiled_code_prints_the_python_stack(tmp_path) -> None:
    ran, _ = ended(tmp_path, "crash")
    assert ran.returncode == -signal.SIGSEGV
    assert "Segmentation fault" in ran.stdout and "in string_at" in ran.stdout


def ended(tmp_path: Path, how: str) -> Tuple[subprocess.CompletedProcess, str]:
    """Return the ended program, and the content of the exit file."""
    notes = tmp_path / "exit"
    environment = {
        **os.environ,
        "SIM_EXIT_FILE": str(notes),
        "ROS_MASTER_URI": f"http://127.0.0.1:{free_port()}",
        "ROS_LOG_DIR": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, how, f"__log:={tmp_path / 'bridge.log'}"],
        env=environment,
        timeout=120,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return ran, notes.read_text() if notes.exists() else ""
