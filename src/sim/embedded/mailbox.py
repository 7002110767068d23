"""Runs functions of any thread in the thread that owns the physics."""

from __future__ import annotations

import logging
import queue
from concurrent.futures import Future
from typing import Any, Callable, Optional, Tuple

from sim.errors import SimulationError

log = logging.getLogger(__name__)

# Error for requests to a simulator that ends; the Gazebo plugins use it too.
ENDING = "the simulator is shutting down"


class Mailbox:
    """Queue of functions that the owner runs between two physics steps."""

    def __init__(self) -> None:
        # Functions with the future of their result (None for posted ones); a None item only wakes
        # the owner.
        self._queue: queue.SimpleQueue[
            Optional[Tuple[Optional[Future[Any]], Callable[[], Any]]]
        ] = queue.SimpleQueue()
        self._closed = False

    def call(self, function: Callable[[], Any]) -> Any:
        """Run ``function`` in the owner's thread; return its result or raise."""
        if self._closed:
            raise SimulationError(ENDING)
        future: Future[Any] = Future()
        self._queue.put((future, function))
        # The owner's last drain may have missed this item.
        if self._closed:
            self.close()
        return future.result()

    def post(self, function: Callable[[], Any]) -> None:
        """Queue a function without waiting; log its error."""
        self._queue.put((None, function))

    def drain(self, timeout: float = 0.0) -> bool:
        """Run the queued functions; return whether there were any.

        With a ``timeout`` in s it waits that long for a first function.
        """
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
        """End the wait of a drain; callable from a signal handler."""
        self._queue.put(None)

    def close(self) -> None:
        """Refuse all queued and future functions."""
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
            log.exception("a command from a topic failed and is ignored")
        else:
            future.set_exception(error)
    else:
        if future is not None:
            future.set_result(result)
