"""Wheel speed sensors of ABS: timed edges of a toothed wheel.

Values (n,) are the wheels' angular velocities in rad/s. Between two messages a wheel's angular
velocity is taken as linear in time. Angles inside are in pitches, the angle from tooth to tooth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields
from sim.noise.models.model import NoiseModel, Seed


@dataclass(frozen=True)
class WheelToothTiming(NoiseModel):
    """Wheel speed by the timing of tooth edges.

    omega = (2 pi / teeth) (n_k - n_k-1) / (t_k - t_k-1), n_k the last edge before this message,
    n_k-1 the last before the former message (Gustafsson 2010, Rotational speed sensors:
    limitations, pre-processing and automotive applications).

    ``pitch_sigma`` is the error of each tooth's place, the same in every turn, and ``jitter_sigma``
    the error of each edge, both as shares of a pitch; times are whole steps of ``timer`` (s).
    Without an edge, |omega| is bounded by the speed at which one would have come; after
    ``standstill`` s it is 0, and the next edge only starts the clock. The sign is the truth's, as
    of sensors with detection of the direction. The first message passes unchanged.
    """

    kind: ClassVar[str] = "wheels"
    memory: ClassVar[bool] = True
    teeth: float = fields.positive(48.0)
    pitch_sigma: float = fields.sigma(0.0)
    jitter_sigma: float = fields.sigma(0.0)
    timer: float = fields.not_negative(1e-6)
    standstill: float = fields.positive(0.5)

    def start(self, seed: Seed) -> ToothTimer:
        return ToothTimer(self, seed)


class ToothTimer:
    """State of the sensors of some wheels."""

    def __init__(self, model: WheelToothTiming, seed: Seed) -> None:
        self._model, self._seed = model, seed
        self._pitch, self._teeth = 2.0 * math.pi / model.teeth, max(round(model.teeth), 1)
        self._time: Optional[float] = None
        self._angle = self._speed = self._reading = self._edge = self._edge_time = np.empty(0)
        self._errors = np.empty((0, self._teeth))

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        finite = np.isfinite(values)
        speed = np.where(finite, values, 0.0).astype(float) / self._pitch
        if self._time is None or time <= self._time or len(self._angle) != len(values):
            self._begin(speed, time)
            return np.array(values)
        jitter = rng.standard_normal(len(values)) * self._model.jitter_sigma
        self._move(speed, time, jitter)
        return np.where(finite, self._reading * self._pitch, values).astype(values.dtype)

    def _begin(self, speed: Array, time: float) -> None:
        """Start the wheels at random angles, with the last edge of each.

        They are taken to have turned at the same speed before.
        """
        rng = np.random.default_rng(self._seed)
        self._angle = self._teeth * rng.random(len(speed))
        self._errors = self._model.pitch_sigma * rng.standard_normal((len(speed), self._teeth))
        self._errors -= self._errors.mean(axis=1, keepdims=True)
        direction = np.where(speed < 0.0, -1.0, 1.0)
        self._edge = self._last_edge(self._angle, direction)
        with np.errstate(divide="ignore", invalid="ignore"):
            before = np.where(speed != 0.0, (self._angle - self._place(self._edge)) / speed, np.inf)
        # Wheels at standstill or too slow to be measured never met an edge to time from.
        before = np.minimum(before, 2.0 * self._model.standstill)
        self._edge_time, self._speed, self._reading, self._time = time - before, speed, speed, time

    def _move(self, speed: Array, time: float, jitter: Array) -> None:
        """Turn the wheels until ``time`` and take their readings."""
        span = time - float(self._time or 0.0)
        slope, begin, last = (speed - self._speed) / span, self._angle, self._edge_time
        turning = self._speed * speed < 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            turn = np.where(turning, begin - 0.5 * self._speed**2 / slope, begin)
        end = begin + 0.5 * (self._speed + speed) * span
        edge, edge_time = np.array(self._edge), np.array(last)
        met = np.zeros(len(speed), bool)
        # Before and after a reversal; without a reversal, only the second part.
        for start, stop, direction in (
            (begin, turn, np.sign(self._speed)),
            (turn, end, np.sign(end - turn)),
        ):
            found, crossed = self._crossed(start, stop, direction)
            after, rate = self._crossing(self._place(found), direction, slope)
            with np.errstate(divide="ignore", invalid="ignore"):
                measured = np.clip(
                    float(self._time or 0.0) + after + np.where(rate > 0.0, jitter / rate, 0.0),
                    last,
                    time,
                )
            if self._model.timer:
                measured = np.floor(measured / self._model.timer) * self._model.timer
            edge, edge_time, met = (
                np.where(crossed, found, edge),
                np.where(crossed, measured, edge_time),
                met | crossed,
            )
        self._read(edge - self._edge, edge_time - last, met, time - last)
        self._angle, self._speed, self._time, self._edge, self._edge_time = (
            end,
            speed,
            time,
            edge,
            edge_time,
        )

    def _read(self, edges: Array, span: Array, met: Array, waited: Array) -> None:
        """Compute the readings in pitches/s from the edges since the last one.

        ``span`` is the time between these edges in s; wheels that met none for ``waited`` s get the
        bound.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            timed = np.where(span > 0.0, edges / span, self._reading)
            bound = np.where(waited > 0.0, 1.0 / waited, np.inf)
        held = np.sign(self._reading) * np.minimum(np.abs(self._reading), bound)
        self._reading = np.where(
            np.where(met, span, waited) > self._model.standstill, 0.0, np.where(met, timed, held)
        )

    def _place(self, edge: Array) -> Array:
        """Return the angles of edges, one of each wheel."""
        result: Array = (
            edge + self._errors[np.arange(len(edge)), edge.astype(np.int64) % self._teeth]
        )
        return result

    def _last_edge(self, angle: Array, direction: Array) -> Array:
        """Return each wheel's last edge on its way to an angle."""
        edge = np.floor(direction * angle) + 1.0
        for _ in range(2):
            edge -= direction * self._place(direction * edge) > direction * angle
        result: Array = direction * edge
        return result

    def _crossed(self, start: Array, stop: Array, direction: Array) -> Tuple[Array, Array]:
        """Return the last edge between two angles and a mask.

        The mask is true for wheels that crossed an edge.
        """
        way = np.where(direction == 0.0, 1.0, direction)
        edge = self._last_edge(stop, way)
        return edge, (way * (self._place(edge) - start) > 0.0) & (stop != start)

    def _crossing(self, place: Array, direction: Array, slope: Array) -> Tuple[Array, Array]:
        """Return time and speed at which a wheel passes a place.

        Time in s after the former message, in the part of its way with this direction; speed in
        pitches/s.
        """
        away = place - self._angle
        rate = np.sqrt(np.maximum(self._speed**2 + 2.0 * slope * away, 0.0))
        same = self._speed * direction >= 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            after = np.where(
                same,
                2.0 * away / (self._speed + direction * rate),
                (direction * rate - self._speed) / slope,
            )
        return np.where(np.isfinite(after), after, 0.0), rate
