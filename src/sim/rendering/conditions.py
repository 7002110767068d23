"""Weather and time of day of a world.

It has names of common weathers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Dict, Mapping, Optional

from sim.errors import InputError

# Meteorological optical range: where 5 % of the contrast is left.
CLEAR_VISIBILITY = 20000.0  # m
MIN_VISIBILITY = 5.0  # m


@dataclass(frozen=True)
class Conditions:
    """Weather and time of day as numbers.

    ``time_of_day`` in hours from 0 to 24, or None for the world's own lights and background;
    ``clouds``, ``rain``, and ``wetness`` (of level ground) from 0 to 1, ``visibility`` in m.
    """

    time_of_day: Optional[float] = None
    clouds: float = 0.0
    visibility: float = math.inf
    rain: float = 0.0
    wetness: float = 0.0

    def __post_init__(self) -> None:
        for name in ("clouds", "rain", "wetness"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise InputError(
                    "weather", f"{name} is {getattr(self, name)}; write a number from 0 to 1"
                )
        if not self.visibility >= MIN_VISIBILITY:
            raise InputError(
                "weather",
                f"visibility is {self.visibility} m; write {MIN_VISIBILITY:g} m or more",
            )
        if self.time_of_day is not None and not 0.0 <= self.time_of_day <= 24.0:
            raise InputError("time_of_day", f"is {self.time_of_day} h; write a number from 0 to 24")


# Visual meaning of each weather; the effect on tyres is in `sim.vehicle`.
WEATHERS: Dict[str, Conditions] = {
    "dry": Conditions(),
    "clear": Conditions(),
    "cloudy": Conditions(clouds=1.0, visibility=15000.0),
    "wet": Conditions(clouds=0.6, wetness=0.7),
    "rain": Conditions(clouds=1.0, visibility=1200.0, rain=1.0, wetness=1.0),
    "fog": Conditions(clouds=1.0, visibility=100.0),
    "ice": Conditions(clouds=0.3),
}


def conditions_of(weather: str, time_of_day: Optional[float] = None) -> Conditions:
    """Return the conditions of a weather's name at a time. InputError for an unknown name."""
    if weather not in WEATHERS:
        close = get_close_matches(weather, WEATHERS, 1)
        raise InputError(
            "weather",
            f"is {weather!r}; "
            + (f"did you mean {close[0]}? " if close else "")
            + f"write one of {', '.join(WEATHERS)}",
        )
    return replace(WEATHERS[weather], time_of_day=time_of_day)


@dataclass(frozen=True)
class WeatherSettings:
    """Weather ``name``, which selects tyre friction, with the visual conditions ``seen``."""

    name: str
    seen: Conditions


DRY = WeatherSettings("dry", Conditions())


def changed(
    before: WeatherSettings,
    name: str,
    time_of_day: str,
    custom: Optional[Mapping[str, float]] = None,
) -> WeatherSettings:
    """Return the weather after a request.

    An empty ``name`` or ``time_of_day`` keeps the present one; ``custom`` numbers (``clouds``,
    ``visibility``, ``rain``, ``wetness``) replace the name's numbers in pictures; a visibility of 0
    is unlimited. InputError for unknown or invalid values.
    """
    hour = hour_of(time_of_day) if time_of_day else before.seen.time_of_day
    if custom is not None:
        seen = replace(
            conditions_of(name or before.name, hour),
            **{**custom, "visibility": custom["visibility"] or math.inf},
        )
    elif name:
        seen = conditions_of(name, hour)
    else:
        seen = replace(before.seen, time_of_day=hour)
    return WeatherSettings(name or before.name, seen)


def described(weather: WeatherSettings) -> str:
    """Describe a weather in words."""
    hour = weather.seen.time_of_day
    return f"weather {weather.name}, " + ("the world's light" if hour is None else f"{hour:g} h")


def hour_of(text: str) -> Optional[float]:
    """Parse a time of day: hours, or ``world`` for the world's light."""
    if text == "world":
        return None
    try:
        return Conditions(float(text)).time_of_day
    except ValueError:
        raise InputError(
            "time_of_day", f"is {text!r}; write hours from 0 to 24, or world for the world's light"
        ) from None
