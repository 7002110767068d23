"""A renderer in a process of its own: physics goes on while it draws, where a thread would hold
Python's lock for a part of the time.

It is asked like a :class:`~sim.embedded.cameras.frame_renderer.FrameRenderer` and gives the same
pixels.
"""

from __future__ import annotations

import logging
import pickle
from dataclasses import replace
from typing import Any, List, Optional, Sequence, Tuple

from sim.errors import SimulationError
from sim.process import end_child, exit_code, start_module
from sim.rendering.classes import SemanticClasses
from sim.rendering.lighting import Lighting
from sim.rendering.types import Quality
from sim.sdf.model_path import ModelPath

from .instances import Instances
from .moment import Moment
from .request import RequestWriter
from .types import Frame, Shot
from .wide_optics import AnyOptics


class DrawingLink:
    """To be closed; the child ends with the thread that makes this. SimulationError where there is
    no OpenGL."""

    def __init__(
        self,
        model_path: ModelPath,
        quality: Quality,
        classes: SemanticClasses,
        instances: Optional[Instances] = None,
    ) -> None:
        self._writer = RequestWriter(instances or Instances())
        self._process, self._pipe = start_module("sim.embedded.cameras.drawing_child")
        self._send((model_path, quality, classes))
        self.name, lacking = self._received()
        if lacking:
            self.close()
            raise SimulationError(lacking)

    def frames(
        self, moment: Moment, lighting: Lighting, shots: Sequence[Tuple[Shot, AnyOptics]]
    ) -> List[Frame]:
        """The frames of all shots at one moment; SimulationError where the child has failed or
        ended."""
        wanted = [shot for shot, _ in shots]
        self._send(self._writer.write(moment, lighting, wanted))
        data, count = self._received()
        buffers = [self._bytes() for _ in range(count)]
        answer, lines = pickle.loads(data, buffers=buffers)
        for name, level, line in lines:
            logging.getLogger(name).log(level, "%s", line)
        if isinstance(answer, str):
            raise SimulationError(answer)
        return [replace(frame, shot=shot) for frame, shot in zip(answer, wanted)]

    def close(self) -> None:
        """Ends the child."""
        self._pipe.close()
        end_child(self._process)

    def _send(self, message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError:
            raise self._ended() from None

    def _received(self) -> Any:
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            raise self._ended() from None

    def _bytes(self) -> bytes:
        try:
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._ended() from None

    def _ended(self) -> DrawingEnded:
        return DrawingEnded(
            f"the process that draws pictures has ended (exit code {exit_code(self._process)})"
        )


class DrawingEnded(SimulationError):
    """The process that draws has ended."""
