"""Child process of :mod:`drawing_link`: draws requests from a pipe until it closes."""

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

from sim.embedded.cameras.frame_renderer import FrameRenderer
from sim.embedded.cameras.request import RequestReader
from sim.embedded.cameras.types import CameraFrame
from sim.errors import SimError

# Bytes of an array from which a separate message is faster.
LARGE = 4096


class Lines(logging.Handler):
    """Log handler that forwards logger name, level, and text with traceback."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._lines: List[Tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append((record.name, record.levelno, self.format(record)))

    def taken(self) -> List[Tuple[str, int, str]]:
        """Return and delete the records since the last call."""
        lines, self._lines = self._lines, []
        return lines


def serve(pipe: Connection) -> None:
    """Receive the renderer's settings, then serve requests.

    :class:`~sim.embedded.cameras.drawing_link.DrawingLink` sends them.
    """
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
    """Send a message; large arrays go separately, which saves copies."""
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


def _bare(frame: CameraFrame) -> CameraFrame:
    """Return a frame without its shot, which the parent process has."""
    return replace(frame, shot=None)  # type: ignore[arg-type]


if __name__ == "__main__":
    code = 0
    try:
        serve(Connection(int(sys.argv[1])))
    except ConnectionError:  # The parent may end during drawing.
        pass
    except Exception:  # noqa: BLE001 - the other side is told by the code
        traceback.print_exc()
        code = 1
    # Skip the cleanup of OpenGL, which takes a second.
    os._exit(code)
