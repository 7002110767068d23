#!/usr/bin/env python3
"""agility_trial.launch gets orders kitted whatever goes wrong, judges by what is true, repeats from
its seed, and goes on after it was killed."""

import os
import sys
import unittest
from pathlib import Path

import rostest

from sim.kitting import events
from sim.kitting.trial.summary import read
from sim.kitting.world.database import resume

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import Launched, slow, slow_on_gazebo

TRIAL = Path(os.path.realpath(__file__)).parent / "kitting" / "small.yaml"
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
        """The record of a trial that has ended by itself."""
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
    def test_a_seed_gives_the_same_actions_and_score_again(self):
        first, second = (self.run_trial()[1] for _ in range(2))
        for subject in ("fanuc", "motoman", "missing_part", "slipped_grasp"):
            self.assertEqual(_story(first, subject), _story(second, subject))
        self.assertEqual(first.score.total, second.score.total)

    @slow_on_gazebo
    def test_a_trial_that_was_killed_goes_on_from_its_database(self):
        launched = self.launch()
        launched.said(r"action_done fanuc: number \d+, action place-part", PATIENCE)
        launched.kill("agility_trial __name")
        launched.ended(PATIENCE)
        self.assertFalse((launched.run_folder / "trial.json").exists())
        before = _placed(launched.run_folder / "world.sqlite")
        again, record = self.run_trial(resume=launched.run_folder)
        self.assertTrue(record.score.complete, again.output)
        times = [event.time for event in record.events]
        self.assertEqual(times, sorted(times))
        self.assertEqual(sum(event.kind == events.TRIAL_BEGUN for event in record.events), 1)
        placed = sum(
            event.kind == events.ACTION_DONE and event.data["action"] == "place-part"
            for event in record.events
        )
        self.assertGreaterEqual(before, 1)
        self.assertEqual(placed, 3, "what lay in its kit before was not kitted again")

    @slow_on_gazebo
    def test_a_trial_for_another_layout_is_refused(self):
        launched = self.launch(layout=Path(TRIAL).parents[3] / "config" / "agility_lab.yaml")
        launched.ended(PATIENCE)
        self.assertRegex(launched.failure, r"small.yaml: layout: is .*kitting_lab.yaml; launch")


def _story(record, subject):
    """What happened to a robot or by a fault, without times: these may differ by a step, since a
    gripper's state reaches its controller when it may."""
    return [
        (event.kind, event.data.get("action"), event.data.get("failure"), event.data.get("targets"))
        for event in record.events
        if event.subject == subject and event.kind != events.WAITING
    ]


def _placed(database):
    """How many parts a log has as placed."""
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
