"""Parsed SDF file of a model with absolute URIs: as written, and with its includes nested."""

from __future__ import annotations

import copy
import os
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Dict, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.gazebo.uris import find, uris_of
from sim.sdf.context import DocumentContext, document_version
from sim.sdf.measure.own_path import OwnPath
from sim.sdf.model_path import CONFIGS, ModelPath
from sim.sdf.readers.models import ModelSource, read_flat_model
from sim.sdf.xml.elements import Element, failure, parent_of, text_of
from sim.sdf.xml.report import ReaderReport
from sim.sdf.xml.tinyxml import parse_tolerantly

# Versions from which a model may hold models.
NESTING = (1, 5)
LOCAL = "file://"


@dataclass(frozen=True)
class SdfSource:
    """A parsed SDF file.

    ``root``: the document with absolute ``file://`` URIs of existing files; ``paths``: the path of
    each of those. ``written``: the URIs as they are in the file, by their absolute ones;
    ``malformed``: it is XML only to a tolerant reader. Never change ``root``: copy it.
    """

    path: str
    root: Element
    paths: Mapping[str, str]
    written: Mapping[str, str]
    malformed: bool

    @property
    def model(self) -> Element:
        return model_of(self.root, self.path)


def model_of(root: Element, path: str) -> Element:
    """Return the ``<model>`` of a document."""
    model = root if root.tag == "model" else root.find("model")
    if model is None:
        raise InputError(
            path, "has no <model>; a model's file is <sdf version=...><model name=...>..."
        )
    return model


def read_source(path: str, model_path: Tuple[str, ...]) -> SdfSource:
    """Return the document of a model's SDF file, without its includes."""
    return _read(os.path.abspath(path), os.stat(path).st_mtime_ns, model_path)


@lru_cache(maxsize=512)
def _read(path: str, mtime_ns: int, model_path: Tuple[str, ...]) -> SdfSource:
    report = ReaderReport()
    root = parse_tolerantly(path, report)
    search = _own_path(path, root, model_path)
    paths: Dict[str, str] = {}
    written: Dict[str, str] = {}
    for element, uri in list(uris_of(root)):
        found = find(uri, os.path.dirname(path), search, element)
        if found is not None:
            element.text = LOCAL + found
            paths[element.text], written[element.text] = found, uri
    return SdfSource(path, root, paths, written, bool(report.messages()))


def _own_path(path: str, root: Element, model_path: Tuple[str, ...]) -> OwnPath:
    """Return the search path of a file's URIs.

    Its folder counts by all names of the model, as in measuring.
    """
    folder = os.path.dirname(path)
    search = OwnPath(model_path, folder, ReaderReport())
    model = root.find("model")
    if model is not None:
        search.know(model.get("name"))
    if any(os.path.isfile(os.path.join(folder, name)) for name in CONFIGS):
        search.sdf_of(folder)
    return search


@dataclass(frozen=True)
class ExpandedDocument:
    """A document without includes, and its model's named frames (4, 4).

    ``nested::name`` in nested models.
    """

    root: Element
    paths: Mapping[str, str]
    version: Tuple[int, ...]

    @cached_property
    def used(self) -> Tuple[str, ...]:
        """The files that the document names, each once."""
        texts = (text_of(element) for element in self.root.iter())
        return tuple(
            dict.fromkeys(
                self.paths[text] for text in texts if text is not None and text in self.paths
            )
        )

    @cached_property
    def frames(self) -> Dict[str, Array]:
        """Poses (4, 4) of the named frames in the model's."""
        model = model_of(self.root, "model")
        context = DocumentContext(ModelPath(()), ReaderReport(), self.version, measured="collision")
        source = ModelSource("model", model, context, None, False)
        frames = dict(read_flat_model(source).frames)
        frames.update({f"{name}::__model__": pose for name, pose in list(frames.items())})
        return {"__model__": np.eye(4), **frames}


def read_whole(path: str, model_path: Tuple[str, ...]) -> ExpandedDocument:
    """Return a model's document with its included models nested."""
    return _read_whole(os.path.abspath(path), os.stat(path).st_mtime_ns, model_path, ())


@lru_cache(maxsize=512)
def _read_whole(
    path: str, mtime_ns: int, model_path: Tuple[str, ...], outer: Tuple[str, ...]
) -> ExpandedDocument:
    source = read_source(path, model_path)
    if path in outer:
        raise InputError(path, f"cyclic include: {' -> '.join((*outer, path))}; remove one of them")
    root = copy.deepcopy(source.root)
    paths, version = dict(source.paths), document_version(root)
    includes = [element for element in model_of(root, path).iter("include")]
    for include in includes:
        inner, inner_version = _inner(include, source, model_path, outer)
        paths.update(inner.paths)
        _nest(include, model_of(inner.root, path), inner_version)
        version = max(version, inner_version, NESTING)
    if includes:
        root.set("version", ".".join(map(str, version)))
    return ExpandedDocument(root, paths, version)


def _inner(
    include: Element, source: SdfSource, model_path: Tuple[str, ...], outer: Tuple[str, ...]
) -> Tuple[ExpandedDocument, Tuple[int, ...]]:
    uri = text_of(include.find("uri"), "")
    found = source.paths.get(uri)
    if found is None:
        raise failure(
            include,
            f"{uri!r}: model not found; searched {', '.join(model_path) or 'no folder at all'}",
        )
    file = ModelPath(model_path).model_file(found)
    whole = _read_whole(
        os.path.abspath(file), os.stat(file).st_mtime_ns, model_path, (*outer, source.path)
    )
    return whole, whole.version


def _nest(include: Element, inner: Element, version: Tuple[int, ...]) -> None:
    """Replace an include by a copy of the included model.

    With the name, pose, static and plugins of the include.
    """
    model = copy.deepcopy(inner)
    model.set("name", text_of(include.find("name")) or inner.get("name") or "included")
    for tag in ("pose", "static"):
        given = include.find(tag)
        if given is not None:
            for old in model.findall(tag):
                model.remove(old)
            model.insert(0, copy.deepcopy(given))
    model.extend(copy.deepcopy(plugin) for plugin in include.iterfind("plugin"))
    if version < NESTING:
        _say_axis_frames(model)
    parent_of(include).replace(include, model)


def _say_axis_frames(model: Element) -> None:
    """Declare the model's frame for axes, implied before SDF 1.5."""
    for axis in [*model.iter("axis"), *model.iter("axis2")]:
        if axis.find("use_parent_model_frame") is None:
            flag = axis.makeelement("use_parent_model_frame")
            flag.text = "1"
            axis.append(flag)
