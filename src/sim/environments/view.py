"""Views of a loop from above or from behind the ego.

Pictures have the ego marked. World frame, m, rad.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.checks import number, whole
from sim.environments.arguments import argument_errors
from sim.environments.closed_loop import ClosedLoop
from sim.environments.open_cv import drawing
from sim.environments.plain_view import PlainView
from sim.environments.sensors import Pictures
from sim.errors import InputError, SimulationError
from sim.sdf.sensors.cameras import Camera
from sim.traffic.ego_state import CORNERS, EgoState
from sim.transforms import transform_from_rpy

log = logging.getLogger(__name__)
ABOVE = "above"
BEHIND = "behind"
KINDS = (ABOVE, BEHIND)
LARGEST_SIDE = 4096
# From far above, so that tall vehicles hide little of the road.
ABOVE_FOV = 0.6
BEHIND_FOV = 1.2
# Of the camera behind, in the ego's frame, and its pitch, downwards positive.
BEHIND_PLACE = (-10.0, 0.0, 4.2)
BEHIND_PITCH = 0.2
# Of the mark above the ego's roof.
MARK_LOW = 0.5
MARK_HIGH = 1.2
MARK_HALF_WIDTH = 0.45
# Of the outline around the ego, beyond its box.
OUTLINE = 0.3
MARK_COLOR = (255, 30, 30)
# Axes of a camera that looks down, x down, z to the north, as columns.
DOWN = ((0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0))


@dataclass(frozen=True)
class ViewOptions:
    """View of ``render``: from ``above``, north up, or from ``behind`` the ego.

    ``pixels`` are width and height; a view from above is ``across`` m wide.
    """

    kind: str = ABOVE
    pixels: Tuple[int, int] = (640, 480)
    across: float = 80.0

    def __post_init__(self) -> None:
        with argument_errors():
            if self.kind not in KINDS:
                raise InputError("view", f"kind is {self.kind!r}; allowed: {', '.join(KINDS)}")
            if not isinstance(self.pixels, (tuple, list)) or len(self.pixels) != 2:
                raise InputError("view", f"pixels are {self.pixels!r}; give width and height")
            for side in self.pixels:
                whole(side, "view: pixels", 16, LARGEST_SIDE)
            number(self.across, "view: across", 1.0, 10000.0)


class EgoView:
    """Draws a loop around one ego; to be closed.

    By the cameras' renderer, or as a plain top view without OpenGL.
    """

    def __init__(self, loop: ClosedLoop, ego: str, options: ViewOptions) -> None:
        self._loop, self._ego, self._options = loop, ego, options
        fov = ABOVE_FOV if options.kind == ABOVE else BEHIND_FOV
        self._height = 0.5 * options.across / math.tan(0.5 * ABOVE_FOV)
        far = 2.0 * self._height if options.kind == ABOVE else 300.0
        self._camera = Camera("view", np.eye(4), *options.pixels, fov, far=far)
        self._pictures: Optional[Pictures] = Pictures(loop)
        self._plain: Optional[PlainView] = None
        self._last: Optional[EgoState] = None

    def picture(self) -> Array:
        """Return colours (height, width, 3) uint8, r g b."""
        ego = self._followed()
        if self._plain is None:
            pose = self._pose(ego)
            try:
                assert self._pictures is not None
                taken = self._pictures.take(self._camera, pose).copy()
            except SimulationError as error:
                if self._options.kind != ABOVE:
                    raise
                log.warning("a plain top view is drawn: %s", error)
                self._plain = PlainView(self._loop, self._options.pixels, self._options.across)
            else:
                self._mark(taken, ego, pose)
                return taken
        return self._plain.picture(ego, MARK_COLOR)

    def close(self) -> None:
        """End the drawing."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    def _followed(self) -> EgoState:
        """Return the ego's state, the last one after it left."""
        ego = self._loop.egos[self._ego]
        if ego.present or self._last is None:
            self._last = ego.state
        return self._last

    def _pose(self, ego: EgoState) -> Array:
        """Return the camera's pose (4, 4) in the world."""
        x, y = ego.centre
        if self._options.kind == BEHIND:
            middle = transform_from_rpy((x, y, ego.z), (0.0, 0.0, ego.yaw))
            return middle @ transform_from_rpy(BEHIND_PLACE, (0.0, BEHIND_PITCH, 0.0))
        pose = np.eye(4)
        pose[:3, :3] = DOWN
        pose[:3, 3] = (x, y, ego.z + self._height)
        return pose

    def _mark(self, picture: Array, ego: EgoState, pose: Array) -> None:
        """Draw the ego's outline, or a mark above its roof."""
        cv2 = drawing()
        if self._options.kind == ABOVE:
            half_length = 0.5 * ego.length + OUTLINE
            half_width = 0.5 * ego.width + OUTLINE
            local = [(half_length * a, half_width * b, ego.height) for a, b in CORNERS]
        else:
            high = ego.height + MARK_HIGH
            upper = [(0.0, side, high) for side in (MARK_HALF_WIDTH, -MARK_HALF_WIDTH)]
            local = [*upper, (0.0, 0.0, ego.height + MARK_LOW)]
        middle = transform_from_rpy((*ego.centre, ego.z), (0.0, 0.0, ego.yaw))
        points = np.column_stack([np.array(local), np.ones(len(local))]) @ middle.T
        seen = self._projected(points @ np.linalg.inv(pose).T)
        if self._options.kind == ABOVE:
            cv2.polylines(picture, [seen], True, MARK_COLOR, 2, cv2.LINE_AA)
        else:
            cv2.fillPoly(picture, [seen], MARK_COLOR, cv2.LINE_AA)

    def _projected(self, points: Array) -> Array:
        """Return pixels (n, 2) int32 of points (n, 4), camera frame."""
        width, height = self._options.pixels
        focal = 0.5 * width / math.tan(0.5 * self._camera.horizontal_fov)
        depth = np.maximum(points[:, 0], 0.1)
        column = 0.5 * width - focal * points[:, 1] / depth
        row = 0.5 * height - focal * points[:, 2] / depth
        found: Array = np.round(np.column_stack([column, row])).astype(np.int32)
        return found
