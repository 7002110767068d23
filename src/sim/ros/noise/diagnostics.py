"""Diagnostics of sensor_noise: one status per chain at work."""

from __future__ import annotations

from typing import Dict

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from sim.ros.conversions import header
from sim.ros.noise.link import NoiseLink
from sim.ros.noise.links import NoiseLinks


class NoiseDiagnostics:
    """``/diagnostics``, published when :meth:`update` is called."""

    def __init__(self, links: NoiseLinks) -> None:
        self._links = links
        self._lost: Dict[str, int] = {}
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=1)

    def update(self) -> None:
        links = self._links.links
        statuses = [_status(link, self._lately(link)) for link in links]
        self._publisher.publish(
            DiagnosticArray(header=header(rospy.get_time(), ""), status=statuses)
        )

    def _lately(self, link: NoiseLink) -> int:
        """Return the number of messages lost by overload since the last call."""
        lost, before = link.overrun + link.missed, self._lost.get(link.chain.topic, 0)
        self._lost[link.chain.topic] = lost
        return lost - before


def _status(link: NoiseLink, lost: int) -> DiagnosticStatus:
    chain, found = link.chain, link.statistics
    if found.error:
        level, text = DiagnosticStatus.ERROR, found.error
    elif lost > 0:
        level, text = (
            DiagnosticStatus.WARN,
            f"overload: {lost} messages dropped in the last second, {found.rate:.1f} Hz left",
        )
    elif not link.topic.active:
        level, text = DiagnosticStatus.OK, "no subscribers"
    else:
        level, text = DiagnosticStatus.OK, f"{found.rate:.1f} Hz"
    values = (
        ("chain", chain.spec.name),
        ("rate_hz", round(found.rate, 2)),
        ("latency_ms", round(1e3 * found.work, 2)),
        ("delay_ms", round(1e3 * found.delay, 2)),
        ("received", found.received),
        ("sent", found.sent),
        ("dropped", chain.lost),
        ("overrun", link.overrun),
        ("missed", link.missed),
        ("refused", found.refused),
        ("factor", chain.factor),
    )
    return DiagnosticStatus(
        level=level,
        name=f"{rospy.get_name()}: {chain.topic}",
        message=text,
        values=[KeyValue(key, str(value)) for key, value in values],
    )
