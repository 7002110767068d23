"""Writes the models of a generated world, each a folder with its SDF, its meshes and
``model.config``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List

from lxml import etree

from sim.sdf.mesh.stl import stl_bytes
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.scenery.buildings import Built
from sim.traffic.scenery.lights import lights_model, structure
from sim.traffic.scenery.mesh import Mesh
from sim.traffic.scenery.road import Road
from sim.traffic.scenery.sdf import (
    add_collision,
    add_visual,
    fill,
    mesh_of,
    model_config,
    place,
    static_model,
    text,
)


def write_road(folder: Path, name: str, road: Road) -> None:
    """The static model ``name`` of a road, with a collision mesh per level where it slopes."""
    link = static_model(name, "road")
    for layer_name, layer in road.layers.items():
        mesh_of(add_visual(link, layer_name, layer.color), _uri(name, layer_name))
    for collision_name in road.collisions:
        mesh_of(add_collision(link, collision_name), _uri(name, f"{collision_name}_collision"))
    meshes = {layer_name: layer.mesh for layer_name, layer in road.layers.items()}
    meshes.update(
        {f"{collision_name}_collision": mesh for collision_name, mesh in road.collisions.items()}
    )
    _write(folder, name, link, meshes, "Road made from a SUMO network.")


def write_buildings(folder: Path, name: str, built: Built) -> None:
    """The static model ``name`` of buildings and trees."""
    link = static_model(name, "buildings")
    for mesh_name, (_, color) in built.meshes.items():
        mesh_of(add_visual(link, mesh_name, color), _uri(name, mesh_name))
    for number, box in enumerate(built.boxes):
        geometry = add_collision(link, f"box_{number}")
        place(geometry, box.centre, box.yaw)
        fill(
            etree.SubElement(geometry, "box"),
            {"size": " ".join(f"{value:.3f}" for value in box.size)},
        )
    _write(
        folder,
        name,
        link,
        {mesh_name: mesh for mesh_name, (mesh, _) in built.meshes.items()},
        "Buildings made from polygons.",
    )


def write_lights(folder: Path, name: str, heads: List[LightHead]) -> None:
    """The static model ``traffic_lights`` in a folder of another ``name``."""
    _write(
        folder,
        name,
        lights_model(heads, _uri(name, "structure")),
        {"structure": structure(heads)},
        "Traffic light heads of a SUMO network.",
    )


def _uri(model: str, mesh: str) -> str:
    return f"model://{model}/meshes/{mesh}.stl"


def _write(
    folder: Path, name: str, link: etree._Element, meshes: Dict[str, Mesh], description: str
) -> None:
    (folder / "meshes").mkdir(parents=True)
    # Python makes scratch folders private to their owner; the model is for everyone.
    os.chmod(str(folder), 0o755)
    for mesh_name, mesh in meshes.items():
        (folder / "meshes" / f"{mesh_name}.stl").write_bytes(
            stl_bytes(mesh.triangles, "made from a SUMO network")
        )
    (folder / "model.sdf").write_text(text(link), encoding="utf-8")
    (folder / "model.config").write_text(model_config(name, description), encoding="utf-8")
