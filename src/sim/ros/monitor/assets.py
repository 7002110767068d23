"""Serves meshes, images and models by the URIs of models and markers.

Also the world's file, and the results of runs. Other files are refused, and so is everything else
outside a package, the model path or the folder of runs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable, List, Sequence

import rospkg

from sim.errors import InputError
from sim.monitor.runs import Runs
from sim.resources import resource
from sim.sdf.model_path import ModelPath, confined_parts, split_uri

SUFFIXES = frozenset(
    [
        *(".dae", ".obj", ".mtl", ".stl", ".ply", ".gltf", ".glb", ".bin"),
        *(".urdf", ".sdf", ".world", ".config", ".material"),
        *(".png", ".jpg", ".jpeg", ".svg", ".bmp", ".tga", ".tif", ".tiff"),
    ]
)
MAX_SIZE = 64 * 1024 * 1024  # bytes
# The package's own folders, before and behind the user's, as launch files have them.
FOLDERS_BEFORE = ("models", "worlds")
FOLDERS_BEHIND = ("models/primitives", "models/sensors", "models/calibration")


def model_path() -> List[str]:
    """Return the folders of GAZEBO_MODEL_PATH and of this package."""
    before, behind = (
        [str(resource(*f.split("/"))) for f in own] for own in (FOLDERS_BEFORE, FOLDERS_BEHIND)
    )
    return [*before, *os.environ.get("GAZEBO_MODEL_PATH", "").split(":"), *behind]


class Assets:
    """Files that may be served.

    Those below packages, the folders of the model path and of the runs, the file of the ``world``
    wherever it is, and models beside it.
    """

    def __init__(self, model_path: Sequence[str], runs: Path, world: Callable[[], str]) -> None:
        self._models, self._packages = ModelPath(model_path), rospkg.RosPack()
        self._runs, self._world = Runs(runs), world

    def read(self, uri: str) -> bytes:
        """Return the content of a file. InputError if it is refused or missing."""
        scheme, rest = split_uri(uri)
        if scheme == "run":
            return self._runs.read(rest)
        path = self._find(uri)
        if path.suffix.lower() not in SUFFIXES:
            raise InputError(
                uri,
                f"only files of meshes, pictures and models are read: {' '.join(sorted(SUFFIXES))}",
            )
        if not path.is_file():
            raise InputError(uri, "no such file")
        if path.stat().st_size > MAX_SIZE:
            raise InputError(uri, f"is larger than {MAX_SIZE // 2**20} MB")
        return path.read_bytes()

    def _find(self, uri: str) -> Path:
        scheme, rest = split_uri(uri)
        if scheme == "model":
            return Path(self._with_world().resolve(uri))
        if scheme == "package":
            return self.package_file(uri)
        if scheme == "file":
            return self._below_known(uri, Path(rest).resolve())
        raise InputError(uri, "must begin with package://, model://, file:// or run://")

    def _with_world(self) -> ModelPath:
        """Return the model path with the folder of the world."""
        world = self._world()
        return ModelPath([*self._models.paths, *([str(Path(world).parent)] if world else [])])

    def package_file(self, uri: str) -> Path:
        """Return the file of a package:// URI; InputError for an unknown package."""
        parts = confined_parts(uri, split_uri(uri)[1], uri)
        try:
            folder = Path(self._packages.get_path(parts[0])).resolve()
        except rospkg.ResourceNotFound:
            raise InputError(uri, f"no package {parts[0]!r}") from None
        return folder.joinpath(*parts[1:])

    def _below_known(self, uri: str, path: Path) -> Path:
        folders = [Path(folder).resolve() for folder in self._models.paths]
        if any(folder in path.parents for folder in folders):
            return path
        world = self._world()
        if world and path == Path(world).resolve():
            return path
        raise InputError(uri, "lies in no folder of the model path (GAZEBO_MODEL_PATH)")
