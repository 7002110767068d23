"""Writes the models of a generated world.

Each is a folder with SDF, meshes, and ``model.config``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List

import numpy as np
from lxml import etree

from sim.sdf.mesh.obj_writer import MATERIAL_FILE, MATERIAL_TEXT, NORMAL_DIGITS, obj_text
from sim.sdf.mesh.stl import stl_bytes
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.scenery.bodies import CollisionBox, Pole
from sim.traffic.scenery.buildings import Built
from sim.traffic.scenery.finishes import GRASS, finish_of
from sim.traffic.scenery.lamp_posts import LAMP_SIZE
from sim.traffic.scenery.lamp_posts import NAME_PREFIX as LAMP_NAME
from sim.traffic.scenery.lights import lights_model, structure
from sim.traffic.scenery.mapping import folded, mapped
from sim.traffic.scenery.mesh import SceneryMesh
from sim.traffic.scenery.road import RoadScenery
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
from sim.traffic.scenery.street import Street

# Decimal digits of places, m: of areas that fit together without a gap, of other objects, and of
# leaves, with one for their normals.
AREA_DIGITS = 5
DEFAULT_DIGITS = 3
LEAF_DIGITS = 2
LEAF_NORMAL_DIGITS = 1
FOLIAGE = ("leaves", "needles", "hedge")
LAMP_COLOR = "0.88 0.87 0.80"


def write_road(folder: Path, name: str, road: RoadScenery, lawn: SceneryMesh) -> None:
    """Write the static model ``name`` of a road and its lawn.

    A sloping road has a collision mesh per level.
    """
    link = static_model(name, "road")
    for layer_name, layer in road.layers.items():
        _add_mesh(link, name, layer_name, layer.color)
    for collision_name in road.collisions:
        mesh_of(
            add_collision(link, collision_name),
            mesh_uri(name, f"{collision_name}_collision", "stl"),
        )
    meshes = {layer_name: layer.mesh for layer_name, layer in road.layers.items()}
    _write(folder, name, link, meshes, "Road made from a SUMO network.", AREA_DIGITS)
    for collision_name, mesh in road.collisions.items():
        (folder / "meshes" / f"{collision_name}_collision.stl").write_bytes(
            stl_bytes(mesh.triangles, "made from a SUMO network")
        )
    _write_mesh(folder, GRASS, lawn, AREA_DIGITS)


def write_buildings(folder: Path, name: str, built: Built) -> None:
    """Write the static model ``name`` of buildings and trees."""
    link = static_model(name, "buildings")
    for mesh_name, (_, color) in built.meshes.items():
        _add_mesh(link, name, mesh_name, color)
    _add_bodies(link, built.boxes, built.poles, "trunk")
    _write(
        folder,
        name,
        link,
        {mesh_name: mesh for mesh_name, (mesh, _) in built.meshes.items()},
        "Buildings made from polygons.",
    )


def write_street(folder: Path, name: str, street: Street) -> None:
    """Write the static model ``name`` of the objects beside roads."""
    link = static_model(name, "street")
    for mesh_name, (_, color) in street.meshes.items():
        _add_mesh(link, name, mesh_name, color)
    for number, post in enumerate(street.lamps):
        geometry = add_visual(link, f"{LAMP_NAME}{number}", LAMP_COLOR)
        place(geometry, post.lamp, post.yaw)
        fill(etree.SubElement(geometry, "box"), {"size": " ".join(map(str, LAMP_SIZE))})
    _add_bodies(link, street.boxes, street.poles, "lamp_post")
    meshes = {mesh_name: mesh for mesh_name, (mesh, _) in street.meshes.items()}
    _write(folder, name, link, meshes, "Street furniture of a SUMO network.")


def _add_bodies(
    link: etree._Element, boxes: List[CollisionBox], poles: List[Pole], pole_name: str
) -> None:
    """Add collisions ``box_<n>`` and ``<pole_name>_<n>``."""
    for number, box in enumerate(boxes):
        geometry = add_collision(link, f"box_{number}")
        place(geometry, box.centre, box.yaw)
        fill(
            etree.SubElement(geometry, "box"),
            {"size": " ".join(f"{value:.3f}" for value in box.size)},
        )
    for number, pole in enumerate(poles):
        geometry = add_collision(link, f"{pole_name}_{number}")
        place(geometry, pole.foot + np.array([0.0, 0.0, 0.5 * pole.height]))
        fill(
            etree.SubElement(geometry, "cylinder"),
            {"radius": f"{pole.radius:.3f}", "length": f"{pole.height:.3f}"},
        )


def write_lights(folder: Path, name: str, heads: List[LightHead]) -> None:
    """Write the static model ``traffic_lights`` to the folder ``name``."""
    _write(
        folder,
        name,
        lights_model(heads, mesh_uri(name, "structure")),
        {"structure": structure(heads)},
        "Traffic light heads of a SUMO network.",
    )


def _add_mesh(link: etree._Element, model: str, name: str, color: str) -> None:
    """Add the visual of a mesh of the same name."""
    mesh_of(add_visual(link, name, color, finish_of(name)), mesh_uri(model, name))


def mesh_uri(model: str, mesh: str, ending: str = "obj") -> str:
    """Return the URI of a model's mesh for a world."""
    return f"model://{model}/meshes/{mesh}.{ending}"


def _write(
    folder: Path,
    name: str,
    link: etree._Element,
    meshes: Dict[str, SceneryMesh],
    description: str,
    digits: int = DEFAULT_DIGITS,
) -> None:
    (folder / "meshes").mkdir(parents=True)
    # Python makes scratch folders private to their owner; the model is for everyone.
    os.chmod(str(folder), 0o755)
    (folder / "meshes" / MATERIAL_FILE).write_text(MATERIAL_TEXT, encoding="utf-8")
    for mesh_name, mesh in meshes.items():
        _write_mesh(folder, mesh_name, mesh, digits)
    (folder / "model.sdf").write_text(text(link), encoding="utf-8")
    (folder / "model.config").write_text(model_config(name, description), encoding="utf-8")


def _write_mesh(folder: Path, name: str, mesh: SceneryMesh, digits: int) -> None:
    """Write a mesh with texture coordinates.

    All corners share one place without an image; objects, unlike areas, share few.
    """
    finish = finish_of(name)
    triangles, normal_digits = mesh.triangles, NORMAL_DIGITS
    if finish is None:
        coordinates = np.zeros((len(triangles), 3, 2))
    else:
        coordinates = mapped(mesh) / finish.size
        if digits != AREA_DIGITS:
            coordinates = folded(coordinates)
        if finish.name in FOLIAGE:
            digits, normal_digits = LEAF_DIGITS, LEAF_NORMAL_DIGITS
    (folder / "meshes" / f"{name}.obj").write_text(
        obj_text(triangles, coordinates, digits, normal_digits), encoding="utf-8"
    )
