"""Meshes, pictures and models by the addresses that models and markers have for them. Other files
are not handed out, and nothing outside a package or the model path."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

import rospkg

from sim.errors import InputError
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
    """Files below packages and the folders of the model path."""

    def __init__(self, model_path: Sequence[str]) -> None:
        self._models, self._packages = ModelPath(model_path), rospkg.RosPack()

    def read(self, uri: str) -> bytes:
        """The content of a file; InputError where it is not to be had."""
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
            parts = confined_parts(uri, rest, uri)
            try:
                folder = Path(self._packages.get_path(parts[0])).resolve()
            except rospkg.ResourceNotFound:
                raise InputError(uri, f"there is no package {parts[0]!r}") from None
            return folder.joinpath(*parts[1:])
        if scheme == "file":
            return self._below_known(uri, Path(rest).resolve())
        raise InputError(uri, "must begin with package://, model:// or file://")

    def _below_known(self, uri: str, path: Path) -> Path:
        folders = [Path(folder).resolve() for folder in self._models.paths]
        if not any(folder in path.parents for folder in folders):
            raise InputError(uri, "lies in no folder of the model path (GAZEBO_MODEL_PATH)")
        return path
