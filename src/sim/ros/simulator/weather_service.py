"""``/gazebo/set_weather``: weather and time of day, changed while the simulation runs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Dict

import rospy

from sim.embedded.cameras import Cameras
from sim.embedded.simulation import Simulation
from sim.rendering.conditions import conditions_of, hour_of
from sim.ros.node.services import offer
from sim.srv import SetWeather


class WeatherService:
    """Its handler runs in the physics thread; ``weather`` is the name of what there is."""

    def __init__(self, simulation: Simulation, cameras: Cameras, weather: str) -> None:
        self._simulation, self._cameras, self._weather = simulation, cameras, weather
        self._service: rospy.Service = offer(
            "gazebo/set_weather", SetWeather, simulation.mailbox, self._set
        )

    def _set(self, request: Any) -> Dict[str, Any]:
        before = self._cameras.conditions
        weather = request.weather or self._weather
        hour = hour_of(request.time_of_day) if request.time_of_day else before.time_of_day
        if request.custom:
            conditions = replace(
                conditions_of(weather, hour),
                clouds=request.clouds,
                visibility=request.visibility or math.inf,
                rain=request.rain,
                wetness=request.wetness,
            )
        elif request.weather:
            conditions = conditions_of(weather, hour)
        else:
            conditions = replace(before, time_of_day=hour)
        self._simulation.vehicles.set_weather(weather)
        self._cameras.conditions, self._weather = conditions, weather
        time = "the world's light" if hour is None else f"{hour:g} h"
        return {"status_message": f"weather {weather}, {time}"}
