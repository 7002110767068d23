"""Progress of a batch: a bar on a terminal, else occasional lines."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, TextIO

SECONDS = 5.0


class BatchProgress:
    """Reports progress; called with the number of scenes and the total.

    Lines go to ``stream``, at most one every SECONDS.
    """

    def __init__(
        self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._clock = stream, clock
        self._began: Optional[float] = None
        self._first = 0
        self._said = 0.0
        self._bar: Any = None

    def __enter__(self) -> BatchProgress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, done: int, total: int) -> None:
        if self._began is None:
            self._began = self._said = self._clock()
            self._first = done
            if self._stream.isatty():
                self._bar = _bar(done, total, self._stream)
        elif self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif self._clock() - self._said >= SECONDS or done == total:
            self._said = self._clock()
            print(self._line(done, total), file=self._stream, flush=True)

    def _line(self, done: int, total: int) -> str:
        seconds = max(self._clock() - (self._began or 0.0), 1e-9)
        rate = (done - self._first) / seconds
        left = f", {(total - done) / rate:.0f} s left" if rate > 0.0 and done < total else ""
        return f"{done} of {total} scenes, {rate:.3g} a second{left}"


def _bar(done: int, total: int, stream: TextIO) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:  # the bar is optional
        return None
    return tqdm(total=total, initial=done, unit="scene", file=stream)
