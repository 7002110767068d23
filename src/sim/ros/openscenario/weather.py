"""Sets a scenario's weather and time of day in the simulator."""

from __future__ import annotations

import rospy

from sim.errors import SimulationError
from sim.openscenario.play.environment import WeatherState
from sim.ros.node.waiting import Wait
from sim.srv import SetWeather

SERVICE = "/gazebo/set_weather"


def show(shown: WeatherState, timeout: float) -> None:
    """Set the weather in the simulator, and wait until it is done. ``timeout`` in wall s."""
    Wait(SERVICE, timeout).until_offered()
    hour = "" if shown.hour is None else f"{shown.hour:.6f}"
    try:
        answer = rospy.ServiceProxy(SERVICE, SetWeather)(
            shown.weather,
            hour,
            True,
            shown.clouds,
            shown.visibility,
            shown.rain,
            shown.wetness,
        )
    except (rospy.ROSException, rospy.ServiceException) as error:
        raise SimulationError(f"the simulator does not take the weather ({error})") from None
    if not answer.success:
        raise SimulationError(answer.status_message)
    rospy.loginfo("%s", answer.status_message)
