"""Draws moments through shots. Belongs to the thread that creates it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Dict, List, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.embedded.cameras.boxes import box_of
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment
from sim.embedded.cameras.types import CameraFrame, Shot, ThingBox
from sim.embedded.cameras.visuals import Visuals
from sim.embedded.cameras.wide_optics import AnyOptics, WideOptics
from sim.rendering.classes import SKY_CLASS, SemanticClasses
from sim.rendering.label_runs import runs_of
from sim.rendering.lighting import Lighting
from sim.rendering.renderer import Renderer
from sim.rendering.types import DrawnInstances, Extent, FlowReference, Quality, RequestedOutputs
from sim.sdf.model_path import ModelPath
from sim.transforms import inverse

log = logging.getLogger(__name__)
# Number of cameras with a stored picture for flow.
MOST_EARLIER = 64


class FrameRenderer:
    """Visuals and their renderer; raises SimulationError without OpenGL."""

    def __init__(
        self,
        model_path: ModelPath,
        quality: Quality,
        classes: SemanticClasses,
        instances: Optional[Instances] = None,
    ) -> None:
        sky, ground = classes.names.index(SKY_CLASS), classes.ground
        self._renderer = Renderer(quality, sky, classes.things, ground)
        self._visuals = Visuals(model_path, classes, instances or Instances())
        self._loaded = self._rained = False
        self._seed = quality.rain_seed
        # The cameras are kept, so that no other can have their identity.
        self._earlier: Dict[int, Tuple[Shot, FlowReference]] = {}

    @property
    def name(self) -> str:
        """Name of the OpenGL renderer."""
        return self._renderer.name

    def frames(
        self, moment: Moment, lighting: Lighting, shots: Sequence[Tuple[Shot, AnyOptics]]
    ) -> List[CameraFrame]:
        """Return the frames of all shots at one moment."""
        if self._visuals.prepare(moment):
            self._loaded = False
        if not self._loaded:
            for line in self._renderer.load(self._visuals.store):
                log.warning("%s", line)
            self._loaded = True
        drawn = self._visuals.drawn(moment)
        if lighting.dark:
            drawn, beams = self._visuals.with_lamps(drawn, moment)
            lighting = replace(lighting, lamps=(*lighting.lamps, *beams))
        if lighting.rain > 0.0 and not self._rained:
            self._rained = True
            log.info("rain in pictures draws from seed %d", self._seed)
        return [self._frame(drawn, lighting, moment.time, shot, optics) for shot, optics in shots]

    def close(self) -> None:
        """Release OpenGL's resources."""
        self._renderer.close()

    def _frame(
        self, drawn: DrawnInstances, lighting: Lighting, time: float, shot: Shot, optics: AnyOptics
    ) -> CameraFrame:
        if isinstance(optics, WideOptics):
            return self._wide_frame(drawn, lighting, time, shot, optics)
        key = id(shot.camera)
        earlier = self._earlier[key][1] if key in self._earlier else None
        wanted = RequestedOutputs(shot.depth, shot.labels, shot.flow, shot.boxes, earlier)
        picture = self._renderer.render(
            drawn, optics.view, shot.world_from_camera, lighting, wanted, time
        )
        if shot.flow:
            if len(self._earlier) >= MOST_EARLIER:
                self._earlier.clear()
            self._earlier[key] = (shot, FlowReference(drawn, shot.world_from_camera))
        semantic, instance = (
            None if labels is None else optics.labels(labels)
            for labels in (picture.kinds, picture.instances)
        )
        return CameraFrame(
            shot,
            optics.color(picture.colors),
            None if picture.depths is None else optics.depth(picture.depths),
            semantic,
            instance,
            None if picture.flow is None else optics.flow(picture.flow),
            self._boxes(shot, semantic, instance, picture.extents),
        )

    def _wide_frame(
        self, drawn: DrawnInstances, lighting: Lighting, time: float, shot: Shot, optics: WideOptics
    ) -> CameraFrame:
        """Draw colours and labels; depth, flow and boxes need a pinhole."""
        wanted = RequestedOutputs(labels=shot.labels)
        pictures = [
            self._renderer.render(
                drawn,
                side.view,
                shot.world_from_camera @ side.camera_from_side,
                lighting,
                wanted,
                time,
            )
            for side in optics.sides
        ]
        color = optics.color([picture.colors for picture in pictures])
        if not shot.labels:
            return CameraFrame(shot, color)
        kinds = [picture.kinds for picture in pictures if picture.kinds is not None]
        things = [picture.instances for picture in pictures if picture.instances is not None]
        return CameraFrame(shot, color, None, optics.labels(kinds), optics.labels(things))

    def _boxes(
        self,
        shot: Shot,
        semantic: Optional[Array],
        instance: Optional[Array],
        extents: Sequence[Extent],
    ) -> Tuple[ThingBox, ...]:
        """Return the boxes of things visible in the labels (h, w)."""
        if semantic is None or instance is None or not extents:
            return ()
        runs, names = runs_of(semantic, instance), self._visuals.instances.names
        camera_from_world = inverse(shot.world_from_camera)
        boxes = (box_of(extent, runs, shot.camera, camera_from_world, names) for extent in extents)
        return tuple(box for box in boxes if box is not None)
