"""Road traffic: networks, 3D worlds, demand, and SUMO co-simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.traffic.run import TrafficRun
    from sim.traffic.session import SumoOptions, SumoSession
    from sim.traffic.world import network_to_world

__all__ = [
    "SumoOptions",
    "SumoSession",
    "TrafficRun",
    "network_to_world",
]

__getattr__ = public_names(
    __name__,
    {
        "run": ["TrafficRun"],
        "session": ["SumoOptions", "SumoSession"],
        "world": ["network_to_world"],
    },
)
