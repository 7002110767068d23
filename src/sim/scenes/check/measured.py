"""Cached measurement of the models of translated scenes.

The key is the content of the files, wherever they lie.
"""

from __future__ import annotations

import hashlib
import os
from functools import cached_property
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union

from sim.errors import InputError
from sim.files import file_hash
from sim.scenes.check.convex import ConvexBody, convex_body
from sim.scenes.gazebo.model_files import mesh_references, mesh_uris
from sim.scenes.gazebo.uris import uris_of
from sim.sdf.measure import OK, ModelMeasurement, measure_model
from sim.sdf.measure.own_path import OwnPath
from sim.sdf.model_path import CONFIGS, ModelPath
from sim.sdf.xml.report import ReaderReport
from sim.sdf.xml.tinyxml import parse_tolerantly

# Measurements that one process keeps; resized objects hardly ever come again.
KEPT = 4000
Stat = Tuple[int, int, int, int]
Named = Tuple[str, bool, bool]
# Bytes of a model's file, and hashes of the files that it refers to.
Key = Tuple[Union[bytes, str], ...]
NEEDED = ("include", "mesh", "heightmap", "image")
MESHES = (".dae", ".obj", ".stl")


class MeasuredModel:
    """A model's box, and optionally its convex pieces."""

    def __init__(self, measured: ModelMeasurement) -> None:
        self.measured = measured
        self.bounded = measured.status == OK

    @cached_property
    def pieces(self) -> Tuple[ConvexBody, ...]:
        return tuple(map(convex_body, self.measured.pieces))


class Files:
    """Files that one SDF file refers to.

    Existing ones, and the URIs of missing ones; ``drawn``: the missing ones do not matter to
    physics.
    """

    def __init__(self, found: Sequence[str], missing: Sequence[str], drawn: Sequence[str]) -> None:
        self.found, self.missing, self.drawn = tuple(found), tuple(missing), tuple(drawn)


class Measures:
    """Cache of measurements, by content. One object may serve all scenes of a batch."""

    def __init__(self) -> None:
        self._models: Dict[Key, MeasuredModel] = {}
        self._uris: Dict[bytes, Tuple[Named, ...]] = {}
        self._contents: Dict[Stat, str] = {}
        self._data: Dict[Stat, bytes] = {}
        self._configs: Dict[Stat, str] = {}

    def model(self, sdf: str, models: str) -> Tuple[MeasuredModel, Files]:
        """Return a model's measurement and the files that it refers to.

        ``sdf`` is in the ``models`` folder of a scene.
        """
        data = self._read(sdf)
        files = self._files(sdf, data, models)
        key: Key = (data, *map(self._content, files.found))
        if key not in self._models:
            if len(self._models) >= KEPT:
                self._models.clear()
            self._models[key] = MeasuredModel(measure_model(sdf, [models]))
        return self._models[key], files

    def sdf_of(self, folder: str) -> str:
        """Return the SDF file of a model's folder.

        Scenes share their model.configs by links, so each is read once.
        """
        config = os.path.join(folder, CONFIGS[0])
        if not os.path.isfile(config):
            return OwnPath([], folder, ReaderReport()).sdf_of(folder)
        stat = _stat(config)
        if stat not in self._configs:
            self._configs[stat] = os.path.relpath(
                OwnPath([], folder, ReaderReport()).sdf_of(folder), folder
            )
        return os.path.join(folder, self._configs[stat])

    def _read(self, path: str) -> bytes:
        stat = _stat(path)
        if stat not in self._data:
            with open(path, "rb") as stream:
                data = stream.read()
            if os.stat(path).st_nlink == 1:
                return data
            self._data[stat] = data
        return self._data[stat]

    def _content(self, path: str) -> str:
        stat = _stat(path)
        if stat not in self._contents:
            self._contents[stat] = file_hash(path)
        return self._contents[stat]

    def _files(self, sdf: str, data: bytes, models: str) -> Files:
        found: List[str] = []
        missing: List[str] = []
        drawn: List[str] = []
        path: Optional[ModelPath] = None
        for uri, is_model, matters in self._uris_in(sdf, data):
            path = path or OwnPath([models], os.path.dirname(sdf), ReaderReport())
            try:
                file = path.resolve(uri, os.path.dirname(sdf))
                if is_model and os.path.isdir(file):
                    file = self.sdf_of(file)
            except InputError:
                (missing if matters else drawn).append(uri)
                continue
            if is_model:
                inner = self._files(file, self._read(file), models)
                found, missing, drawn = (
                    [*found, *inner.found],
                    [*missing, *inner.missing],
                    [*drawn, *inner.drawn],
                )
            if os.path.isfile(file):
                found.append(file)
                if file.lower().endswith(MESHES):
                    drawn += [
                        os.path.relpath(name, models)
                        for name, exists in mesh_references(file)
                        if not exists
                    ]
                    drawn += [uri for uri in mesh_uris(file) if not _is_there(path, uri)]
        return Files(found, missing, drawn)

    def _uris_in(self, sdf: str, data: bytes) -> Tuple[Named, ...]:
        """Return the URIs of an SDF file.

        Each with its use: an included model, and needed by physics.
        """
        digest = hashlib.sha1(data).digest()
        if digest not in self._uris:
            if len(self._uris) >= KEPT:
                self._uris.clear()
            self._uris[digest] = tuple(_named(sdf))
        return self._uris[digest]


def _is_there(path: ModelPath, uri: str) -> bool:
    try:
        return os.path.isfile(path.resolve(uri))
    except InputError:
        return False


def _named(sdf: str) -> Iterator[Named]:
    try:
        root = parse_tolerantly(sdf, ReaderReport())
    except InputError:
        # The measurement reports the error.
        return
    for element, uri in uris_of(root):
        parent = element.getparent()
        tag = parent.tag if parent is not None else ""
        yield uri, tag == "include", tag in NEEDED


def _stat(path: str) -> Stat:
    status = os.stat(path)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
