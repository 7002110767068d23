"""Stretching of geometries of collisions and visuals along their own axes.

All kinds of SDF. A box or a mesh takes any three factors; round shapes stay round: a sphere takes
three equal factors, a cylinder two. Factors along the geometry's axes exist only if it is turned
against the model by right angles. A collision that cannot be stretched so is an error. For a visual
it is not: its edges get the stretched lengths, its angles stay, and round shapes take the smallest
of their factors.
"""

from __future__ import annotations

from typing import Callable, Dict, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.gazebo.inertia import set_number
from sim.scenes.gazebo.numbers import numbers_text
from sim.sdf.xml.elements import Element, failure, number, text_of, vector

# Sizes come from sampled floats, so equal factors may differ in their last digits.
ALIKE = 1e-6
ROUND = ("cylinder", "capsule", "image")
ADVICE = "keep the proportions of the model's width, length and height"

Factors = Tuple[float, float, float]


def axis_factors(stretch: Array) -> Factors:
    """Return the factors along the axes of a linear map (3, 3). Raises ValueError for a shear."""
    diagonal = np.diagonal(stretch)
    if np.abs(stretch - np.diag(diagonal)).max() > ALIKE * diagonal.max():
        raise ValueError
    x, y, z = (float(value) for value in diagonal)
    return x, y, z


def scale_geometry(geometry: Element, stretch: Array, who: str, exact: bool = True) -> None:
    """Stretch the shape of a ``<geometry>``.

    ``stretch`` (3, 3) is in its axes, ``who`` is the object's name for errors, visuals are not
    ``exact``.
    """
    for child in geometry:
        if child.tag in _SCALERS:
            _SCALERS[child.tag](
                child,
                _exact_factors(child, stretch, who) if exact else _near_factors(child, stretch),
                who,
            )


def _exact_factors(element: Element, stretch: Array, who: str) -> Factors:
    try:
        return axis_factors(stretch)
    except ValueError:
        raise failure(
            element,
            f"{who} is stretched unequally, and this {element.tag} is turned against the model's "
            "axes by other than right "
            f"angles, so it would shear; {ADVICE}",
        ) from None


def _near_factors(element: Element, stretch: Array) -> Factors:
    x, y, z = np.linalg.norm(stretch, axis=0)
    if element.tag == "sphere":
        x = y = z = min(x, y, z)
    elif element.tag in ROUND:
        x = y = min(x, y)
    return float(x), float(y), float(z)


def round_error(element: Element, who: str, what: str) -> InputError:
    return failure(element, f"{who} cannot be stretched so: it has {what}; {ADVICE}")


def alike(factors: Sequence[float]) -> bool:
    return max(factors) - min(factors) <= ALIKE * max(factors)


def _triple(
    element: Element, tag: str, factors: Sequence[float], default: Tuple[float, float, float]
) -> None:
    child = element.find(tag)
    values = vector(child, default, "x y z")
    if child is None:
        child = element.makeelement(tag)
        element.append(child)
    child.text = numbers_text(value * factor for value, factor in zip(values, factors))


def _box(element: Element, factors: Sequence[float], who: str) -> None:
    _triple(element, "size", factors, (1.0, 1.0, 1.0))


def _mesh(element: Element, factors: Sequence[float], who: str) -> None:
    _triple(element, "scale", factors, (1.0, 1.0, 1.0))


def _ellipsoid(element: Element, factors: Sequence[float], who: str) -> None:
    _triple(element, "radii", factors, (1.0, 1.0, 1.0))


def _heightmap(element: Element, factors: Sequence[float], who: str) -> None:
    _triple(element, "size", factors, (1.0, 1.0, 1.0))
    if element.find("pos") is not None:
        _triple(element, "pos", factors, (0.0, 0.0, 0.0))


def _sphere(element: Element, factors: Sequence[float], who: str) -> None:
    if not alike(factors):
        raise round_error(
            element,
            who,
            f"a sphere, and the factors are {numbers_text(round(value, 4) for value in factors)}",
        )
    set_number(element, "radius", number(element.find("radius"), 1.0) * factors[0])


def _round_xy(element: Element, factors: Sequence[float], who: str) -> None:
    if not alike(factors[:2]):
        raise round_error(
            element,
            who,
            f"a {element.tag}, and the factors across its axis are "
            f"{numbers_text(round(value, 4) for value in factors[:2])}",
        )


def _cylinder(element: Element, factors: Sequence[float], who: str) -> None:
    _round_xy(element, factors, who)
    set_number(element, "radius", number(element.find("radius"), 1.0) * factors[0])
    set_number(element, "length", number(element.find("length"), 1.0) * factors[2])


def _capsule(element: Element, factors: Sequence[float], who: str) -> None:
    """Stretch a capsule.

    Its height with its caps, length + 2 radius, takes the factor along its axis.
    """
    _round_xy(element, factors, who)
    radius, length = number(element.find("radius"), 0.5), number(element.find("length"), 1.0)
    scaled = (length + 2.0 * radius) * factors[2] - 2.0 * radius * factors[0]
    if scaled <= 0.0:
        raise round_error(element, who, "a capsule, which would be flatter than it is wide")
    set_number(element, "radius", radius * factors[0])
    set_number(element, "length", scaled)


def _polyline(element: Element, factors: Sequence[float], who: str) -> None:
    for point in element.iterfind("point"):
        point.text = numbers_text(
            value * factor for value, factor in zip(vector(point, (0.0, 0.0), "x y"), factors)
        )
    set_number(element, "height", number(element.find("height"), 1.0) * factors[2])


def _image(element: Element, factors: Sequence[float], who: str) -> None:
    _round_xy(element, factors, who)
    set_number(element, "scale", number(element.find("scale"), 1.0) * factors[0])
    set_number(element, "height", number(element.find("height"), 1.0) * factors[2])


def _plane(element: Element, factors: Sequence[float], who: str) -> None:
    """Stretch a plane's two sides, which are perpendicular to its normal.

    Only for a normal along z are the sides' axes known.
    """
    normal = np.abs(vector(element.find("normal"), (0.0, 0.0, 1.0), "x y z"))
    if not alike(factors) and normal[2] < (1.0 - 1e-9) * np.linalg.norm(normal):
        raise round_error(element, who, "a plane whose normal is not z")
    size = element.find("size")
    if size is not None and text_of(size) is not None:
        size.text = numbers_text(
            value * factor
            for value, factor in zip(vector(size, (1.0, 1.0), "length width"), factors)
        )


_SCALERS: Dict[str, Callable[[Element, Sequence[float], str], None]] = {
    "box": _box,
    "mesh": _mesh,
    "ellipsoid": _ellipsoid,
    "heightmap": _heightmap,
    "sphere": _sphere,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "polyline": _polyline,
    "image": _image,
    "plane": _plane,
}
