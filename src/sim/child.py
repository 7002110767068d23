"""Module of this package in a child process, connected by a pipe."""

from __future__ import annotations

from typing import Any, Callable

from sim.errors import SimulationError
from sim.process import end_child, exit_code, start_module


class ChildEnded(SimulationError):
    """Unexpected end of the child process."""


class Child:
    """Child process that ends with the thread that made it.

    It must be closed. ``does`` describes its purpose in errors: "casts rays". SimulationError if it
    cannot be started, ChildEnded once it has ended.
    """

    def __init__(self, module: str, does: str) -> None:
        self._does = does
        self._process, self._pipe = start_module(module)

    def send(self, message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            raise self._ended() from None

    def receive(self) -> Any:
        """Return the next message."""
        return self._taken(self._pipe.recv)

    def receive_bytes(self) -> bytes:
        """Return the next message as bytes."""
        taken: bytes = self._taken(self._pipe.recv_bytes)
        return taken

    def close(self) -> None:
        """End the process."""
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
