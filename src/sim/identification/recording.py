"""Recorded signals of a drive, resampled at even times.

SI units. Forwards and to the left are the car's own; commands are held until the next, measurements
are interpolated linearly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

DT = 0.01  # s, between the times of a recording
MIN_DURATION = 10.0  # s
STANDING_SPEED = 0.5  # m/s
# Required signals, and signals that hold their value between samples.
REQUIRED_SIGNALS = ("speed", "yaw_rate", "steering_command")
HELD_SIGNALS = ("steering_command", "drive_command", "brake_command")
# Times (n,) and values (n,) of one signal.
Samples = Tuple[Array, Array]


@dataclass(frozen=True)
class DriveRecording:
    """Recorded drive: arrays (n,) at ``time``.

    ``speed`` and ``lateral_speed`` of ``base_link`` over the ground, ``acceleration`` and
    ``lateral_acceleration`` as an IMU in ``base_link`` measures them, the ``steering`` angle of the
    bicycle model that the actuator has reached, ``drive_torque`` and ``brake_torque`` of all wheels
    together; commands are the set points of those three. Missing signals are None.
    """

    time: Array
    speed: Array
    yaw_rate: Array
    steering_command: Array
    lateral_speed: Optional[Array] = None
    acceleration: Optional[Array] = None
    lateral_acceleration: Optional[Array] = None
    steering: Optional[Array] = None
    drive_torque: Optional[Array] = None
    brake_torque: Optional[Array] = None
    drive_command: Optional[Array] = None
    brake_command: Optional[Array] = None

    def __len__(self) -> int:
        return len(self.time)


def drive_recording(signals: Mapping[str, Samples], name: str = "recording") -> DriveRecording:
    """Resample signals over their common time.

    Samples may have any times. Raises InputError for missing signals, or too short a drive.
    """
    missing = [signal for signal in REQUIRED_SIGNALS if not _is_given(signals, signal)]
    if missing:
        raise InputError(name, f"lacks {', '.join(missing)}, which the identification needs")
    known = {key: _sorted(samples) for key, samples in signals.items() if _is_given(signals, key)}
    begin = max(known[key][0][0] for key in REQUIRED_SIGNALS)
    end = min(samples[0][-1] for key, samples in known.items() if key not in HELD_SIGNALS)
    if end - begin < MIN_DURATION:
        raise InputError(
            name,
            f"has {max(end - begin, 0.0):.1f} s with all of {', '.join(REQUIRED_SIGNALS)}; record "
            f"{MIN_DURATION:g} s or more of driving",
        )
    time = np.arange(begin, end, DT)
    values: Dict[str, Array] = {
        key: _zero_order_hold(time, *samples) if key in HELD_SIGNALS else np.interp(time, *samples)
        for key, samples in known.items()
    }
    if float(np.abs(values["speed"]).max()) < STANDING_SPEED:
        raise InputError(
            name,
            f"shows a standing car: it never passes {STANDING_SPEED:g} m/s; record a drive",
        )
    return DriveRecording(time - time[0], **values)


def delay_command(command: Array, delay: float) -> Array:
    """Return a held command (n,) delayed by any time."""
    times = DT * np.arange(len(command))
    # Linear interpolation between samples is half a sample too early.
    late: Array = np.interp(times - delay - 0.5 * DT, times, command)
    return late


def _is_given(signals: Mapping[str, Samples], key: str) -> bool:
    return key in signals and len(signals[key][0]) > 1


def _sorted(samples: Samples) -> Samples:
    order = np.argsort(samples[0], kind="stable")
    return np.asarray(samples[0])[order], np.asarray(samples[1], dtype=float)[order]


def _zero_order_hold(time: Array, stamps: Array, values: Array) -> Array:
    """Return the last value at or before each time (zero-order hold).

    The first value before all.
    """
    index = np.searchsorted(stamps, time + 1e-9, side="right") - 1
    held: Array = values[np.maximum(index, 0)]
    return held
