"""Velocity commands of keys, as documented for ROS's teleop_twist_keyboard.

m/s and rad/s; shares are of the two speeds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, Tuple

HELP = """\
  u i o     forwards, with a turn left or right     U I O  J K L  M < >
  j k l     turn left, stop, turn right             the same sideways, with shift
  m , .     backwards                               t b    up, down
  q z       both speeds by 10 %  w x  linear alone  e c    angular alone
anything else stops; Ctrl-C quits"""

# Shares of the linear speed along x, y, z, and of the angular speed.
_MOTIONS: Dict[str, Tuple[int, int, int, int]] = {
    "i": (1, 0, 0, 0),
    "o": (1, 0, 0, -1),
    "j": (0, 0, 0, 1),
    "l": (0, 0, 0, -1),
    "u": (1, 0, 0, 1),
    ",": (-1, 0, 0, 0),
    ".": (-1, 0, 0, 1),
    "m": (-1, 0, 0, -1),
    "O": (1, -1, 0, 0),
    "I": (1, 0, 0, 0),
    "J": (0, 1, 0, 0),
    "L": (0, -1, 0, 0),
    "U": (1, 1, 0, 0),
    "<": (-1, 0, 0, 0),
    ">": (-1, -1, 0, 0),
    "M": (-1, 1, 0, 0),
    "t": (0, 0, 1, 0),
    "b": (0, 0, -1, 0),
}
# Factors of the linear and of the angular speed.
_SPEEDS: Dict[str, Tuple[float, float]] = {
    "q": (1.1, 1.1),
    "z": (0.9, 0.9),
    "w": (1.1, 1.0),
    "x": (0.9, 1.0),
    "e": (1.0, 1.1),
    "c": (1.0, 0.9),
}


@dataclass(frozen=True)
class KeyCommand:
    """Two speeds, and the shares of the last motion."""

    speed: float = 0.5
    turn: float = 1.0
    motion: Tuple[int, int, int, int] = (0, 0, 0, 0)

    def after(self, key: str) -> KeyCommand:
        """Return the state after a key; unknown ones stop."""
        if key in _SPEEDS:
            linear, angular = _SPEEDS[key]
            return replace(self, speed=self.speed * linear, turn=self.turn * angular)
        return replace(self, motion=_MOTIONS.get(key, (0, 0, 0, 0)))

    def stopped(self) -> KeyCommand:
        """Return the state without motion."""
        return replace(self, motion=(0, 0, 0, 0))

    @property
    def linear(self) -> Tuple[float, float, float]:
        """Linear velocity x y z in m/s."""
        x, y, z, _ = self.motion
        return x * self.speed, y * self.speed, z * self.speed

    @property
    def angular(self) -> float:
        """Angular velocity about z in rad/s."""
        return self.motion[3] * self.turn
