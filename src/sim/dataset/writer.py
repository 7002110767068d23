"""Writes a folder with one run in KITTI's and COCO's formats.

KITTI's object, odometry, and raw data, COCO's annotations, and lane lines. Pictures and clouds are
stored once, at the object benchmark's place; the others are links to them. A frame is complete or
missing.
"""

from __future__ import annotations

import datetime
import os
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.dataset import kitti_format as kitti
from sim.dataset.coco import CocoAnnotations
from sim.dataset.lane_labels import LaneLabels
from sim.dataset.options import DatasetOptions
from sim.dataset.sample import DataSample
from sim.errors import InputError, SimulationError
from sim.files import drafted
from sim.transforms import inverse

DATE = "2011_09_26"
BEGIN = datetime.datetime(2011, 9, 26, 12, 0, 0)
OBJECT = Path("object", "training")
LANES = Path("lanes")
SEQUENCE = Path("odometry", "sequences", "00")
DRIVE = Path("raw", DATE, f"{DATE}_drive_0001_sync")
Locate = Callable[[Array], Tuple[float, float, float]]


class DatasetWriter:
    """Writer of a data set.

    ``names`` of classes by number, ``own`` the car with the sensors, ``locate`` latitude, longitude
    (rad), and altitude (m) of a place (3,) in the world.
    """

    def __init__(
        self, folder: Path, options: DatasetOptions, names: Sequence[str], own: str, locate: Locate
    ) -> None:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(str(folder), "exists already; give a new or an empty folder")
        self._folder, self._options, self._names, self._own = folder, options, names, own
        self._locate = locate
        self._camera = options.camera()
        self._lidar_from_base = inverse(np.asarray(options.lidar_sensor().link_from_sensor))
        base_from_camera = np.asarray(self._camera.sensor_from_camera)
        self._camera_from_base = kitti.OPTICAL @ inverse(base_from_camera)
        self._coco, self._lanes = CocoAnnotations(names), LaneLabels(self._camera)
        self._tusimple: List[str] = []
        self._labels: List[int] = []
        self._poses: List[Array] = []
        self._times: List[float] = []

    @property
    def frames(self) -> int:
        """Number of complete frames."""
        return len(self._times)

    @property
    def labels(self) -> int:
        """Number of labelled things in all complete frames."""
        return sum(self._labels[: self.frames])

    @property
    def without_labels(self) -> str:
        """Note on a data set without labels."""
        return (
            f"no labels: no thing of at least {self._options.smallest:g} pixels is in any of the "
            f"{self.frames} pictures"
        )

    def add(self, sample: DataSample) -> None:
        """Write a frame; SimulationError if that fails.

        A failed frame is removed, also after Ctrl-C.
        """
        made: List[Path] = []
        try:
            self._write(sample, made)
        except BaseException as error:
            for path in made:
                if path.is_symlink() or path.exists():
                    path.unlink()
            if not isinstance(error, OSError):
                raise
            raise SimulationError(
                f"{made[-1] if made else self._folder}: {error.strerror or error}; "
                f"{self.frames} frames are complete"
            ) from None
        self._poses.append(sample.motion.world_from_base @ inverse(self._camera_from_base))
        self._times.append(sample.time)

    def finish(self) -> None:
        """Write the files about all frames together."""
        if not self.frames:
            return
        origin = inverse(self._poses[0])
        poses = "".join(kitti.numbers((origin @ pose)[:3]) + "\n" for pose in self._poses)
        calibration = {f"P{number}": kitti.projection(self._camera) for number in range(4)}
        calibration["Tr"] = self._camera_from_lidar[:3]
        texts = {
            Path("odometry", "poses", "00.txt"): poses,
            SEQUENCE / "calib.txt": kitti.lines(calibration),
            SEQUENCE / "times.txt": "".join(f"{time:.6e}\n" for time in self._times),
            OBJECT.parent / "ImageSets" / "train.txt": "".join(
                f"{number:06d}\n" for number in range(self.frames)
            ),
            LANES / "tusimple.json": "".join(self._tusimple),
            **self._raw_texts(),
        }
        for path, text in texts.items():
            with drafted(self._place(path)) as draft:
                draft.write_text(text, encoding="utf-8")
        self._coco.write(self._place(Path("coco", "instances.json")))

    @property
    def _camera_from_lidar(self) -> Array:
        return self._camera_from_base @ inverse(self._lidar_from_base)

    def _write(self, sample: DataSample, made: List[Path]) -> None:
        number, frame = self.frames, sample.frame
        assert frame.instance is not None  # It was requested.
        name = f"{number:06d}"
        latitude, longitude, altitude = self._locate(sample.motion.world_from_base[:3, 3])
        place = (float(np.degrees(latitude)), float(np.degrees(longitude)), altitude)
        lines = self._lanes.seen(sample.lines)
        picture = cv2.imencode(".png", frame.color[..., ::-1])[1].tobytes()
        files: Dict[Path, bytes] = {
            OBJECT / "image_2" / f"{name}.png": picture,
            OBJECT / "velodyne" / f"{name}.bin": sample.points.astype("<f4").tobytes(),
            OBJECT / "label_2" / f"{name}.txt": kitti.labels(
                frame.boxes,
                self._names,
                self._own,
                self._options.smallest,
                self._options.pixels,
            ).encode(),
            OBJECT / "calib" / f"{name}.txt": kitti.calibration(
                self._camera, self._camera_from_lidar, self._lidar_from_base
            ).encode(),
            LANES / f"{name}.json": self._lanes.file(lines).encode(),
            DRIVE / "oxts" / "data" / f"{number:010d}.txt": (
                kitti.oxts(place, sample.motion) + "\n"
            ).encode(),
        }
        links = {
            SEQUENCE / "image_2" / f"{name}.png": OBJECT / "image_2" / f"{name}.png",
            SEQUENCE / "velodyne" / f"{name}.bin": OBJECT / "velodyne" / f"{name}.bin",
            DRIVE / "image_02" / "data" / f"{number:010d}.png": OBJECT / "image_2" / f"{name}.png",
            DRIVE / "velodyne_points" / "data" / f"{number:010d}.bin": OBJECT
            / "velodyne"
            / f"{name}.bin",
        }
        for path, data in files.items():
            made.append(self._place(path))
            made[-1].write_bytes(data)
        for path, target in links.items():
            made.append(self._place(path))
            made[-1].symlink_to(os.path.relpath(self._folder / target, made[-1].parent))
        shown = [
            box
            for box in frame.boxes
            if box.name != self._own and box.bottom - box.top + 1 >= self._options.smallest
        ]
        self._labels[number:] = [len(shown)]
        shot = os.path.join(*OBJECT.parts, "image_2", f"{name}.png")
        self._coco.add(shot, frame.instance, shown)
        self._tusimple.append(self._lanes.tusimple(shot, lines))

    def _raw_texts(self) -> Dict[Path, str]:
        stamps = "".join(
            (BEGIN + datetime.timedelta(seconds=time)).isoformat(" ", "microseconds") + "000\n"
            for time in self._times
        )
        cameras: Dict[str, Array] = {}
        projection, size = kitti.projection(self._camera), np.array(self._options.pixels, float)
        for number in range(4):
            # The lens has no distortion: pictures are the same before and after rectification.
            cameras[f"S_{number:02d}"] = cameras[f"S_rect_{number:02d}"] = size
            cameras[f"K_{number:02d}"] = projection[:, :3]
            cameras[f"D_{number:02d}"] = np.zeros(5)
            cameras[f"R_{number:02d}"] = cameras[f"R_rect_{number:02d}"] = np.eye(3)
            cameras[f"T_{number:02d}"] = np.zeros(3)
            cameras[f"P_rect_{number:02d}"] = projection
        folder = DRIVE.parent
        return {
            **{
                DRIVE / sensor / "timestamps.txt": stamps
                for sensor in ("image_02", "velodyne_points", "oxts")
            },
            # A scan is of one instant.
            **{
                DRIVE / "velodyne_points" / f"timestamps_{end}.txt": stamps
                for end in ("start", "end")
            },
            folder / "calib_cam_to_cam.txt": kitti.lines(cameras),
            folder / "calib_velo_to_cam.txt": _rigid(self._camera_from_lidar),
            folder / "calib_imu_to_velo.txt": _rigid(self._lidar_from_base),
        }

    def _place(self, path: Path) -> Path:
        whole = self._folder / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        return whole


def _rigid(transform: Array) -> str:
    return kitti.lines({"R": transform[:3, :3], "T": transform[:3, 3]})
