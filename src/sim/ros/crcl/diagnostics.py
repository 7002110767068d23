"""Diagnostics of crcl_bridge: server with clients, session with robot."""

from __future__ import annotations

from typing import Any, Iterable, Tuple

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from sim.crcl.session import SessionState
from sim.ros.conversions import header
from sim.ros.crcl.bridge import CrclBridge

# Simulated s without feedback after which a robot counts as silent.
STALE = 1.0


class CrclDiagnostics:
    """``/diagnostics``, published when :meth:`update` is called."""

    def __init__(self, bridge: CrclBridge) -> None:
        self._bridge = bridge
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=1)

    def update(self) -> None:
        self._publisher.publish(
            DiagnosticArray(
                header=header(rospy.get_time(), ""), status=[self._server(), self._session()]
            )
        )

    def _server(self) -> DiagnosticStatus:
        server = self._bridge.server
        if server.error or server.port is None:
            level, text = DiagnosticStatus.ERROR, server.error or "not listening yet"
        else:
            level, text = DiagnosticStatus.OK, f"listens on {server.options.address}:{server.port}"
        return _status(
            "server",
            level,
            text,
            (
                ("clients", len(server.clients)),
                ("commander", server.reception.commander or ""),
                ("documents", server.documents),
                ("refused", server.reception.refused),
            ),
        )

    def _session(self) -> DiagnosticStatus:
        session, targets = self._bridge.session, self._bridge.targets
        standing, feedback = session.standing, session.feedback
        age = None if feedback is None else rospy.get_time() - feedback.time
        if standing.state == SessionState.ERROR:
            level, text = DiagnosticStatus.WARN, standing.description
        elif age is None or age > STALE:
            level, text = (
                DiagnosticStatus.WARN,
                f"the {targets.current} robot sends no status"
                + ("" if age is None else f" since {age:.1f} s"),
            )
        else:
            level, text = (
                DiagnosticStatus.OK,
                f"command {standing.command_id} {standing.state.name.lower()}",
            )
        return _status(
            "session",
            level,
            text,
            (
                ("target", targets.current),
                ("commands", targets.topic),
                ("in_session", session.active),
                ("command_id", standing.command_id),
                ("state", standing.state.crcl),
                ("description", standing.description),
            ),
        )


def _status(
    name: str, level: int, text: str, values: Iterable[Tuple[str, Any]]
) -> DiagnosticStatus:
    return DiagnosticStatus(
        level=level,
        name=f"{rospy.get_name()}: {name}",
        message=text,
        values=[KeyValue(key, str(value)) for key, value in values],
    )
