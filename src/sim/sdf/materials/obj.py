"""Reader of the materials of OBJ files.

Diffuse colour, dissolve and image from the .mtl files beside them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np

from sim.sdf.materials.colors import DEFAULT
from sim.sdf.materials.skin import Skin
from sim.sdf.mesh.obj import ObjFile, ObjPart, read_obj_file
from sim.sdf.types import Color

Look = Tuple[Color, str]


def read_obj_skins(path: str) -> List[Tuple[str, Skin]]:
    """Return names and skins of the parts in the order of :func:`sim.sdf.mesh.obj.read_obj`."""
    file = read_obj_file(path)
    looks: Dict[str, Look] = {}
    for library in file.libraries:
        looks.update(_library(os.path.join(os.path.dirname(path), library)))
    return [
        (part.name, _skin(file, part, looks.get(part.material, (DEFAULT, ""))))
        for part in file.parts
    ]


def _skin(file: ObjFile, part: ObjPart, look: Look) -> Skin:
    placed = len(file.coordinates) > 0 and part.places.min() >= 0
    return Skin(
        len(part.faces), look[0], look[1], file.coordinates[part.places] if placed else None
    )


def _library(path: str) -> Dict[str, Look]:
    """Return colours and images by material; empty without the file."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    except (OSError, ValueError):
        return {}
    looks: Dict[str, Look] = {}
    name, color, image = "", DEFAULT, ""
    for words in map(str.split, lines):
        if len(words) < 2:
            continue
        if words[0] == "newmtl":
            name, color, image = words[1], DEFAULT, ""
        elif words[0] == "Kd":
            red, green, blue = _numbers(words[1:4], color[:3])
            color = (red, green, blue, color[3])
        elif words[0] == "d":
            (alpha,) = _numbers(words[1:2], color[3:])
            color = (*color[:3], alpha)
        elif words[0] == "map_Kd":
            image = _image(path, words[1:])
        if name:
            looks[name] = (color, image)
    return looks


def _numbers(words: List[str], default: Tuple[float, ...]) -> Tuple[float, ...]:
    try:
        values = tuple(float(np.clip(float(word), 0.0, 1.0)) for word in words)
    except ValueError:
        return default
    return values if len(values) == len(default) and np.isfinite(values).all() else default


def _image(library: str, words: List[str]) -> str:
    """Return the image's path, or '' for a missing file. Options before the name are skipped."""
    folder = os.path.dirname(library)
    for start in range(len(words)):
        name = " ".join(words[start:]).replace("\\", "/")
        for place in (
            os.path.join(folder, name),
            os.path.join(folder, os.pardir, "materials", "textures", os.path.basename(name)),
        ):
            if os.path.isfile(place):
                return os.path.normpath(place)
    return ""
