#!/usr/bin/env python3
"""./run's exit code and summary for each end, and its refusals."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import rosunit

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import PACKAGE, SLOW_TOO, Ran, slow
from simulator_client import program

LAUNCH = "hybrid_merge.launch"
LONG = {"warm_up": 0, "rtf": 1, "duration": 200}
# Nodes whose end is a failure: one that the run is about, and a program that is not a node.
VICTIMS = {"lib/sim/traffic_bridge": "/traffic_bridge"}
if SLOW_TOO:
    VICTIMS.update({"lib/sim/lane_follow": "/ego_driver", "bin/rosmaster": "master"})
OWN_MOUNTS = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]


def may_mount() -> bool:
    """Return whether this user may mount a file system privately."""
    return (
        subprocess.run(
            [*OWN_MOUNTS, "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode
        == 0
    )


class OnSmallDisk(Ran):
    """A launch with a file system of 100 kB as run folder."""

    def command(self, file: str) -> list:
        self.run_folder.mkdir()
        script = f'mount -t tmpfs -o size=100k tmpfs "{self.run_folder}" && exec "$@"'
        return [*OWN_MOUNTS, "sh", "-c", script, "sh", *super().command(file)]


@unittest.skipUnless((PACKAGE / "run").exists(), "an installed package has no ./run")
class Verdict(unittest.TestCase):
    def run_it(self, kind=Ran, **arguments: object) -> Ran:
        how = {name: arguments.pop(name) for name in ("environment", "port") if name in arguments}
        ran = kind(LAUNCH, {**LONG, **arguments}, **how)
        self.addCleanup(ran.close)
        return ran

    def running(self, kind=Ran, **arguments: object) -> Ran:
        ran = self.run_it(kind, **arguments)
        ran.said(r"ego is coupled")
        ran.said(r"[1-9][\d.]* s simulated")
        return ran

    def assert_failed(self, ran: Ran, cause: str) -> None:
        ran.ended()
        self.assertEqual(ran.code, 1, ran.output)
        self.assertEqual(ran.summary["status"], "failed", ran.output)
        self.assertRegex(ran.summary["cause"], cause)
        self.assertEqual(ran.summary["duration_asked_s"], 200.0)
        self.assertRegex(ran.output, cause)

    def assert_refused(self, ran: Ran, reason: str) -> None:
        ran.ended()
        self.assertEqual(ran.code, 1, ran.output)
        self.assertRegex(ran.last_line, reason)
        self.assertNotIn("Traceback", ran.output)
        self.assertNotIn("started with pid", ran.output)

    def test_a_killed_node_is_a_failure_that_names_it(self) -> None:
        for victim, node in VICTIMS.items():
            with self.subTest(victim):
                ran = self.running()
                ran.until(
                    lambda ran=ran: ran.summary["duration_s"] > 0.0,
                    "summary of what has been simulated",
                )
                ran.kill(victim)
                self.assert_failed(ran, rf"{node} \(process \d+\) was killed by SIGKILL")
                self.assertGreater(ran.summary["duration_s"], 0.0)

    @slow
    def test_a_node_that_refuses_its_command_line_is_a_failure(self) -> None:
        self.assert_failed(
            self.run_it(ego_pos="far"), r"/spawn_ego \(process \d+\) ended with code 2"
        )

    @slow
    def test_a_killed_roslaunch_is_a_failure(self) -> None:
        ran = self.running()
        ran.kill("sim.ros.launch.launcher")
        self.assert_failed(ran, "roslaunch ended with code 137")
        self.assertNotIn("run: killed", ran.output)

    @slow
    def test_a_node_that_ends_too_early_by_itself_is_a_failure(self) -> None:
        ran = self.running()
        ran.kill("lib/sim/lane_follow", signal.SIGTERM)
        self.assert_failed(ran, r"/ego_driver \(process \d+\) ended before the run was complete")

    def test_term_is_an_exit_code(self) -> None:
        ran = self.running()
        ran.process.terminate()
        ran.ended()
        self.assertEqual((ran.code, ran.summary["status"]), (143, "interrupted"), ran.output)

    def test_the_folder_of_another_run_is_refused_and_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "summary.json").write_text('{"status": "ok"}')
            ran = self.run_it(run_folder=folder)
            self.assert_refused(
                ran,
                "is not empty .summary.json.; give each run a folder of its own, or empty this "
                "one first",
            )
            self.assertEqual(
                json.loads((Path(folder) / "summary.json").read_text()), {"status": "ok"}
            )

    def test_a_second_launch_is_refused_and_ctrl_c_is_no_failure_but_no_whole_run(self) -> None:
        first = self.running()
        second = self.run_it(port=first.port)
        self.assert_refused(
            second,
            r"a simulation runs there already \(hybrid_merge.launch, process \d+ on .*export "
            rf"ROS_MASTER_URI=http://localhost:{first.port + 1}",
        )
        node = first.run(program("lane_follow"), "__name:=ego_driver")
        self.assertRegex(
            node,
            r"/ego_driver runs already on http://127.0.0.1:\d+/? \(process \d+ on .*give this one "
            r"a master of its own",
        )
        self.assertEqual(len(first.processes("lib/sim/lane_follow")), 1, first.output)
        first.interrupt()
        first.ended()
        self.assertEqual((first.code, first.summary["status"]), (0, "interrupted"), first.output)
        self.assertRegex(first.summary["cause"], r"asked to end after [\d.]+ of 200 s")
        # The jam of the queues; a run that is ended at once has not reached its 300 yet.
        self.assertGreaterEqual(first.summary["vehicles_max"], 250)
        self.assertNotIn("[FATAL]", first.output)
        self.assertEqual(first.tracebacks, [])

    def test_a_bag_that_cannot_be_made_is_refused(self) -> None:
        self.assert_refused(
            self.run_it(record="/missing/x.bag"), "no folder /missing; create it first"
        )

    def test_an_end_as_asked_looks_like_one_and_its_bag_has_the_name_that_it_is_given(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "data.bag").write_text("kept")
            ran = self.run_it(record=f"{folder}/data 2.bag", duration=4, rtf=0)
            ran.ended()
            self.assertEqual((ran.code, ran.summary["status"]), (0, "ok"), ran.output)
            self.assertEqual(ran.summary["cause"], "the end of its duration, 4 s")
            self.assertAlmostEqual(ran.summary["duration_s"], 4.0, delta=0.15)
            self.assertNotIn("has died", ran.output)
            self.assertEqual(
                sorted(path.name for path in Path(folder).iterdir()), ["data 2.bag", "data.bag"]
            )
            self.assertEqual((Path(folder) / "data.bag").read_text(), "kept")

    def test_no_display_and_no_place_for_logs_are_said_in_one_line(self) -> None:
        self.assert_refused(
            self.run_it(gui="true", environment={"DISPLAY": ""}),
            r"gui:=true: no display for RViz .*; add gui:=false$",
        )
        self.assert_refused(
            self.run_it(environment={"ROS_HOME": "/dev/null/ros"}),
            r"ROS_HOME /dev/null/ros: cannot be written .*export ROS_HOME=",
        )

    @slow
    @unittest.skipUnless(may_mount(), "this user may not mount a small file system")
    def test_a_full_disk_is_a_failure_that_names_it(self) -> None:
        ran = self.run_it(OnSmallDisk, rtf=0)
        ran.ended(300.0)
        self.assertEqual(ran.code, 1, ran.output)
        self.assertRegex(ran.output, r"No space left on device")


if __name__ == "__main__":
    rosunit.unitrun("sim", "verdict", Verdict)
