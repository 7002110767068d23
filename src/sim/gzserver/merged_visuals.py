"""Merges the visuals of a traffic model into few meshes.

gzserver takes 0.3 MB and a millisecond for each, and searches all of them by name. Visuals that the
plugins change stay apart: lamps by their kind, swinging limbs; and riders, which are of another
class than their vehicle. Boxes, cylinders, spheres, and meshes of plain colours are merged. SI
units.
"""

from __future__ import annotations

import os
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.materials.skins import mesh_skins
from sim.sdf.mesh.facets import Facets, box_facets, cylinder_facets, sphere_facets
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.mesh.normals import round_normals
from sim.sdf.model_path import ModelPath
from sim.sdf.types import Mesh
from sim.sdf.xml.elements import Element, child_text, text_of
from sim.sdf.xml.poses import pose_frame, pose_matrix

LAMPS = ("brake_", "blinker_left", "blinker_right", "blue_")
LIMBS = {"leg_left", "leg_right", "arm_left", "arm_right"}
BODY_GROUP = "body"
RIDER_GROUP = "rider"
# Around spheres and cylinders.
FACETS = 16
SHAPES = ("box", "cylinder", "sphere", "mesh")
PARTICULAR = {"script", "shader", "pbr", "lighting"}


Color = Tuple[str, str]


class _Plain(NamedTuple):
    """Visual that may be merged.

    Its material, and its surfaces in the link's frame, corners and normals (t, 3, 3), each with its
    ambient and diffuse colour.
    """

    visual: Element
    material: Optional[Element]
    surfaces: List[Tuple[Array, Array, Color]]


def merge_visuals(model: Element, folder: str, name: str, model_path: ModelPath) -> None:
    """Merge visuals of each link of a model.

    The meshes go into ``folder`` as ``<name>_<n>_<visual>.obj``.
    """
    for number, link in enumerate(model.iter("link")):
        visuals = link.findall("visual")
        walks = {visual.get("name") for visual in visuals} >= LIMBS
        groups: Dict[str, List[_Plain]] = {}
        for visual in visuals:
            plain = None if walks and visual.get("name") in LIMBS else _plain(visual, model_path)
            if plain is not None:
                groups.setdefault(_group(visual), []).append(plain)
        for group, members in groups.items():
            if len(members) > 1:
                _join(link, members, group, folder, f"{name}_{number}")


def _plain(visual: Element, model_path: ModelPath) -> Optional[_Plain]:
    """Return the visual with its merge key, or None to keep it."""
    material = visual.find("material")
    if (
        (material is not None and PARTICULAR & {child.tag for child in material})
        or visual.find("transparency") is not None
        or pose_frame(visual.find("pose"))
    ):
        return None
    color, shape = _color(visual), _shape(visual)
    if shape is None or (material is not None and color is None):
        return None
    pose = pose_matrix(visual.find("pose"))
    surfaces = (
        _mesh_surfaces(shape, color, model_path)
        if shape.tag == "mesh"
        else [(*_shape_facets(shape)[:2], color)]
        if color
        else []
    )
    turn = pose[:3, :3].T
    return (
        _Plain(
            visual,
            material,
            [
                (corners @ turn + pose[:3, 3], normals @ turn, color)
                for corners, normals, color in surfaces
            ],
        )
        if surfaces
        else None
    )


def _mesh_surfaces(
    shape: Element, color: Optional[Color], model_path: ModelPath
) -> List[Tuple[Array, Array, Color]]:
    """Return the triangles of a mesh file by colour.

    Empty for meshes with images or unreadable files, which are left to Gazebo.
    """
    if shape.find("submesh") is not None:
        return []
    scale = [float(word) for word in (text_of(shape.find("scale"), "") or "1 1 1").split()]
    try:
        path = model_path.resolve(text_of(shape.find("uri"), "") or "")
        mesh = Mesh(path, (scale[0], scale[1], scale[2]))
        vertices, faces = load_mesh(mesh)
        skins = mesh_skins(mesh)
    except (InputError, IndexError):
        return []
    corners = vertices[faces]
    normals = round_normals(corners, faces)
    if color is not None:
        return [(corners, normals, color)]
    if sum(skin.faces for skin in skins) != len(faces) or any(
        skin.image or skin.color[3] < 1.0 for skin in skins
    ):
        return []
    found, start = [], 0
    for skin in skins:
        rows = slice(start, start + skin.faces)
        text = "{:.4g} {:.4g} {:.4g}".format(*skin.color[:3])
        found.append((corners[rows], normals[rows], (text, text)))
        start = rows.stop
    return found


def _group(visual: Element) -> str:
    """Return the group that a plain visual is merged in."""
    name = visual.get("name", "")
    return next((part for part in (*LAMPS, RIDER_GROUP) if name.startswith(part)), BODY_GROUP)


def _join(link: Element, members: List[_Plain], group: str, folder: str, prefix: str) -> None:
    first, stem = members[0], f"{prefix}_{group.strip('_')}"
    name = BODY_GROUP if group == BODY_GROUP else first.visual.get("name", "")
    _write_obj(folder, stem, [surface for member in members for surface in member.surfaces])
    joined = etree.Element("visual", {"name": name})
    mesh = etree.SubElement(etree.SubElement(joined, "geometry"), "mesh")
    etree.SubElement(mesh, "uri").text = "file://" + os.path.join(
        os.path.abspath(folder), f"{stem}.obj"
    )
    if group in LAMPS:
        # A lamp's colour is the simulator's to change; elsewhere that of the mesh shows.
        joined.extend([] if first.material is None else [first.material])
    link.insert(link.index(first.visual), joined)
    for member in members:
        link.remove(member.visual)


def _shape(visual: Element) -> Optional[Element]:
    geometry = visual.find("geometry")
    children = [] if geometry is None else list(geometry)
    return children[0] if len(children) == 1 and children[0].tag in SHAPES else None


def _color(visual: Element) -> Optional[Color]:
    """Return ambient and diffuse colour of an OBJ material."""
    found = [
        (text_of(visual.find(f"material/{tag}")) or "").split()[:3]
        for tag in ("ambient", "diffuse")
    ]
    return (
        (" ".join(found[0]), " ".join(found[1]))
        if all(len(color) == 3 for color in found)
        else None
    )


def _shape_facets(shape: Element) -> Facets:
    if shape.tag == "box":
        return box_facets(np.array(child_text(shape, "size").split(), float))
    radius = float(child_text(shape, "radius"))
    return (
        sphere_facets(radius, FACETS)
        if shape.tag == "sphere"
        else cylinder_facets(radius, float(child_text(shape, "length")), FACETS)
    )


def _write_obj(folder: str, stem: str, parts: List[Tuple[Array, Array, Color]]) -> None:
    """Write an OBJ file and an MTL file with its colours."""
    names = {
        color: f"{stem}_{number}"
        for number, color in enumerate(dict.fromkeys(color for _, _, color in parts))
    }
    lines, count = [f"mtllib {stem}.mtl"], 0
    for *facets, color in parts:
        corners, normals = (values.reshape(-1, 3) for values in facets)
        lines += ["v {:.6g} {:.6g} {:.6g}".format(*corner) for corner in corners]
        lines += ["vn {:.6g} {:.6g} {:.6g}".format(*normal) for normal in normals]
        lines.append(f"usemtl {names[color]}")
        lines += [
            "f {0}//{0} {1}//{1} {2}//{2}".format(k, k + 1, k + 2)
            for k in range(count + 1, count + len(corners), 3)
        ]
        count += len(corners)
    materials = [
        f"newmtl {name}\nKa {ambient}\nKd {diffuse}\nKs 0 0 0\nd 1\n"
        for (ambient, diffuse), name in names.items()
    ]
    for suffix, text in (("obj", "\n".join(lines) + "\n"), ("mtl", "\n".join(materials))):
        with open(os.path.join(folder, f"{stem}.{suffix}"), "w", encoding="utf-8") as file:
            file.write(text)
