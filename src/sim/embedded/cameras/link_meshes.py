"""Links of models as meshes; lamps of traffic lights stay by themselves, since each shines or
not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.traffic.lamps import LIT, MODEL, lamp_of
from sim.embedded.traffic.lamps import Link as LightLink
from sim.rendering.meshes import DrawnMesh
from sim.sdf.types import Link

from .drawn_meshes import joined
from .surfaces import visual_surfaces


@dataclass(frozen=True)
class Lamp:
    """A lamp of a traffic light: the link that it shows, its colour's name, and what it is while it
    shines."""

    light: LightLink
    color: str
    lit: DrawnMesh


@dataclass(frozen=True)
class LinkMesh:
    """A mesh in its link."""

    mesh: DrawnMesh
    link_from_mesh: Array
    lamp: Optional[Lamp] = None


def link_meshes(model: str, link: Link) -> Tuple[LinkMesh, ...]:
    """The meshes of a link of a model of this name."""
    meshes: List[LinkMesh] = []
    rest = []
    for visual in link.visuals:
        lamp = lamp_of(visual.name) if model == MODEL else None
        if lamp is None:
            rest += visual_surfaces(visual)
            continue
        own = replace(visual, link_from_visual=np.eye(4))
        dark, lit = (
            joined(visual_surfaces(replace(own, color=color)))
            for color in (visual.color, LIT[lamp[1]])
        )
        meshes += [
            LinkMesh(mesh, np.asarray(visual.link_from_visual), Lamp(*lamp, other))
            for mesh, other in zip(dark, lit)
        ]
    return tuple(meshes + [LinkMesh(mesh, np.eye(4)) for mesh in joined(rest)])
