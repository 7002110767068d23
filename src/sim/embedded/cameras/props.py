"""Links of models as pieces; lamps of traffic lights stay by themselves, since each shines or not."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Tuple

import numpy as np

from sim.embedded.lamps import MODEL, lamp_of
from sim.embedded.lamps import Link as LightLink
from sim.sdf.types import Color, Link

from .pieces import WHITE, Piece, joined
from .surfaces import visual_surfaces


@dataclass(frozen=True)
class Lamp:
    """A lamp of a traffic light: the link that it shows, its colour's name, and how it looks while ``dark``."""

    light: LightLink
    color: str
    dark: Color


@dataclass(frozen=True)
class Prop:
    """A piece in its link."""

    piece: Piece
    link_from_piece: np.ndarray
    lamp: Optional[Lamp] = None


def link_props(model: str, link: Link) -> Tuple[Prop, ...]:
    """The props of a link of a model of this name."""
    props: List[Prop] = []
    rest = []
    for visual in link.visuals:
        lamp = lamp_of(visual.name) if model == MODEL else None
        if lamp is None:
            rest += visual_surfaces(visual)
            continue
        surfaces = visual_surfaces(replace(visual, link_from_visual=np.eye(4), color=WHITE))
        props += [Prop(piece, np.asarray(visual.link_from_visual), Lamp(*lamp, visual.color)) for piece in joined(surfaces)]
    return tuple(props + [Prop(piece, np.eye(4)) for piece in joined(rest)])
