"""Conversion of sampled Scenic objects to ours.

Names, both frames, sizes against the models' measures, and other properties of the program. In 2D
the property ``z`` is the height of the model's origin, as in GzScenic; in 3D Scenic's position, the
centre of the box, decides.
"""

from __future__ import annotations

import difflib
import math
import warnings
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np
from scipy.spatial.transform import Rotation

from sim.errors import InputError
from sim.scenes.gazebo.own_shapes import PROPERTY, OwnShape
from sim.scenes.manifest import check_name
from sim.scenes.models import MAX_SIZE_FACTOR, MIN_SIZE_FACTOR, ModelInfo
from sim.scenes.scene import Pose, SceneObject, Vector

QUARTER = math.pi / 2.0
ROUNDING = 1e-6
# GzScenic's properties that fields of SceneObject hold, and ours of the same kind.
HELD = {"name", "type", "dynamic_size", "gz_name", "z", "color"}
Where = Callable[[Any], str]


def described(
    items: Sequence[Any],
    models: Dict[str, ModelInfo],
    mode: str,
    where: Where,
    scenic_properties: Set[str],
) -> Tuple[SceneObject, ...]:
    """Return Scenic's sampled objects as ours, in their order.

    ``where`` gives the file and line of one. Models of the program's own classes are added to
    ``models``.
    """
    found = [_model(item, models, where) for item in items]
    names = _names(items, [info for info, _ in found], where)
    return tuple(
        _described(item, name, info, mode, where, scenic_properties, shape)
        for item, name, (info, shape) in zip(items, names, found)
    )


def _model(
    item: Any, models: Dict[str, ModelInfo], where: Where
) -> Tuple[ModelInfo, Optional[OwnShape]]:
    info = _info(item, models, where)
    if info is not None:
        return info, None
    from sim.scenes.scenic_shapes import own_model

    info, shape = own_model(item, where)
    return models.setdefault(info.name, info), shape


def check_models(items: Sequence[Any], models: Mapping[str, ModelInfo], where: Where) -> None:
    """Refuse objects of unclear models, before sampling."""
    for item in items:
        _info(item, models, where)


def unlisted_classes(
    items: Sequence[Any], models: Mapping[str, ModelInfo], where: Where
) -> Iterator[str]:
    """Yield a note for each class with the default density."""
    from sim.scenes.scenic_shapes import DENSITY, class_of, has_density

    kinds: Set[str] = set()
    for item in items:
        kind = class_of(item)
        if kind in kinds or _info(item, models, where) is not None or has_density(item):
            continue
        kinds.add(kind)
        yield (
            f"{where(item)}: {kind} is not in the descriptor: a model of its shape is made, of "
            f"{DENSITY:g} kg/m3 (density or mass set another)"
        )


def check_sizes(items: Sequence[Any], models: Mapping[str, ModelInfo], where: Where) -> None:
    """Refuse objects with a size always outside the model's limits. Before sampling."""
    from scenic.core.distributions import needsSampling

    for item in items:
        info = _info(item, models, where)
        if info is not None and not any(
            needsSampling(getattr(item, name, None)) for name in ("any_size", "dynamic_size")
        ):
            measured = (
                info.size if info.front == "y" else (info.size[1], info.size[0], info.size[2])
            )
            width, length, height = (
                _possible(getattr(item, name), wanted)
                for name, wanted in zip(("width", "length", "height"), measured)
            )
            size = (width, length, height)
            _check_size(info.name, item, size, info, _scale(size, info), where)


def check_places(items: Sequence[Any], where: Where) -> None:
    """Refuse objects with a position or heading that is not finite.

    Scenic fails on them without a message.
    """
    for item in items:
        numbers = [getattr(item.position, axis, 0.0) for axis in "xyz"] + [
            getattr(item, "yaw", 0.0)
        ]
        if any(isinstance(value, (int, float)) and not math.isfinite(value) for value in numbers):
            shown = ", ".join(
                f"{value:g}" if isinstance(value, (int, float)) else "random" for value in numbers
            )
            raise InputError(
                where(item),
                f"{type(item).__name__}: its position and heading (x, y, z, yaw) would be "
                f"({shown}); "
                "all numbers have to be finite",
            )


def check_flags(items: Sequence[Any], where: Where) -> None:
    """Refuse a random ``requireVisible``, which Scenic refuses without a place."""
    from scenic.core.distributions import needsSampling

    for item in items:
        if needsSampling(getattr(item, "requireVisible", None)):
            raise InputError(
                where(item),
                f"the requireVisible of a {type(item).__name__} is random; write True or False, or "
                "a require statement",
            )


def _possible(value: Any, wanted: float) -> float:
    """Return the possible value nearest to ``wanted``."""
    from scenic.core.distributions import supportInterval

    low, high = supportInterval(value)
    return float(max(wanted if low is None else low, min(wanted if high is None else high, wanted)))


def plain(value: Any) -> Tuple[bool, Any]:
    """Return whether a value is possible in JSON, and its JSON value."""
    if value is None or isinstance(value, (bool, str)):
        return True, value
    if isinstance(value, (int, float, np.generic)):
        value = value.item() if isinstance(value, np.generic) else value
        return isinstance(value, (bool, str)) or math.isfinite(value), value
    if isinstance(value, Mapping):
        found = {str(key): plain(item) for key, item in value.items()}
        return all(fits for fits, _ in found.values()), {
            key: item for key, (_, item) in found.items()
        }
    if isinstance(value, (tuple, list, np.ndarray)) or "coordinates" in getattr(
        value, "__dict__", ()
    ):
        listed = [plain(item) for item in value]
        return all(fits for fits, _ in listed), [item for _, item in listed]
    return False, None


def _info(item: Any, models: Mapping[str, ModelInfo], where: Where) -> Optional[ModelInfo]:
    """Return an object's model in the descriptor, or None."""
    kind = type(item).__name__
    given = getattr(item, "gz_name", None) if "gz_name" in item.properties else None
    if given is not None and hasattr(given, "_dependencies"):
        raise InputError(
            where(item),
            f"the gz_name of a {kind} is random; write one object of each class, or Uniform(...) "
            "of positions instead",
        )
    if given is None:
        twin = next((info for info in models.values() if info.class_name == kind), None)
        if twin is not None and not twin.label:
            raise InputError(
                where(item),
                f"the program's own class {kind} has the name of the model {twin.name!r} of the "
                "descriptor; rename the class, or import it from gzscenic.model",
            )
        return None
    if given in models:
        return models[given]
    near = difflib.get_close_matches(str(given), list(models), 1, 0.5)
    raise InputError(
        where(item),
        f"gz_name {given!r} is not a model of the descriptor"
        f"{f' (did you mean {near[0]}?)' if near else ''}; models: {', '.join(models)}",
    )


def _names(items: Sequence[Any], infos: Sequence[ModelInfo], where: Where) -> List[str]:
    """Return the program's ``name``, else the model's.

    The latter is numbered from its second object on.
    """
    given = [_given_name(item, where) for item in items]
    taken: Dict[str, Any] = {}
    for item, name in zip(items, given):
        if name is not None and name in taken:
            raise InputError(
                where(item),
                f"{name!r} is the name of another object too ({where(taken[name])}); names are "
                "unique in a scene",
            )
        if name is not None:
            taken[name] = item
    found: List[str] = []
    counts: Dict[str, int] = {}
    for name, info in zip(given, infos):
        while name is None:
            own = info.label or info.name
            count = counts.get(own, 0)
            counts[own] = count + 1
            free = f"{own}_{count}" if count else own
            name = free if free not in taken else None
        found.append(name)
    return found


def _given_name(item: Any, where: Where) -> Optional[str]:
    name = getattr(item, "name", None) if "name" in item.properties else None
    return None if name is None else check_name(where(item), name)


def _described(
    item: Any,
    name: str,
    info: ModelInfo,
    mode: str,
    where: Where,
    scenic_properties: Set[str],
    shape: Optional[OwnShape],
) -> SceneObject:
    angles = _angles(item.orientation)
    size = (float(item.width), float(item.length), float(item.height))
    scale = _scale(size, info)
    _check_size(name, item, size, info, scale, where)
    shift = _turned(_center(info, size, scale), angles)
    x, y, z = map(float, item.position)
    if info.label:  # Scenic's place is the mesh's origin, which may be beside the middle
        x, y, z = x + shift[0], y + shift[1], z + shift[2]
    if mode == "2D":
        z = _height(name, item, info, scale, where) + shift[2]
    origin = (x - shift[0], y - shift[1], z - shift[2])
    if not all(map(math.isfinite, (*origin, *angles))):
        raise InputError(
            where(item),
            f"{name} ({type(item).__name__}): its position (x, y, z) would be ({x:g}, {y:g}, "
            f"{z:g}); all numbers have to be finite",
        )
    return SceneObject(
        name,
        info.name,
        info.mission_only,
        (x, y, z),
        angles,
        _pose(origin, angles, info),
        size,
        scale,
        bool(item.allowCollisions),
        {
            **_properties(item, scenic_properties),
            **({} if shape is None else {PROPERTY: shape.plain()}),
        },
    )


def _angles(orientation: Any) -> Vector:
    """Convert Scenic's orientation to SDF's roll, pitch and yaw.

    Scenic's angles are intrinsic: yaw about z, then pitch about x, then roll about y.
    """
    yaw, pitch, roll = (float(angle) for angle in orientation.eulerAngles)
    if pitch == 0.0 and roll == 0.0:
        return (0.0, 0.0, yaw + 0.0)
    return _euler(orientation.r)


def _euler(turn: Rotation) -> Vector:
    """Return roll, pitch and yaw of a rotation. Any of several equal ones (gimbal lock)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        roll, pitch, yaw = (float(angle) for angle in turn.as_euler("xyz"))
    return roll, pitch, yaw


def _turned(vector: Vector, angles: Vector) -> Vector:
    """Return a vector of the object frame in the world frame."""
    if angles[0] == 0.0 and angles[1] == 0.0:
        c, s = math.cos(angles[2]), math.sin(angles[2])
        return (c * vector[0] - s * vector[1], s * vector[0] + c * vector[1], vector[2])
    x, y, z = (float(value) for value in Rotation.from_euler("xyz", angles).apply(vector))
    return x, y, z


def _center(info: ModelInfo, size: Vector, scale: Vector) -> Vector:
    """Return the box's centre relative to the origin.

    In the object frame; an entity of the mission has its origin at its base.
    """
    if info.mission_only:
        return (0.0, 0.0, size[2] / 2.0)
    x, y, z = (factor * value for factor, value in zip(scale, info.center))
    return (x, y, z) if info.front == "y" else (-y, x, z)


def _scale(size: Vector, info: ModelInfo) -> Vector:
    """Return the model's factors along its own axes. 1 for an axis without extent."""
    if info.mission_only:
        return (1.0, 1.0, 1.0)
    own = size if info.front == "y" else (size[1], size[0], size[2])
    factors = [
        wanted / measured if measured > 0.0 else 1.0 for wanted, measured in zip(own, info.size)
    ]
    x, y, z = (1.0 if abs(factor - 1.0) < 1e-12 else factor for factor in factors)
    return x, y, z


def _check_size(
    name: str, item: Any, size: Vector, info: ModelInfo, scale: Vector, where: Where
) -> None:
    """Refuse sizes outside the limits of [GzScenic, III-A].

    Models of a class that is resizable without limits (``any_size``) are exempt.
    """
    if info.mission_only or info.label or ("any_size" in item.properties and item.any_size):
        return
    resizable = bool(item.dynamic_size) if "dynamic_size" in item.properties else info.dynamic_size
    axes = (0, 1, 2) if info.front == "y" else (1, 0, 2)
    for property_, axis, wanted in zip(("width", "length", "height"), axes, size):
        measured, factor = info.size[axis], scale[axis]
        low, high = (MIN_SIZE_FACTOR, MAX_SIZE_FACTOR) if resizable else (1.0, 1.0)
        if not low * (1.0 - ROUNDING) <= factor <= high * (1.0 + ROUNDING):
            limits = (
                f"between {low * measured:.6g} and {high * measured:.6g} m"
                if resizable
                else f"{measured:.6g} m, since its size is fixed (dynamic_size)"
            )
            raise InputError(
                where(item),
                f"{name} ({type(item).__name__}): a {property_} of {wanted:.6g} m is not "
                f"allowed; must be {limits}",
            )


def _height(name: str, item: Any, info: ModelInfo, scale: Vector, where: Where) -> float:
    """Return the height of the model's origin in 2D.

    As set, else 0, raised if its lowest point would be in the ground.
    """
    if (
        "z" in item.properties
        and item.z is not None
        and not ("z" in item._constProps and info.z is None and item.z == 0)
    ):
        if not isinstance(item.z, (int, float, np.number)):
            raise InputError(
                where(item), f"{name} ({type(item).__name__}): z is {item.z!r}; write a height in m"
            )
        return float(item.z)
    if info.z is not None:
        return float(info.z)
    if info.mission_only:
        return 0.0
    return max(0.0, scale[2] * (info.size[2] / 2.0 - info.center[2])) + 0.0


def _pose(origin: Vector, angles: Vector, info: ModelInfo) -> Pose:
    """Return the pose of the model frame.

    A model with front +x, and ROS, are turned by another 90 degrees.
    """
    if info.front == "y" and not info.mission_only:
        return (*origin, *angles)
    if angles[0] == 0.0 and angles[1] == 0.0:
        return (*origin, 0.0, 0.0, math.remainder(angles[2] + QUARTER, math.tau))
    turned = Rotation.from_euler("xyz", angles) * Rotation.from_rotvec([0.0, 0.0, QUARTER])
    return (*origin, *_euler(turned))


def _properties(item: Any, scenic_properties: Set[str]) -> Dict[str, Any]:
    """Return an object's further properties of the program.

    Beyond Scenic's and the other fields, if possible in JSON.
    """
    found = {
        name: plain(getattr(item, name))
        for name in item.properties
        if name not in scenic_properties and name not in HELD and name[0] != "_"
    }
    return {name: value for name, (fits, value) in found.items() if fits}
