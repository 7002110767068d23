"""Interface to make TraCI calls without handling their errors."""

from __future__ import annotations

from typing import Callable, Protocol, TypeVar

T = TypeVar("T")


class Ask(Protocol):
    """Makes a TraCI call and reports its errors."""

    def __call__(self, request: Callable[[], T]) -> T:
        """Return the result of the call."""
