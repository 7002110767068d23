"""SDF of one object of a scene: its model, resized."""

from __future__ import annotations

import copy
from typing import Callable, Mapping, Sequence, Tuple

import numpy as np
from lxml import etree

from sim.errors import InputError
from sim.scenes.gazebo.scaling import ScaleTransform
from sim.scenes.gazebo.source import LOCAL, model_of, read_whole
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject
from sim.sdf.xml.elements import Element, text_of

# Factors nearer to 1 are rounding errors.
SAME = 1e-9


def local_uri(path: str) -> str:
    """Return the URI of a file or folder on this machine."""
    return LOCAL + path


def resized(item: SceneObject) -> bool:
    """Return whether an object differs from its model's own size."""
    return any(abs(factor - 1.0) > SAME for factor in item.scale)


def model_sdf(
    item: SceneObject,
    info: ModelInfo,
    uri_of: Callable[[str], str] = local_uri,
    model_path: Sequence[str] = (),
) -> str:
    """Return the SDF text of an object's model, resized, without a pose and without includes.

    ``uri_of`` gives the URI for the absolute path of a file or folder that the model uses;
    ``model_path`` are the folders to search for ``model://``, after the parent of the model's
    folder.
    """
    return (
        etree.tostring(model_document(item, info, uri_of, tuple(model_path)), encoding="unicode")
        + "\n"
    )


def model_document(
    item: SceneObject, info: ModelInfo, uri_of: Callable[[str], str], model_path: Tuple[str, ...]
) -> Element:
    """Return the document of :func:`model_sdf`."""
    if not info.sdf:
        raise InputError(
            item.name,
            f"the model {info.name!r} has no SDF file, so it is part of the mission alone and "
            "cannot stand in a simulator",
        )
    whole = read_whole(info.sdf, model_path)
    root = copy.deepcopy(whole.root)
    model = model_of(root, info.sdf)
    model.set("name", item.name)
    for pose in model.findall("pose"):
        model.remove(pose)
    if resized(item):
        matrix = np.diag(np.array(item.scale, float))
        uniform = bool(np.ptp(item.scale) <= 1e-12 * max(item.scale))
        frames = {} if uniform else whole.frames
        ScaleTransform(matrix, frames, whole.version, f"the object {item.name!r}").model(
            model, np.eye(3)
        )
    if whole.paths:
        _set_uris(root, whole.paths, uri_of)
    return root


def _set_uris(root: Element, paths: Mapping[str, str], uri_of: Callable[[str], str]) -> None:
    for element in root.iter():
        text = text_of(element)
        if text is not None and text in paths:
            element.text = uri_of(paths[text])
