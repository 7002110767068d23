"""Detections of a radar by the law of ``laws/sensors/radar.cc``.

Cells of range, azimuth and Doppler that exceed a threshold are detected [Skolnik, ch. 2].
"""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_laws",
    {
        "sim_radar_check": (None, [POINTER, TEXT, COUNT]),
        "sim_radar_new": (POINTER, [POINTER, ctypes.c_ulonglong, TEXT]),
        "sim_radar_delete": (None, [POINTER]),
        "sim_radar_scan": (COUNT, [POINTER, POINTER, COUNT]),
        "sim_radar_take": (None, [POINTER, POINTER]),
    },
)
# Columns of echoes and detections.
RANGE, AZIMUTH, ELEVATION, SPEED, RCS = range(5)
MESSAGE = 300


@dataclass(frozen=True)
class RadarSettings:
    """Settings of a radar in m, rad and m/s.

    Doppler is unambiguous from ``-max_speed`` to ``max_speed``, and aliased beyond; at
    ``reference_range`` a target of 10 m2 is detected with probability 0.9; noise alone exceeds a
    cell's threshold with ``false_alarm_probability``.
    """

    range_min: float
    range_max: float
    azimuth_min: float
    azimuth_max: float
    elevation_min: float
    elevation_max: float
    range_resolution: float = 0.4
    azimuth_resolution: float = 0.035
    doppler_resolution: float = 0.2
    max_speed: float = 70.0
    reference_range: float = 180.0
    false_alarm_probability: float = 1e-7

    def check(self, where: str) -> None:
        """Raise InputError for an impossible radar."""
        message = ctypes.create_string_buffer(MESSAGE)
        LAWS().sim_radar_check(_numbers(self), message, MESSAGE)
        if message.value:
            raise InputError(where, message.value.decode())


class RadarLaw:
    """Law of one radar; its draws depend on seed and name."""

    def __init__(self, settings: RadarSettings, seed: int, name: str) -> None:
        self._law = LAWS().sim_radar_new(_numbers(settings), seed, name.encode())
        weakref.finalize(self, LAWS().sim_radar_delete, self._law)

    def scan(self, echoes: Array) -> Array:
        """Return detections (k, 5) of echoes (n, 5).

        Columns: range, azimuth, elevation, range rate, radar cross section (m2 for echoes, dBsm for
        detections).
        """
        given = np.ascontiguousarray(echoes, float)
        found = np.empty((LAWS().sim_radar_scan(self._law, given.ctypes.data, len(given)), 5))
        LAWS().sim_radar_take(self._law, found.ctypes.data)
        return found


def _numbers(settings: RadarSettings) -> Any:
    values = astuple(settings)
    return (NUMBER * len(values))(*values)
