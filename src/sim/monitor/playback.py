"""A source whose time is controlled by those who look: what is asked, and what there is to say of
it. Times are ns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Optional

# As the protocol numbers them.
PLAYING = 0
PAUSED = 1
ENDED = 3


@dataclass(frozen=True)
class PlaybackRequest:
    """``seek`` is a time to go to, or None; ``request`` comes back with the answer."""

    play: bool
    speed: float
    seek: Optional[int] = None
    request: str = ""


@dataclass(frozen=True)
class PlaybackState:
    """``sought``: the time has not come by playing alone."""

    status: int
    time: int
    speed: float
    sought: bool = False


class Playback(ABC):
    """From ``begin`` to ``end``; its methods may be called from any thread."""

    begin: int
    end: int

    @abstractmethod
    def state(self) -> PlaybackState:
        """What is the case."""

    @abstractmethod
    def control(self, request: PlaybackRequest) -> PlaybackState:
        """Does what is asked; a time beyond either end is that end. InputError where the speed is
        no number above 0."""
