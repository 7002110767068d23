"""Services of running traffic, under ``/traffic/``.

Each is executed by the thread that owns SUMO.
"""

from __future__ import annotations

from typing import Any, Dict, List

import rospy

from sim import srv
from sim.ros.node.services import offer
from sim.traffic.control.control import TrafficControl
from sim.traffic.control.vehicles import Commanded
from sim.traffic.run import TrafficRun


class TrafficServices:
    """Offers the services for as long as it lives."""

    def __init__(self, run: TrafficRun) -> None:
        self._run = run
        handlers = {
            "set_light": (srv.SetLight, self._set_light),
            "set_light_program": (srv.SetLightProgram, self._set_light_program),
            "set_speed": (srv.SetSpeed, self._set_speed),
            "change_lane": (srv.ChangeLane, self._change_lane),
            "reroute": (srv.Reroute, self._reroute),
            "set_parameters": (srv.SetParameters, self._set_parameters),
            "release": (srv.ReleaseVehicles, self._release),
            "add_vehicle": (srv.AddVehicle, self._add_vehicle),
            "remove_vehicle": (srv.RemoveVehicle, self._remove_vehicle),
            "set_flow": (srv.SetFlow, self._set_flow),
        }
        self._services: List[rospy.Service] = [
            offer(f"/traffic/{name}", kind, run.requests, handler)
            for name, (kind, handler) in handlers.items()
        ]

    @property
    def _control(self) -> TrafficControl:
        """Control of the present session; a reset replaces it."""
        return self._run.control

    def _set_light(self, request: srv.SetLightRequest) -> Dict[str, Any]:
        if not request.state:
            self._control.lights.release(request.light)
            return _said(f"{request.light} runs its program")
        self._control.lights.hold(request.light, request.state, request.duration)
        return _said(f"{request.light} holds {request.state}{_for(request.duration)}")

    def _set_light_program(self, request: srv.SetLightProgramRequest) -> Dict[str, Any]:
        self._control.lights.run_program(request.light, request.program)
        return _said(
            f"{request.light} runs program '{request.program}'"
            if request.program
            else f"{request.light} runs its first program"
        )

    def _set_speed(self, request: srv.SetSpeedRequest) -> Dict[str, Any]:
        return _answer(
            self._control.vehicles.set_speed(request.vehicles, request.speed, request.duration)
        )

    def _change_lane(self, request: srv.ChangeLaneRequest) -> Dict[str, Any]:
        return _answer(
            self._control.vehicles.change_lane(
                request.vehicles, request.lane, request.relative, request.duration
            )
        )

    def _reroute(self, request: srv.RerouteRequest) -> Dict[str, Any]:
        return _answer(
            self._control.vehicles.reroute(request.vehicles, request.destination, request.via)
        )

    def _set_parameters(self, request: srv.SetParametersRequest) -> Dict[str, Any]:
        return _answer(
            self._control.vehicles.set_parameters(
                request.vehicles, request.names, request.values, request.duration
            )
        )

    def _release(self, request: srv.ReleaseVehiclesRequest) -> Dict[str, Any]:
        return _answer(self._control.vehicles.release(request.vehicles))

    def _add_vehicle(self, request: srv.AddVehicleRequest) -> Dict[str, Any]:
        edges = (request.from_edge, *request.via, request.to_edge)
        name = self._control.insertion.add(
            request.name, request.type, edges, (request.lane, request.position, request.speed)
        )
        return {"name": name, **_said(f"{name} comes as soon as there is room")}

    def _remove_vehicle(self, request: srv.RemoveVehicleRequest) -> Dict[str, Any]:
        return _answer(self._control.vehicles.remove(request.vehicles))

    def _set_flow(self, request: srv.SetFlowRequest) -> Dict[str, Any]:
        edges = (request.from_edge, request.to_edge)
        return _said(
            self._control.flows.set(request.flow, edges, request.type, request.vehicles_per_hour)
        )


def _said(line: str) -> Dict[str, Any]:
    return {"status_message": line}


def _answer(done: Commanded) -> Dict[str, Any]:
    count = f"{len(done.affected)} vehicle{'' if len(done.affected) == 1 else 's'} commanded"
    return {"affected": done.affected, **_said(f"{count}; {done.remark}" if done.remark else count)}


def _for(duration: float) -> str:
    return f" for {duration:g} s" if duration > 0 else " until it is released"
