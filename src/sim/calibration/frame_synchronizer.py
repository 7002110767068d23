"""Synchronises pictures and clouds by their stamps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

from sim.arrays import Array
from sim.calibration.recording import SensorFrame

LEFT = "left"
RIGHT = "right"
CLOUD = "cloud"
MAX_PAIR_DELAY = 0.005  # s, between the pictures of a pair
MAX_WAITING = 20  # messages


@dataclass(frozen=True)
class _Measured:
    time: float
    values: Array


class FrameSynchronizer:
    """Approximate time synchroniser of cameras and a lidar.

    A stereo pair or a single camera; stamps of picture and cloud may be ``apart`` s.
    """

    def __init__(self, stereo: bool, apart: float) -> None:
        self._roles = (LEFT, RIGHT, CLOUD) if stereo else (LEFT, CLOUD)
        self._apart = apart
        self._waiting: Dict[str, List[_Measured]] = {role: [] for role in self._roles}
        self._counts = dict.fromkeys(self._roles, 0)
        self._nearest: Dict[str, float] = {}
        self._empty: Dict[str, int] = dict.fromkeys(self._roles, 0)

    def add(self, role: str, time: float, values: Array) -> Optional[SensorFrame]:
        """Add a measurement and return the frame that it completes, if any.

        ``left``, ``right`` and ``cloud`` come in the order of their stamps in s.
        """
        waiting = self._waiting[role]
        if waiting and time <= waiting[-1].time:
            # A clock was set back, or a message was repeated.
            waiting.clear()
        self._counts[role] += 1
        self._empty[role] += not len(values)
        waiting.append(_Measured(time, values))
        del waiting[:-MAX_WAITING]
        return self._complete()

    def lacking(self, topics: Dict[str, str]) -> str:
        """Explain the lack of a complete frame, and the remedy. ``topics`` of the roles."""
        silent = [topics[role] for role in self._roles if not self._counts[role]]
        if silent:
            return f"no message on {' and '.join(silent)}"
        for role in self._roles:
            if self._empty[role] == self._counts[role]:
                return f"all messages on {topics[role]} are empty"
        if RIGHT in self._nearest and self._nearest[RIGHT] > MAX_PAIR_DELAY:
            return (
                f"pictures on {topics[LEFT]} and {topics[RIGHT]} are at least "
                f"{self._nearest[RIGHT]:.3g} s apart; a stereo pair is taken at one moment"
            )
        return (
            f"pictures on {topics[LEFT]} and clouds on {topics[CLOUD]} are at least "
            f"{self._nearest.get(CLOUD, 0.0):.3g} s apart where {self._apart:g} s are allowed; do "
            "both have the same clock?"
        )

    def _complete(self) -> Optional[SensorFrame]:
        for left in self._waiting[LEFT]:
            found = {role: self._partner(role, left.time) for role in self._roles[1:]}
            if all(found.values()):
                self._forget({LEFT: left, **found})
                right = found.get(RIGHT)
                cloud = found[CLOUD]
                assert cloud is not None
                return SensorFrame(
                    cloud.values, left.values, None if right is None else right.values
                )
        return None

    def _partner(self, role: str, time: float) -> Optional[_Measured]:
        """Return the measurement nearest to a time, once it is certain."""
        waiting = self._waiting[role]
        if not waiting:
            return None
        nearest = min(waiting, key=lambda one: abs(one.time - time))
        gap = abs(nearest.time - time)
        self._nearest[role] = min(gap, self._nearest.get(role, gap))
        allowed = MAX_PAIR_DELAY if role == RIGHT else self._apart
        certain = waiting[-1].time >= time or gap <= MAX_PAIR_DELAY
        return nearest if gap <= allowed and certain else None

    def _forget(self, used: Dict[str, Optional[_Measured]]) -> None:
        """Drop used measurements and all earlier ones."""
        for role, one in used.items():
            assert one is not None
            self._waiting[role] = [other for other in self._waiting[role] if other.time > one.time]
