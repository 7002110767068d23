"""Weather at the start of a simulator, by name.

Its effect on tyres is in ``laws/vehicle/weather.cc``.
"""

from __future__ import annotations

from sim.errors import InputError

WEATHERS = ("dry", "wet", "ice", "clear", "cloudy", "fog", "rain")


def check_weather(name: str) -> None:
    """Raise InputError for an unknown weather."""
    if name not in WEATHERS:
        raise InputError("weather", f"'{name}' is not one of: {', '.join(WEATHERS)}")
