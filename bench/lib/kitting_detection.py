"""Figures of object detection in the kitting lab.

The paper's clusters, and recognition in pictures at several noise levels.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Dict, List, Sequence, Tuple

import numpy as np

from bench.lib.lab_pictures import LabPictures
from sim.kitting.detection.pictures.optics import PinholeModel, cameras_of, optics_of
from sim.kitting.detection.pictures.recogniser import Recogniser
from sim.kitting.detection.truth import chain_spec, still_reports
from sim.noise.models import nist
from sim.noise.profile import read_profile
from sim.rendering.types import Quality
from sim.resources import resource
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout, read_layout

MAX_HIT_DISTANCE = 2e-3  # m, of an object that counts as detected
MAX_SHIFT = 2e-3  # m, of gears in their slots
# Pixels from the picture's border within which an object may be cut off.
BORDER = 30.0


@dataclass(frozen=True)
class Recognition:
    """Recognition at one noise level.

    The share of detected objects, their errors (m), the share of false reports, and wall s of a
    picture.
    """

    sigma: float
    objects: int
    rate: float
    errors: np.ndarray
    false: float
    seconds: float


def clusters(seeds: Sequence[int] = range(20)) -> Dict[str, float]:
    """Return the median relative error of both standard deviations.

    They are in x and y over sets of 1487 reports, against the paper's.
    """
    spec = chain_spec(read_profile("nist_detector", [resource("config", "noise")]))
    place = (nist.MEAN_X, nist.MEAN_Y)
    sigmas = np.array([still_reports(spec, place, nist.DRAWS, seed).std(axis=0) for seed in seeds])
    off = np.abs(sigmas / (nist.SIGMA_X, nist.SIGMA_Y) - 1.0)
    return {
        "x": float(np.median(off[:, 0])),
        "y": float(np.median(off[:, 1])),
        "worst": float(off.max()),
    }


def recognition(
    sigmas: Sequence[float] = (0.007, 0.09, 0.3),
    pictures: int = 10,
    frames: int = 1,
    layout: str = "kitting_lab.yaml",
    samples: int = 4,
) -> List[Recognition]:
    """Measure recognition in ``pictures`` pictures of each camera.

    Gears are moved and turned in their slots; each picture has independent noise and is the mean of
    ``frames``.
    """
    lab = read_layout(resource("config", layout))
    with TemporaryDirectory() as folder:
        drawn = LabPictures(lab, Path(folder), quality=Quality(samples=samples))
        try:
            scenes = [_scene(lab, drawn, seed) for seed in range(pictures)]
        finally:
            drawn.close()
    return [_recognised(lab, scenes, sigma, frames) for sigma in sigmas]


Scene = Tuple[Dict[str, np.ndarray], Dict[str, np.ndarray]]


def _scene(lab: Layout, drawn: LabPictures, seed: int) -> Scene:
    """Poses of gears and trays, and pictures by camera."""
    rng = np.random.default_rng(seed)
    poses = {}
    for name, one in lab.models.items():
        if isinstance(one.part.body, Gear):
            x, y = rng.uniform(-MAX_SHIFT, MAX_SHIFT, 2)
            moved = transform_from_rpy((x, y, 0.0), (0.0, 0.0, rng.uniform(-np.pi, np.pi)))
            poses[name] = one.world_from_model @ moved
        elif isinstance(one.part.body, Tray):
            poses[name] = one.world_from_model
    drawn.move(poses)
    return poses, {camera: drawn.picture(camera) for camera in cameras_of(lab)}


def _recognised(lab: Layout, scenes: Sequence[Scene], sigma: float, frames: int) -> Recognition:
    rng = np.random.default_rng(int(1e4 * sigma))
    objects, errors, false, reports, seconds = 0, [], 0, 0, []
    for poses, pictures in scenes:
        for camera, picture in pictures.items():
            view = optics_of(lab.models[camera].part.body, lab.models[camera].world_from_model)
            noisy = np.mean(
                [
                    np.clip(
                        np.rint(picture + 255.0 * sigma * rng.standard_normal(picture.shape)),
                        0.0,
                        255.0,
                    )
                    for _ in range(frames)
                ],
                axis=0,
            )
            begun = time.perf_counter()
            seen = Recogniser(lab, view).recognise(noisy / 255.0).detections
            seconds.append(time.perf_counter() - begun)
            wanted = _visible(lab, poses, view)
            objects += len(wanted)
            distances = [
                min((_apart(one, pose) for one in seen if one.part == part), default=np.inf)
                for part, pose in wanted
            ]
            errors += [one for one in distances if one < MAX_HIT_DISTANCE]
            reports += len(seen)
            false += sum(
                all(
                    one.part != part or _apart(one, pose) >= MAX_HIT_DISTANCE
                    for part, pose in _all(lab, poses)
                )
                for one in seen
            )
    return Recognition(
        sigma,
        objects,
        len(errors) / max(objects, 1),
        np.array(errors),
        false / max(reports, 1),
        float(np.median(seconds)),
    )


def _all(lab: Layout, poses: Dict[str, np.ndarray]) -> List[Tuple[str, np.ndarray]]:
    return [(lab.models[name].part.name, pose) for name, pose in poses.items()]


def _visible(
    lab: Layout, poses: Dict[str, np.ndarray], view: PinholeModel
) -> List[Tuple[str, np.ndarray]]:
    """Return the objects with all corners in the picture."""
    found = []
    for name, pose in poses.items():
        body = lab.models[name].part.body
        half = 0.5 * np.array(body.size) if isinstance(body, Tray) else np.full(2, body.tip_radius)
        corners = [pose @ (x * half[0], y * half[1], 0.0, 1.0) for x in (-1, 1) for y in (-1, 1)]
        if all(view.sees(corner[:3], 0.2 * BORDER) for corner in corners):
            found.append((lab.models[name].part.name, pose))
    return found


def _apart(one: object, pose: np.ndarray) -> float:
    return float(np.linalg.norm((one.world_from_object - pose)[:2, 3]))
