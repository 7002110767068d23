"""The lab's protocol on TCP: one port for each robot's side."""

from __future__ import annotations

from typing import Dict, Sequence

import rospy

from sim.errors import InputError, SimulationError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detection.line_reports import line_objects, sides
from sim.kitting.detection.line_server import LineServer
from sim.kitting.detection.lines import write_line
from sim.kitting.detection.lost import Losses
from sim.kitting.detections import Detections
from sim.ros.kitting.options import DetectorParameters
from sim.workcell.layout import Layout


class RobotPorts:
    """TCP ports of the robots' sides.

    The actual ports are in the parameter ``bound_port``; a port in use is logged, and the node
    works without it.
    """

    def __init__(
        self, options: DetectorParameters, layout: Layout, classes: Sequence[ObjectClass]
    ) -> None:
        self._layout, self._classes = layout, classes
        self._servers: Dict[str, LineServer] = {}
        self._losses = {name: Losses() for name in options.sides()}
        for name, port in options.sides().items():
            if name not in layout.robots:
                raise InputError(
                    rospy.resolve_name("~ports"),
                    f"{name!r} is not a robot of the layout; robots: "
                    f"{', '.join(layout.robots) or 'none'}",
                )
            try:
                self._servers[name] = LineServer(options.address, port)
            except SimulationError as error:
                rospy.logerr("lines of %s: %s", name, error)
                continue
            rospy.set_param(f"~bound_port/{name}", self._servers[name].port)

    def send(self, report: Detections) -> None:
        """Send each side its part of a report."""
        if not any(server.clients for server in self._servers.values()):
            return
        for name, seen in sides(report, self._layout).items():
            if name in self._servers:
                line = write_line(line_objects(self._losses[name].noted(seen), self._classes))
                self._servers[name].send(line)

    def state(self) -> Dict[str, object]:
        """Return ports and clients, for diagnostics."""
        return {
            f"{name}_lines": f"port {server.port}, {server.clients} clients"
            for name, server in self._servers.items()
        }

    def close(self) -> None:
        for server in self._servers.values():
            server.close()
