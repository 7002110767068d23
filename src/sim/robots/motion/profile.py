"""Jerk-limited speed profile along a path.

Each piece of the path has a speed limit; handles an override and stops. The path's coordinate has
no unit here; time is in s. Steps between two states are Ruckig's (Berscheid and Kröger,
"Jerk-limited real-time trajectory generation with arbitrary target states", 2021).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np
from ruckig import ControlInterface, InputParameter, Ruckig, Trajectory

from sim.arrays import Array
from sim.errors import SimulationError

State = Tuple[float, float, float]  # position, speed, acceleration
SLACK = 1e-9


@dataclass(frozen=True)
class PathSpeedLimits:
    """Ends (m,) and speed limits (m,) of pieces, one acceleration and jerk."""

    ends: Sequence[float]
    speeds: Sequence[float]
    acceleration: float
    jerk: float


class VelocityProfile:
    """From the path's begin to its end, from time 0 on. ``edge_speed`` is the speed at both ends of
    the path: 0, but for paths that rest there by shape."""

    def __init__(
        self, limits: PathSpeedLimits, override: float = 1.0, edge_speed: float = 0.0
    ) -> None:
        self._limits = limits
        self._override = override
        self._edge = edge_speed
        self._passing = passing_speeds(limits, edge_speed)
        self._starts: List[float] = []
        self._parts: List[Trajectory] = []
        self._stopping = False
        self._plan(0.0, (0.0, min(edge_speed, override * limits.speeds[0]), 0.0))

    @property
    def length(self) -> float:
        return float(self._limits.ends[-1])

    @property
    def duration(self) -> float:
        """Time of final rest. Infinite if an override of 0 holds the motion short of its end."""
        held = (
            self._override == 0.0
            and not self._stopping
            and self.at(self._end)[0] < self.length - SLACK * max(1.0, self.length)
        )
        return math.inf if held else self._end

    @property
    def _end(self) -> float:
        result: float = self._starts[-1] + self._parts[-1].duration
        return result

    def at(self, time: float) -> State:
        """Return position, speed and acceleration along the path."""
        index = max(0, bisect_right(self._starts, time) - 1)
        part = self._parts[index]
        since = min(max(time - self._starts[index], 0.0), part.duration)
        position, speed, acceleration = (values[0] for values in part.at_time(since))
        if time >= self._end:
            acceleration = 0.0
            speed = 0.0
        return min(max(position, 0.0), self.length), speed, acceleration

    def override(self, time: float, fraction: float) -> None:
        """Scale all speeds by this fraction of the limits from ``time`` on."""
        if self._stopping or fraction == self._override:
            return
        state = self._cut(time)
        self._override = fraction
        if state is not None:
            self._plan(time, state)

    def stop(self, time: float, acceleration: float, jerk: float) -> None:
        """Come to rest on the path from ``time`` on. Within these limits."""
        state = self._cut(time)
        self._stopping = True
        if state is not None:
            self._add(time, _braked(state, 0.0, acceleration, jerk))

    def _cut(self, time: float) -> State | None:
        """Discard the profile after ``time``; return the state then. None if the motion is over."""
        if time >= self._end and self.duration < math.inf:
            return None
        state = self.at(time)
        keep = max(1, bisect_right(self._starts, time))
        del self._starts[keep:], self._parts[keep:]
        return state

    def _add(self, time: float, part: Trajectory) -> None:
        if self._starts and self._starts[-1] >= time:
            self._starts.pop()
            self._parts.pop()
        self._starts.append(time)
        self._parts.append(part)

    def _plan(self, time: float, state: State) -> None:
        """Plan piece by piece from a state to the path's end."""
        limits, fraction = self._limits, self._override
        if fraction == 0.0:
            self._add(time, _braked(state, 0.0, limits.acceleration, limits.jerk))
            return
        while state[0] < self.length - SLACK * self.length or state[1] > self._edge + SLACK:
            piece = min(
                bisect_right(limits.ends, state[0] + SLACK * self.length), len(limits.ends) - 1
            )
            last, most = self._first_feasible(state, piece)
            end, speed = limits.ends[last], min(fraction * self._passing[last + 1], most)
            if _peak(state, limits.jerk) > most * (1.0 + SLACK):
                part = self._slowed(state, most, speed, end)
            else:
                part = _moved(state, (end, speed), most, limits.acceleration, limits.jerk)
            self._add(time, part)
            time += part.duration
            state = tuple(values[0] for values in part.at_time(part.duration))
            if last == len(limits.ends) - 1 and state[0] >= end - SLACK * self.length:
                return

    def _slowed(self, state: State, most: float, speed: float, end: float) -> Trajectory:
        """Slow down to the limit.

        If the way is too short, go directly to the speed wanted at ``end``.
        """
        limits = self._limits
        part = _braked(state, most, limits.acceleration, limits.jerk)
        room = end - part.at_time(part.duration)[0][0]
        if change_length(most, speed, limits.acceleration, limits.jerk) <= room:
            return part
        return _braked(state, speed, limits.acceleration, limits.jerk)

    def _first_feasible(self, state: State, piece: int) -> Tuple[int, float]:
        """Return the first piece with a feasible end speed.

        Also returns the maximum speed until there.
        """
        limits, count = self._limits, len(self._limits.ends)
        for last in range(piece, count):
            most = self._override * min(limits.speeds[piece : last + 1])
            braked = _braked(
                state,
                min(self._override * self._passing[last + 1], most),
                limits.acceleration,
                limits.jerk,
            )
            if (
                last == count - 1
                or braked.at_time(braked.duration)[0][0] <= limits.ends[last] + SLACK * self.length
            ):
                break
        return last, most


def passing_speeds(limits: PathSpeedLimits, edge_speed: float) -> Array:
    """Return the speed (m + 1,) at the ends of pieces.

    Each is reachable from its neighbours (forward and backward pass).
    """
    speeds, ends = (
        np.asarray(limits.speeds, dtype=float),
        np.concatenate([[0.0], np.asarray(limits.ends, dtype=float)]),
    )
    inner = np.minimum(speeds[:-1], speeds[1:])
    passing = np.concatenate([[min(edge_speed, speeds[0])], inner, [min(edge_speed, speeds[-1])]])
    lengths = np.diff(ends)
    for order in (range(len(lengths) - 1, -1, -1), range(len(lengths))):
        for piece in order:
            near, far = (piece, piece + 1) if order.step > 0 else (piece + 1, piece)
            passing[far] = min(passing[far], _reachable(passing[near], lengths[piece], limits))
    return passing


def _reachable(speed: float, length: float, limits: PathSpeedLimits) -> float:
    """Return the maximum speed after ``length`` from ``speed``, both without acceleration."""
    low, high = speed, speed + math.sqrt(2.0 * limits.acceleration * length) + 1e-9
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (
            (middle, high)
            if change_length(speed, middle, limits.acceleration, limits.jerk)
            <= length * (1.0 - 1e-6)
            else (low, middle)
        )
    return low


def change_length(one: float, other: float, acceleration: float, jerk: float) -> float:
    """Return the distance of a jerk-limited change of speed.

    The mean speed times 2 sqrt(dv / j), or dv / a + a / j where a is reached.
    """
    change = abs(other - one)
    duration = (
        2.0 * math.sqrt(change / jerk)
        if change <= acceleration**2 / jerk
        else change / acceleration + acceleration / jerk
    )
    return 0.5 * (one + other) * duration


def _peak(state: State, jerk: float) -> float:
    """Return the final speed when the acceleration is reduced at once."""
    return state[1] + max(state[2], 0.0) ** 2 / (2.0 * jerk)


def _input(state: State, acceleration: float, jerk: float) -> InputParameter:
    given = InputParameter(1)
    given.current_position, given.current_velocity, given.current_acceleration = (
        [value] for value in state
    )
    given.max_acceleration, given.max_jerk = [max(acceleration, abs(state[2]))], [jerk]
    given.target_acceleration = [0.0]
    return given


def _braked(state: State, speed: float, acceleration: float, jerk: float) -> Trajectory:
    """Return the quickest change to a speed."""
    given = _input(state, acceleration, jerk)
    given.control_interface = ControlInterface.Velocity
    given.target_velocity = [speed]
    return _calculated(given)


def _moved(
    state: State, target: Tuple[float, float], most: float, acceleration: float, jerk: float
) -> Trajectory:
    """Return the quickest way to a position and a speed there."""
    given = _input(state, acceleration, jerk)
    given.target_position, given.target_velocity, given.max_velocity = (
        [target[0]],
        [target[1]],
        [most],
    )
    return _calculated(given)


def _calculated(given: InputParameter) -> Trajectory:
    trajectory = Trajectory(1)
    result = Ruckig(1).calculate(given, trajectory)
    if int(result.value if hasattr(result, "value") else result) < 0:
        raise SimulationError(f"no jerk-limited motion from {given}: {result}")
    return trajectory
