"""Detections of an external detector, as lines over TCP."""

from __future__ import annotations

import threading
from typing import Callable, Dict, Optional, Tuple

import rospy

from sim.kitting.detection.classes import classes_of
from sim.kitting.detection.line_client import LineClient
from sim.kitting.detection.line_reports import report_of
from sim.kitting.detection.lines import LineObject
from sim.kitting.detections import Detections
from sim.ros.kitting.options import DetectorParameters
from sim.ros.node.node import words
from sim.workcell.layout import Layout

SOURCE = "external"


class ExternalSource:
    """Combines the last line of each address into one report.

    A report is made on each line, and stamped with the time of its arrival.
    """

    def __init__(
        self, options: DetectorParameters, layout: Layout, report: Callable[[Detections], None]
    ) -> None:
        self._layout, self._classes, self._report = layout, classes_of(layout), report
        self._lines: Dict[str, Tuple[LineObject, ...]] = {}
        self._lock = threading.Lock()
        self._clients = [
            LineClient(address, self._taker(address)) for address in words(options.external)
        ]

    def __str__(self) -> str:
        return ", ".join(
            f"{one.name} ({one.lines} lines, {one.refused} refused)" for one in self._clients
        )

    def look(self, after: float) -> Optional[Detections]:
        """Return None: the source answers no requests."""
        return None

    def close(self) -> None:
        for one in self._clients:
            one.close()

    def _taker(self, address: str) -> Callable[[Tuple[LineObject, ...]], None]:
        def take(objects: Tuple[LineObject, ...]) -> None:
            with self._lock:
                report_of(objects, self._layout, self._classes, 0.0, address)
                self._lines[address] = objects
                together = [one for line in self._lines.values() for one in line]
                self._report(
                    report_of(together, self._layout, self._classes, rospy.get_time(), SOURCE)
                )

        return take
