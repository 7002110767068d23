"""Lets any thread run a function in the thread that owns the physics."""

from __future__ import annotations

import logging
import queue
from concurrent.futures import Future
from typing import Any, Callable, Optional, Tuple

from sim.errors import SimulationError

log = logging.getLogger(__name__)

# What is asked of a simulator that ends is refused with this, by the Gazebo plugins too.
ENDING = "the simulator is shutting down"


class Mailbox:
    """Functions wait here until the owner drains them, between two physics steps."""

    def __init__(self) -> None:
        # Functions, those that are called with what takes the result; None only wakes the owner.
        self._queue: queue.SimpleQueue[
            Optional[Tuple[Optional[Future[Any]], Callable[[], Any]]]
        ] = queue.SimpleQueue()
        self._closed = False

    def call(self, function: Callable[[], Any]) -> Any:
        """Runs ``function`` in the owner's thread and gives its result or raises its error."""
        if self._closed:
            raise SimulationError(ENDING)
        future: Future[Any] = Future()
        self._queue.put((future, function))
        # What came after the owner's last look nobody else would refuse.
        if self._closed:
            self.close()
        return future.result()

    def post(self, function: Callable[[], Any]) -> None:
        """As ``call``, without waiting; an error is logged."""
        self._queue.put((None, function))

    def drain(self, timeout: float = 0.0) -> bool:
        """Runs what waits; with a ``timeout`` in s, waits that long for a first function. True if
        anything ran."""
        ran = False
        if timeout <= 0 and self._queue.empty():
            return False
        try:
            item = self._queue.get(timeout=timeout) if timeout > 0 else self._queue.get_nowait()
            while True:
                if item is not None:
                    _run(*item)
                    ran = True
                item = self._queue.get_nowait()
        except queue.Empty:
            return ran

    def wake(self) -> None:
        """Ends a drain's wait; callable from a signal's handler."""
        self._queue.put(None)

    def close(self) -> None:
        """Refuses what still waits and all that comes."""
        self._closed = True
        while True:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return
            if item is not None and item[0] is not None:
                item[0].set_exception(SimulationError(ENDING))


def _run(future: Optional[Future[Any]], function: Callable[[], Any]) -> None:
    try:
        result = function()
    except Exception as error:
        if future is None:
            # Its caller has gone.
            log.exception("what came by a topic failed, and is ignored")
        else:
            future.set_exception(error)
    else:
        if future is not None:
            future.set_result(result)
