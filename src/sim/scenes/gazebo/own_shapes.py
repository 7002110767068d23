"""Models of a program's own classes.

An object is a box, cylinder, sphere or mesh of 1 m, resized. Models are kept in the cache of models
by the hash of their content; a manifest has what their files need, except meshes, which are in the
scene's folder. Needs no Scenic; densities of moments are 1 kg/m3.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.descriptor import Entry
from sim.scenes.gazebo.folder import appearing
from sim.scenes.gazebo.numbers import number_text
from sim.scenes.library import cache_folder, model_info
from sim.scenes.measurements import measurement
from sim.scenes.models import CUSTOM_MODEL, ModelInfo
from sim.scenes.scene import Scene, SceneObject
from sim.sdf.model_config import config_text

BOX = "box"
CYLINDER = "cylinder"
SPHERE = "sphere"
MESH = "mesh"
KINDS = (BOX, CYLINDER, SPHERE, MESH)
# The key of a SceneObject's properties that describes its shape.
PROPERTY = "own_shape"
FOLDER = ".shapes"
MESH_FILE = "meshes/shape.stl"
# Of STL's numbers of 32 bits.
ROUNDING = 1e-6
GREY = (0.7, 0.7, 0.7, 1.0)
_GEOMETRY = {
    BOX: "<box><size>1 1 1</size></box>",
    CYLINDER: "<cylinder><radius>0.5</radius><length>1</length></cylinder>",
    SPHERE: "<sphere><radius>0.5</radius></sphere>",
}
_SDF = """<?xml version="1.0"?>
<sdf version="1.6">
  <model name="{name}">
    <static>{static}</static>
    <link name="link">
      <inertial>
        <pose>{center} 0 0 0</pose>
        <mass>{mass}</mass>
        <inertia>{inertia}</inertia>
      </inertial>
      <collision name="collision"><geometry>{geometry}</geometry></collision>
      <visual name="visual">
        <geometry>{geometry}</geometry>
        <material><ambient>{color}</ambient><diffuse>{color}</diffuse></material>
      </visual>
    </link>
  </model>
</sdf>
"""


@dataclass(frozen=True)
class OwnShape:
    """Shape of a class of the program, 1 m along each axis.

    ``label`` is the class's name as a model's, ``color`` red, green, blue and opacity, ``density``
    in kg/m3, ``mesh`` the SHA-256 of a mesh's STL file.
    """

    kind: str
    label: str
    color: Tuple[float, float, float, float] = GREY
    density: float = 1000.0
    static: bool = False
    mesh: str = ""

    @property
    def name(self) -> str:
        """The model's name: the class's, and the beginning of a hash."""
        text = json.dumps(asdict(self), sort_keys=True)
        return f"{self.label}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def plain(self) -> Dict[str, Any]:
        """Return the shape in JSON's types, for a manifest."""
        return {**asdict(self), "color": list(self.color)}


def model_label(class_name: str) -> str:
    """Return a class's name as that of a model: BigRock is big_rock."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name).lower()


def stored_model(shape: OwnShape, stl: Optional[bytes] = None) -> ModelInfo:
    """Return the model of a shape from the cache, written if missing.

    ``stl`` are a mesh's triangles, unless the cache has them.
    """
    folder = os.path.join(cache_folder(), FOLDER, shape.name)
    if not os.path.isdir(folder):
        if shape.kind == MESH and stl is None:
            raise InputError(
                shape.name, f"the mesh of this model is missing; copy it to {folder}/{MESH_FILE}"
            )
        try:
            _write(shape, stl, folder)
        except InputError:
            if not os.path.isdir(folder):  # another process may have written it
                raise
    entry = Entry(shape.name, CUSTOM_MODEL, shape.name, dynamic_size=True)
    found = model_info(entry, folder, measurement(folder, folder, (), cache_folder()))
    x, y, z = (value if abs(value) > ROUNDING else 0.0 for value in found.center)
    return replace(found, size=(1.0, 1.0, 1.0), center=(x, y, z), label=shape.label)


def own_models(scene: Scene, folder: str = "") -> Dict[str, ModelInfo]:
    """Return the models of a scene's objects of own classes, by name.

    ``folder``: the scene's, which has their meshes.
    """
    shapes = {item.model: shape_of(item) for item in scene.spawned()}
    return {
        name: stored_model(shape, _mesh_of(folder, shape))
        for name, shape in shapes.items()
        if shape is not None
    }


def shape_of(item: SceneObject) -> Optional[OwnShape]:
    """Return an object's own shape, or None with a listed model."""
    given = item.properties.get(PROPERTY)
    if given is None:
        return None
    where = f"{item.name}.properties.{PROPERTY}"
    if not isinstance(given, Mapping) or given.get("kind") not in KINDS:
        raise InputError(where, f"its kind must be one of: {', '.join(KINDS)}")
    try:
        return OwnShape(**{**given, "color": tuple(map(float, given["color"]))})
    except (TypeError, KeyError, ValueError) as error:
        raise InputError(where, f"is not a shape of a manifest ({error})") from error


def _mesh_of(folder: str, shape: OwnShape) -> Optional[bytes]:
    path = Path(folder or ".") / "models" / shape.name / MESH_FILE
    if not folder or not path.is_file():
        return None
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != shape.mesh:
        raise InputError(path, "is not the mesh that the scene was sampled with")
    return data


def _write(shape: OwnShape, stl: Optional[bytes], folder: str) -> None:
    geometry = _GEOMETRY.get(
        shape.kind, f"<mesh><uri>model://{shape.name}/{MESH_FILE}</uri></mesh>"
    )
    volume, center, inertia = _mesh_moments(stl) if stl is not None else _moments(shape.kind)
    if min(np.linalg.eigvalsh(inertia)) <= 0.0 or volume <= 0.0:
        raise InputError(shape.label, "its mesh has no volume; close its surface")
    moments = {
        tag: shape.density * inertia[row, column]
        for tag, row, column in (
            ("ixx", 0, 0),
            ("ixy", 0, 1),
            ("ixz", 0, 2),
            ("iyy", 1, 1),
            ("iyz", 1, 2),
            ("izz", 2, 2),
        )
    }
    text = _SDF.format(
        name=shape.name,
        static="true" if shape.static else "false",
        center=" ".join(map(number_text, center)),
        mass=number_text(shape.density * volume),
        inertia="".join(f"<{tag}>{number_text(value)}</{tag}>" for tag, value in moments.items()),
        geometry=geometry,
        color=" ".join(map(number_text, shape.color)),
    )
    with appearing(folder) as scratch:
        (Path(scratch) / "model.sdf").write_text(text, encoding="utf-8")
        (Path(scratch) / "model.config").write_text(config_text(shape.name), encoding="utf-8")
        if stl is not None:
            (Path(scratch) / MESH_FILE).parent.mkdir()
            (Path(scratch) / MESH_FILE).write_bytes(stl)


def _moments(kind: str) -> Tuple[float, Array, Array]:
    """Return volume, centre (3,) and inertia (3, 3) of a primitive."""
    if kind == BOX:
        return 1.0, np.zeros(3), np.eye(3) / 6.0
    if kind == SPHERE:
        volume = math.pi / 6.0
        return volume, np.zeros(3), np.eye(3) * 0.4 * volume * 0.25
    volume = math.pi / 4.0
    across = volume * (3.0 * 0.25 + 1.0) / 12.0
    return volume, np.zeros(3), np.diag([across, across, volume * 0.25 / 2.0])


def _mesh_moments(stl: bytes) -> Tuple[float, Array, Array]:
    """Return volume, centre (3,) and inertia (3, 3) of a mesh."""
    import io

    import trimesh

    mesh: Any = trimesh.load(io.BytesIO(stl), file_type="stl")
    return float(mesh.volume), np.array(mesh.center_mass), np.array(mesh.moment_inertia)
