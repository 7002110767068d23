"""Walks a world or model file and its includes as XML.

It sees all files that gzserver will load, whether or not our own reader supports them.
"""

from __future__ import annotations

import os
from typing import FrozenSet, Iterator, List

from sim.errors import InputError
from sim.sdf.model_path import ModelPath, split_uri
from sim.sdf.sensors.picture_size import check_size
from sim.sdf.xml.elements import Element, parse_file, text_of, where

# Sensors that draw; the others of Gazebo 11 compute with the physics alone.
RENDERING = frozenset(
    (
        "camera",
        "depth",
        "depth_camera",
        "multicamera",
        "wideanglecamera",
        "gpu_ray",
        "gpu_lidar",
        "rgbd_camera",
    )
)
# Gazebo fetches these itself.
_REMOTE = ("http", "https")


def documents(
    path: str, model_path: ModelPath, within: FrozenSet[str] = frozenset()
) -> Iterator[Element]:
    """Yield the root of a file and of every included file.

    InputError for one that is missing, malformed, or includes itself.
    """
    root = parse_file(path)
    yield root
    within = within | {os.path.realpath(path)}
    for include in root.iter("include"):
        uri = text_of(include.find("uri")) or ""
        if split_uri(uri)[0] in _REMOTE:
            continue
        file = model_path.model_file(uri, os.path.dirname(os.path.abspath(path)), where(include))
        if os.path.realpath(file) in within:
            raise InputError(where(include), f"{uri} includes itself; remove one of the includes")
        yield from documents(file, model_path, within)


def rendering_sensors(path: str, model_path: ModelPath) -> List[str]:
    """Return a world's or model's sensors that need OpenGL. Each as ``model/sensor``."""
    return [
        _named(sensor)
        for root in documents(path, model_path)
        for sensor in root.iter("sensor")
        if (sensor.get("type") or "").strip() in RENDERING
    ]


def check_pictures(path: str, model_path: ModelPath) -> None:
    """Raise InputError for a camera with too large pictures.

    Sizes that are not whole numbers are left to Gazebo.
    """
    for root in documents(path, model_path):
        for image in root.iter("image"):
            size = [(text_of(image.find(side)) or "").strip() for side in ("width", "height")]
            if all(side.isdecimal() for side in size):
                check_size(where(image), int(size[0]), int(size[1]))


def _named(sensor: Element) -> str:
    models = [ancestor.get("name", "?") for ancestor in sensor.iterancestors("model")]
    return "/".join([*reversed(models), sensor.get("name", "?")])
