"""The weather that a simulator is started with, by name; what tyres feel of it is in
``laws/vehicle/weather.cc``."""

from __future__ import annotations

from sim.errors import InputError

WEATHERS = ("dry", "wet", "ice", "clear", "cloudy", "fog", "rain")


def check_weather(name: str) -> None:
    """InputError for a name of no weather."""
    if name not in WEATHERS:
        raise InputError("weather", f"'{name}' is not one of: {', '.join(WEATHERS)}")
