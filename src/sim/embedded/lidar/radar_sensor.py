"""Radar settings of an SDF sensor."""

from __future__ import annotations

from sim.embedded.lidar.radar_law import RadarSettings
from sim.errors import InputError
from sim.sdf.sensors.rays import Rays
from sim.sdf.sensors.sensor import Sensor

PLUGIN = "libsim_radar.so"
# Parameters of the plugin; the law has defaults.
PARAMETERS = (
    "range_resolution",
    "azimuth_resolution",
    "doppler_resolution",
    "max_speed",
    "reference_range",
    "false_alarm_probability",
)


def is_radar(sensor: Sensor) -> bool:
    """Return whether a ray sensor's plugin makes it a radar."""
    return any(plugin.filename == PLUGIN for plugin in sensor.plugins)


def radar_settings(where: str, sensor: Sensor) -> RadarSettings:
    """Return the settings of a radar's ``<ray>`` and plugin.

    Raises InputError for an impossible radar.
    """
    kind = sensor.kind
    assert isinstance(kind, Rays)
    plugin = next(plugin for plugin in sensor.plugins if plugin.filename == PLUGIN)
    given = {
        name: _number(where, name, plugin.parameters[name])
        for name in PARAMETERS
        if name in plugin.parameters
    }
    for name, fan in (("horizontal", kind.horizontal), ("vertical", kind.vertical)):
        if fan.samples < 2:
            raise InputError(
                where,
                f"a radar's {name} <scan> has {fan.samples} sample; write 2 or more, some for "
                "each target to separate",
            )
    settings = RadarSettings(
        kind.range_min,
        kind.range_max,
        kind.horizontal.lower,
        kind.horizontal.upper,
        kind.vertical.lower,
        kind.vertical.upper,
        **given,
    )
    settings.check(where)
    return settings


def _number(where: str, name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(where, f"<{name}> is {text!r}; write a number") from None
