#!/usr/bin/env python3
"""The monitor's page in Chromium, and live reload, beside one jam.

The page is used by ``monitor/test/page.mjs``.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator

import rosbag
import rosunit

from sim.process import end_child

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from every_topic import undelivered  # noqa: E402
from launched import Launched  # noqa: E402
from live_reload import LiveReload  # noqa: E402
from monitor.npm import FOLDER, missing  # noqa: E402
from simulator_client import program  # noqa: E402

CHROMIUM = shutil.which("chromium")
PAGE = {
    "gui": "false",
    "rtf": 1,
    "warm_up": 20,
    "monitor": "true",
    "monitor_port": 0,
    "noise": "car",
    "crcl": "fanuc",
    "crcl_port": 0,
}


class MonitorTest(LiveReload, unittest.TestCase):
    """One launch for all cases."""

    @classmethod
    def setUpClass(cls) -> None:
        # Its own run is among those shown on its page.
        folder = Path(tempfile.mkdtemp(prefix="sim_test_"))
        run = folder / "ros" / "sim" / "runs" / "jam"
        cls.launched = Launched("hybrid_merge.launch", {**PAGE, "run_folder": run}, folder=folder)
        cls.launched.said(r"monitor: open http://localhost:\d+/")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.launched.close()

    def test_a_person_sees_and_does_everything_and_nothing_comes_from_elsewhere(self) -> None:
        launched = self.launched
        address = re.search(r"monitor: open (http://(\S+)/)", launched.output)
        picture = str(launched.folder / "page.png")
        found = self._used("page.mjs", address[1], picture)
        self.assertEqual(found["hosts"], [address[2]])
        self.assertEqual(found["errors"], [])
        # Models of the world's file, the ego, and the arm or its pedestal.
        models = set(found["models"])
        self.assertLess({"ground", "merge_road", "merge_street", "ego"}, models)
        self.assertTrue({"fanuc", "fanuc_pedestal"} & models, models)
        self.assertIn("/gazebo/lockstep/boundary", found["arrow"])
        self.assertEqual(found["node"], ["/traffic_bridge"])
        self.assertEqual(found["csv"][0], "topic,field,time,value")
        self.assertTrue(found["csv"][1].startswith("/ego/odom,twist.twist.linear.x,"), found["csv"])
        self.assertIn("success: true", found["service"])
        self.assertEqual(found["parameter"], "true")
        drawn, stays = found["part"]
        self.assertGreater(drawn, 20)
        self.assertTrue(stays)
        self.assertEqual(found["noise"], "sigmas of all chains times 2")
        self.assertEqual(found["factors"], ["2", "2"])
        self.assertRegex(found["fault"], r"blackout of /ego/wheel_speeds from [\d.]+ to [\d.]+ s")
        self.assertRegex(found["crcl"], r"CRCL command 0: ready.*tool nist_gripper")
        self.assertEqual(found["wanted"], "0.500 rad")
        self.assertEqual(found["program"], "program of 3 commands is done")
        self.assertIn("points[0]: trajectory_msgs/JointTrajectoryPoint has no", found["wrongGoal"])
        self.assertEqual(found["result"], "result: succeeded")
        self.assertEqual(found["speeds"], ["1", "0.5", "1"])
        self.assertRegex(found["run"], r"rtf: [\d.]+")
        file = re.match(r"recorded (\S+\.bag): (\d+) messages", found["recorded"])
        with rosbag.Bag(file[1]) as bag:
            self.assertEqual(bag.get_message_count(), int(file[2]))
            self.assertGreater(bag.get_message_count("/ego/odom"), 0)
            scene = json.loads(next(bag.read_messages("/monitor/scene")).message.data)
        self.assertIn("ego", scene["models"])
        self.assertRegex(scene["parameters"]["/gazebo/world"], r"merge\.world$")
        self.assertAlmostEqual(found["stepped"], 20 * found["step"], delta=1e-6)
        self.assertEqual(found["reset"]["topics"], ["/ego/odom"])
        self.assertLess(found["reset"]["last"], found["reset"]["before"])
        self.assertIn("nobody", found["refusal"])
        self.assertIn("/nowhere: no node publishes or subscribes", found["noTopic"])
        self.assertIn("climbs out of its folder", found["noAsset"])
        self.assertEqual(found["panels"], ["nodes", "plot", "services", "parameters"])
        self.assertTrue(os.path.getsize(picture) > 10000)
        self._check_sensors_scripts_and_the_line_of_time(file[1])

    def test_every_topic_that_speaks_is_delivered(self) -> None:
        launched = self.launched
        launched.run("rosservice", "call", "/gazebo/unpause_physics")
        address = re.search(r"monitor: open (http://\S+)", launched.output)[1]
        self.assertEqual(undelivered(address, launched.environment), set())

    def _check_sensors_scripts_and_the_line_of_time(self, recording: str) -> None:
        """Check several monitors.

        One with sensors and scripts, one that plays a recording, and one that is read-only.
        """
        monitor, beside = program("monitor"), ["_port:=0"]
        with contextlib.ExitStack() as stack:
            addresses = [
                stack.enter_context(self._opened(*command))
                for command in (
                    [monitor, "__name:=scripts", *beside, "_scripts:=true", "_show_sensors:=true"],
                    [sys.executable, "-m", "sim.ros.monitor", f"bag:={recording}", "port:=0"],
                    [monitor, "__name:=looks", *beside, "_read_only:=true"],
                )
            ]
            found = self._used("further.mjs", *addresses)
        self.assertEqual(found["errors"], [])
        self.assertEqual(found["pictures"], "all cameras")
        self.assertTrue(found["drawn"])
        joints = [
            ["turns", "3.141592653589793", "4.000 rad", "4.000 rad"],
            ["slides", "2", "0.000 m", "0.000 m"],
            ["unknown", "3.141592653589793", "0.000 ", "0.000 "],
        ]
        self.assertEqual(found["joints"], joints)
        before, after = found["followed"]
        self.assertNotAlmostEqual(before, 66.5, delta=1)
        self.assertAlmostEqual(after, 66.5, delta=1)
        self.assertTrue(found["same"])
        self.assertFalse([one for one in found["unknown"] if re.search("nobody|no ", one)])
        self.assertIn("no simulator runs", found["alone"])
        self.assertEqual(found["looking"], "● connected, read-only")
        self.assertEqual(found["able"], ["save layout", "open layout", "standard"])
        self.assertEqual(found["says"], "this monitor is read-only")
        self.assertIn("probe", found["light"])
        self.assertEqual(found["lights"], 0)
        self.assertEqual(found["scene"], ["kitchen", "seed: 7"])
        self.assertTrue(found["stopped"][0].startswith("begins"), found["stopped"])
        self.assertNotEqual(found["stopped"][1], "has ended")
        self.assertEqual(found["printed"], ["at True\n", "has ended"])
        self.assertIn("ValueError: wrong", found["failed"][0])
        self.assertEqual(found["failed"][1], "has ended with 1")
        begin, end = found["span"]
        self.assertAlmostEqual(float(found["half"].split()[0]), (end - begin) / 2, delta=0.05)
        self.assertEqual((found["playing"], found["paused"]), ("pause", "play"))
        self.assertEqual(found["end"], f"{end - begin:.2f} of {end - begin:.2f} s")

    def _used(self, program: str, *words: str) -> Dict[str, Any]:
        """Return the results of a program that uses the page."""
        reason = missing() or ("" if CHROMIUM else "no Chromium here: apt install chromium")
        if reason:
            self.skipTest(reason)
        page = subprocess.run(
            ["node", str(FOLDER / "test" / program), *words],
            env={**os.environ, "SIM_CHROMIUM": CHROMIUM},
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        self.assertEqual(page.returncode, 0, page.stderr + self.launched.output)
        return json.loads(page.stdout)

    @contextlib.contextmanager
    def _opened(self, *command: str) -> Iterator[str]:
        """Run a further monitor within a context; yields its address."""
        process = subprocess.Popen(
            command, env=self.launched.environment, stdout=subprocess.PIPE, text=True
        )
        try:
            said = re.search(r"monitor: open (\S+) in", process.stdout.readline())
            self.assertTrue(said, command)
            yield said[1]
        finally:
            end_child(process)
            process.stdout.close()


if __name__ == "__main__":
    rosunit.unitrun("sim", "monitor", MonitorTest)
