"""Draws moments through shots: what is there, what of it a camera sees, and the picture. Belongs to
the thread that makes it."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from sim.sdf.look import Look
from sim.sdf.model_path import ModelPath

from .moment import Moment
from .optics import Optics
from .renderer import Drawn, Renderer
from .types import Frame, Quality, Shot
from .visible import visible
from .visuals import Visuals


class FrameRenderer:
    """A visuals and a renderer; SimulationError where there is no OpenGL."""

    def __init__(self, model_path: ModelPath, look: Look, quality: Quality) -> None:
        self._quality = quality
        self._renderer = Renderer(look, quality)
        self._visuals = Visuals(model_path, look, quality)
        self._loaded = False

    def frames(self, moment: Moment, shots: Sequence[Tuple[Shot, Optics]]) -> List[Frame]:
        """The frames of all shots at one moment."""
        if self._visuals.prepare(moment):
            self._loaded = False
        if not self._loaded:
            self._renderer.load(self._visuals.store)
            self._loaded = True
        drawn = self._visuals.drawn(moment)
        return [self._frame(drawn, shot, optics) for shot, optics in shots]

    def close(self) -> None:
        """Gives the graphics side up."""
        self._renderer.close()

    def _frame(self, drawn: Drawn, shot: Shot, optics: Optics) -> Frame:
        seen = visible(
            drawn, self._visuals.store, optics.view, shot.world_from_camera, self._quality.smallest
        )
        colors, depths = self._renderer.render(
            seen, optics.view, shot.world_from_camera, shot.depth
        )
        return Frame(shot, optics.color(colors), None if depths is None else optics.depth(depths))
