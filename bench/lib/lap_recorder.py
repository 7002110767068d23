"""Records a lap of the loop by truth, beside ``ego_dev``.

Usage: ``python3 -m bench.lib.lap_recorder OUT.json``. Its document has ``driven``, the lap's
duration (s), the car's deviation from the lane's centre (rms and largest, m), the largest excess of
its side over its lane's border (m, negative: within), and the places of these two along its way
(m).
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import List, Tuple

import numpy as np
import rospy
from nav_msgs.msg import Odometry

from bench.lib.report import ROOT
from sim.arrays import Array
from sim.driving_stack.lane_match import LaneMap
from sim.driving_stack.route import StackRoute, route
from sim.traffic.roads.network import Network

NET = ROOT / "networks" / "loop" / "loop.net.xml"
START_EDGE = "main_1_west"
VIA_EDGE = "motorway_2"
HALF_CAR_WIDTH = 0.9  # m
REPORT_PERIOD = 2.0  # s


class Recorder:
    """Records the ego until it passes the start of its way."""

    def __init__(self, way: StackRoute, out: Path) -> None:
        self._way, self._out, self._next = way, out, 0.0
        self._rows: List[Tuple[float, float, float]] = []
        self._driven = False

    def hear(self, message: Odometry) -> None:
        """A pose of the truth."""
        if self._driven:
            return
        at, now = message.pose.pose.position, message.header.stamp.to_sec()
        place, aside = self._way.course.path.project(at.x, at.y)
        self._driven = bool(self._rows) and self._rows[-1][1] - place > 0.5 * self._way.length
        self._rows.append((now, place, aside))
        if self._driven or now >= self._next:
            self._next = now + REPORT_PERIOD
            self._write()

    def _write(self) -> None:
        times, places, aside = np.array(self._rows).T
        half = _half_widths(self._way.lanes, places)
        beyond = np.where(half > 1.0, np.abs(aside) + HALF_CAR_WIDTH - half, -np.inf)
        document = {
            "driven": self._driven,
            "seconds": float(times[-1] - times[0]),
            "place": float(places[-1]),
            "rms": float(np.sqrt(np.mean(aside**2))),
            "largest": float(np.abs(aside).max()),
            "largest_at": float(places[np.abs(aside).argmax()]),
            "beyond": float(beyond.max()),
            "beyond_at": float(places[beyond.argmax()]),
        }
        part = self._out.with_suffix(".part")
        part.write_text(json.dumps(document), encoding="utf-8")
        part.replace(self._out)


def _half_widths(lanes: LaneMap, places: Array) -> Array:
    """Return the lane's half width at each place.

    It is 0 unless the place is on a lane both before and after.
    """
    after = np.clip(np.searchsorted(lanes.places, places), 1, len(lanes.places) - 1)
    found: Array = np.minimum(lanes.half_widths[after - 1], lanes.half_widths[after])
    return found


def main() -> None:
    network = Network.read(NET)
    recorder = Recorder(
        route(network, f"{START_EDGE}_1", [VIA_EDGE], START_EDGE, "lap_recorder"), Path(sys.argv[1])
    )
    rospy.init_node("lap_recorder", disable_signals=True)
    rospy.Subscriber("/ego/ground_truth", Odometry, recorder.hear)
    while not rospy.is_shutdown():
        time.sleep(0.2)


if __name__ == "__main__":
    main()
