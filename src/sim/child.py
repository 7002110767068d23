"""A module of this package at work in a process of its own, spoken to over a pipe."""

from __future__ import annotations

from typing import Any, Callable

from sim.errors import SimulationError
from sim.process import end_child, exit_code, start_module


class ChildEnded(SimulationError):
    """The child has ended, though nobody has closed it."""


class Child:
    """To be closed; ends with the thread that makes it. ``does`` says what for in errors: "casts
    rays". SimulationError where it cannot be started, ChildEnded once it has ended."""

    def __init__(self, module: str, does: str) -> None:
        self._does = does
        self._process, self._pipe = start_module(module)

    def send(self, message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            raise self._ended() from None

    def receive(self) -> Any:
        """The next message."""
        return self._taken(self._pipe.recv)

    def receive_bytes(self) -> bytes:
        """The next message, which is bytes."""
        taken: bytes = self._taken(self._pipe.recv_bytes)
        return taken

    def close(self) -> None:
        """Ends the process."""
        self._pipe.close()
        end_child(self._process)

    def _taken(self, take: Callable[[], Any]) -> Any:
        try:
            return take()
        except (EOFError, OSError):
            raise self._ended() from None

    def _ended(self) -> ChildEnded:
        return ChildEnded(
            f"the process that {self._does} has ended (exit code {exit_code(self._process)})"
        )
