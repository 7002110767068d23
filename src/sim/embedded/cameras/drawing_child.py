"""The child process of :mod:`drawing_link`: draws what is asked for over a pipe until it closes."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import sys
import traceback
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, List, Tuple

from sim.errors import SimError

from .frame_renderer import FrameRenderer
from .request import RequestReader
from .types import Frame

# Bytes of an array for which a message of its own pays.
LARGE = 4096


class Lines(logging.Handler):
    """What is logged: the name of the logger, the level, and the text with its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._lines: List[Tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append((record.name, record.levelno, self.format(record)))

    def taken(self) -> List[Tuple[str, int, str]]:
        """All since the call before."""
        lines, self._lines = self._lines, []
        return lines


def serve(pipe: Connection) -> None:
    """Takes what a renderer is made of, then requests, as
    :class:`~sim.embedded.cameras.drawing_link.DrawingLink` sends them."""
    lines, reader = Lines(), RequestReader()
    logging.basicConfig(level=logging.INFO, handlers=[lines])
    try:
        model_path, quality, classes = pipe.recv()
        renderer = FrameRenderer(model_path, quality, classes, reader.instances)
    except SimError as error:
        pipe.send(("", str(error)))
        return
    pipe.send((renderer.name, ""))
    with contextlib.suppress(EOFError):
        while True:
            request = pipe.recv()
            try:
                moment, shots = reader.read(request)
                answer: Any = [_bare(f) for f in renderer.frames(moment, request.lighting, shots)]
            except SimError as error:
                answer = str(error)
            except Exception:  # noqa: BLE001 - whatever a driver or a file comes up with
                answer = traceback.format_exc()
            send(pipe, (answer, lines.taken()))


def send(pipe: Connection, message: Any) -> None:
    """Sends a message, its large arrays each by themselves, which spares copies."""
    buffers: List[pickle.PickleBuffer] = []

    def within(buffer: pickle.PickleBuffer) -> bool:
        if buffer.raw().nbytes < LARGE:
            return True
        buffers.append(buffer)
        return False

    data = pickle.dumps(message, protocol=5, buffer_callback=within)
    pipe.send((data, len(buffers)))
    for buffer in buffers:
        pipe.send_bytes(buffer.raw())


def _bare(frame: Frame) -> Frame:
    """A frame whose shot the other side has."""
    return replace(frame, shot=None)  # type: ignore[arg-type]


if __name__ == "__main__":
    code = 0
    try:
        serve(Connection(int(sys.argv[1])))
    except ConnectionError:  # Whoever asked may end while something is drawn.
        pass
    except Exception:  # noqa: BLE001 - the other side is told by the code
        traceback.print_exc()
        code = 1
    # OpenGL's end takes a second and nobody waits for it.
    os._exit(code)
