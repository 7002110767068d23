"""What a sensor of SDF says where it is a radar."""

from __future__ import annotations

from sim.embedded.lidar.radar_law import RadarSettings
from sim.errors import InputError
from sim.sdf.sensors.rays import Rays
from sim.sdf.sensors.sensor import Sensor

PLUGIN = "libsim_radar.so"
# What its plugin may say, and the law's defaults otherwise.
PARAMETERS = (
    "range_resolution",
    "azimuth_resolution",
    "doppler_resolution",
    "max_speed",
    "reference_range",
    "false_alarm_probability",
)


def is_radar(sensor: Sensor) -> bool:
    """Whether a ray sensor is one by its plugin."""
    return any(plugin.filename == PLUGIN for plugin in sensor.plugins)


def radar_settings(where: str, sensor: Sensor) -> RadarSettings:
    """What a radar's ``<ray>`` and plugin say; InputError for what is no radar."""
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
                "each of what it is to tell apart",
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
