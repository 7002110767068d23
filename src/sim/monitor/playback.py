"""Interface of a source with controllable time: requests and state. Times are ns."""

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
    """Request to play or pause, at a speed.

    ``seek`` is the time to go to, or None; ``request`` identifies the answer.
    """

    play: bool
    speed: float
    seek: Optional[int] = None
    request: str = ""


@dataclass(frozen=True)
class PlaybackState:
    """State of a playback; ``sought``: the time was changed by a seek."""

    status: int
    time: int
    speed: float
    sought: bool = False


class Playback(ABC):
    """Playback from ``begin`` to ``end``; callable from any thread."""

    begin: int
    end: int

    @abstractmethod
    def state(self) -> PlaybackState:
        """Return the current state."""

    @abstractmethod
    def control(self, request: PlaybackRequest) -> PlaybackState:
        """Apply a request; clamp its time to the recording.

        Raises InputError if the speed is not above 0.
        """
