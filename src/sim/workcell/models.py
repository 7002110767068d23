"""Models of a layout as SDF, and its gears' meshes as files."""

from __future__ import annotations

from pathlib import Path
from typing import Dict

from sim.files import drafted
from sim.sdf.mesh.stl import stl_bytes
from sim.workcell.bodies import CellCamera
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody, SdfModel
from sim.workcell.layout import Layout
from sim.workcell.parts import LayoutPart
from sim.workcell.sdf import (
    boxes_model,
    camera_sensor,
    conveyor_model,
    curtain_sensor,
    gear_model,
    mesh_model,
)
from sim.workcell.stations import Conveyor, LightCurtain


def write_meshes(layout: Layout, folder: Path) -> Dict[str, Path]:
    """Write ``<part>.stl`` for each gear; return the files by part.

    The folder is made if necessary.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for part in layout.parts.values():
        if isinstance(part.body, Gear):
            paths[part.name] = folder / f"{part.name}.stl"
            with drafted(paths[part.name]) as draft:
                draft.write_bytes(stl_bytes(part.body.mesh()))
    return paths


def model_text(name: str, part: LayoutPart, meshes: Dict[str, Path]) -> str:
    """Return SDF of one model; gears show the mesh files of :func:`write_meshes`."""
    if isinstance(part.body, Gear):
        return gear_model(name, part.body, part.color, f"file://{meshes[part.name].resolve()}")
    if isinstance(part.body, SdfModel):
        return part.body.file.read_text(encoding="utf-8")
    if isinstance(part.body, MeshBody):
        return mesh_model(name, part.body, part.color)
    if isinstance(part.body, Conveyor):
        return conveyor_model(name, part.body, part.color)
    sensors = []
    if isinstance(part.body, CellCamera):
        sensors = [camera_sensor(part.body)]
    elif isinstance(part.body, LightCurtain):
        sensors = [curtain_sensor(part.body)]
    return boxes_model(name, part.body.boxes(), part.color, *sensors)
