#!/usr/bin/env python3
"""agility_trial.launch kits its orders despite faults.

It judges by the truth, is reproducible by its seed, and resumes after it was killed.
"""

import os
import sys
import unittest
from pathlib import Path

import rostest

from sim.kitting import events
from sim.kitting.trial.summary import read
from sim.kitting.world.database import resume
from sim.ports import free_port

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from alone import Alone
from launched import Launched, slow, slow_on_gazebo

TRIAL = Path(os.path.realpath(__file__)).parent / "kitting" / "small.yaml"
TWO_PARTS = TRIAL.with_name("two_parts.yaml")
CONFIG = Path(TRIAL).parents[3] / "config"
ARGUMENTS = {
    "trial": TRIAL,
    "rtf": 0,
    "fanuc_port": 0,
    "motoman_port": 0,
    "detector_ports": "fanuc:0,motoman:0",
}
PATIENCE = 400.0


class KittingTrialTest(unittest.TestCase):
    def launch(self, **arguments):
        launched = Launched("agility_trial.launch", {**ARGUMENTS, **arguments})
        self.addCleanup(launched.close)
        return launched

    def run_trial(self, **arguments):
        """Return the record of a trial that has ended by itself."""
        launched = self.launch(**arguments)
        launched.ended(PATIENCE)
        self.assertEqual(launched.failure, "", launched.output)
        return launched, read(arguments.get("resume", launched.run_folder))

    def test_orders_are_kitted_in_truth_though_a_grasp_slips_and_a_part_is_gone(self):
        launched, record = self.run_trial()
        log = [(event.kind, event.subject) for event in record.events]
        self.assertTrue(record.score.complete, log)
        self.assertEqual(record.score.completion, 1.0)
        self.assertIn((events.FAULT_INJECTED, "missing_part"), log)
        self.assertIn((events.FAULT_CLEARED, "slipped_grasp"), log)
        failures = [
            event.data["failure"] for event in record.events if event.kind == events.ACTION_FAILED
        ]
        self.assertIn("grasp_slipped", failures)
        self.assertTrue(any(kind == events.RECOVERY for kind, _ in log))
        self.assertTrue((launched.run_folder / "report.html").stat().st_size > 10_000)
        self.assertRegex(launched.output, r"complete after [\d.]+ s: score [\d.]+ of [\d.]+")

    @slow
    def test_a_seed_gives_the_same_log_and_score_again(self):
        first, second = (self.run_trial()[1] for _ in range(2))
        self.assertEqual(_log(first), _log(second))
        self.assertEqual(first.score, second.score)

    @slow
    def test_robots_change_their_tools_though_a_changer_is_stuck(self):
        _, record = self.run_trial(
            trial=CONFIG / "kitting" / "trials" / "tool_changes.yaml",
            layout=CONFIG / "kitting_tools.yaml",
        )
        log = _log(record)
        self.assertTrue(record.score.complete, log)
        failures = [
            event.data["failure"] for event in record.events if event.kind == events.ACTION_FAILED
        ]
        self.assertEqual(failures, ["tool_changer_stuck"] * 2)
        changes = [
            (event.subject, event.data["action"][:6], event.data["arguments"]["endeffector"])
            for event in record.events
            if event.kind == events.ACTION_DONE and "endEffector" in event.data["action"]
        ]
        for robot in ("fanuc", "motoman"):
            taken = {tool for name, way, tool in changes if (name, way) == (robot, "attach")}
            self.assertEqual(taken, {"jaw", "cup"}, changes)

    @slow
    def test_a_robot_is_switched_to_an_external_crcl_server_while_the_trial_runs(self):
        launched = Launched(
            str(TRIAL.with_name("external_server.launch")),
            {**ARGUMENTS, "external_port": free_port()},
        )
        self.addCleanup(launched.close)
        launched.said(r"action_done fanuc: number \d+, action take-part", PATIENCE)
        switched = launched.run("rosservice", "call", "/fanuc/set_target", "real")
        self.assertIn("success: True", switched, launched.output)
        launched.ended(PATIENCE)
        self.assertEqual(launched.failure, "", launched.output)
        self.assertTrue(read(launched.run_folder).score.complete, launched.output)
        after = launched.output.split("drives the real robot", 1)[1]
        self.assertRegex(after, r"action_done fanuc: number \d+, action place-part")

    @slow
    def test_a_belt_brings_the_parts(self):
        _, record = self.run_trial(
            trial=CONFIG / "kitting" / "trials" / "conveyor.yaml",
            layout=CONFIG / "kitting_belt.yaml",
        )
        self.assertTrue(record.score.complete, _log(record))

    @slow
    def test_overhead_cameras_are_enough(self):
        _, record = self.run_trial(trial=TWO_PARTS, detector="camera")
        self.assertTrue(record.score.complete, _log(record))
        self.assertEqual(
            [event.data for event in record.events if event.kind == events.ACTION_FAILED], []
        )

    @slow
    def test_a_trial_that_was_killed_goes_on_from_its_database(self):
        launched = self.launch(trial=TWO_PARTS)
        launched.said(r"action_done fanuc: number \d+, action place-part", PATIENCE)
        launched.kill("agility_trial __name")
        launched.ended(PATIENCE)
        self.assertFalse((launched.run_folder / "trial.json").exists())
        before = _placed(launched.run_folder / "world.sqlite")
        again, record = self.run_trial(trial=TWO_PARTS, resume=launched.run_folder)
        self.assertTrue(record.score.complete, again.output)
        times = [event.time for event in record.events]
        self.assertEqual(times, sorted(times))
        self.assertEqual(sum(event.kind == events.TRIAL_BEGUN for event in record.events), 1)
        placed = sum(
            event.kind == events.ACTION_DONE and event.data["action"] == "place-part"
            for event in record.events
        )
        self.assertGreaterEqual(before, 1)
        self.assertEqual(placed, 2, "what lay in its kit before was not kitted again")

    @slow_on_gazebo
    def test_a_trial_for_another_layout_is_refused(self):
        arguments = {**ARGUMENTS, "layout": CONFIG / "agility_lab.yaml"}
        launched = Alone("agility_trial.launch", "agility_trial", arguments)
        self.addCleanup(launched.close)
        launched.ended(PATIENCE)
        self.assertRegex(launched.failure, r"small.yaml: layout: is .*kitting_lab.yaml; launch")


def _log(record):
    """Return all events with their times, without the planner's computing times."""
    machine = ("seconds", "megabytes")
    return [
        (
            event.time,
            event.kind,
            event.subject,
            {key: value for key, value in event.data.items() if key not in machine},
        )
        for event in record.events
    ]


def _placed(database):
    """Return the number of placed parts in a log."""
    connection = resume(database)
    try:
        return connection.execute(
            "SELECT COUNT(*) FROM event WHERE kind = ? AND data LIKE '%\"place-part\"%'",
            (events.ACTION_DONE,),
        ).fetchone()[0]
    finally:
        connection.close()


if __name__ == "__main__":
    rostest.rosrun("sim", "kitting_trial", KittingTrialTest)
