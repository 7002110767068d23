"""gazebo_ros services about lights, as the cameras of this simulator see them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Dict

import numpy as np
from std_msgs.msg import ColorRGBA

from gazebo_msgs.srv import DeleteLight, GetLightProperties, SetLightProperties
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.ros.conversions import array, matrix_from_pose
from sim.ros.node.services import offer
from sim.sdf.look import Light

FADING = ("attenuation_constant", "attenuation_linear", "attenuation_quadratic")


class LightServices:
    """``/gazebo/get_light_properties`` and its kin; handlers run in the physics thread."""

    def __init__(self, simulation: Simulation, cameras: CameraSensors) -> None:
        self._cameras = cameras
        box = simulation.mailbox
        self._services = [
            offer("gazebo/get_light_properties", GetLightProperties, box, self._get),
            offer("gazebo/set_light_properties", SetLightProperties, box, self._set),
            offer("gazebo/delete_light", DeleteLight, box, self._delete),
        ]

    def _get(self, request: Any) -> Dict[str, Any]:
        light = self._named(request.light_name)
        return {"diffuse": ColorRGBA(*light.diffuse, 1.0), **dict(zip(FADING, light.attenuation))}

    def _set(self, request: Any) -> Dict[str, Any]:
        light = self._named(request.light_name)
        color = (request.diffuse.r, request.diffuse.g, request.diffuse.b)
        fading = tuple(getattr(request, name) for name in FADING)
        for name, values in (("diffuse", color), ("attenuation", fading)):
            if not all(math.isfinite(value) and value >= 0.0 for value in values):
                raise InputError(name, f"{values} must be finite and not negative")
        if light.kind != "directional" and not any(fading):
            raise InputError("attenuation", "is 0 at all distances; (1, 0, 0) does not fade")
        pose = matrix_from_pose(request.pose)
        direction = pose[:3, :3] @ array(request.direction)
        length = float(np.linalg.norm(direction))
        if not math.isfinite(length):
            raise InputError("direction", "holds a number that is not finite")
        if light.kind != "point" and length == 0.0:
            raise InputError(
                "direction", f"a {light.kind} light shines somewhere; (0, 0, -1) is down"
            )
        self._exchange(
            light,
            replace(
                light,
                position=tuple(pose[:3, 3].tolist()),
                direction=tuple((direction / length).tolist()) if length else light.direction,
                diffuse=color,
                attenuation=fading,
                cast_shadows=request.cast_shadows,
            ),
        )
        hour = self._cameras.conditions.time_of_day
        hidden = light.kind == "directional" and hour is not None
        return {
            "status_message": "light set"
            + ("; the daylight of a time of day is seen in its place" if hidden else "")
        }

    def _delete(self, request: Any) -> Dict[str, Any]:
        self._exchange(self._named(request.light_name))
        return {}

    def _named(self, name: str) -> Light:
        lights = self._cameras.look.lights
        for light in lights:
            if light.name == name:
                return light
        names = ", ".join(light.name for light in lights)
        raise InputError(name, f"no such light; lights: {names or 'none'}")

    def _exchange(self, light: Light, *others: Light) -> None:
        look = self._cameras.look
        lights = [kept for one in look.lights for kept in (others if one is light else (one,))]
        self._cameras.look = replace(look, lights=tuple(lights))
