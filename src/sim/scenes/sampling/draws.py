"""Random leaves of expressions, drawn for many proposals at once from Scenic's distributions."""

from __future__ import annotations

import itertools
import math
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from sim.arrays import Array

Scalar = Union[float, Array]
Draw = Callable[[np.random.Generator, int], Any]
# A leaf's draw, what Scenic would have for one row of it, and its form.
Leaf = Tuple[Draw, Callable[[Any, int], Any], Any]


class Vec(NamedTuple):
    """A vector of proposals."""

    x: Scalar
    y: Scalar
    z: Scalar


class NotUnderstood(Exception):
    """An expression that only Scenic can evaluate."""


class Draws:
    """Drawn values of each leaf for some proposals. Arrays (n,), or vectors of them."""

    def __init__(self, drawn: List[Any]) -> None:
        self._drawn = drawn

    def of(self, number: int) -> Any:
        return self._drawn[number]


def drawing(node: Any) -> Optional[Leaf]:
    """Return the sampler of a random leaf, or None for another node.

    Parameters have to be constant.
    """
    kind = type(node).__name__ if of_scenic(node) else ""
    if kind == "Range" and _constant(node.low, node.high):
        low, high = float(node.low), float(node.high)
        return (
            (lambda rng, count: low + (high - low) * rng.random(count)),
            _number,
            (kind, low, high),
        )
    if kind == "Normal" and _constant(node.mean, node.stddev):
        mean, deviation = float(node.mean), float(node.stddev)
        return (
            (lambda rng, count: mean + deviation * rng.standard_normal(count)),
            _number,
            (kind, mean, deviation),
        )
    if kind == "DiscreteRange" and _constant(node.low, node.high):
        return _discrete(node)
    if kind == "PointInRegionDistribution":
        return _point(node.region)
    return None


def of_scenic(node: Any) -> bool:
    """Return whether a value's class is Scenic's or the models'.

    And not one of a program with the same name.
    """
    return type(node).__module__.startswith(("scenic.core.", "sim.scenes.scenic_objects"))


def _constant(*values: Any) -> bool:
    return all(isinstance(value, (int, float)) for value in values)


def _number(drawn: Array, row: int) -> float:
    return float(drawn[row])


def _discrete(node: Any) -> Leaf:
    low, high = math.ceil(node.low), math.floor(node.high)
    if high < low:
        raise NotUnderstood("an empty DiscreteRange")
    weights = np.array(node.weights if node.weights else [1.0] * (high - low + 1), dtype=float)
    steps = np.cumsum(weights / weights.sum())[:-1]
    return (
        (lambda rng, count: low + np.searchsorted(steps, rng.random(count), side="right")),
        (lambda drawn, row: int(drawn[row])),
        ("DiscreteRange", low, high, tuple(weights)),
    )


def _point(region: Any) -> Leaf:
    """Return a uniform point of a fixed region in the plane.

    Scenic's object for it has the region's orientation.
    """
    from scenic.core.distributions import needsSampling
    from scenic.core.vectors import Vector
    from scenic.core.workspaces import Workspace

    while type(region) is Workspace:
        region = region.region
    if needsSampling(region) or not of_scenic(region) or type(region).__name__ not in PLANE:
        raise NotUnderstood(f"points of a {type(region).__name__}")
    draw, form = PLANE[type(region).__name__](region)

    def value(drawn: Any, row: int) -> Any:
        return region.orient(Vector(float(drawn.x[row]), float(drawn.y[row]), drawn.z))

    return draw, value, (form, None if region.orientation is None else id(region.orientation))


def _rectangle(region: Any) -> Tuple[Draw, Any]:
    x0, y0, z = map(float, region.position)
    width, length, heading = float(region.width), float(region.length), float(region.heading)
    c, s = math.cos(heading), math.sin(heading)

    def draw(rng: np.random.Generator, count: int) -> Any:
        x, y = width * (rng.random(count) - 0.5), length * (rng.random(count) - 0.5)
        return Vec(x0 + c * x - s * y, y0 + s * x + c * y, z)

    return draw, ("rectangle", x0, y0, z, width, length, heading)


def _circle(region: Any) -> Tuple[Draw, Any]:
    x0, y0, z = map(float, region.center)
    radius = float(region.radius)

    def draw(rng: np.random.Generator, count: int) -> Any:
        r, angle = radius * np.sqrt(rng.random(count)), 2.0 * math.pi * rng.random(count)
        return Vec(x0 + r * np.cos(angle), y0 + r * np.sin(angle), z)

    return draw, ("circle", x0, y0, z, radius)


def _polygon(region: Any) -> Tuple[Draw, Any]:
    """Return the sampler of uniform points in a polygon.

    Triangles are chosen by area, and points folded from the parallelogram of two sides.
    """
    with_bounds, areas = region._samplingData
    triangles = np.array([triangle.exterior.coords[:3] for triangle, _ in with_bounds])[..., :2]
    steps, z = np.array(areas[:-1]) / areas[-1], float(region.z)

    def draw(rng: np.random.Generator, count: int) -> Any:
        corner = triangles[np.searchsorted(steps, rng.random(count), side="right")]
        u, v = rng.random(count), rng.random(count)
        folded = u + v > 1.0
        u, v = np.where(folded, 1.0 - u, u), np.where(folded, 1.0 - v, v)
        point = (
            corner[:, 0]
            + u[:, None] * (corner[:, 1] - corner[:, 0])
            + v[:, None] * (corner[:, 2] - corner[:, 0])
        )
        return Vec(point[:, 0], point[:, 1], z)

    return draw, (
        "polygon",
        z,
        tuple(itertools.chain.from_iterable(map(tuple, triangles.reshape(-1, 2)))),
    )


PLANE = {
    "RectangularRegion": _rectangle,
    "Floor": _rectangle,
    "CircularRegion": _circle,
    "PolygonalRegion": _polygon,
}
