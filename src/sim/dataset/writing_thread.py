"""Thread that writes frames.

Packing pictures and writing files let Python's other threads run.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Callable, Deque

from sim.dataset.sample import DataSample

# Frames that may wait to be written, beside the one that is.
MOST_WAITING = 2


class WritingThread:
    """Calls ``write`` for frames in their order. After the first error no more are written; it is
    raised by the next call, or at the end."""

    def __init__(self, write: Callable[[DataSample], None]) -> None:
        self._write = write
        self._executor = ThreadPoolExecutor(1, "data set")
        self._waiting: Deque[Future[None]] = deque()
        self._failed = False

    def __enter__(self) -> WritingThread:
        return self

    def __exit__(self, *error: object) -> None:
        """Wait until all frames are written."""
        self._executor.shutdown()
        while self._waiting:
            self._waiting.popleft().result()

    def add(self, sample: DataSample) -> None:
        """Queue a frame; blocks while too many wait."""
        while self._waiting and (self._waiting[0].done() or len(self._waiting) > MOST_WAITING):
            self._waiting.popleft().result()
        self._waiting.append(self._executor.submit(self._next, sample))

    def _next(self, sample: DataSample) -> None:
        if self._failed:
            return
        try:
            self._write(sample)
        except BaseException:
            self._failed = True
            raise
