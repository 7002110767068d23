"""The route of a drive from a node's parameters."""

from __future__ import annotations

from typing import Any

import rospy

from sim.driving_stack.route import Route, route
from sim.ros.node.node import words
from sim.traffic.roads.network import Network


def way(options: Any) -> Route:
    """Return the route of a drive on the map ``net``.

    From ``lane`` over the edges ``via`` to ``destination``.
    """
    network = Network.read(options.net)
    return route(
        network,
        options.lane,
        words(options.via),
        options.destination,
        rospy.resolve_name("~destination"),
    )
