"""The result file of a rostest, for each end of the test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest

PROGRAM = """
import os, signal, sys, time, unittest
from sim.errors import InputError
from sim.ros.rostest_result import cut_short_fails, run_cases

def prepare():
    if how == "refused":
        raise InputError("/assert/min_gapp", "unknown parameter <&>")

class Cases(unittest.TestCase):
    def test_one(self):
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "interrupted":
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        self.assertEqual(how, "good")

how = sys.argv[1]
with cut_short_fails("cases"):
    if how == "loading":
        os.kill(os.getpid(), signal.SIGINT)
run_cases("cases", Cases, prepare)
"""


def outcome(tmp_path, how: str):
    """Return exit code, names of the failed cases, and number of cases."""
    result = tmp_path / "results" / "rosunit-cases.xml"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, how, f"--gtest_output=xml:{result}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        env={**os.environ, "ROS_LOG_DIR": str(tmp_path)},
    )
    assert how in ("killed", "interrupted", "loading") or sorted(
        path.name for path in result.parent.iterdir()
    ) == [result.name]
    cases = list(ElementTree.parse(str(result)).iter("testcase"))
    return (
        ran.returncode,
        [case.get("name") for case in cases if case.find("failure") is not None],
        len(cases),
    )


def test_a_test_that_passes(tmp_path) -> None:
    assert outcome(tmp_path, "good") == (0, [], 1)


def test_a_case_that_fails(tmp_path) -> None:
    assert outcome(tmp_path, "bad") == (1, ["test_one"], 1)


@pytest.mark.parametrize(
    "how, code", [("killed", -signal.SIGKILL), ("refused", 1), ("loading", -signal.SIGINT)]
)
def test_a_test_that_does_not_come_to_its_end(tmp_path, how, code) -> None:
    assert outcome(tmp_path, how) == (code, ["test_was_done"], 1)


def test_an_interrupted_test_has_failed(tmp_path) -> None:
    code, failed, cases = outcome(tmp_path, "interrupted")
    assert code != 0 and failed and cases == 1
