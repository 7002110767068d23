"""Writes OBJ and MTL files, ``model.sdf``, and ``model.config``.

The same numbers give the same text on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.sdf.model_config import config_text

Color = Tuple[float, float, float]
MADE = "Made by python3 -m sim.assets.traffic; change the numbers there, not this file."


@dataclass(frozen=True)
class VehicleVisual:
    """Visual of a mesh or a box.

    ``mesh`` (a file's stem in ``meshes``) or ``box`` (size, m) is at ``pose`` (x y z roll pitch
    yaw), in one ``color``, or in the mesh's own materials.
    """

    name: str
    mesh: str = ""
    color: Tuple[float, ...] = ()
    pose: Tuple[float, ...] = ()
    box: Tuple[float, ...] = ()


@dataclass(frozen=True)
class ModelFiles:
    """Model of traffic; ``size`` is its collision box on the ground."""

    name: str
    description: str
    size: Tuple[float, float, float]
    visuals: Tuple[VehicleVisual, ...]
    meshes: Mapping[str, Mapping[str, Tuple[Array, Array]]]
    colors: Mapping[str, Color]


def write_model(model: ModelFiles, models: Path) -> None:
    """Write a model's folder into ``models``."""
    folder = models / model.name
    (folder / "meshes").mkdir(parents=True, exist_ok=True)
    for stem, parts in model.meshes.items():
        for suffix, text in obj_files(stem, parts, model.colors).items():
            write_text(folder / "meshes" / f"{stem}.{suffix}", text)
    write_text(folder / "model.sdf", model_sdf(model))
    write_text(folder / "model.config", _config(model))


def obj_files(
    stem: str, parts: Mapping[str, Tuple[Array, Array]], colors: Mapping[str, Color]
) -> Dict[str, str]:
    """Return texts of the OBJ and the MTL file by suffix. Each part has a material."""
    places, normals = _Numbers(4), _Numbers(3)
    faces: List[str] = []
    for name, (corners, directions) in parts.items():
        faces.append(f"usemtl {name}")
        for triangle, direction in zip(corners, directions):
            at = [places.number(point) for point in triangle]
            # Triangles smaller than the rounding have no area.
            if len(set(at)) == 3:
                to = [normals.number(point) for point in direction]
                faces.append("f " + " ".join(f"{v}//{n}" for v, n in zip(at, to)))
    lines = [f"# {MADE}", f"mtllib {stem}.mtl"]
    lines += [f"v {text}" for text in places.texts] + [f"vn {text}" for text in normals.texts]
    materials = "\n".join(
        "newmtl {0}\nKa {1}\nKd {1}\nKs 0 0 0\nd 1\n".format(name, _text(colors[name], 4))
        for name in parts
    )
    return {"obj": "\n".join(lines + faces) + "\n", "mtl": f"# {MADE}\n{materials}"}


def model_sdf(model: ModelFiles) -> str:
    """Return the model's SDF, one static link."""
    lines = [
        '<?xml version="1.0"?>',
        f"<!-- {MADE} -->",
        '<sdf version="1.6">',
        f'  <model name="{model.name}">',
        "    <static>true</static>",
        '    <link name="base_link">',
        '      <collision name="hull">',
        f"        <pose>0 0 {_text([0.5 * model.size[2]], 4)} 0 0 0</pose>",
        f"        <geometry><box><size>{_text(model.size, 4)}</size></box></geometry>",
        "      </collision>",
    ]
    for visual in model.visuals:
        lines += _visual_lines(model, visual)
    return "\n".join([*lines, "    </link>", "  </model>", "</sdf>", ""])


def _visual_lines(model: ModelFiles, visual: VehicleVisual) -> List[str]:
    lines = [f'      <visual name="{visual.name}">']
    if visual.pose:
        lines.append(f"        <pose>{_text(visual.pose, 4)}</pose>")
    lines.append(
        f"        <geometry><box><size>{_text(visual.box, 4)}</size></box></geometry>"
        if visual.box
        else f"        <geometry><mesh><uri>model://{model.name}/meshes/{visual.mesh}.obj"
        "</uri></mesh></geometry>"
    )
    if visual.color:
        color = f"{_text(visual.color, 4)} 1"
        lines += [
            "        <material>",
            f"          <ambient>{color}</ambient>",
            f"          <diffuse>{color}</diffuse>",
            "        </material>",
        ]
    return [*lines, "      </visual>"]


def _config(model: ModelFiles) -> str:
    size = " x ".join(f"{length:g}" for length in model.size)
    return config_text(
        model.name,
        f"{model.description}, {size} m; origin is the centre of its base, x forward.",
    )


class _Numbers:
    """Points as texts, each once, numbered from 1."""

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self.texts: List[str] = []
        self._known: Dict[str, int] = {}

    def number(self, point: Array) -> int:
        text = _text(point, self._digits)
        if text not in self._known:
            self.texts.append(text)
            self._known[text] = len(self.texts)
        return self._known[text]


def _text(values: Union[Array, Sequence[float]], digits: int) -> str:
    """Format numbers without trailing zeros and negative zeros."""
    rounded = np.round(np.asarray(values, float), digits) + 0.0
    return " ".join(f"{value:.{digits}f}".rstrip("0").rstrip(".") for value in rounded)


def write_text(path: Path, text: str) -> None:
    """Write a file with one kind of line ends on every machine."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
