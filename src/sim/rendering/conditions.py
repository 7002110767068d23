"""Weather and time of day of a world, as numbers, and the names of usual ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Dict, Optional

from sim.errors import InputError

# Visibility is the meteorological optical range: where 5 % of the contrast is left, m.
CLEAR_AIR, LEAST_VISIBILITY = 20000.0, 5.0


@dataclass(frozen=True)
class Conditions:
    """``time_of_day`` in hours from 0 to 24, or None for the world's own lights and background;
    ``clouds``, ``rain`` and ``wetness`` (of level ground) from 0 to 1, ``visibility`` in m."""

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
        if not self.visibility >= LEAST_VISIBILITY:
            raise InputError(
                "weather",
                f"visibility is {self.visibility} m; write {LEAST_VISIBILITY:g} m or more",
            )
        if self.time_of_day is not None and not 0.0 <= self.time_of_day <= 24.0:
            raise InputError("time_of_day", f"is {self.time_of_day} h; write a number from 0 to 24")


# What each name of weather means for the eye; what it means for tyres is `sim.vehicle`'s.
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
    """The conditions of a name of weather at a time; InputError for a name that there is not."""
    if weather not in WEATHERS:
        close = get_close_matches(weather, WEATHERS, 1)
        raise InputError(
            "weather",
            f"is {weather!r}; "
            + (f"did you mean {close[0]}? " if close else "")
            + f"write one of {', '.join(WEATHERS)}",
        )
    return replace(WEATHERS[weather], time_of_day=time_of_day)


def hour_of(text: str) -> Optional[float]:
    """The time of day that a parameter says: hours, or ``world`` for the world's own light."""
    if text == "world":
        return None
    try:
        return Conditions(float(text)).time_of_day
    except ValueError:
        raise InputError(
            "time_of_day", f"is {text!r}; write hours from 0 to 24, or world for the world's light"
        ) from None
