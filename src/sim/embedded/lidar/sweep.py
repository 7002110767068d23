"""In which order and directions a ray sensor fires, and when: the fan of its SDF, or the lasers of
the device that it stands for.

A device's head turns clockwise from +x, whatever it turns on; with its phase held each scan begins
at +x, otherwise at the first firing of a head that fires evenly from time 0 on and whose turns are
not a whole number of firings.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.devices import LidarDevice, lidar_devices
from sim.embedded.lidar.patterns import TURN, Grid
from sim.errors import InputError
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor

PLUGIN = "libsim_lidar.so"
TRUTHS = {"": False, "false": False, "0": False, "true": True, "1": True}


@dataclass(frozen=True)
class Sweep:
    """Rays (n,) in firing order: their ``grid`` of directions, ``rings`` (n,) from 0 for the
    lowest, ``times`` (n,) in s since the first possible firing of a scan; ``firing`` is the time
    between columns where scans advance, else 0; ``distorted`` by motion: each ray has its own
    time."""

    grid: Grid
    rings: Array
    times: Array
    period: float
    firing: float = 0.0
    organized: bool = False
    distorted: bool = True

    def phase(self, number: int) -> float:
        """Time in s from the begin of scan ``number`` to its first firing."""
        if self.firing == 0.0:
            return 0.0
        turns = number * self.period / self.firing
        # The product's rounding must not make a whole number of firings one more.
        return max(math.ceil(turns - 1e-6) - turns, 0.0) * self.firing


def sweep_of(where: str, sensor: Sensor, distorted: bool = True) -> Sweep:
    """The sweep of a ray sensor, ``distorted`` where its plugin does not say; InputError where that
    asks for what there is not."""
    plugin = next((plugin for plugin in sensor.plugins if plugin.filename == PLUGIN), None)
    given = plugin.parameters if plugin else {}
    organized, held = (_truth(where, tag, given.get(tag, "")) for tag in ("organize", "hold_phase"))
    distorted = _truth(where, "motion_distortion", given.get("motion_distortion", str(distorted)))
    name = given.get("device", "")
    if name and name not in lidar_devices():
        raise InputError(
            where, f"there is no lidar {name!r}; <device> is one of {', '.join(lidar_devices())}"
        )
    assert isinstance(sensor.kind, Rays)
    period = 1.0 / sensor.rate
    made = (
        _device_sweep(lidar_devices()[name], period, held)
        if name
        else _fan_sweep(sensor.kind, period)
    )
    return replace(made, organized=organized, distorted=distorted)


def _device_sweep(device: LidarDevice, period: float, held: bool) -> Sweep:
    lasers = len(device.elevations)
    columns = math.ceil(period / device.firing_time - 1e-9)
    lags = np.arange(lasers) * (device.laser_time / device.firing_time)
    grid = Grid(
        columns,
        TURN * device.firing_time / period,
        0.0,
        np.array(device.elevations),
        lags,
        sense=-1.0,
    )
    times = (
        np.arange(columns)[:, None] * device.firing_time + np.arange(lasers) * device.laser_time
    ).ravel()
    return Sweep(
        grid, np.tile(device.rings, columns), times, period, 0.0 if held else device.firing_time
    )


def fan_grid(rays: Rays) -> Grid:
    """Column by column from the lowest azimuth, rings from the lowest."""
    rows = rays.vertical.samples
    return Grid(
        rays.horizontal.samples,
        _apart(rays.horizontal),
        rays.horizontal.lower,
        rays.vertical.lower + _apart(rays.vertical) * np.arange(rows),
        np.zeros(rows),
    )


def _fan_sweep(rays: Rays, period: float) -> Sweep:
    """The rays of a grid evenly over the period."""
    columns, rows = rays.horizontal.samples, rays.vertical.samples
    count = columns * rows
    return Sweep(
        fan_grid(rays),
        np.tile(np.arange(rows), columns),
        np.arange(count) * (period / count),
        period,
    )


def _apart(fan: Fan) -> float:
    return (fan.upper - fan.lower) / (fan.samples - 1) if fan.samples > 1 else 0.0


def _truth(where: str, tag: str, text: str) -> bool:
    if text.lower() not in TRUTHS:
        raise InputError(where, f"<{tag}> is {text!r}; write true or false")
    return TRUTHS[text.lower()]
