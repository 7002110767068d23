"""Suite scene in the embedded simulator, without its loop.

A board, or a world of targets, before a stereo camera and a lidar, all at rest. Pictures of static
scenes are drawn once. A lidar with a freely turning head meets the board with other rays in each
scan; they are cast for each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.suite.noise import RigNoise
from sim.calibration.suite.settings import CAMERA, WALL, SuiteSetting
from sim.embedded.cameras import CameraFrame as Picture
from sim.embedded.cameras import Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.cameras.lens import intrinsics
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.noise.models.beams import Beams, points_of_beams
from sim.rendering.types import Quality
from sim.resources import resource
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_world
from sim.sdf.sensors.cameras import Cameras as CameraPair
from sim.transforms import transform_from_pose

FOLDERS = (("calibration",), ("sensors",), ())
# Along edges: MuJoCo's most samples, in pictures larger than the delivered ones.
MULTISAMPLES = 8  # per pixel
SUPERSAMPLING = 2
# Past time for which a still world is unchanged, longer than a scan.
STILL_TIME = 3600.0  # s
NANOSECONDS_PER_SECOND = 1_000_000_000


class SuiteScene:
    """Scene of a setting, with an OpenGL context; must be closed."""

    def __init__(
        self,
        setting: SuiteSetting,
        board: str = "board_2017",
        lidar: str = "vlp16",
        wall: bool = True,
        world: str = "",
    ) -> None:
        """Set up the scene with models ``board`` and ``lidar`` by name.

        Without a ``wall``, the sky is behind the board. A ``world`` of this name, of
        worlds/calibration, takes the place of board and wall.
        """
        paths = [str(resource("models", *folder)) for folder in FOLDERS]
        file = f"{world or 'ground'}.world"
        read, _ = read_world(resource("worlds", "calibration", file), paths)
        self._physics = Physics(read.gravity, 0.005)
        placed = [(model, model.name, model.world_from_model) for model in read.models]
        wanted = [(CAMERA, "camera", setting.camera), (lidar, "lidar", setting.lidar)]
        if not world:
            wanted += [(board, "board", setting.board)] + ([("wall", "wall", WALL)] * wall)
        models = ModelPath(paths)
        for name, called, pose in wanted:
            model, _ = read_model(models.resolve(f"model://{name}"), paths)
            placed.append(
                (replace(model, name=called, static=True), called, transform_from_pose(pose))
            )
        self._physics.add_many(placed)
        traffic = Traffic(self._physics)
        self._cameras = CameraSensors(
            self._physics,
            traffic,
            Lamps(self._physics),
            models,
            read.look,
            Quality(samples=MULTISAMPLES),
        )
        self._lidar = self._mount("lidar")
        self._scanner = Scanner(RayTargets(models), self._lidar)
        self._snapshot = SnapshotTaker(self._physics, traffic).take()
        self.optics, self._left, self._right = self._pictures()

    def __enter__(self) -> SuiteScene:
        return self

    def __exit__(self, *error: object) -> None:
        self._cameras.close()

    def frame(self, number: int) -> SensorFrame:
        """Return the noiseless frame at the end of scan ``number``."""
        return SensorFrame(self._cloud(number), self._left, self._right)

    def recording(self, frames: int, factor: float, seed: int) -> BoardRecording:
        """Return frames with noise of a ``factor``.

        The lidar's first azimuth comes from the seed.
        """
        noise = RigNoise(factor, seed)
        first = 1 + int(np.random.default_rng(seed).integers(10_000))
        period = NANOSECONDS_PER_SECOND / self._lidar.sensor.rate
        return BoardRecording(
            self.optics,
            tuple(
                noise(self.frame(number), int(number * period))
                for number in range(first, first + frames)
            ),
        )

    def _mount(self, model: str) -> SensorMount:
        link = self._physics.models.sdf(model).links[0]
        return SensorMount(model, link.name, link.sensors[0])

    def _cloud(self, number: int) -> Array:
        now = replace(self._snapshot, time=number / self._lidar.sensor.rate)
        scan = self._scanner.scan(Exposure((replace(now, time=now.time - STILL_TIME), now)))
        assert scan is not None
        beams = Beams(
            np.where(np.isfinite(scan.ranges), scan.ranges, np.inf).astype(np.float32),
            scan.directions.astype(np.float32),
            scan.intensities,
            scan.rings,
            scan.times,
        )
        return points_of_beams(beams)

    def _pictures(self) -> Tuple[RectifiedCamera, Array, Array]:
        mount = self._mount("camera")
        assert isinstance(mount.sensor.kind, CameraPair)
        pair, pose = mount.sensor.kind.cameras, mount.pose(self._physics)
        pictures: List[Picture] = []
        larger = [
            replace(
                camera,
                width=SUPERSAMPLING * camera.width,
                height=SUPERSAMPLING * camera.height,
            )
            for camera in pair
        ]
        shots = [Shot(camera, pose @ camera.sensor_from_camera) for camera in larger]

        def deliver(frames: Sequence[Picture]) -> None:
            pictures.extend(frames)

        self._cameras.capture(shots, deliver)
        self._cameras.finish()
        focal, x, y = intrinsics(pair[0])
        baseline = -float(pair[1].sensor_from_camera[1, 3] - pair[0].sensor_from_camera[1, 3])
        optics = RectifiedCamera(focal, (x, y), pair[0].width, pair[0].height, baseline)
        left, right = (_grey(picture.color, optics) for picture in pictures)
        return optics, left, right


def _grey(color: Array, optics: RectifiedCamera) -> Array:
    grey = cv2.cvtColor(np.ascontiguousarray(color), cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(grey, (optics.width, optics.height), interpolation=cv2.INTER_AREA))
