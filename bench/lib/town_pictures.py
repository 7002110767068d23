"""Speed of the ego's front camera in the town, in each quality.

Also the cost of exact labels, and MuJoCo's renderer of the town in plain colours. At noon, in turns
at the same places of one drive, under the same load. Rates are by wall time, ratios by processor
time.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Dict, List, Tuple

import numpy as np

from bench.lib.mujoco_town import MujocoTown
from bench.lib.report import Figure, of_samples
from bench.lib.town_drive import TownDrive, frames, level
from sim.embedded.cameras import Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.rendering.types import LEVELS, Quality
from sim.sdf.sensors.cameras import Camera

GOALS = {"cheap": None, "middle": 15.0, "best": 6.0}
OLD_GOAL = 0.9  # ratio
LABELS_GOAL = 2.5  # ms
STEPS = 300
STEPS_PER_PICTURE = 10
SKIPPED_PICTURES = 2
EYE = level(1.77, 0.0, 1.4)
CAMERA = Camera("front", np.eye(4), 640, 480, 1.2, 0.1, 300.0)


def name(quality: str) -> str:
    return f"camera 640x480 in the town, {quality}"


def labels_name(quality: str) -> str:
    return f"colour, semantic and instance over colour alone, {quality}"


OLD = "camera in the town, cheap, over MuJoCo's renderer without textures"


def figures() -> List[Figure]:
    """Return all figures of pictures."""
    spent = _spent()
    alone = {quality: spent[quality, False] for quality in LEVELS}
    return [
        *(
            of_samples(name(quality), 1.0 / alone[quality][:, 0], "1/s", goal, better="higher")
            for quality, goal in GOALS.items()
        ),
        Figure(OLD, _ratio(spent["MuJoCo", False], alone["cheap"]), "x", OLD_GOAL, "higher"),
        *(
            Figure(
                labels_name(quality),
                _ratio(spent[quality, True], alone[quality]),
                "x",
                LABELS_GOAL,
            )
            for quality in LEVELS
        ),
    ]


def _ratio(some: np.ndarray, others: np.ndarray) -> float:
    return float(np.median(some[:, 1] / others[:, 1]))


def _spent() -> Dict[Tuple[str, bool], np.ndarray]:
    """Return wall and processor s (n, 2) of pictures per quality.

    It is with and without labels.
    """
    spent: Dict[Tuple[str, bool], List[np.ndarray]] = {}
    with TownDrive() as drive, ExitStack() as open_cameras:
        cameras: Dict[str, CameraSensors] = {}
        for quality in LEVELS:
            cameras[quality] = drive.cameras(Quality(quality))
            open_cameras.callback(cameras[quality].close)
        old = MujocoTown(CAMERA)
        open_cameras.callback(old.close)
        for number, base in enumerate(drive.poses(STEPS)):
            if number % STEPS_PER_PICTURE:
                continue
            at = base @ EYE
            for quality in LEVELS:
                for labels in (False, True):
                    begin = _clocks()
                    frames(cameras[quality], [Shot(CAMERA, at, labels=labels)])
                    spent.setdefault((quality, labels), []).append(_clocks() - begin)
            boxes = drive.boxes()
            begin = _clocks()
            old.picture(at, boxes)
            spent.setdefault(("MuJoCo", False), []).append(_clocks() - begin)
    return {key: np.array(times[SKIPPED_PICTURES:]) for key, times in spent.items()}


def _clocks() -> np.ndarray:
    return np.array([time.perf_counter(), time.process_time()])
