"""Takes pictures of a running simulation.

The physics thread copies all poses; a separate thread or process draws. Without requests it costs
nothing. World frame.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from sim.child import ChildEnded
from sim.embedded.cameras.drawing_link import DrawingLink
from sim.embedded.cameras.frame_renderer import FrameRenderer
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment, MomentRecorder
from sim.embedded.cameras.types import CameraFrame, Shot
from sim.embedded.cameras.wide_optics import AnyOptics, optics_of
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.job_thread import JobThread
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.errors import SimError, SimulationError
from sim.rendering.classes import SemanticClasses, standard_classes
from sim.rendering.conditions import Conditions
from sim.rendering.lighting import Lighting, lighting_of
from sim.rendering.types import Quality
from sim.sdf.look import SceneSettings
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.cameras import Camera

log = logging.getLogger(__name__)
Deliver = Callable[[List[CameraFrame]], None]
Shots = Tuple[Tuple[Shot, AnyOptics], ...]
MOST_OPTICS = 256


class CameraSensors:
    """Cameras of the physics thread; only ``deliver`` runs in their own thread."""

    def __init__(
        self,
        physics: Physics,
        pool: Traffic,
        lamps: Lamps,
        model_path: ModelPath,
        look: SceneSettings = SceneSettings(),
        quality: Quality = Quality(),
        conditions: Conditions = Conditions(),
        classes: Optional[SemanticClasses] = None,
        instances: Optional[Instances] = None,
        own_process: bool = False,
    ) -> None:
        self._own_process = own_process
        self._moments = MomentRecorder(physics, pool, lamps)
        self._parts = (
            model_path,
            quality,
            classes or standard_classes(),
            instances or Instances(),
        )
        self.look, self.conditions, self.quality = look, conditions, quality
        # The cameras are kept with their optics, so that no other can have their identity.
        self._optics: Dict[Tuple[int, bool], Tuple[Camera, AnyOptics]] = {}
        self._thread = JobThread("cameras")
        self._renderer: Optional[Union[FrameRenderer, DrawingLink]] = None
        self._error: Optional[SimError] = None
        self._reported: Set[str] = set()

    @property
    def drawn_by(self) -> str:
        """Name of the OpenGL renderer; empty before the first picture."""
        return "" if self._renderer is None else self._renderer.name

    def capture(self, shots: Sequence[Shot], deliver: Deliver) -> None:
        """Draw the present world; call ``deliver`` with the frames in another thread.

        It waits while an earlier capture has not begun. Raises InputError for an impossible camera,
        SimulationError without OpenGL or after closing.
        """
        prepared = tuple((shot, self._optics_of(shot)) for shot in shots)
        if self._error is None and self._renderer is None:
            self._thread.do(self._open)
            self._thread.finish()
        if self._error is not None:
            raise self._error
        self._thread.do(
            partial(
                self._capture,
                self._moments.take(),
                lighting_of(self.look, self.conditions),
                prepared,
                deliver,
            )
        )

    def finish(self) -> None:
        """Wait until all frames are delivered."""
        self._thread.finish()

    def close(self) -> None:
        """Deliver pending captures and end the thread."""
        if self._renderer is not None:
            self._thread.do(self._renderer.close)
        self._thread.close()
        self._renderer = None
        self._error = self._error or SimulationError("the cameras are closed")

    def _optics_of(self, shot: Shot) -> AnyOptics:
        near_too = shot.depth and shot.near_too
        key = (id(shot.camera), near_too)
        if key not in self._optics:
            if len(self._optics) >= MOST_OPTICS:
                self._optics.clear()
            optics = optics_of(shot.camera, near_too)
            if optics.dark:
                self._warn(
                    f"camera {shot.camera.name}: {100.0 * optics.dark:.1f} % of its pixels stay "
                    "black: its distortion "
                    f"{shot.camera.lens.coefficients} folds the picture over before its corners"
                )
            self._optics[key] = (shot.camera, optics)
        return self._optics[key][1]

    def _warn(self, message: str) -> None:
        if message not in self._reported:
            self._reported.add(message)
            log.warning("%s", message)

    def _open(self) -> None:
        """Create the renderer in the thread that will use OpenGL."""
        try:
            self._renderer = (DrawingLink if self._own_process else FrameRenderer)(*self._parts)
        except SimError as error:
            self._error = error
        except Exception as error:  # whatever a driver comes up with
            self._error = SimulationError(f"nothing can draw pictures: {error!r}")
            log.error("%s", self._error, exc_info=True)

    def _capture(self, moment: Moment, lighting: Lighting, shots: Shots, deliver: Deliver) -> None:
        """Draw and deliver; log errors, as physics must not wait for ever."""
        assert self._renderer is not None
        try:
            deliver(self._renderer.frames(moment, lighting, shots))
        except ChildEnded as error:
            # Logged here, since no further picture may be requested.
            log.error("%s; cameras are silent from here on", error)
            self._error = error
        except Exception as error:  # whatever a driver, a file or a subscriber comes up with
            if repr(error) not in self._reported:
                self._reported.add(repr(error))
                log.error("no picture: %s", error, exc_info=not isinstance(error, SimError))
