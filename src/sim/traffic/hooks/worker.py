"""Runs a driver module in a thread.

A module that hangs does not stop the traffic.
"""

from __future__ import annotations

import ctypes
import queue
import threading
import time
from typing import Any, Callable, Tuple


class TooSlow(Exception):
    """A call took longer than its budget."""


class _End(BaseException):
    """Ends the thread that it is raised in."""


class CallThread:
    """Thread that executes one call at a time.

    :meth:`begin` it, do something else, take its :meth:`result`. Budgets are in s of wall time.
    """

    def __init__(self, name: str) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[Tuple[Any, Any, float]] = queue.SimpleQueue()
        self._begun = 0.0
        self.seconds = 0.0
        self._ended = False
        self._thread = threading.Thread(target=self._work, name=f"driver_{name}", daemon=True)
        self._thread.start()

    def begin(self, function: Callable[[], Any]) -> None:
        self._begun = time.monotonic()
        self._tasks.put(function)

    def result(self, budget: float) -> Any:
        """Return the function's result or raise its error.

        TooSlow if it took longer than ``budget``.
        """
        try:
            value, error, self.seconds = self._results.get(
                timeout=max(self._begun + budget - time.monotonic(), 1e-3)
            )
        except queue.Empty:
            raise TooSlow from None
        if error is not None:
            raise error
        if self.seconds > budget:
            raise TooSlow
        return value

    def end(self) -> None:
        """End the thread, once. A busy thread ends at its next line of Python."""
        # The identity of a thread that has ended may be another's by the next time.
        identity = self._thread.ident
        if not self._ended and identity is not None and self._thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(identity), ctypes.py_object(_End)
            )
            self._tasks.put(_end)
        self._ended = True

    def _work(self) -> None:
        try:
            while True:
                self._do(self._tasks.get())
        except _End:
            pass

    def _do(self, function: Callable[[], Any]) -> None:
        started = time.perf_counter()
        try:
            value, error = function(), None
        except (Exception, SystemExit) as raised:  # noqa: BLE001 - whoever takes the result raises it
            value, error = None, raised
        self._results.put((value, error, time.perf_counter() - started))


def _end() -> None:
    raise _End
