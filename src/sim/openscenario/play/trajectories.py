"""Trajectories as paths in the world, by length and time.

Polylines, clothoids, splines of them and NURBS.
"""

from __future__ import annotations

import math
from typing import Callable, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.opendrive.curves import Spiral
from sim.openscenario.play.roads import RoadPose

CLOTHOID_SPACING = 0.1  # m
POINTS_PER_SPAN = 200  # of a NURBS's knots
PlacedAt = Callable[[given.Position], RoadPose]


class TrajectoryPath:
    """Path of points (n, 2) with arc lengths (n,).

    ``times`` (m,) at ``passed`` (m,) m of the way, or None without. ``heading``: of a path of one
    point, on which an entity stands.
    """

    def __init__(
        self,
        points: Array,
        times: Optional[Array],
        passed: Optional[Array] = None,
        heading: float = 0.0,
    ) -> None:
        self.points, self.times, self._heading = points, times, heading
        steps = np.hypot(*np.diff(points, axis=0).T)
        self.ways = np.concatenate([[0.0], np.cumsum(steps)])
        self._passed = self.ways if passed is None else passed

    @property
    def length(self) -> float:
        return float(self.ways[-1])

    def at(self, way: float) -> Tuple[float, float, float]:
        """Return x, y and heading at a distance along the path."""
        if len(self.points) == 1:
            return float(self.points[0, 0]), float(self.points[0, 1]), self._heading
        way = min(max(way, 0.0), self.length)
        i = int(np.clip(np.searchsorted(self.ways, way, side="right") - 1, 0, len(self.ways) - 2))
        step = self.points[i + 1] - self.points[i]
        part = (way - self.ways[i]) / (self.ways[i + 1] - self.ways[i])
        x, y = self.points[i] + part * step
        return float(x), float(y), math.atan2(step[1], step[0])

    def nearest(self, x: float, y: float) -> float:
        """Return the distance along the path to the point nearest a place."""
        if len(self.points) == 1:
            return 0.0
        steps = np.diff(self.points, axis=0)
        lengths = np.diff(self.ways)
        along = np.einsum("ij,ij->i", np.array([x, y]) - self.points[:-1], steps) / lengths**2
        along = np.clip(along, 0.0, 1.0)
        away = np.hypot(*(self.points[:-1] + along[:, None] * steps - [x, y]).T)
        i = int(np.argmin(away))
        return float(self.ways[i] + along[i] * lengths[i])

    def way_at(self, time: float) -> float:
        """Return the distance along the path at a trajectory time."""
        assert self.times is not None
        return float(np.interp(time, self.times, self._passed))


def trajectory_path(
    trajectory: given.Trajectory,
    placed: PlacedAt,
    timed: bool = False,
    start: Optional[RoadPose] = None,
) -> TrajectoryPath:
    """Return the path of a trajectory.

    ``timed``: its times matter, and must rise. ``start``: begin of a spline of clothoids without
    its own position. Raises InputError for a clothoid without length.
    """
    shape, heading = trajectory.shape, 0.0
    if isinstance(shape, given.Polyline):
        poses = [placed(each.position) for each in shape.vertices]
        points, heading = np.array([each[:2] for each in poses]), poses[0].heading
        times = [each.time for each in shape.vertices]
    elif isinstance(shape, given.Clothoid):
        points, times = _clothoid(shape, placed(shape.position))
    elif isinstance(shape, given.Nurbs):
        points, times = _nurbs(shape, placed)
    else:
        points, times = _spline(shape, placed, start)
    if trajectory.closed and not isinstance(shape, (given.Clothoid, given.ClothoidSpline)):
        points = np.vstack([points, points[:1]])
        times = [*times, None]
    if not timed:
        times = [None] * len(times)
    known = [each for each in times if each is not None]
    if known and len(known) != len(times):
        raise InputError(shape.source, "has a time at some of its points; all or none need one")
    moving = np.concatenate([[True], np.hypot(*np.diff(points, axis=0).T) > 1e-9])
    found = np.array(known) if known else None
    if found is not None and np.any(np.diff(found)[moving[1:]] <= 0.0):
        raise InputError(shape.source, "has times that do not rise from point to point")
    passed = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points[moving], axis=0).T))])
    # At standstill, one place has several times.
    return TrajectoryPath(points[moving], found, passed[np.cumsum(moving) - 1], heading)


def check_times(trajectory: given.Trajectory) -> None:
    """Raise InputError with the line for falling or missing times."""
    points = _timed_points(trajectory.shape)
    known = [each for each in points if each[1] is not None]
    if known and len(known) != len(points):
        source = next(source for source, time in points if time is None)
        raise InputError(source, "has no time, which other points of its trajectory have")
    for (_, before), (source, after) in zip(known, known[1:]):
        if before is not None and after is not None and after < before:
            raise InputError(
                source, f"has the time {after:g} s after {before:g} s; times must rise"
            )


def _timed_points(shape: given.Shape) -> List[Tuple[SourceLocation, Optional[float]]]:
    if isinstance(shape, given.Polyline):
        return [(each.source, each.time) for each in shape.vertices]
    if isinstance(shape, given.Nurbs):
        return [(each.source, each.time) for each in shape.control_points]
    if isinstance(shape, given.Clothoid):
        return [(shape.source, shape.start_time), (shape.source, shape.stop_time)]
    return [
        *((each.source, each.time_start) for each in shape.segments),
        (shape.source, shape.time_end),
    ]


def _clothoid(shape: given.Clothoid, start: RoadPose) -> Tuple[Array, List[Optional[float]]]:
    if shape.length <= 0.0:
        raise InputError(shape.source, "has no length")
    end = shape.curvature + shape.curvature_prime * shape.length
    count = max(2, math.ceil(shape.length / CLOTHOID_SPACING) + 1)
    ways = np.linspace(0.0, shape.length, count)
    x, y, _ = Spiral(shape.curvature, end, shape.length).local(ways)
    cos, sin = math.cos(start.heading), math.sin(start.heading)
    points = np.column_stack([start.x + cos * x - sin * y, start.y + sin * x + cos * y])
    if shape.start_time is None or shape.stop_time is None:
        return points, [None] * count
    return points, list(np.linspace(shape.start_time, shape.stop_time, count))


def _spline(
    shape: given.ClothoidSpline, placed: PlacedAt, start: Optional[RoadPose]
) -> Tuple[Array, List[Optional[float]]]:
    """Join clothoids end to end.

    A segment begins at the end of the former one, or at its own position, turned by its
    ``h_offset``.
    """
    at = (start.x, start.y, start.heading) if start is not None else None
    points: List[Array] = []
    times: List[Optional[float]] = []
    ends = [each.time_start for each in shape.segments[1:]] + [shape.time_end]
    for segment, until in zip(shape.segments, ends):
        if segment.length <= 0.0:
            raise InputError(segment.source, "has no length")
        if segment.position is not None:
            pose = placed(segment.position)
            at = pose.x, pose.y, pose.heading
        elif at is None:
            raise InputError(
                segment.source,
                "is the first of its spline; it needs a PositionStart, as the entity has no place",
            )
        x, y, heading = at[0], at[1], at[2] + segment.h_offset
        count = max(2, math.ceil(segment.length / CLOTHOID_SPACING) + 1)
        ways = np.linspace(0.0, segment.length, count)
        curve = Spiral(segment.curvature_start, segment.curvature_end, segment.length)
        u, v, turned = curve.local(ways)
        cos, sin = math.cos(heading), math.sin(heading)
        points.append(np.column_stack([x + cos * u - sin * v, y + sin * u + cos * v]))
        at = float(points[-1][-1, 0]), float(points[-1][-1, 1]), heading + float(turned[-1])
        begin = segment.time_start
        if begin is None or until is None:
            times += [None] * count
        else:
            times += list(np.linspace(begin, until, count))
    return np.vstack(points), times


def _nurbs(shape: given.Nurbs, placed: PlacedAt) -> Tuple[Array, List[Optional[float]]]:
    """Evaluate a NURBS by the Cox-de Boor recursion, weights included."""
    knots = np.array([each.value for each in shape.knots])
    count, order = len(shape.control_points), shape.order
    if len(knots) != count + order or np.any(np.diff(knots) < 0.0) or count < order:
        raise InputError(
            shape.source,
            f"of order {order} with {count} control points needs {count + order} knots that do "
            f"not fall, and at least {order} control points; it has {len(knots)} knots",
        )
    low, high = knots[order - 1], knots[count]
    if high <= low:
        raise InputError(shape.source, "has knots that span nothing")
    spans = len(np.unique(knots[order - 1 : count + 1])) - 1
    u = np.linspace(low, high, spans * POINTS_PER_SPAN + 1)
    last = np.flatnonzero(knots[:-1] < high)[-1]
    basis = ((knots[:-1] <= u[:, None]) & (u[:, None] < knots[1:])).astype(float)
    basis[u >= high] = 0.0
    basis[u >= high, last] = 1.0
    for degree in range(1, order):
        left, right = np.zeros_like(basis[:, :-1]), np.zeros_like(basis[:, :-1])
        for i in range(basis.shape[1] - 1):
            width = knots[i + degree] - knots[i]
            if width > 0.0:
                left[:, i] = (u - knots[i]) / width * basis[:, i]
            width = knots[i + degree + 1] - knots[i + 1]
            if width > 0.0:
                right[:, i] = (knots[i + degree + 1] - u) / width * basis[:, i + 1]
        basis = left + right
    weights = np.array([each.weight for each in shape.control_points])
    share = basis[:, :count] * weights
    share /= share.sum(axis=1, keepdims=True)
    points = share @ np.array([placed(each.position)[:2] for each in shape.control_points])
    times = [each.time for each in shape.control_points]
    if any(each is None for each in times):
        return points, [None] * len(u)
    return points, list(share @ np.array(times, float))
