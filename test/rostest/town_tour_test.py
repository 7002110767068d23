#!/usr/bin/env python3
"""The tour of town.launch, without a contact and on the road.

Roundabout, lights, bridge and station.
"""

import csv
import os
import sys
import unittest

import rostest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import Launched

TOUR = ("main_0_east", "ring_se", "main_2_east", "bridge_north", "station_south")
SECONDS = 450


class TownTourTest(unittest.TestCase):
    def test_the_ego_drives_the_tour(self) -> None:
        launched = Launched("town.launch", {"mode": "lockstep", "rtf": 0, "duration": SECONDS})
        try:
            launched.ended(500.0)
            self.assertEqual(launched.failure, "", launched.output)
            summary = launched.summary
            self.assertEqual(summary["status"], "ok")
            self.assertAlmostEqual(summary["duration_s"], SECONDS, delta=0.15)
            self.assertEqual(
                (
                    summary["ego_collisions"],
                    summary["ego_off_road_s"],
                    summary["vehicles_teleported"],
                ),
                (0, 0.0, 0),
            )
            with open(launched.run_folder / "egos" / "ego.csv", encoding="utf-8") as log:
                edges = [row["lane"].rpartition("_")[0] for row in csv.DictReader(log)]
            passed = [edges.index(edge) for edge in TOUR if edge in edges]
            self.assertEqual(len(passed), len(TOUR), launched.output)
            self.assertEqual(passed, sorted(passed))
            self.assertEqual(edges[-1], TOUR[-1])
        finally:
            launched.close()


if __name__ == "__main__":
    rostest.rosrun("sim", "town_tour_test", TownTourTest)
