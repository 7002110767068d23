"""Weather and time of day of a scenario, set by EnvironmentActions."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import List, Optional

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.model.global_actions import (
    Environment,
    Precipitation,
    RoadCondition,
    Weather,
)
from sim.openscenario.reading.rules import COMPARE

# Precipitation that counts as strongest, and visibility that counts as clear.
HEAVY_PRECIPITATION = 50.0  # mm/h
CLEAR_VISIBILITY = 20000.0  # m
# Largest friction of icy and of wet roads, for the names of weather for tyres.
MAX_ICE_FRICTION = 0.4
MAX_WET_FRICTION = 0.9
# In the order of friction, the most slippery first.
GRIPS = ("ice", "rain", "wet", "dry")
WETNESS = {"dry": 0.0, "moist": 0.3, "wetWithPuddles": 0.8, "lowFlooded": 1.0, "highFlooded": 1.0}
CLOUDINESS = {"free": 0.0, "skyOff": 0.0, "cloudy": 0.6, "overcast": 1.0, "rainy": 1.0}
OKTAS = (
    *("zeroOktas", "oneOktas", "twoOktas", "threeOktas", "fourOktas"),
    *("fiveOktas", "sixOktas", "sevenOktas", "eightOktas", "nineOktas"),
)
ZONE_PATTERN = re.compile(r"([+-]\d\d):?(\d\d)$")


@dataclass(frozen=True)
class WeatherState:
    """Weather and time for a simulator.

    ``weather`` by the name for tyres, with the numbers for cameras (``visibility`` 0 is unlimited),
    and the ``hour`` of the day, None without.
    """

    weather: str = "dry"
    clouds: float = 0.0
    visibility: float = 0.0
    rain: float = 0.0
    wetness: float = 0.0
    hour: Optional[float] = None


def moment(text: str, source: SourceLocation) -> datetime:
    """Parse a dateTime of XML Schema, ignoring its zone: local time."""
    plain = ZONE_PATTERN.sub("", text.strip().rstrip("Z"))
    try:
        return datetime.fromisoformat(plain[:19])
    except ValueError:
        raise InputError(
            source, f"has dateTime='{text}'; it must be like 2026-06-21T12:00:00"
        ) from None


class EnvironmentState:
    """Current environment; ``shown`` is None before the first action."""

    def __init__(self) -> None:
        self.shown: Optional[WeatherState] = None
        # Precipitation and road surface, by the names for tyres.
        self._falls = self._road = "dry"
        self._clock: Optional[datetime] = None
        self._set_at, self._runs = 0.0, False

    def change(self, environment: Environment, time: float) -> None:
        """Apply an environment; unspecified values stay."""
        shown = self.shown or WeatherState()
        if environment.time_of_day is not None:
            self._clock = moment(environment.time_of_day.date_time, environment.time_of_day.source)
            self._set_at, self._runs = time, environment.time_of_day.animation
            clock = self._clock
            hour = clock.hour + clock.minute / 60.0 + clock.second / 3600.0
            shown = replace(shown, hour=hour)
        if environment.weather is not None:
            shown = _camera_weather(environment.weather, shown)
            if environment.weather.precipitation is not None:
                self._falls = _precipitation_kind(environment.weather.precipitation)
        road = environment.road_condition
        if road is not None:
            wetness = shown.wetness if road.wetness is None else WETNESS[road.wetness]
            shown = replace(shown, wetness=wetness)
            self._road = _grip(road)
        wet = "wet" if shown.wetness > 0.0 else "dry"
        self.shown = replace(shown, weather=min(self._falls, self._road, wet, key=GRIPS.index))

    def compares(self, rule: str, text: str, source: SourceLocation, time: float) -> bool:
        """Compare the time of day; False before it was set."""
        if self._clock is None:
            return False
        gone = timedelta(seconds=time - self._set_at) if self._runs else timedelta()
        return COMPARE[rule](self._clock + gone, moment(text, source))


def _strength(falls: Precipitation) -> float:
    """Return the strength of precipitation, 0 to 1."""
    if falls.precipitation_intensity is not None:
        return min(falls.precipitation_intensity / HEAVY_PRECIPITATION, 1.0)
    return min(falls.intensity or 0.0, 1.0)


def _precipitation_kind(falls: Precipitation) -> str:
    if _strength(falls) <= 0.0:
        return "dry"
    return {"snow": "ice", "rain": "rain"}.get(falls.precipitation_type, "dry")


def _grip(road: RoadCondition) -> str:
    if road.friction_scale_factor <= MAX_ICE_FRICTION:
        return "ice"
    return "wet" if road.friction_scale_factor <= MAX_WET_FRICTION else "dry"


def _camera_weather(weather: Weather, shown: WeatherState) -> WeatherState:
    """Return the weather as cameras see it."""
    clouds, rain = shown.clouds, shown.rain
    if weather.fractional_cloud_cover:
        cover = weather.fractional_cloud_cover
        if cover not in OKTAS:
            raise InputError(
                weather.source,
                f"has fractionalCloudCover='{cover}'; it must be one of {', '.join(OKTAS)}",
            )
        clouds = min(OKTAS.index(cover) / 8.0, 1.0)
    elif weather.cloud_state is not None:
        clouds = CLOUDINESS[weather.cloud_state]
    falls = weather.precipitation
    if falls is not None:
        rain = _strength(falls) if falls.precipitation_type == "rain" else 0.0
    visibility = shown.visibility
    if weather.fog is not None:
        visibility = (
            0.0
            if weather.fog.visual_range >= CLEAR_VISIBILITY
            else max(weather.fog.visual_range, 5.0)
        )
    wetness = max(shown.wetness, rain)
    return replace(shown, clouds=clouds, rain=rain, visibility=visibility, wetness=wetness)


def ignored_environment(environment: Environment) -> List[str]:
    """List the parts of an environment that simulators do not show."""
    weather, road = environment.weather, environment.road_condition
    found = []
    if weather is not None:
        parts = {
            "Sun": weather.sun,
            "Wind": weather.wind,
            "DomeImage": weather.dome_image,
            "atmosphericPressure": weather.atmospheric_pressure,
            "temperature": weather.temperature,
        }
        found += [f"has a {name}, which nothing shows" for name, each in parts.items() if each]
        falls = weather.precipitation
        if falls is not None and falls.precipitation_type == "snow":
            found.append("has snow, of which tyres feel ice and cameras see nothing")
        if weather.fog is not None and weather.fog.bounding_box is not None:
            found.append("has Fog in a box, which is everywhere")
    if road is not None and not math.isclose(road.friction_scale_factor, 1.0):
        found.append(
            f"has frictionScaleFactor {road.friction_scale_factor:g}: tyres feel the nearest of "
            "dry, wet and icy roads, and only in a simulator"
        )
    return found
