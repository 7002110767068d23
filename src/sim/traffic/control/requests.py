"""Executes functions of any thread in the thread that owns SUMO.

They run between two steps, also while the simulator is paused.
"""

from __future__ import annotations

import contextlib
import queue
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from typing import Any, Callable, Optional, Tuple

from sim.errors import SimulationError

PATIENCE = 30.0
_Request = Tuple[Optional["Future[Any]"], Callable[[], Any]]


class Requests:
    """Queue of functions for the owner's thread. ``patience`` is in s of wall time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._queue: queue.SimpleQueue[_Request] = queue.SimpleQueue()
        self._first: Optional[_Request] = None
        self._closed = ""

    def call(self, function: Callable[[], Any]) -> Any:
        """Run ``function`` in the owner's thread. Its result is returned or its error raised."""
        if self._closed:
            raise SimulationError(self._closed)
        future: Future[Any] = Future()
        self._queue.put((future, function))
        try:
            return future.result(self._patience)
        except Late:
            if future.cancel():
                raise SimulationError(
                    f"traffic did not serve the request within {self._patience:g} s, since it "
                    "waits for the simulator or for SUMO; nothing was done"
                ) from None
            raise SimulationError(f"SUMO has not answered within {self._patience:g} s") from None

    def post(self, function: Callable[[], Any]) -> None:
        """Has ``function`` run by the owner, where its errors are raised."""
        self._queue.put((None, function))

    def wake(self) -> None:
        """Make :meth:`serve` return at once; callable from a signal's handler.

        CPython's SimpleQueue forgets its timeout if a handler outlasts it, and then waits for an
        item.
        """
        self._queue.put((None, _nothing))

    def serve(self, timeout: float = 0.0) -> bool:
        """Run the first function that arrives within ``timeout`` s.

        Return whether there was one.
        """
        try:
            future, function = self._first or (
                self._queue.get(timeout=timeout) if timeout > 0 else self._queue.get_nowait()
            )
        except queue.Empty:
            return False
        self._first = None
        if future is None:
            function()
        elif future.set_running_or_notify_cancel():
            _answer(future, function)
        return True

    def peek(self) -> Optional[Callable[[], Any]]:
        """Return the function that :meth:`serve` runs next, or None.

        Call it in the owner's thread.
        """
        if self._first is None:
            with contextlib.suppress(queue.Empty):
                self._first = self._queue.get_nowait()
        return self._first[1] if self._first else None

    def close(self, reason: str = "traffic has ended") -> None:
        """Refuse waiting and future functions."""
        self._closed = reason
        while self.peek():
            assert self._first is not None
            (future, _), self._first = self._first, None
            if future and future.set_running_or_notify_cancel():
                future.set_exception(SimulationError(reason))


def _nothing() -> None:
    """Do nothing; :meth:`Requests.wake` queues it."""


def _answer(future: Future[Any], function: Callable[[], Any]) -> None:
    try:
        future.set_result(function())
    except Exception as error:  # noqa: BLE001 - the thread that called raises it
        future.set_exception(error)
