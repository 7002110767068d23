"""Scales a network's world down to printed roads for model cars.

Meshes, boxes, cylinders, and planes of the world and of its models are scaled together; gravity,
friction, and light stay.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, Sequence, Tuple

from lxml import etree

from sim.errors import InputError

# Elements with lengths in m as text, and elements with lengths as their first three numbers.
LENGTHS = ("size", "radius", "length")
POSES = ("pose",)
PARTS = ("road", "buildings", "lights")
PAINT_COLOR = "0.92 0.92 0.9 1"
ASPHALT_COLOR = "0.22 0.22 0.23 1"
# Bays as the arena has them, at full scale.
BAY_LENGTH = 7.2  # m, along the road
BAY_WIDTH = 3.6  # m
LINE_WIDTH = 0.24  # m


def scaled_world(world: Path, factor: float, bays: Sequence[Tuple[float, float, int]] = ()) -> None:
    """Scale a world and its models by ``factor``, in place.

    ``bays`` are rows of parking bays: x and y of the row's first corner and the number of bays
    towards +x, in m of the original world.
    """
    if not 0.0 < factor <= 1.0:
        raise InputError("factor", f"is {factor:g}, not above 0 and up to 1")
    files = [world, *(world.parent / f"{world.stem}_{part}" / "model.sdf" for part in PARTS)]
    for path in files:
        if path.exists():
            tree = etree.parse(str(path))
            if bays and path == files[1]:
                _add_bays(tree.getroot(), bays)
            _scale_sdf(tree.getroot(), factor)
            path.write_bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8"))
    for part in PARTS:
        for mesh in sorted((world.parent / f"{world.stem}_{part}" / "meshes").glob("*.obj")):
            mesh.write_text(_scale_obj(mesh.read_text(encoding="utf-8"), factor), encoding="utf-8")


def bay_row(text: str) -> Tuple[float, float, int]:
    """Parse a row of bays, ``X,Y,COUNT``."""
    try:
        x, y, count = text.split(",")
        return float(x), float(y), int(count)
    except ValueError:
        raise InputError("--bays", f"{text!r} is not X,Y,COUNT, such as 8,-9.3,3") from None


def _scale_sdf(root: etree._Element, factor: float) -> None:
    for element in root.iter(*LENGTHS, *POSES):
        numbers = (element.text or "").split()
        parent = element.getparent()
        if not numbers or (parent is not None and parent.tag in ("image", "physics")):
            continue
        count = 3 if element.tag in POSES else len(numbers)
        values = [float(number) * factor for number in numbers[:count]]
        element.text = " ".join([*(f"{value:.6g}" for value in values), *numbers[count:]])


def _scale_obj(text: str, factor: float) -> str:
    """Scale the vertices of a mesh; normals and texture coordinates stay."""

    def smaller(match: re.Match[str]) -> str:
        return "v " + " ".join(f"{float(one) * factor:.6g}" for one in match.group(1).split())

    return re.sub(r"^v +(.+)$", smaller, text, flags=re.MULTILINE)


def _add_bays(model: etree._Element, bays: Sequence[Tuple[float, float, int]]) -> None:
    """Add white lines around parking bays, as thin boxes."""
    link = model.find(".//link")
    assert link is not None
    for row, (x, y, count) in enumerate(bays):
        middle, length = x + 0.5 * count * BAY_LENGTH, count * BAY_LENGTH
        lines: List[Tuple[float, float, float, float]] = [
            (middle, y, length + LINE_WIDTH, LINE_WIDTH),
            (middle, y + BAY_WIDTH, length + LINE_WIDTH, LINE_WIDTH),
            *(
                (x + i * BAY_LENGTH, y + 0.5 * BAY_WIDTH, LINE_WIDTH, BAY_WIDTH)
                for i in range(count + 1)
            ),
        ]
        ground = (middle, y + 0.5 * BAY_WIDTH, length + 1.0, BAY_WIDTH + 1.0)
        link.append(_flat_box(f"paved_bay_{row}", ground, 0.01, ASPHALT_COLOR))
        for i, line in enumerate(lines):
            link.append(_flat_box(f"markings_bay_{row}_{i}", line, 0.03, PAINT_COLOR))


def _flat_box(
    name: str, area: Tuple[float, float, float, float], top: float, colour: str
) -> etree._Element:
    """Return a box on the ground.

    ``area`` has x and y of its middle and its size; ``top`` is its top's height.
    """
    x, y, size_x, size_y = area
    return etree.fromstring(
        f'<visual name="{name}"><cast_shadows>0</cast_shadows>'
        f"<pose>{x:g} {y:g} {top - 0.01:g} 0 0 0</pose>"
        f"<geometry><box><size>{size_x:g} {size_y:g} 0.02</size></box></geometry>"
        f"<material><ambient>{colour}</ambient><diffuse>{colour}</diffuse>"
        "<specular>0 0 0 1</specular></material></visual>"
    )
