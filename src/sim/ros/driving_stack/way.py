"""The route of a drive from a node's parameters."""

from __future__ import annotations

from typing import Any

import rospy

from sim.driving_stack.route import StackRoute, route
from sim.ros.node.node import words
from sim.traffic.roads.network import Network


def way(options: Any) -> StackRoute:
    """Return a drive's route on the map ``net`` from ``lane`` to ``destination``, over ``via``."""
    network = Network.read(options.net)
    return route(
        network,
        options.lane,
        words(options.via),
        options.destination,
        rospy.resolve_name("~destination"),
    )
