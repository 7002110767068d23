"""Meshes, pictures and models by the addresses that models and markers have for them, and what
runs have left. Other files are not handed out, and nothing outside a package, the model path or the
folder of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

import rospkg

from sim.errors import InputError
from sim.monitor.runs import Runs
from sim.sdf.model_path import ModelPath, confined_parts, split_uri

KINDS = frozenset(
    [
        *(".dae", ".obj", ".mtl", ".stl", ".ply", ".gltf", ".glb", ".bin"),
        *(".urdf", ".sdf", ".world", ".config", ".material"),
        *(".png", ".jpg", ".jpeg", ".svg", ".bmp", ".tga", ".tif", ".tiff"),
    ]
)
MOST = 64 * 1024 * 1024


class Assets:
    """Files below packages and the folders of the model path, and of the runs in a folder."""

    def __init__(self, model_path: Sequence[str], runs: Path) -> None:
        self._models, self._packages = ModelPath(model_path), rospkg.RosPack()
        self._runs = Runs(runs)

    def read(self, uri: str) -> bytes:
        """The content of a file; InputError where it is not to be had."""
        scheme, rest = split_uri(uri)
        if scheme == "run":
            return self._runs.read(rest)
        path = self._find(uri)
        if path.suffix.lower() not in KINDS:
            raise InputError(
                uri,
                f"only files of meshes, pictures and models are read: {' '.join(sorted(KINDS))}",
            )
        if not path.is_file():
            raise InputError(uri, "there is no such file")
        if path.stat().st_size > MOST:
            raise InputError(uri, f"is larger than {MOST // 2**20} MB")
        return path.read_bytes()

    def _find(self, uri: str) -> Path:
        scheme, rest = split_uri(uri)
        if scheme == "model":
            return Path(self._models.resolve(uri))
        if scheme == "package":
            return self.package_file(uri)
        if scheme == "file":
            return self._below_known(uri, Path(rest).resolve())
        raise InputError(uri, "must begin with package://, model://, file:// or run://")

    def package_file(self, uri: str) -> Path:
        """The file of a package:// address; InputError where there is no such package."""
        parts = confined_parts(uri, split_uri(uri)[1], uri)
        try:
            folder = Path(self._packages.get_path(parts[0])).resolve()
        except rospkg.ResourceNotFound:
            raise InputError(uri, f"there is no package {parts[0]!r}") from None
        return folder.joinpath(*parts[1:])

    def _below_known(self, uri: str, path: Path) -> Path:
        folders = [Path(folder).resolve() for folder in self._models.paths]
        if not any(folder in path.parents for folder in folders):
            raise InputError(uri, "lies in no folder of the model path (GAZEBO_MODEL_PATH)")
        return path
