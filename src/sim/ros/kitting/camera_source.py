"""Detections in images of a layout's overhead cameras.

The recognised objects are drawn into the images.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Callable, Deque, Dict, List, Optional, Tuple

import cv2
import numpy as np
import rospy
from sensor_msgs.msg import CameraInfo, Image

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.detection.pictures.annotated import annotated
from sim.kitting.detection.pictures.optics import (
    PinholeModel,
    cameras_of,
    optics_from_matrix,
    optics_of,
)
from sim.kitting.detection.pictures.recogniser import Recognised, Recogniser, merged
from sim.kitting.detections import Detections
from sim.ros.conversions import header
from sim.ros.kitting.options import DetectorParameters
from sim.ros.noise.images import pixels
from sim.workcell.bodies import CellCamera
from sim.workcell.layout import Layout

SOURCE = "camera"
# Pictures of several cameras may differ by so much in one report; a camera without pictures counts
# as silent.
MAX_TIME_DIFFERENCE = 0.15  # s of simulated time
SILENCE_TIMEOUT = 2.0  # s of simulated time
# Looks for new pictures, and until pictures that there are must be recognised.
POLL_PERIOD = 0.02  # s of wall time
RECOGNITION_TIMEOUT = 60.0  # s of wall time
# Times and pictures (h, w, 3) uint8, RGB.
Pictures = List[Tuple[float, Array]]
ORDERS = {"rgb8": (0, 1, 2), "bgr8": (2, 1, 0), "rgba8": (0, 1, 2), "bgra8": (2, 1, 0)}


class CameraSource:
    """Recogniser of objects in each camera's newest image, in its own thread.

    It works at most ``rate`` times per simulated s; a report combines all cameras.
    """

    def __init__(
        self, options: DetectorParameters, layout: Layout, report: Callable[[Detections], None]
    ) -> None:
        names = cameras_of(layout)
        if not names:
            raise InputError(options.layout, "has no camera; detections by camera need one")
        self._eyes = {name: _Eye(name, layout, options) for name in names}
        self._period, self._report = 1.0 / options.rate, report
        self._drawn = rospy.Publisher("detections/image", Image, queue_size=2)
        self._progress, self._reported = threading.Condition(), -np.inf
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="recogniser", daemon=True)
        self._thread.start()

    def __str__(self) -> str:
        return ", ".join(eye.topic for eye in self._eyes.values())

    def look(self, after: float) -> Optional[Detections]:
        """Wait until the present images have been processed, and return None.

        They may be older than ``after``, so that their report is no answer to the request.
        """
        times = [eye.pictures()[-1][0] for eye in self._eyes.values() if eye.pictures()]
        if len(times) == len(self._eyes):
            with self._progress:
                self._progress.wait_for(
                    lambda: self._stop.is_set() or self._reported >= min(times), RECOGNITION_TIMEOUT
                )
        return None

    def close(self) -> None:
        self._stop.set()
        with self._progress:
            self._progress.notify_all()
        for eye in self._eyes.values():
            eye.close()
        self._thread.join(2.0)

    def _work(self) -> None:
        last, complete = -np.inf, None
        while not self._stop.is_set():
            taken = {name: eye.pictures() for name, eye in self._eyes.items()}
            times = [pictures[-1][0] for pictures in taken.values() if pictures]
            newest = max(times, default=None)
            if newest is None or not (newest - last >= self._period - 1e-6 or newest < last):
                self._stop.wait(POLL_PERIOD)
                continue
            # One that is silent is not waited for any longer.
            complete = newest if complete is None or newest < complete else complete
            if len(times) == len(taken) and newest - min(times) <= MAX_TIME_DIFFERENCE:
                complete = newest
            elif newest - complete < SILENCE_TIMEOUT:
                self._stop.wait(POLL_PERIOD)
                continue
            last = newest
            self._recognise(
                {
                    name: pictures
                    for name, pictures in taken.items()
                    if pictures and newest - pictures[-1][0] <= MAX_TIME_DIFFERENCE
                }
            )

    def _recognise(self, taken: Dict[str, Pictures]) -> None:
        """Return one report from the images of all cameras."""
        found = {name: self._eyes[name].recognise(pictures) for name, pictures in taken.items()}
        time = min(pictures[-1][0] for pictures in taken.values())
        self._report(
            Detections(time, SOURCE, merged([seen.detections for seen, _ in found.values()]))
        )
        with self._progress:
            self._reported = time
            self._progress.notify_all()
        if self._drawn.get_num_connections():
            drawn = [annotated(picture, seen) for seen, picture in found.values()]
            self._drawn.publish(_message(_beside(drawn), time))


class _Eye:
    """One camera: its images, intrinsics and recogniser."""

    def __init__(self, name: str, layout: Layout, options: DetectorParameters) -> None:
        placed = layout.models[name]
        assert isinstance(placed.part.body, CellCamera)
        self._layout, self._placed = layout, placed
        self._optics: PinholeModel = optics_of(placed.part.body, placed.world_from_model)
        self._recogniser = Recogniser(layout, self._optics)
        prefix = f"{options.images}/{name}/camera"
        self.topic = f"{prefix}/image_raw"
        self._lock = threading.Lock()
        self._pictures: Deque[Tuple[float, Array]] = deque(maxlen=options.frames)
        self._subscribers = (
            rospy.Subscriber(f"{prefix}/camera_info", CameraInfo, self._learn, queue_size=1),
            rospy.Subscriber(self.topic, Image, self._take, queue_size=1, buff_size=1 << 24),
        )

    def pictures(self) -> Pictures:
        """Return the last images, the newest last."""
        with self._lock:
            return list(self._pictures)

    def recognise(self, pictures: Pictures) -> Tuple[Recognised, Array]:
        """Return the objects in the mean of several images, and that mean."""
        with self._lock:
            recogniser = self._recogniser
        mean = np.mean([picture for _, picture in pictures], axis=0, dtype=np.float32)
        seen = recogniser.recognise(mean / np.float32(255.0))
        return seen, np.asarray(np.rint(mean), np.uint8)

    def close(self) -> None:
        for one in self._subscribers:
            one.unregister()

    def _take(self, message: Image) -> None:
        try:
            if message.encoding not in ORDERS:
                raise InputError(
                    self.topic,
                    f"'{message.encoding}' is not one of: {', '.join(ORDERS)}",
                )
            picture = np.array(pixels(message)[..., ORDERS[message.encoding]])
            if picture.shape[1::-1] != self._optics.size:
                raise InputError(
                    self.topic,
                    f"images of {message.width} x {message.height} pixels differ from the size in "
                    f"layout or camera_info, {self._optics.size}",
                )
        except InputError as error:
            rospy.logwarn_throttle(10.0, "object_detector: %s", error)
            return
        time = message.header.stamp.to_sec()
        with self._lock:
            # Pictures from before a reset are of another world.
            if self._pictures and time < self._pictures[-1][0]:
                self._pictures.clear()
            self._pictures.append((time, picture))

    def _learn(self, message: CameraInfo) -> None:
        size = (message.width, message.height)
        try:
            optics = optics_from_matrix(
                message.K, size, self._placed.world_from_model, f"{self.topic}: camera_info"
            )
        except InputError as error:
            rospy.logwarn_throttle(10.0, "object_detector: %s", error)
            return
        known = self._optics
        same = np.allclose([optics.focal, *optics.center], [known.focal, *known.center], atol=1e-3)
        if size != known.size or not same:
            with self._lock:
                self._optics, self._recogniser = optics, Recogniser(self._layout, optics)
                self._pictures.clear()


def _beside(pictures: List[Array]) -> Array:
    """Join images in one row, as high as the highest."""
    height = max(picture.shape[0] for picture in pictures)
    padded = [
        cv2.copyMakeBorder(
            picture, 0, height - picture.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0)
        )
        for picture in pictures
    ]
    return np.ascontiguousarray(np.concatenate(padded, axis=1))


def _message(picture: Array, time: float) -> Image:
    height, width = picture.shape[:2]
    return Image(
        header=header(time),
        height=height,
        width=width,
        encoding="rgb8",
        step=3 * width,
        data=picture.tobytes(),
    )
