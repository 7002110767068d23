"""Measures of motions by the standards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array
from sim.manoeuvres.motion import CarMotion


@dataclass(frozen=True)
class StepResponse:
    """Response to a step of the steering wheel [ISO 7401].

    s from half of the steering's change to 90 % of the steady yaw rate and lateral acceleration,
    the yaw rate's overshoot (a share of the steady value), and the steady values in rad/s and
    m/s^2.
    """

    yaw_rate_time: float
    lateral_acceleration_time: float
    overshoot: float
    yaw_rate: float
    lateral_acceleration: float


def step_response(motion: CarMotion) -> StepResponse:
    """Measure the step response of a motion.

    Its steering begins at zero and ends, for a second or more, at rest.
    """
    last = motion.time >= motion.time[-1] - 1.0
    steering, yaw_rate, lateral = (
        float(values[last].mean())
        for values in (motion.steering, motion.yaw_rate, motion.lateral_acceleration)
    )
    begin = _first(motion.time, motion.steering / steering, 0.5)
    return StepResponse(
        _first(motion.time, motion.yaw_rate / yaw_rate, 0.9) - begin,
        _first(motion.time, motion.lateral_acceleration / lateral, 0.9) - begin,
        max(float((motion.yaw_rate / yaw_rate).max()) - 1.0, 0.0),
        yaw_rate,
        lateral,
    )


def understeer_gradient(motion: CarMotion, largest: float = 4.0) -> float:
    """Return the understeer gradient of slowly increased steering at constant speed [ISO 4138].

    It is rad of steering for each m/s^2 of lateral acceleration beyond the bend's geometry, by a
    linear fit from 1 m/s^2 to ``largest``.
    """
    lateral = motion.yaw_rate * motion.velocity[:, 0]
    keep = (np.abs(lateral) > 1.0) & (np.abs(lateral) < largest)
    needed = motion.wheelbase * motion.yaw_rate[keep] / motion.velocity[keep, 0]
    slope, _ = np.polyfit(lateral[keep], motion.steering[keep] - needed, 1)
    return float(slope)


@dataclass(frozen=True)
class FrequencyResponse:
    """Response to continuous sinusoidal steering [ISO 7401].

    Gains of yaw rate (1/s) and lateral acceleration (m/s^2) for each rad of the steering, and their
    delays in s.
    """

    yaw_rate: float
    yaw_rate_delay: float
    lateral_acceleration: float
    lateral_acceleration_delay: float


def frequency_response(motion: CarMotion) -> FrequencyResponse:
    """Measure the frequency response by least squares.

    Over whole periods of the steering; the first is left out for settling.
    """
    strengths = np.abs(np.fft.rfft(motion.steering[:-1]))
    periods = 1 + int(np.argmax(strengths[1:]))
    frequency = periods / float(motion.time[-1] - motion.time[0])
    motion = motion.after(float(motion.time[0]) + 1.0 / frequency)
    turned = 2.0 * np.pi * frequency * (motion.time - motion.time[0])
    basis = np.column_stack([np.cos(turned), np.sin(turned), np.ones(len(turned))])
    found, *_ = np.linalg.lstsq(
        basis,
        np.column_stack([motion.steering, motion.yaw_rate, motion.lateral_acceleration]),
        rcond=None,
    )
    steering, *answers = found[0] - 1j * found[1]
    (yaw_rate, late), (lateral, later) = (
        (abs(answer / steering), -np.angle(answer / steering) / (2.0 * np.pi * frequency))
        for answer in answers
    )
    return FrequencyResponse(float(yaw_rate), float(late), float(lateral), float(later))


@dataclass(frozen=True)
class SineWithDwell:
    """Measures of a sine with dwell after ISO 19365 and FMVSS 126.

    The yaw rate 1.00 and 1.75 s after the end of the steering as shares of its peak after the
    reversal, and m to the side 1.07 s after its begin.
    """

    yaw_rate_1_00: float
    yaw_rate_1_75: float
    displacement: float

    @property
    def stable(self) -> bool:
        return self.yaw_rate_1_00 <= 0.35 and self.yaw_rate_1_75 <= 0.20


def sine_with_dwell(motion: CarMotion, begin: float, end: float) -> SineWithDwell:
    """Measure a sine with dwell.

    The steering is moved between ``begin`` and ``end``; a motion that diverged before its end is
    not stable.
    """

    def at(time: float, values: Array) -> float:
        return float(np.interp(time, motion.time, values, right=np.nan))

    reversed_ = motion.time > 0.5 * (begin + end)
    peak = float(np.abs(motion.yaw_rate[reversed_]).max()) if reversed_.any() else np.nan
    later = [abs(at(end + after, motion.yaw_rate)) / peak for after in (1.0, 1.75)]
    first, second = (share if np.isfinite(share) else np.inf for share in later)
    heading = at(begin, motion.yaw)
    away = np.array(
        [
            at(begin + 1.07, motion.place[:, axis]) - at(begin, motion.place[:, axis])
            for axis in (0, 1)
        ]
    )
    aside = abs(float(away @ (-np.sin(heading), np.cos(heading))))
    return SineWithDwell(first, second, aside)


def _first(time: Array, share: Array, level: float) -> float:
    """Return the interpolated time at which a share first passes a level."""
    index = int(np.argmax(share >= level))
    if index == 0:
        return float(time[0])
    before, after = share[index - 1], share[index]
    return float(np.interp(level, [before, after], [time[index - 1], time[index]]))
