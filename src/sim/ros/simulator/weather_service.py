"""``/gazebo/set_weather``: weather and time of day, changed while the simulation runs."""

from __future__ import annotations

from typing import Any, Dict

import rospy

from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.simulation import Simulation
from sim.rendering.conditions import WeatherSettings, changed, described
from sim.ros.node.services import offer
from sim.srv import SetWeather

NUMBERS = ("clouds", "visibility", "rain", "wetness")


class WeatherService:
    """Its handler runs in the physics thread. ``weather`` is the name of the present one."""

    def __init__(self, simulation: Simulation, cameras: CameraSensors, weather: str) -> None:
        self._simulation, self._cameras, self._weather = simulation, cameras, weather
        self._service: rospy.Service = offer(
            "gazebo/set_weather", SetWeather, simulation.mailbox, self._set
        )

    def _set(self, request: Any) -> Dict[str, Any]:
        weather = changed(
            WeatherSettings(self._weather, self._cameras.conditions),
            request.weather,
            request.time_of_day,
            {name: getattr(request, name) for name in NUMBERS} if request.custom else None,
        )
        self._simulation.vehicles.set_weather(weather.name)
        self._cameras.conditions, self._weather = weather.seen, weather.name
        return {"status_message": described(weather)}
