"""Renderer in a separate process, so that drawing does not delay physics.

A thread would hold Python's lock for part of the time. It has the interface of
:class:`~sim.embedded.cameras.frame_renderer.FrameRenderer` and gives the same pixels.
"""

from __future__ import annotations

import logging
import pickle
from dataclasses import replace
from typing import List, Optional, Sequence, Tuple

from sim.child import Child
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment
from sim.embedded.cameras.request import RequestWriter
from sim.embedded.cameras.types import CameraFrame, Shot
from sim.embedded.cameras.wide_optics import AnyOptics
from sim.errors import SimulationError
from sim.rendering.classes import SemanticClasses
from sim.rendering.lighting import Lighting
from sim.rendering.types import Quality
from sim.sdf.model_path import ModelPath


class DrawingLink:
    """Renderer process, to be closed after use.

    The child ends with the thread that creates it. Raises SimulationError without OpenGL.
    """

    def __init__(
        self,
        model_path: ModelPath,
        quality: Quality,
        classes: SemanticClasses,
        instances: Optional[Instances] = None,
    ) -> None:
        self._writer = RequestWriter(instances or Instances())
        self._child = Child("sim.embedded.cameras.drawing_child", "draws pictures")
        self._child.send((model_path, quality, classes))
        self.name, lacking = self._child.receive()
        if lacking:
            self.close()
            raise SimulationError(lacking)

    def frames(
        self, moment: Moment, lighting: Lighting, shots: Sequence[Tuple[Shot, AnyOptics]]
    ) -> List[CameraFrame]:
        """Return the frames of all shots at one moment.

        Raises SimulationError if the child has failed, ChildEnded if it has ended.
        """
        wanted = [shot for shot, _ in shots]
        self._child.send(self._writer.write(moment, lighting, wanted))
        data, count = self._child.receive()
        buffers = [self._child.receive_bytes() for _ in range(count)]
        answer, lines = pickle.loads(data, buffers=buffers)
        for name, level, line in lines:
            logging.getLogger(name).log(level, "%s", line)
        if isinstance(answer, str):
            raise SimulationError(answer)
        return [replace(frame, shot=shot) for frame, shot in zip(answer, wanted)]

    def close(self) -> None:
        """End the child."""
        self._child.close()
