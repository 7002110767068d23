"""How a call of SUMO is made by those who do not know what to do where it fails."""

from __future__ import annotations

from typing import Callable, Protocol, TypeVar

T = TypeVar("T")


class Ask(Protocol):
    """Makes a TraCI call and says what went wrong."""

    def __call__(self, request: Callable[[], T]) -> T:
        """What the call gives."""
