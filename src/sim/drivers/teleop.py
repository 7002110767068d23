"""Drives with keys: converts terminal input to speed and steering.

The node reads the terminal and publishes. A terminal reports no releases, only a repeated key:
steering therefore returns to the middle after ``hold`` s without a steering key. Speed in m/s,
steering in rad, positive to the left; time in s of wall time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Tuple

from sim.errors import InputError

HELP = """\
  up / w      faster            left / a    steer left
  down / s    slower, reverse   right / d   steer right
  space       brake             q           quit
Steering returns to the middle by itself. To reverse, stop first, then press down again."""

_LETTERS: Dict[str, str] = {
    "w": "faster",
    "s": "slower",
    "a": "left",
    "d": "right",
    " ": "brake",
    "q": "quit",
}
_ARROWS: Dict[str, str] = {"A": "faster", "B": "slower", "C": "right", "D": "left"}
_ESCAPE = "\x1b"


@dataclass(frozen=True)
class TeleopLimits:
    """Limits of speed and steering.

    ``max_speed`` forwards and ``max_reverse`` backwards, ``max_steering`` to either side;
    accelerations in m/s^2 and more than 0.
    """

    max_speed: float = 14.0
    max_reverse: float = 3.0
    max_steering: float = 0.5
    speed_step: float = 0.5
    steering_step: float = 0.04
    return_rate: float = 0.6
    hold: float = 0.6
    acceleration: float = 3.0
    braking: float = 6.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not (math.isfinite(value) and value > 0.0):
                raise InputError(f"teleop: {name}", f"must be a number above 0, not {value!r}")


def keys(text: str) -> Tuple[List[str], str]:
    """Parse characters into keys and an incomplete arrow sequence. Other characters are ignored."""
    found, at = [], 0
    while at < len(text):
        if text[at] != _ESCAPE:
            found.append(_LETTERS.get(text[at].lower(), ""))
            at += 1
        elif len(text) - at < 3 and text[at + 1 : at + 2] in ("", "[", "O"):
            # Terminals send an arrow as ESC [ A or, in application mode, ESC O A, and a read may
            # end in its middle.
            return [key for key in found if key], text[at:]
        elif text[at + 1] in "[O":
            found.append(_ARROWS.get(text[at + 2], ""))
            at += 3
        else:
            at += 1
    return [key for key in found if key], ""


class Teleop:
    """Speed and steering requested by the keys so far."""

    def __init__(self, limits: TeleopLimits = TeleopLimits()) -> None:
        self._limits = limits
        self.speed = self.steering = 0.0
        self.acceleration = limits.acceleration
        self._steered_at = self._slowed_at = self._time = -math.inf

    def press(self, key: str, time: float) -> None:
        """Take one of the meanings that :func:`keys` returns."""
        limits = self._limits
        if key in ("left", "right"):
            step = limits.steering_step if key == "left" else -limits.steering_step
            self.steering = max(
                -limits.max_steering, min(limits.max_steering, self.steering + step)
            )
            self._steered_at = time
        elif key == "faster":
            self._accelerate(limits.speed_step, stop=self.speed < 0.0)
        elif key == "slower":
            # Holding the key down must end in a stop, not in driving backwards.
            held = time - self._slowed_at < limits.hold
            self._slowed_at = time
            self._accelerate(
                -limits.speed_step, stop=self.speed > 0.0 or (held and self.speed == 0.0)
            )
        elif key == "brake":
            self.speed, self.acceleration = 0.0, limits.braking

    def advance(self, time: float) -> None:
        """Let the steering return to the middle where no key holds it."""
        since = max(self._time, self._steered_at + self._limits.hold)
        self._time = time
        if math.isfinite(since) and time > since:
            back = min(abs(self.steering), self._limits.return_rate * (time - since))
            self.steering -= math.copysign(back, self.steering)

    def _accelerate(self, step: float, stop: bool) -> None:
        """Change the speed by ``step``, with ``stop`` not beyond 0."""
        speed = max(-self._limits.max_reverse, min(self._limits.max_speed, self.speed + step))
        self.speed = 0.0 if stop and speed * step > 0.0 else speed
        self.acceleration = self._limits.acceleration
