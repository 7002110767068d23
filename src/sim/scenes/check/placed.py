"""Reader of a translated world: poses of models, and the ground."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.check.measured import Files, MeasuredModel, Measures
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import Element, parse_file, text_of, vector
from sim.sdf.xml.poses import pose_matrix

GROUND = "model://ground_plane"
# Every Gazebo has these; GzScenic leaves them to it.
GAZEBOS_OWN = (GROUND, "model://sun")


@dataclass(frozen=True)
class PlacedModel:
    """A model included in the world.

    ``world_from_model`` (4, 4), its measurement, and the files that it refers to.
    """

    name: str
    world_from_model: Array
    model: MeasuredModel
    files: Files

    @property
    def box(self) -> Tuple[Array, Array]:
        """Return centre (3,) in the world and half size (3,).

        The half size is along the model's axes.
        """
        measured = self.model.measured
        return self.world_from_model[:3, :3] @ measured.center + self.world_from_model[
            :3, 3
        ], measured.size / 2.0


@dataclass(frozen=True)
class ReadWorld:
    """Objects and ground of a world.

    ``placed``: the objects by name; ``twice``: repeated names; ``missing``: URIs of missing models;
    ``ground``: the height of the ground plane, or None.
    """

    placed: Dict[str, PlacedModel]
    twice: Tuple[str, ...]
    missing: Tuple[str, ...]
    ground: Optional[float]


def read_placed(path: str, models: str, objects: List[str], measures: Measures) -> ReadWorld:
    """Read the ``objects`` of a world file and its ground.

    Their models are in the folder ``models``; the ground is that in the rest of the file.
    """
    world = parse_file(path).find("world")
    if world is None:
        raise InputError(path, "has no <world>, so it is not a scene's world")
    search = ModelPath([models])
    placed: Dict[str, PlacedModel] = {}
    names: List[str] = []
    missing: List[str] = []
    grounds: List[float] = []
    for child in world:
        if child.tag == "model":
            names.append(child.get("name") or "")
            grounds += _planes(child, pose_matrix(child.find("pose")))
        elif child.tag == "include":
            sdf = _sdf_of(child, search, measures)
            if sdf is None:
                uri = text_of(child.find("uri"), "")
                grounds += [float(pose_matrix(child.find("pose"))[2, 3])] if uri == GROUND else []
                missing += [] if uri in GAZEBOS_OWN else [uri]
                continue
            name = text_of(child.find("name"))
            if name in objects and name not in placed:
                model, files = measures.model(sdf, models)
                placed[name] = PlacedModel(name, pose_matrix(child.find("pose")), model, files)
            else:
                model_element = parse_file(sdf).find("model")
                if model_element is None:
                    continue
                name = name or model_element.get("name") or ""
                pose = child.find("pose")
                grounds += _planes(
                    model_element, pose_matrix(model_element.find("pose") if pose is None else pose)
                )
            names.append(name)
    twice = tuple(
        dict.fromkeys(name for number, name in enumerate(names) if name in names[:number])
    )
    return ReadWorld(placed, twice, tuple(missing), max(grounds) if grounds else None)


def _sdf_of(include: Element, search: ModelPath, measures: Measures) -> Optional[str]:
    try:
        found = search.resolve(text_of(include.find("uri"), ""))
        found = measures.sdf_of(found) if os.path.isdir(found) else found
        return found if os.path.isfile(found) else None
    except InputError:
        return None


def _planes(model: Element, world_from_model: Array) -> List[float]:
    """Return heights of the level planes of a model that face up."""
    heights = []
    for link in model.iterfind("link"):
        for collision in link.iterfind("collision"):
            plane = collision.find("geometry/plane")
            if plane is None:
                continue
            matrix = (
                world_from_model
                @ pose_matrix(link.find("pose"))
                @ pose_matrix(collision.find("pose"))
            )
            normal = np.array(vector(plane.find("normal"), (0.0, 0.0, 1.0), "x y z"))
            up = matrix[:3, :3] @ normal / max(np.linalg.norm(normal), 1e-12)
            if up[2] > 1.0 - 1e-9:
                heights.append(float(matrix[2, 3]))
    return heights
