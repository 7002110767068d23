"""Time limit for work in this thread, with the program's running line.

A requirement may take for ever. Only the main thread of a process can be interrupted so, and only
Python code; elsewhere the time is unlimited. Wall time, in s.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from types import FrameType
from typing import Any, Iterator, Optional

from sim.errors import SimulationError


class SceneTimeout(SimulationError):
    """The time is over; no scene came of it."""


@contextmanager
def time_limit(seconds: float, path: str) -> Iterator[None]:
    """Raise :class:`SceneTimeout` in the block after ``seconds``.

    0: unlimited; ``path`` is the program's.
    """
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: Optional[FrameType]) -> None:
        line = _line(path, frame)
        raise SceneTimeout(
            f"{path}{f':{line}' if line else ''}: no scene within {seconds:g} s (timeout)"
            + (
                ", and this line was at work: mend it where it does not end, or allow more time"
                if line
                else "; ease the requirements, or allow more time"
            )
        )

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _line(path: str, frame: Any) -> int:
    """Return the innermost running line of the program, or 0."""
    while frame is not None:
        if frame.f_code.co_filename == path:
            return int(frame.f_lineno)
        frame = frame.f_back
    return 0
