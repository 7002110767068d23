"""Appearance of a mesh's triangles from its own file.

Collada's diffuse colours and images and those in an OBJ's materials; STL files have neither.
Callers without a use for appearance read ``mesh`` alone.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Callable, Dict, List, Tuple

import numpy as np

from sim.sdf.materials.dae import read_dae_skins
from sim.sdf.materials.obj import read_obj_skins
from sim.sdf.materials.skin import Skin
from sim.sdf.types import Mesh

_READERS: Dict[str, Callable[[str], List[Tuple[str, Skin]]]] = {
    ".obj": read_obj_skins,
    ".dae": read_dae_skins,
}


def mesh_skins(mesh: Mesh) -> List[Skin]:
    """Return the skins of a mesh in the order of its faces.

    The order is that of :func:`sim.sdf.mesh.loading.load_mesh`; empty if its file has none.
    """
    reader = _READERS.get(os.path.splitext(mesh.path)[1].lower())
    if reader is None:
        return []
    named = reader(mesh.path)
    if mesh.submesh is not None:
        named = [pair for pair in named if pair[0] == mesh.submesh][:1]
    skins = [skin for _, skin in named if skin.faces]
    return [mirrored(skin) for skin in skins] if np.prod(mesh.scale) < 0.0 else skins


def mirrored(skin: Skin) -> Skin:
    """Return the skin with reversed corners of each triangle."""
    return (
        skin if skin.coordinates is None else replace(skin, coordinates=skin.coordinates[:, ::-1])
    )
