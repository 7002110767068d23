"""Methods of a calibration node for frames as they arrive."""

from __future__ import annotations

import threading
from typing import Callable, Dict, Protocol, Sequence

import numpy as np
import rospy

from sim.calibration.board import Board
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.method_names import BOARD_FIT, RENAMED, VELO2CAM
from sim.calibration.recording import CAMERA_FROM_OPTICAL, BoardRecording
from sim.calibration.result import Calibration
from sim.calibration.velo2cam.method import Centers, calibrate_velo2cam, segment
from sim.deprecation import current_value
from sim.errors import InputError
from sim.ros.calibration.rig_topics import FrameCollector
from sim.ros.calibration.step_clouds import StepClouds
from sim.ros.conversions import header

# Of the published method's random samples.
SEED = 0


class Method(Protocol):
    """A calibration method.

    ``several_places``: whether it combines frames of several places of the board.
    """

    several_places: bool

    def begin(self) -> None:
        """Prepare for frames of another place."""

    def take_next(self, gathering: FrameCollector) -> bool:
        """Process one more gathered frame; return False if none is left."""

    def calibrate(self, recordings: Sequence[BoardRecording]) -> Calibration:
        """Return the transform from one recording for each place."""


class Fitted:
    """Fits one model of the board to all frames at the end."""

    several_places = True

    def __init__(self, board: Board, stereo: bool) -> None:
        self._board = board

    def begin(self) -> None:
        """Do nothing: no state is kept."""

    def take_next(self, gathering: FrameCollector) -> bool:
        """Return False: single frames are not processed."""
        return False

    def calibrate(self, recordings: Sequence[BoardRecording]) -> Calibration:
        """Calibrate with all recordings."""
        return calibrate(self._board, recordings)


class PublishedSteps:
    """[Velo2Cam]: segments each frame on arrival and publishes each step's cloud."""

    several_places = False

    def __init__(self, board: Board, stereo: bool) -> None:
        if not stereo:
            raise InputError(rospy.resolve_name("~method"), "velo2cam needs a stereo camera")
        self._board = board
        self._lock = threading.Lock()
        self._centers: Dict[int, Centers] = {}
        self._lidar, self._camera = StepClouds("lidar"), StepClouds("camera")

    def begin(self) -> None:
        """Clear the accumulated centres."""
        with self._lock:
            self._centers = {}

    def take_next(self, gathering: FrameCollector) -> bool:
        """Segment the next frame; a failed one is left to :meth:`calibrate`."""
        if gathering.lacking():
            return False
        with self._lock:
            number = len(self._centers)
            if number >= len(gathering.frames):
                return False
            frame = gathering.frames[number]
            try:
                lidar, camera = segment(self._board, gathering.optics(), frame, SEED, number)
            except InputError:
                return False
            self._centers[number] = lidar.centers, camera.centers
            of_lidar, of_camera = zip(*self._centers.values())
            now = rospy.get_time()
            self._lidar.publish(lidar, of_lidar, np.eye(3), header(now, gathering.lidar_frame))
            self._camera.publish(
                camera, of_camera, CAMERA_FROM_OPTICAL.T, header(now, gathering.camera_frame)
            )
        return True

    def calibrate(self, recordings: Sequence[BoardRecording]) -> Calibration:
        """Calibrate with the last recording."""
        with self._lock:
            return calibrate_velo2cam(self._board, recordings[-1], SEED, self._centers)


METHODS: Dict[str, Callable[[Board, bool], Method]] = {
    BOARD_FIT: Fitted,
    VELO2CAM: PublishedSteps,
}


def method_of(name: str, board: Board, stereo: bool) -> Method:
    """Return the method of a node's parameter."""
    name = current_value(name, RENAMED, rospy.resolve_name("~method"), rospy.logwarn)
    if name not in METHODS:
        raise InputError(
            rospy.resolve_name("~method"), f"'{name}' is not one of: {', '.join(METHODS)}"
        )
    return METHODS[name](board, stereo)
