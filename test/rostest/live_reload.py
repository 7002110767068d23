"""Cases of the monitor's test: live reload of nodes beside traffic."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import List

from launched import Launched
from simulator_client import program

import sim.drivers.lane_follow
from sim.ros.live.reload import START_TIMEOUT

# A plain rospy node in its own package; its count goes on over reloads.
NODE = """#!/usr/bin/env python3
import rospy
from law import answer
from sim.live import hand_over
from std_msgs.msg import String

class Counter:
    count = 0
    def save_state(self):
        return self.count
    def load_state(self, state):
        self.count = state

rospy.init_node("another")
counter = Counter()
hand_over(counter)
publisher = rospy.Publisher("answer", String, queue_size=1)
spare = rospy.Publisher("spare", String, queue_size=1)
gain = rospy.get_param("~gain")
while not rospy.is_shutdown():
    counter.count += 1
    publisher.publish("%s %s %d" % (rospy.get_name(), answer(gain), counter.count))
    rospy.sleep(0.05)
"""
LAW = "def answer(gain):\n    return {} * gain\n"
COMMAND_PERIOD = 0.1  # s of simulated time
MAX_COMMAND_GAP = 0.35  # s of simulated time, without a hold


class LiveReload:
    """Needs ``launched``, a jam with a monitor."""

    launched: Launched

    def live(self, *words: str) -> Path:
        """Start node ``live``; return the file of its output."""
        path = self.launched.folder / f"live_{len(os.listdir(self.launched.folder))}"
        with path.open("wb") as file:
            process = subprocess.Popen(
                [program("live"), *words],
                env=self.launched.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return path

    def said(self, path: Path, pattern: str, times: int = 1) -> List[str]:
        """Wait until a file has a pattern so many times."""
        self.launched.until(
            lambda: len(re.findall(pattern, path.read_text())) >= times, f"{pattern} in {path}"
        )
        return re.findall(pattern, path.read_text())

    def test_the_driver_of_the_jam_is_reloaded_in_place_while_the_simulation_holds(self) -> None:
        run = self.launched.run
        run("rosservice", "call", "/gazebo/unpause_physics")
        stamps = self.launched.folder / "stamps"
        with stamps.open("wb") as file:
            echo = subprocess.Popen(
                ["rostopic", "echo", "-p", "/ego/ackermann_cmd/header/stamp"],
                env={**self.launched.environment, "PYTHONUNBUFFERED": "1"},
                stdout=file,
            )
        self.addCleanup(echo.wait)
        self.addCleanup(echo.terminate)
        before = self.launched.processes("lib/sim/lane_follow")
        said = self.live("ego_driver")
        self.said(said, r"watches .*/nodes/lane_follow and \d\d modules")
        self.said(stamps, r"\n\d+", 5)
        os.utime(sim.drivers.lane_follow.__file__)
        self.said(said, r"lane_follow.py saved: /ego_driver runs again after")
        count = len(stamps.read_text().splitlines())
        self.said(stamps, r"\n\d+", count + 5)
        self.assertEqual(self.launched.processes("lib/sim/lane_follow"), before)
        self.assertIsNone(self.launched.process.poll())
        times = [1e-9 * int(line.split(",")[1]) for line in stamps.read_text().splitlines()[1:-1]]
        self.assertLess(max(b - a for a, b in zip(times, times[1:])), MAX_COMMAND_GAP)

    def test_any_python_node_is_reloaded_but_not_by_what_cannot_start(self) -> None:
        package = self.launched.folder / "mine"
        package.mkdir()
        node, law = package / "counter", package / "law.py"
        (package / "package.xml").write_text("<package/>")
        node.write_text(NODE)
        law.write_text(LAW.format(2))
        said = self.live(str(node), "__name:=counting", "_gain:=3", "answer:=/told")
        self.said(said, r"watches .*/counter and 1 modules")
        count = self._answer("6")
        self._save(law, "def answer(:\n")
        self.said(said, r"law\.py:1: SyntaxError")
        self._save(law, "import nowhere\n")
        self.said(said, r"continues unchanged: .*law\.py:1: ModuleNotFoundError: No module named")
        self.assertGreater(self._answer("6"), count)
        count = self._answer("6")
        self._save(law, LAW.format(5))
        self.said(said, r"law\.py saved: /counting runs again after")
        self.assertGreater(self._answer("15"), count)
        self._save(node, re.sub("spare = .*\n", "", NODE))
        self.said(said, r"/counting no longer offers: /spare\n")
        held = self.said(said, r"counter saved: .* held for ([\d.]+) s")
        self.assertLess(float(held[0]), START_TIMEOUT)

    def _save(self, path: Path, text: str) -> None:
        """Save a file as editors do, by replacing it."""
        other = path.with_name("saving")
        other.write_text(text)
        os.replace(other, path)

    def _answer(self, wanted: str) -> int:
        """Return the count of the node with this law."""
        text = self.launched.run("rostopic", "echo", "-n", "1", "/told/data")
        self.assertRegex(text, rf'"/counting {wanted} \d+"')
        return int(re.findall(r"(\d+)\"", text)[0])
