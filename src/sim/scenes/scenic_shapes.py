"""Shapes of Scenic's sampled objects as models. Needs Scenic."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.scenes.gazebo.own_shapes import (
    BOX,
    CYLINDER,
    GREY,
    MESH,
    SPHERE,
    OwnShape,
    model_label,
    stored_model,
)
from sim.scenes.models import MISSION_ONLY, ModelInfo

# Density of objects without one, that of water.
DENSITY = 1000.0  # kg/m3
Where = Callable[[Any], str]


def own_model(item: Any, where: Where) -> Tuple[ModelInfo, Optional[OwnShape]]:
    """Return model and shape of an object of an unlisted class.

    An object with ``render`` False belongs only to the mission: it has no body.
    """
    kind = class_of(item)
    width, length, height = (float(getattr(item, name)) for name in ("width", "length", "height"))
    size = (width, length, height)
    for name, value in zip(("width", "length", "height"), size):
        if not 0.0 < value < np.inf:
            raise InputError(where(item), f"{kind}: its {name} is {value:g} m; must be above 0")
    if not getattr(item, "render", True):
        label = model_label(kind)
        middle = (0.0, 0.0, height / 2.0)
        return ModelInfo(label, kind, MISSION_ONLY, size, middle, label=label), None
    form = _kind(item, size)
    stl = None
    if form == MESH:
        from trimesh.exchange.stl import export_stl

        stl = export_stl(item.shape.mesh)
    shape = OwnShape(
        form,
        model_label(kind),
        _color(item, kind, where),
        _density(item, kind, size, where),
        _static(item),
        hashlib.sha256(stl).hexdigest() if stl is not None else "",
    )
    return stored_model(shape, stl), shape


def class_of(item: Any) -> str:
    """Return the name of an object's class, as programs write it."""
    kind = type(item).__name__
    return "Object" if kind == "Object2D" else kind


def has_density(item: Any) -> bool:
    """Return whether a program gives an object's density or mass."""
    return any(
        name in item.properties and getattr(item, name) is not None for name in ("density", "mass")
    )


def _kind(item: Any, size: Tuple[float, ...]) -> str:
    """Return the kind of shape; turned and oval ones are meshes."""
    from scenic.core import shapes

    width, length, height = size
    kinds = {shapes.BoxShape: BOX}
    if width == length:
        kinds[shapes.CylinderShape] = CYLINDER
    if width == length == height:
        kinds[shapes.SpheroidShape] = SPHERE
    form = kinds.get(type(item.shape), MESH)
    if form in (BOX, CYLINDER):
        plain = type(item.shape)().mesh.vertices
        same = plain.shape == item.shape.mesh.vertices.shape
        return form if same and np.allclose(plain, item.shape.mesh.vertices) else MESH
    return form


def _color(item: Any, kind: str, where: Where) -> Tuple[float, float, float, float]:
    given = getattr(item, "color", None)
    if given is None:
        return GREY
    values = [float(value) for value in given]
    if len(values) not in (3, 4) or not all(0.0 <= value <= 1.0 for value in values):
        raise InputError(
            where(item), f"{kind}: its color is {values}; must be 3 or 4 numbers from 0 to 1"
        )
    red, green, blue, opacity = (*values, 1.0)[:4]
    return red, green, blue, opacity


def _density(item: Any, kind: str, size: Tuple[float, ...], where: Where) -> float:
    for name in ("density", "mass"):
        given = getattr(item, name, None) if name in item.properties else None
        if given is None:
            continue
        if not isinstance(given, (int, float, np.number)) or not 0.0 < given < np.inf:
            raise InputError(where(item), f"{kind}: its {name} is {given!r}; must be above 0")
        volume = float(np.prod(size)) * float(item.shape.mesh.volume)
        return float(given) / (1.0 if name == "density" else volume)
    return DENSITY


def _static(item: Any) -> bool:
    """Return whether an object is static, or without Webots' physics."""
    adhoc = getattr(item, "webotsAdhoc", None)
    given = getattr(item, "static", False) if "static" in item.properties else False
    return bool(given) or (isinstance(adhoc, dict) and not adhoc.get("physics", True))
