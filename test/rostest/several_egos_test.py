#!/usr/bin/env python3
"""Several egos in one network.

They have their own names, topics, drivers and figures; a radius shows traffic near either of them.
"""

import os
import sys
import unittest

import rosunit

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
from launched import Launched, slow  # noqa: E402
from simulator_client import program  # noqa: E402

LAUNCH = "two_egos.launch"
LOCKSTEP = {"mode": "lockstep", "warm_up": 0, "duration": 30}
EGOS = ("north", "south")


class SeveralEgosTest(unittest.TestCase):
    """Cases with one launch each, on its own master."""

    def launch(self, **arguments) -> Launched:
        launched = Launched(LAUNCH, {**LOCKSTEP, **arguments})
        self.addCleanup(launched.close)
        return launched

    def test_each_has_its_driver_its_topics_and_its_figures(self) -> None:
        # It runs until it is interrupted, since nodes and topics are only there while it does.
        launched = self.launch(duration=0)
        launched.said(r"\b[3-9]\d\.\d s simulated \||\b\d{3,}\.\d s simulated \|")
        nodes = launched.run("rosnode", "list").split()
        topics = launched.run("rostopic", "list").split()
        for ego in EGOS:
            self.assertIn(f"/{ego}/{ego}_driver", nodes)
            for topic in ("ackermann_cmd", "odom", "traffic"):
                self.assertIn(f"/{ego}/{topic}", topics)
        launched.interrupt()
        launched.ended(300.0)
        summary = launched.summary
        self.assertEqual(summary["status"], "interrupted", launched.output)
        self.assertEqual(sorted(summary["egos"]), sorted(EGOS))
        for ego in EGOS:
            figures = summary["egos"][ego]
            self.assertEqual(figures["collisions"], 0, launched.output)
            self.assertGreater(figures["time_s"], 29.0)
            self.assertGreater(figures["distance_m"], 20.0)
            self.assertEqual(figures["off_road_s"], 0.0)
            lines = (launched.run_folder / "egos" / f"{ego}.csv").read_text().splitlines()
            self.assertEqual(len(lines) - 1, round(figures["time_s"] / 0.1))
        plotted = launched.run(program("plot_run"), str(launched.run_folder), timeout=120.0)
        self.assertIn("ego_safety.png", plotted)
        self.assertTrue((launched.run_folder / "plots" / "ego_motion.png").is_file(), plotted)

    def test_one_follows_the_other_in_its_lane(self) -> None:
        # Both before the queues of the demand; the second begins 25 m behind the first.
        launched = self.launch(first_pos=-560, second_lane="In1_0", second_pos=-585)
        launched.ended(300.0)
        first, second = (launched.summary["egos"][ego] for ego in EGOS)
        self.assertEqual(launched.summary["ego_collisions"], 0, launched.output)
        self.assertGreater(second["distance_m"], 10.0)
        self.assertLessEqual(second["gap_m"]["min"], 21.0)
        self.assertGreater(second["gap_m"]["min"], 1.0)
        self.assertEqual(first["drac_of_others_conflicts"], 0)

    def test_a_radius_shows_what_is_near_an_ego(self) -> None:
        launched = self.launch(radius=60)
        launched.ended(300.0)
        summary = launched.summary
        self.assertEqual(summary["status"], "ok", f"{summary['cause']}\n{launched.output}")
        # Around each ego its own queue, of at most four lanes with a vehicle every 7 m.
        self.assertLess(summary["vehicles_max"], 2 * 4 * 2 * 60 / 7)
        trips = summary["delay"]
        self.assertGreater(
            trips["trips_arrived"] + trips["trips_under_way"], 2 * summary["vehicles_max"]
        )
        for ego in EGOS:
            self.assertIsNotNone(
                summary["egos"][ego]["gap_m"]["p50"], f"{ego} saw nobody:\n{launched.output}"
            )
            self.assertEqual(summary["egos"][ego]["collisions"], 0)

    @slow
    def test_a_radius_of_nothing_is_refused(self) -> None:
        launched = self.launch(radius=0)
        launched.ended(120.0)
        self.assertRegex(launched.failure, "radius: 0 m shows no vehicles")


if __name__ == "__main__":
    rosunit.unitrun("sim", "several_egos", SeveralEgosTest)
