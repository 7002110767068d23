"""Meshes of models' links; lamps of traffic lights are separate meshes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.drawn_meshes import joined
from sim.embedded.cameras.surfaces import visual_surfaces
from sim.embedded.traffic.lamps import MODEL_NAME, lamp_of
from sim.embedded.traffic.lamps import Link as LightLink
from sim.rendering.classes import SemanticClasses
from sim.rendering.meshes import DrawnMesh
from sim.sdf.types import Link
from sim.traffic.lamps import head_lamps


@dataclass(frozen=True)
class Lamp:
    """Lamp of a traffic light: its link, colour name and lit mesh."""

    light: LightLink
    color: str
    lit: DrawnMesh


@dataclass(frozen=True)
class LinkMesh:
    """A mesh in its link."""

    mesh: DrawnMesh
    link_from_mesh: Array
    lamp: Optional[Lamp] = None


def link_meshes(
    model: str, link: Link, classes: Optional[SemanticClasses] = None
) -> Tuple[LinkMesh, ...]:
    """Return the meshes of a model's link, with semantic classes."""
    meshes: List[LinkMesh] = []
    rest = []
    for visual in link.visuals:
        lamp = lamp_of(visual.name) if model == MODEL_NAME else None
        kind = 0 if classes is None else classes.number(model, link.name, visual.name)
        if lamp is None:
            rest += visual_surfaces(visual, kind)
            continue
        own = replace(visual, link_from_visual=np.eye(4))
        dark, lit = (
            joined(visual_surfaces(replace(own, color=color), kind))
            for color in (visual.color, head_lamps()[lamp[1]])
        )
        meshes += [
            LinkMesh(mesh, np.asarray(visual.link_from_visual), Lamp(*lamp, other))
            for mesh, other in zip(dark, lit)
        ]
    return tuple(meshes + [LinkMesh(mesh, np.eye(4)) for mesh in joined(rest)])
