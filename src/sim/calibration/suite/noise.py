"""Noise of the suite: profile ``velo2cam`` times a factor, as on topics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sim.arrays import Array
from sim.calibration.recording import SensorFrame
from sim.noise.chain import NoiseChain
from sim.noise.models.beams import beams_of_points, points_of_beams
from sim.noise.profile import read_profile
from sim.resources import resource

PROFILE = "velo2cam"
IMAGE_TYPE = "sensor_msgs/Image"
CLOUD_TYPE = "sensor_msgs/PointCloud2"
RIG_NAMESPACE = "/rig"
LEFT_TOPIC = f"{RIG_NAMESPACE}/stereo_bumblebee/left/image_raw"
RIGHT_TOPIC = f"{RIG_NAMESPACE}/stereo_bumblebee/right/image_raw"
POINTS_TOPIC = f"{RIG_NAMESPACE}/lidar/points"


class RigNoise:
    """Noise of a stereo camera and a lidar by seed, factor and stamps."""

    def __init__(self, factor: float, seed: int) -> None:
        profile = read_profile(PROFILE, [resource("config", "noise")])
        self._chains = {}
        for topic, kind in (
            (LEFT_TOPIC, IMAGE_TYPE),
            (RIGHT_TOPIC, IMAGE_TYPE),
            (POINTS_TOPIC, CLOUD_TYPE),
        ):
            spec = profile.chain_for(topic, kind)
            assert spec is not None
            self._chains[topic] = NoiseChain(spec, topic, seed, factor)

    def __call__(self, frame: SensorFrame, stamp: int) -> SensorFrame:
        """Return the degraded frame of a stamp in ns."""
        beams = beams_of_points(frame.cloud)
        degraded = self._chains[POINTS_TOPIC]({"beams": beams}, stamp)
        assert degraded is not None
        return replace(
            frame,
            cloud=points_of_beams(degraded.reading["beams"], frame.cloud),
            left=self._image(LEFT_TOPIC, frame.left, stamp),
            right=None if frame.right is None else self._image(RIGHT_TOPIC, frame.right, stamp),
        )

    def _image(self, topic: str, image: Array, stamp: int) -> Array:
        degraded = self._chains[topic]({"image": image}, stamp)
        assert degraded is not None
        return np.asarray(degraded.reading["image"])
