"""Reports the age of a driver's traffic states: fresh, old, or none."""

from __future__ import annotations

import math
import time

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from sim.drivers.data_age import FRESH, OLD, judge
from sim.ros.conversions import header

DIAGNOSTICS_PERIOD = 1.0  # s of wall time
LINE_PERIOD = 10.0  # s of wall time
_LEVELS = {FRESH: DiagnosticStatus.OK, OLD: DiagnosticStatus.WARN}


class DriverDiagnostics:
    """Publishes the greatest age of each second on ``/diagnostics``.

    Ages that are not fresh are logged, at most every ``LINE_PERIOD`` wall s.
    """

    def __init__(self, greatest_age: float) -> None:
        self._greatest_age, self._worst = greatest_age, 0.0
        self._next, self._next_line = 0.0, 0.0
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=5)

    def report(self, age: float) -> None:
        """Record the age (s) of the state last used by the driver."""
        self._worst = max(self._worst, age)
        verdict, text = judge(age, self._greatest_age)
        wall = time.monotonic()
        # Standing before the first state is not worth a line.
        if verdict != FRESH and math.isfinite(age) and wall >= self._next_line:
            rospy.logwarn("%s", text)
            self._next_line = wall + LINE_PERIOD
        if wall >= self._next:
            self._publish()
            self._next, self._worst = wall + DIAGNOSTICS_PERIOD, 0.0

    def _publish(self) -> None:
        verdict, text = judge(self._worst, self._greatest_age)
        status = DiagnosticStatus(
            level=_LEVELS.get(verdict, DiagnosticStatus.ERROR),
            name=f"{rospy.get_name()}: traffic",
            message=text,
            values=[KeyValue("greatest age of the last second, s", f"{self._worst:.3f}")],
        )
        self._publisher.publish(
            DiagnosticArray(header=header(rospy.get_time(), ""), status=[status])
        )
