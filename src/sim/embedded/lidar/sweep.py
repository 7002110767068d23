"""Firing sequence of a ray sensor: order, directions and times.

It is the fan of its SDF, or the lasers of a device. The law is in ``laws/sensors/beams.h``.

A device's head turns clockwise from +x. With its phase locked each scan begins at +x; otherwise at
the first firing of a head that fires evenly from time 0 on; its turns are not a whole number of
firings.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Tuple

import numpy as np

from sim.embedded.lidar.patterns import ScanGrid
from sim.errors import InputError
from sim.laws.library import COUNT, LONG, NUMBER, POINTER, Laws, address
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_laws",
    {
        "sim_sweep_of_fan": (POINTER, [POINTER, POINTER, NUMBER]),
        "sim_sweep_of_device": (POINTER, [TEXT, NUMBER, COUNT, TEXT, COUNT]),
        "sim_sweep_delete": (None, [POINTER]),
        "sim_sweep_shape": (None, [POINTER, POINTER]),
        "sim_sweep_rays": (None, [POINTER] * 5),
        "sim_sweep_start": (LONG, [POINTER, LONG, POINTER]),
    },
)
MESSAGE = 300
PLUGIN = "libsim_lidar.so"
TRUTHS = {"": False, "false": False, "0": False, "true": True, "1": True}


class Sweep:
    """Rays (n,) in firing order.

    ``grid`` has their directions, ``rings`` (n,) are from 0 for the lowest, ``times`` (n,) in s
    since the first firing. ``distorted`` by motion: each ray has its own time.
    """

    def __init__(self, law: int, period: float, organized: bool, distorted: bool) -> None:
        self._law = law
        weakref.finalize(self, LAWS().sim_sweep_delete, law)
        self.period, self.organized, self.distorted = period, organized, distorted
        shape = (NUMBER * 4)()
        LAWS().sim_sweep_shape(law, shape)
        columns, lasers, start, step = int(shape[0]), int(shape[1]), shape[2], shape[3]
        elevations, directions = np.empty(lasers), np.empty((3, columns * lasers))
        self.rings, self.times = np.empty(columns * lasers, int), np.empty(columns * lasers)
        arrays = elevations, directions, self.rings, self.times
        LAWS().sim_sweep_rays(law, *map(address, arrays))
        self.grid = ScanGrid(columns, start, step, elevations, directions)

    def start(self, number: int) -> Tuple[float, float, int]:
        """Return delay, rotation and count of the rays of scan ``number``.

        The delay is in s from the scan's begin to its first firing, the rotation in rad.
        """
        found = (NUMBER * 2)()
        fired = int(LAWS().sim_sweep_start(self._law, number, found))
        return found[0], found[1], fired


def sweep_of(where: str, sensor: Sensor, distorted: bool = True) -> Sweep:
    """Return the sweep of a ray sensor; ``distorted`` is the plugin's default.

    Raises InputError for unknown values of the plugin.
    """
    plugin = next((plugin for plugin in sensor.plugins if plugin.filename == PLUGIN), None)
    given = plugin.parameters if plugin else {}
    organized, held = (_truth(where, tag, given.get(tag, "")) for tag in ("organize", "hold_phase"))
    distorted = _truth(where, "motion_distortion", given.get("motion_distortion", str(distorted)))
    name = given.get("device", "")
    assert isinstance(sensor.kind, Rays)
    law = (
        _device_law(where, name, sensor.rate, held) if name else _fan_law(sensor.kind, sensor.rate)
    )
    return Sweep(law, 1.0 / sensor.rate, organized, distorted)


def fan_grid(rays: Rays) -> ScanGrid:
    """Return the grid of a fan: columns from the lowest azimuth, rings from the lowest."""
    return Sweep(_fan_law(rays, 1.0), 1.0, False, False).grid


def _device_law(where: str, name: str, rate: float, held: bool) -> int:
    message = ctypes.create_string_buffer(MESSAGE)
    law: int = LAWS().sim_sweep_of_device(name.encode(), rate, held, message, MESSAGE)
    if not law:
        raise InputError(where, message.value.decode())
    return law


def _fan_law(rays: Rays, rate: float) -> int:
    def values(fan: Fan) -> ctypes.Array[NUMBER]:
        return (NUMBER * 3)(fan.samples, fan.lower, fan.upper)

    law: int = LAWS().sim_sweep_of_fan(values(rays.horizontal), values(rays.vertical), rate)
    return law


def _truth(where: str, tag: str, text: str) -> bool:
    if text.lower() not in TRUTHS:
        raise InputError(where, f"<{tag}> is {text!r}; write true or false")
    return TRUTHS[text.lower()]
