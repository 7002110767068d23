"""Scene of a folder, with a manifest or as written by GzScenic.

GzScenic's own folder has a world with its models and poses.yaml, without a manifest. Seed and sizes
before resizing are then unknown: models count as they are in the folder. Metres, radians, world
frame.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Dict, Iterator, List, Union

import numpy as np
import yaml

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes import manifest
from sim.scenes.descriptor import POINT_SIZE
from sim.scenes.gazebo.missions import GZSCENIC_FILE
from sim.scenes.scene import Pose, Scene, SceneObject
from sim.sdf.context import world_of
from sim.sdf.measure import OK, measure_model
from sim.sdf.model_path import sdf_of_folder
from sim.sdf.xml.elements import Element, parse_file, text_of, vector
from sim.sdf.xml.poses import POSE_NAMES

MODELS_FOLDER = "models"
MODEL_SCHEME = "model://"
WORLD_SUFFIXES = (".world", ".sdf")


def scene_of(path: Union[str, os.PathLike[str]]) -> Scene:
    """Return the scene of a folder or manifest. Raises InputError for missing files."""
    path = Path(path)
    return read_unlisted(path) if is_unlisted(path) else manifest.read(path)


def is_unlisted(path: Path) -> bool:
    """Return whether a folder has a world and models without a manifest.

    As GzScenic writes them.
    """
    return (
        path.is_dir()
        and not (path / manifest.FILE).exists()
        and (path / MODELS_FOLDER).is_dir()
        and len(_worlds(path)) == 1
    )


def read_unlisted(folder: Path) -> Scene:
    """Read the scene of a folder without a manifest.

    The world's includes of its models, and the poses of its mission.
    """
    world = _worlds(folder)[0]
    element = world_of(parse_file(str(world)), world)
    objects = [*_objects(element, folder), *_mission(folder / GZSCENIC_FILE)]
    return Scene(scenario=folder.name, seed=0, mode="2D", objects=tuple(objects), world=world.name)


def _worlds(folder: Path) -> List[Path]:
    return sorted(
        path for path in folder.iterdir() if path.suffix in WORLD_SUFFIXES and path.is_file()
    )


def _objects(world: Element, folder: Path) -> Iterator[SceneObject]:
    """Yield the includes of models in the scene's own folder. Ground and light are left out."""
    for include in world.iterfind("include"):
        model = (text_of(include.find("uri"), "") or "").replace(MODEL_SCHEME, "").strip("/")
        home = folder / MODELS_FOLDER / model
        if not model or not home.is_dir():
            continue
        measured = measure_model(sdf_of_folder(str(home)), [str(folder / MODELS_FOLDER)])
        if measured.status != OK:
            raise InputError(
                home, f"cannot be measured: {'; '.join(measured.notes) or measured.status}"
            )
        x, y, z, roll, pitch, yaw = vector(include.find("pose"), (0.0,) * 6, POSE_NAMES)
        yield _object(
            text_of(include.find("name")) or model,
            model,
            (x, y, z, roll, pitch, yaw),
            np.array(measured.center),
            np.array(measured.size),
        )


def _object(name: str, model: str, pose: Pose, center: Array, size: Array) -> SceneObject:
    from sim.transforms import transform_from_pose

    x, y, z = map(float, (transform_from_pose(pose) @ np.append(center, 1.0))[:3])
    width, length, height = (max(float(value), POINT_SIZE) for value in size)
    return SceneObject(name, model, False, (x, y, z), pose[3:], pose, (width, length, height))


def _mission(path: Path) -> Iterator[SceneObject]:
    """Yield the poses of poses.yaml, if the file exists."""
    if not path.is_file():
        return
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        yield from _entities(found)
    except (
        yaml.YAMLError,
        UnicodeDecodeError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:
        raise InputError(
            path,
            f"is not a file of poses by type ({type(error).__name__}: {error}); write waypoint: "
            f"[{{x: 1, y: 2, z: 0, heading: 0}}]",
        ) from error


def _entities(found: Dict[str, List[Dict[str, float]]]) -> Iterator[SceneObject]:
    for kind, entries in found.items():
        for number, entry in enumerate(entries):
            x, y, z, heading = (float(entry[key]) for key in ("x", "y", "z", "heading"))
            yaw = math.remainder(heading + math.pi / 2.0, math.tau)
            yield SceneObject(
                f"{kind}_{number}" if number else kind,
                kind,
                True,
                (x, y, z + POINT_SIZE / 2.0),
                (0.0, 0.0, heading),
                (x, y, z, 0.0, 0.0, yaw),
                (POINT_SIZE,) * 3,
            )
