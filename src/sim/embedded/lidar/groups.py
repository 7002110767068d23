"""Rigid groups of links for rays, and shapes around a sensor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.surfaces import LidarSurface, joined, link_surface
from sim.rendering.classes import SemanticClasses
from sim.sdf.measure.bounds import geometry_bounds
from sim.sdf.types import Link, Mesh, Model
from sim.transforms import inverse


@dataclass(frozen=True)
class Group:
    """Links that move as one, with a surface in ``anchor``'s frame.

    ``anchor`` is the first of them.
    """

    model: str
    anchor: str
    surface: LidarSurface


def rigid_groups(
    model: Model,
    eye: Tuple[str, Array] = ("", np.zeros(3)),
    classes: Optional[SemanticClasses] = None,
) -> List[Group]:
    """Return a model's links, merged over fixed joints.

    Shapes that enclose the ``eye``, a point (3,) of a link, are left out: a housing does not blind
    its sensor.
    """
    root: Dict[str, str] = {link.name: link.name for link in model.links}
    for joint in () if model.static else model.joints:
        if joint.kind == "fixed" and joint.parent in root and joint.child in root:
            old, new = root[joint.child], root[joint.parent]
            root = {name: new if anchor == old else anchor for name, anchor in root.items()}
    groups = []
    for anchor in dict.fromkeys(root.values()):
        links = [link for link in model.links if root[link.name] == anchor]
        groups.append(Group(model.name, anchor, _surface(model, anchor, links, eye, classes)))
    return groups


def _surface(
    model: Model,
    anchor: str,
    links: List[Link],
    eye: Tuple[str, Array],
    classes: Optional[SemanticClasses],
) -> LidarSurface:
    poses = {link.name: link.model_from_link for link in model.links}
    surfaces = []
    for link in links:
        anchor_from_link = inverse(poses[anchor]) @ link.model_from_link
        without: Tuple[str, ...] = ()
        if eye[0] in poses:
            point = inverse(link.model_from_link) @ poses[eye[0]] @ np.append(eye[1], 1.0)
            without = enclosing(link, point[:3], model.static)
        kind_of = partial(classes.number, model.name, link.name) if classes else _no_kind
        surface = link_surface(link, without, model.static, kind_of)
        surfaces.append(surface.moved(anchor_from_link))
    return joined(surfaces)


def _no_kind(visual: str) -> int:
    return 0


def enclosing(link: Link, point: Array, static: bool) -> Tuple[str, ...]:
    """Return the names of a link's visuals that enclose a point (3,).

    It tests their boxes; a static mesh may be a room, and stays.
    """
    found = []
    for visual in link.visuals:
        if static and isinstance(visual.geometry, Mesh):
            continue
        bounds = geometry_bounds(visual.geometry, np.eye(4))
        local = inverse(visual.link_from_visual) @ np.append(point, 1.0)
        if (
            bounds is not None
            and (np.asarray(bounds[0]) <= local[:3]).all()
            and (local[:3] <= np.asarray(bounds[1])).all()
        ):
            found.append(visual.name)
    return tuple(found)
