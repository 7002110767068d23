"""Course of a driver through a network.

It has the path, speed limits, stop lines, and conflicts at junctions. World frame; places on the
course are arc lengths of its path, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Iterable, List, Optional, Sequence, Tuple

import numpy as np
import shapely
from shapely.ops import substring

from sim.arrays import Array
from sim.drivers.speed_profile import SpeedProfile
from sim.errors import InputError
from sim.traffic.roads.links import JunctionLink
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path
from sim.traffic.roads.route import CAR

# Vehicles with the right of way are seen coming from this far before the junction, m.
SIGHT = 60.0
# Two ways conflict where their centre lines are nearer than this, m.
CONFLICT = 2.2


@dataclass(frozen=True)
class Signal:
    """A traffic light's link and the place of its stop line."""

    light: str
    index: int
    stop: float


@dataclass(frozen=True)
class Conflict:
    """Conflict with a link that has the right of way (``foe``).

    It extends from ``enter`` to ``leave`` on the own path, and the same on the foe's path. ``stop``
    is the ego's waiting position, which may be behind its stop line ``own_stop``; ``foe_stop`` is
    the other's stop line.
    """

    own: JunctionLink
    other: JunctionLink
    own_stop: float
    stop: float
    enter: float
    leave: float
    foe: Path
    foe_stop: float
    foe_enter: float
    foe_leave: float


@dataclass(frozen=True)
class Crossing:
    """Pedestrian crossing on the path from ``enter`` to ``leave``.

    ``stop`` is the stop line before it.
    """

    stop: float
    enter: float
    leave: float


@dataclass(frozen=True)
class Course:
    """Path and the rules along it. ``joining`` are zipper lanes with their ends on the path."""

    path: Path
    limits: Tuple[Tuple[float, float], ...] = ()
    signals: Tuple[Signal, ...] = ()
    conflicts: Tuple[Conflict, ...] = ()
    joining: Tuple[Tuple[Path, float], ...] = ()
    crossings: Tuple[Crossing, ...] = ()

    @cached_property
    def speeds(self) -> SpeedProfile:
        """Speed profile of the course."""
        return SpeedProfile(self.path, self.limits)


def edges_over(network: Network, stops: Sequence[str], where: str) -> List[str]:
    """Return the edges of the shortest car route over given edges.

    InputError, which names ``where`` as the origin of the stops, without a route.
    """
    edges = list(stops[:1])
    for start, end in zip(stops, stops[1:]):
        leg = network.route(start, end, CAR)
        if not leg:
            raise InputError(where, f"no route for cars from {start} to {end}")
        edges += leg[1:]
    return edges


def course(network: Network, edges: Sequence[str], lane_index: Optional[int] = None) -> Course:
    """Return the course along ``edges``, from lane ``lane_index`` of the first."""
    path = Path(network.centreline(edges, lane_index))
    limits: List[Tuple[float, float]] = []
    signals: List[Signal] = []
    conflicts: List[Conflict] = []
    joining: List[Tuple[Path, float]] = []
    crossings: List[Crossing] = []
    at = 0.0
    for passage in network.passages(edges, lane_index):
        own = passage.link
        lane, inside = (
            network.lanes_by_id[own.from_lane],
            [network.lanes_by_id[via] for via in own.via],
        )
        limits.append((at, lane.speed))
        stop = _place(path, lane.shape[-1], at)
        limits += [(stop, via.speed) for via in inside]
        if own.light:
            signals.append(Signal(own.light, own.index, stop))
        at = _place(path, network.lanes_by_id[own.to_lane].shape[0], stop)
        limits.append((at, network.lanes_by_id[own.to_lane].speed))
        crossings += _crossings(network, path, stop, at)
        # A turn that waits for oncoming traffic does so inside the junction, where its first
        # internal lane ends.
        wait = _place(path, inside[0].shape[-1], stop) if len(inside) > 1 else stop
        for other in passage.first:
            conflicts += _conflicts(network, path, (stop, wait, at), own, other)
        for other in passage.in_turn:
            line = _line(network, other)
            joining.append((Path(line), _place(path, line[-1], stop)))
    return Course(
        path, tuple(limits), tuple(signals), tuple(conflicts), tuple(joining), tuple(crossings)
    )


def _place(path: Path, point: Array, after: float) -> float:
    """Return the place of a point on the path after another place.

    A path may pass one point twice.
    """
    rest = path.points[path.arc_lengths >= after - 1.0]
    if len(rest) < 2:
        return path.length
    piece = Path(rest)
    return path.length - piece.length + piece.project(float(point[0]), float(point[1]))[0]


def _line(network: Network, link: JunctionLink) -> Array:
    """Return the centre line (n, 3) of a link with its adjacent lanes.

    It runs from the lane before the link to the lane behind it.
    """
    lanes = [network.lanes_by_id[name] for name in (link.from_lane, *link.via)]
    return np.vstack([*(lane.shape for lane in lanes), network.lanes_by_id[link.to_lane].shape[:1]])


def _crossings(network: Network, path: Path, stop: float, after: float) -> Iterable[Crossing]:
    """Yield the crossings on the path's way through a junction."""
    way = _between(path, stop, after)
    for crossing in network.crossings:
        common = shapely.intersection(
            way,
            shapely.LineString(crossing.shape[:, :2]).buffer(
                0.5 * crossing.width, cap_style="flat"
            ),
        )
        if not common.is_empty:
            yield Crossing(stop, *_range(path, common, stop))


def _conflicts(
    network: Network,
    path: Path,
    places: Tuple[float, float, float],
    own: JunctionLink,
    other: JunctionLink,
) -> Iterable[Conflict]:
    """Yield one conflict for each approach to ``other``."""
    stop, wait, after = places
    mine = _between(path, stop, after + CONFLICT)
    inside = np.vstack(
        [
            *(network.lanes_by_id[via].shape for via in other.via),
            network.lanes_by_id[other.to_lane].shape,
        ]
    )
    common = shapely.intersection(
        mine, shapely.LineString(inside[:, :2]).buffer(CONFLICT, cap_style="flat")
    )
    if common.is_empty:
        return
    enter, leave = _range(path, common, stop)
    for approach in _approaches(network, other.from_lane, SIGHT):
        foe = Path(np.vstack([*approach, inside]))
        begin = foe.length - Path(inside).length
        theirs = shapely.intersection(
            _between(foe, begin, foe.length), mine.buffer(CONFLICT, cap_style="flat")
        )
        if not theirs.is_empty:
            yield Conflict(
                own,
                other,
                stop,
                min(wait, max(enter - 0.5, stop)),
                enter,
                leave,
                foe,
                begin,
                *_range(foe, theirs, begin),
            )


def _approaches(network: Network, lane: str, sight: float) -> List[List[Array]]:
    """Return the approaches to a lane within ``sight`` m.

    Each is a list of centre lines of lanes in driving order.
    """
    shape, length = network.lanes_by_id[lane].shape, network.lanes_by_id[lane].length
    before = [] if length >= sight else network.lanes_before(lane)
    return [
        [*way, shape] for other in before for way in _approaches(network, other, sight - length)
    ] or [[shape]]


def _between(path: Path, begin: float, end: float) -> shapely.LineString:
    return substring(shapely.LineString(path.points[:, :2]), begin, end)


def _range(path: Path, part: shapely.Geometry, after: float) -> Tuple[float, float]:
    """Return first and last arc length of a part of a path."""
    places = [_place(path, point, after) for point in shapely.get_coordinates(part)]
    return min(places), max(places)
