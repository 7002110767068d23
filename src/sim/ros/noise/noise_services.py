"""Services of sensor_noise, under ``/sensor_noise/``."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

import rospy

from sim import srv
from sim.noise.faults import MessageFault
from sim.ros.node.services import offer
from sim.ros.noise.links import NoiseLinks


class NoiseServices:
    """Offers the services during its lifetime. Each holds the lock of the links."""

    def __init__(self, links: NoiseLinks) -> None:
        self._links = links
        handlers = {
            "switch_profile": (srv.NoiseProfile, self._switch),
            "scale": (srv.NoiseScale, self._scale),
            "inject_fault": (srv.NoiseFault, self._inject),
            "reset_seed": (srv.NoiseSeed, self._reset),
        }
        self._services: List[rospy.Service] = [
            offer(f"~{name}", kind, self, handler) for name, (kind, handler) in handlers.items()
        ]

    def call(self, function: Callable[[], Any]) -> Any:
        """Handle requests one at a time."""
        with self._links:
            return function()

    def _switch(self, request: srv.NoiseProfileRequest) -> Dict[str, Any]:
        self._links.use(request.profile, request.changes)
        names = [spec.name for spec in self._links.profile.chains]
        return {
            "chains": names,
            "status_message": f"{self._links.profile.name}: {', '.join(names) or 'no chain'}",
        }

    def _scale(self, request: srv.NoiseScaleRequest) -> Dict[str, Any]:
        self._links.scale(request.factor, request.chain)
        return {
            "status_message": f"sigmas of {request.chain or 'all chains'} times {request.factor:g}"
        }

    def _inject(self, request: srv.NoiseFaultRequest) -> Dict[str, Any]:
        start = request.start.to_sec() or rospy.get_time()
        fault = MessageFault(
            request.kind, start, request.duration.to_sec(), request.part, tuple(request.size)
        )
        topics = self._links.inject(fault, request.chain)
        return {
            "status_message": f"{fault.kind} of {', '.join(topics)} from {fault.start:g} to "
            f"{fault.end:g} s"
        }

    def _reset(self, request: srv.NoiseSeedRequest) -> Dict[str, Any]:
        self._links.reseed(None if request.seed < 0 else request.seed)
        return {
            "status_message": "all chains begin again with "
            + ("the profile's seed" if request.seed < 0 else f"seed {request.seed}")
        }
