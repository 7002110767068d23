"""The light curtains of a layout in ROS.

Subscribes to scans of their rays; publishes ``/<curtain>/interrupted``, ``/<curtain>/stop`` and
diagnostics; offers a service ``/<curtain>/reset``.
"""

from __future__ import annotations

import threading
from typing import Dict

import numpy as np
import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from sensor_msgs.msg import LaserScan
from std_msgs.msg import Bool
from std_srvs.srv import Trigger, TriggerRequest, TriggerResponse

from sim.errors import InputError
from sim.workcell.layout import Layout
from sim.workcell.light_curtain import Guarding
from sim.workcell.stations import LightCurtain


class CurtainNode:
    """One curtain; callbacks run in rospy's threads, one at a time."""

    def __init__(self, name: str, curtain: LightCurtain) -> None:
        self._name, self._curtain, self._guarding = name, curtain, Guarding(curtain)
        self._lock = threading.Lock()
        self._interrupted, self._stop = (
            rospy.Publisher(f"/{name}/{what}", Bool, queue_size=1, latch=True)
            for what in ("interrupted", "stop")
        )
        self._publish()
        rospy.Service(f"/{name}/reset", Trigger, self._reset)
        rospy.Subscriber(
            f"/{name}/light/scan", LaserScan, self._measured, queue_size=1, tcp_nodelay=True
        )

    def status(self) -> DiagnosticStatus:
        """Return the diagnostic status, a warning while it stops robots."""
        guarding = self._guarding
        words = (
            "interrupted"
            if guarding.interrupted
            else "clear, and not reset yet"
            if guarding.stops
            else "clear"
        )
        return DiagnosticStatus(
            DiagnosticStatus.WARN if guarding.stops else DiagnosticStatus.OK,
            f"light curtain {self._name}",
            words,
            self._name,
            [KeyValue("robots", ", ".join(self._curtain.robots))],
        )

    def _measured(self, scan: LaserScan) -> None:
        ranges = np.asarray(scan.ranges, dtype=float)
        if len(ranges) != self._curtain.beams:
            rospy.logerr_throttle(
                10.0,
                f"/{self._name}/light/scan has {len(ranges)} rays, not {self._curtain.beams}; it "
                "is ignored",
            )
            return
        with self._lock:
            if self._guarding.measure(ranges):
                self._publish()

    def _reset(self, request: TriggerRequest) -> TriggerResponse:
        with self._lock:
            free = self._guarding.reset()
            self._publish()
        return TriggerResponse(free, "clear" if free else "the light curtain is interrupted")

    def _publish(self) -> None:
        self._interrupted.publish(self._guarding.interrupted)
        self._stop.publish(self._guarding.stops)


class LightCurtains:
    """All curtains of a layout; InputError if one names an unknown robot."""

    def __init__(self, layout: Layout) -> None:
        self._nodes: Dict[str, CurtainNode] = {
            name: CurtainNode(name, curtain) for name, curtain in curtains_of(layout).items()
        }
        self._diagnostics = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=10)

    def diagnose(self) -> None:
        """Publish the diagnostics of all curtains."""
        array = DiagnosticArray(status=[node.status() for node in self._nodes.values()])
        array.header.stamp = rospy.Time.now()
        self._diagnostics.publish(array)


def curtains_of(layout: Layout) -> Dict[str, LightCurtain]:
    """Return the light curtains of a layout by their models' names."""
    found = {}
    for name, placed in layout.models.items():
        body = placed.part.body
        if isinstance(body, LightCurtain):
            unknown = [robot for robot in body.robots if robot not in layout.robots]
            if unknown:
                raise InputError(
                    f"parts/{placed.part.name}/robots",
                    f"{unknown[0]!r} is not one of: {', '.join(layout.robots) or 'none'}",
                )
            found[name] = body
    return found
