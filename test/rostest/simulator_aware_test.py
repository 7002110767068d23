#!/usr/bin/env python3
"""Each node of the example package, built with and without SIMULATOR.

It uses the simulated car's wheels or counted pulses.
"""

import contextlib
import math
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Callable, Iterator, List, Sequence, Tuple

import rospy
import rostest
from sensor_msgs.msg import JointState

from sim.msg import AckermannDriveStamped

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import call

PACKAGE = Path(os.path.realpath(__file__)).parents[2]
EXAMPLE = PACKAGE / "examples" / "simulator_aware"
PARAMETER = "/SIMULATOR"
LIMIT = 200.0
RATE = 20.0


def started(*words: object) -> subprocess.Popen:
    return subprocess.Popen(
        [str(word) for word in words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )


def succeed(processes: Sequence[subprocess.Popen]) -> None:
    for process in processes:
        text = process.communicate(timeout=600)[0]
        assert process.returncode == 0, text


def counted(file: Path, pulses: int) -> None:
    """Write a counter's file atomically."""
    new = file.with_suffix(".new")
    new.write_text(f"{pulses}\n")
    new.replace(file)


class Heard:
    """The front wheels' speeds while a node runs. A list of (left, right), rad/s."""

    def __init__(self) -> None:
        self.speeds: List[Tuple[float, ...]] = []
        self._ear = rospy.Subscriber("/front_wheel_speeds", JointState, self._take)

    def until(self, wanted: Callable[[float, float], bool]) -> Tuple[float, ...]:
        """Return the first speeds that are as wanted."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            for speeds in list(self.speeds):
                if wanted(*speeds):
                    return speeds
            time.sleep(0.01)
        raise AssertionError(f"no such speeds among the last {self.speeds[-5:]}")

    def close(self) -> None:
        self._ear.unregister()

    def _take(self, message: JointState) -> None:
        assert message.name == ["front_left", "front_right"]
        self.speeds.append(tuple(message.velocity))


@contextlib.contextmanager
def running(*words: object) -> Iterator[Heard]:
    """Run a node within a context; it ends as by Ctrl-C."""
    node, heard = started(*words), Heard()
    try:
        yield heard
    finally:
        heard.close()
        node.terminate()
        node.communicate(timeout=60)


class SimulatorAware(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.built = {wanted: Path(folder.name) / wanted for wanted in ("ON", "OFF")}
        succeed(
            [
                started(
                    "cmake",
                    f"-S{EXAMPLE}",
                    f"-B{path}",
                    f"-DSIMULATOR={wanted}",
                    f"-DPYTHON_EXECUTABLE={sys.executable}",
                )
                for wanted, path in cls.built.items()
            ]
        )
        succeed([started("cmake", "--build", path) for path in cls.built.values()])
        call("unpause_physics")

    def programs(self, simulated: str) -> List[Path]:
        space = self.built[simulated] / "devel" / "lib" / "simulator_aware"
        return [space / "wheel_speeds", space / "wheel_speeds.py"]

    def test_in_a_simulation_the_wheels_are_the_simulators(self) -> None:
        command = rospy.Publisher("/ego/ackermann_cmd", AckermannDriveStamped, queue_size=1)
        message = AckermannDriveStamped()
        message.drive.speed = 3.0
        timer = rospy.Timer(rospy.Duration(0.1), lambda _: command.publish(message))
        try:
            for program in self.programs("ON"):
                with running(program, "wheel_speeds:=/ego/wheel_speeds") as heard:
                    heard.until(lambda left, right: left > 5.0 and abs(left - right) < 0.5)
        finally:
            timer.shutdown()

    def test_on_the_car_pulses_are_counted(self) -> None:
        value = rospy.get_param(PARAMETER)
        rospy.delete_param(PARAMETER)
        try:
            for program in self.programs("OFF"):
                with tempfile.TemporaryDirectory() as folder:
                    counters = [Path(folder) / name for name in ("left", "right")]
                    for counter in counters:
                        counted(counter, 7)
                    words = (f"_{path.name}:={path}" for path in counters)
                    with running(program, f"_rate:={RATE}", *words) as heard:
                        heard.until(lambda left, right: left == right == 0.0)
                        counted(counters[0], 47)
                        left, right = heard.until(lambda left, right: left > 0.0)
                        self.assertEqual(right, 0.0)
                        # 40 of 20 pulses a turn, within a period or more.
                        self.assertLess(left, 1.001 * 4.0 * math.pi * RATE)
                        counted(counters[1], 47)
                        heard.until(lambda left, right: right > 0.0)
        finally:
            rospy.set_param(PARAMETER, value)

    def test_a_counter_that_is_not_there_is_named(self) -> None:
        value = rospy.get_param(PARAMETER)
        rospy.delete_param(PARAMETER)
        try:
            for program in self.programs("OFF"):
                node = started(program, "_left:=/nowhere/count", "_right:=/nowhere/count")
                text = node.communicate(timeout=LIMIT)[0]
                self.assertEqual(node.returncode, 1)
                self.assertIn("/nowhere/count", text)
        finally:
            rospy.set_param(PARAMETER, value)


if __name__ == "__main__":
    rospy.init_node("simulator_aware_test")
    rostest.rosrun("sim", "simulator_aware", SimulatorAware)
