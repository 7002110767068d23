"""Draws moments through shots: what is there, and the picture of it. Belongs to the thread that
makes it."""

from __future__ import annotations

import logging
from typing import List, Sequence, Tuple

from sim.rendering.conditions import Conditions
from sim.rendering.lighting import Lighting, lighting_of
from sim.rendering.renderer import Renderer
from sim.rendering.types import Drawn, Quality
from sim.sdf.look import Look
from sim.sdf.model_path import ModelPath

from .moment import Moment
from .optics import Optics
from .types import Frame, Shot
from .visuals import Visuals

log = logging.getLogger(__name__)


class FrameRenderer:
    """A visuals and a renderer; SimulationError where there is no OpenGL."""

    def __init__(self, model_path: ModelPath, look: Look, quality: Quality) -> None:
        self._look = look
        self._renderer = Renderer(quality)
        self._visuals = Visuals(model_path)
        self._loaded = False

    @property
    def name(self) -> str:
        """What draws, as OpenGL calls it."""
        return self._renderer.name

    def frames(
        self, moment: Moment, conditions: Conditions, shots: Sequence[Tuple[Shot, Optics]]
    ) -> List[Frame]:
        """The frames of all shots at one moment."""
        if self._visuals.prepare(moment):
            self._loaded = False
        if not self._loaded:
            for line in self._renderer.load(self._visuals.store):
                log.warning("%s", line)
            self._loaded = True
        drawn, lighting = self._visuals.drawn(moment), lighting_of(self._look, conditions)
        return [self._frame(drawn, lighting, shot, optics) for shot, optics in shots]

    def close(self) -> None:
        """Gives the graphics side up."""
        self._renderer.close()

    def _frame(self, drawn: Drawn, lighting: Lighting, shot: Shot, optics: Optics) -> Frame:
        colors, depths = self._renderer.render(
            drawn, optics.view, shot.world_from_camera, lighting, shot.depth
        )
        return Frame(shot, optics.color(colors), None if depths is None else optics.depth(depths))
