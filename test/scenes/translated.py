"""Models and scenes made by hand, for the tests of the translation."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Dict, Sequence

import numpy as np

from sim.scenes.models import GAZEBO_MODEL, MISSION_ONLY, ModelInfo
from sim.scenes.scene import Scene, SceneObject
from sim.sdf.measure import measure_model
from sim.transforms import rotation_from_rpy

ROOT = Path(__file__).resolve().parents[2]
WAYPOINT = ModelInfo("waypoint", "Waypoint", MISSION_ONLY, (0.5, 0.5, 1.0))


def model_folder(parent: Path, name: str, inside: str, version: str = "1.6") -> Path:
    """A folder of a model with ``inside`` its <model>."""
    folder = parent / name
    folder.mkdir(parents=True)
    (folder / "model.config").write_text(
        f'<?xml version="1.0"?><model><name>{name}</name><sdf '
        f'version="{version}">model.sdf</sdf></model>'
    )
    (folder / "model.sdf").write_text(
        f'<sdf version="{version}"><model name="{name}">{inside}</model></sdf>'
    )
    return folder


def info_of(folder: Path, name: str = "", content: str = "1") -> ModelInfo:
    """A model's info, measured."""
    measured = measure_model(folder)
    name = name or folder.name
    return ModelInfo(
        name,
        name.title(),
        GAZEBO_MODEL,
        tuple(map(float, measured.size)),
        tuple(map(float, measured.center)),
        str(folder),
        measured.sdf,
        parts=measured.pieces,
        content=content,
    )


def own_models(*names: str) -> Dict[str, ModelInfo]:
    return {name: info_of(ROOT / "models" / "primitives" / name) for name in names}


def placed(
    info: ModelInfo,
    name: str,
    x: float,
    y: float,
    z: float = 0.0,
    yaw: float = 0.0,
    scale: Sequence[float] = (1.0, 1.0, 1.0),
    allow: bool = False,
) -> SceneObject:
    """Return an object with its model's origin at x, y, z."""
    center = rotation_from_rpy(0.0, 0.0, yaw) @ (np.array(scale) * info.center) + (x, y, z)
    return SceneObject(
        name,
        info.name,
        False,
        tuple(map(float, center)),
        (0.0, 0.0, yaw),
        (x, y, z, 0.0, 0.0, yaw),
        tuple(float(a * b) for a, b in zip(info.size, scale)),
        tuple(map(float, scale)),
        allow,
    )


def waypoint(name: str, x: float, y: float, heading: float) -> SceneObject:
    return SceneObject(
        name,
        "waypoint",
        True,
        (x, y, 0.5),
        (0.0, 0.0, heading),
        (x, y, 0.0, 0.0, 0.0, heading + math.pi / 2.0),
        (0.5, 0.5, 1.0),
    )


def scene_of(*objects: SceneObject, seed: int = 1, **more: object) -> Scene:
    return Scene("room.scenic", seed, "2D", tuple(objects), **more)


def contents(folder: Path) -> Dict[str, bytes]:
    """All files of a folder by their paths in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
