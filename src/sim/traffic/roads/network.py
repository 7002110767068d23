"""SUMO network as lanes in the world frame.

It finds the lane under a point or a box, and routes. The world frame is the net's frame minus
``offset``, so that the plain coordinates of a drawn net are restored. A net with a map projection
keeps its own origin instead (offset 0), since UTM coordinates are too large for the single
precision of renderers.
"""

from __future__ import annotations

import math
import xml.sax
import zlib
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from pathlib import Path as FilePath
from typing import (
    TYPE_CHECKING,
    Dict,
    FrozenSet,
    Iterable,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
)

import numpy as np
import shapely
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.roads.connections import LaneConnection, connections
from sim.traffic.roads.lane_kinds import CROSSING, ROAD, WALKINGAREA, lane_kind
from sim.traffic.roads.links import Passage, passages
from sim.traffic.roads.net_file import check_root, check_well_formed
from sim.traffic.roads.only_polygon import OnlyPolygon
from sim.traffic.roads.path import Path
from sim.traffic.roads.route import centreline, legs, shortest_route

if TYPE_CHECKING:
    from sumolib.net import Net

# Directions that differ by less than 45 degrees, as a cosine.
SAME_DIRECTION = math.sqrt(0.5)


@dataclass(frozen=True, eq=False)
class Lane:
    """Lane of a network.

    ``shape`` (n, 3) is its centre line in the world frame, or the outline of a walking area;
    ``allowed`` its vehicle classes.
    """

    id: str
    edge: str
    index: int
    shape: Array
    width: float
    speed: float
    length: float
    allowed: FrozenSet[str]
    internal: bool
    kind: str = ROAD

    @property
    def polygon(self) -> shapely.Polygon:
        """Surface of the lane. It is the centre line widened by half the width to each side."""
        return shapely.LineString(self.shape[:, :2]).buffer(
            0.5 * self.width, cap_style="flat", join_style="mitre"
        )


class Overlap(NamedTuple):
    """Overlap of a box with a lane.

    Arc lengths of its rearmost and foremost point in the lane's direction, and its width across, m.
    """

    lane: Lane
    rear: float
    front: float
    width: float


class Network:
    """Lanes, junctions and connections of one net; make it with :meth:`read`.

    ``left_hand``: traffic drives on the left, and lanes of an edge count from the left.
    """

    def __init__(self, net: Net, name: str, left_hand: bool = False) -> None:
        self.name, self.left_hand = name, left_hand
        self._net = net
        self.offset = _world_offset(net)
        every = _lanes(net, self.offset)
        self.lanes = tuple(lane for lane in every if lane.kind not in (CROSSING, WALKINGAREA))
        self.crossings = tuple(lane for lane in every if lane.kind == CROSSING)
        self.walkingareas = tuple(lane for lane in every if lane.kind == WALKINGAREA)
        self.lanes_by_id: Dict[str, Lane] = {lane.id: lane for lane in self.lanes}
        self._rows = {lane.id: row for row, lane in enumerate(self.lanes)}
        self.edges: Dict[str, Tuple[Lane, ...]] = {
            edge.getID(): tuple(self.lanes_by_id[lane.getID()] for lane in edge.getLanes())
            for edge in net.getEdges(withInternal=False)
        }
        self.ends: Dict[str, Tuple[str, str]] = {
            edge.getID(): (edge.getFromNode().getID(), edge.getToNode().getID())
            for edge in net.getEdges(withInternal=False)
        }
        self.junctions = _junctions(net, self.offset)
        self._next_lanes = _next_lanes(net)
        self._paths: Dict[str, Optional[Path]] = {}
        self._polygons = _polygons(self.lanes)
        shapely.prepare(self._polygons)
        self._tree = shapely.STRtree(self._polygons)
        self._only_polygon = OnlyPolygon(self._polygons)

    @classmethod
    def read(cls, path: Union[str, FilePath]) -> Network:
        """Read a ``.net.xml`` or ``.net.xml.gz`` file."""
        import sumolib.net

        path = FilePath(path)
        left_hand = check_root(path)
        try:
            net = sumolib.net.readNet(str(path), withInternal=True)
            network = cls(net, path.name.split(".")[0], left_hand)
        except (
            etree.XMLSyntaxError,
            xml.sax.SAXException,
            OSError,
            EOFError,
            zlib.error,
            KeyError,
            ValueError,
            AttributeError,
            TypeError,
            IndexError,
        ) as error:
            check_well_formed(path)
            raise InputError(
                path,
                f"not a complete SUMO network ({type(error).__name__}: {error}); netconvert "
                "writes complete ones",
            ) from error
        if not network.edges:
            raise InputError(path, "the network has no edges; at least one with a lane is needed")
        return network

    @property
    def polygons(self) -> Array:
        """:attr:`Lane.polygon` of each of ``lanes`` (n,)."""
        return self._polygons

    @cached_property
    def flat(self) -> bool:
        """True if the whole network lies at z = 0."""
        return not any(
            lane.shape[:, 2].any() for lane in (*self.lanes, *self.crossings, *self.walkingareas)
        )

    @property
    def outward(self) -> float:
        """Side of an edge's first lane: -1 right, 1 left."""
        return 1.0 if self.left_hand else -1.0

    @property
    def leftward(self) -> int:
        """Change of a lane's index by one lane to the left."""
        return -1 if self.left_hand else 1

    def across(self, edge: str) -> Tuple[Lane, ...]:
        """Return the lanes of an edge from right to left."""
        lanes = self.edges[edge]
        return lanes[::-1] if self.left_hand else lanes

    @cached_property
    def connections(self) -> Tuple[LaneConnection, ...]:
        """Connections between lanes, including crossings and walking areas."""
        return connections(self._net)

    @property
    def boundary(self) -> Tuple[float, float, float, float]:
        """Smallest x, smallest y, largest x, largest y of the lane surfaces."""
        x0, y0, x1, y1 = (float(v) for v in shapely.total_bounds(self._polygons))
        return x0, y0, x1, y1

    def path(self, lane: Lane) -> Optional[Path]:
        """Return the lane's centre line. None for a lane without length, which is a mere kink."""
        if lane.id not in self._paths:
            self._paths[lane.id] = _path_or_none(lane)
        return self._paths[lane.id]

    def known_path(self, lane: Lane) -> Path:
        """Return the centre line of a lane that has a length."""
        path = self.path(lane)
        assert path is not None, f"lane {lane.id} has no length"
        return path

    def lane_at(self, x: float, y: float, yaw: Optional[float] = None) -> Optional[Lane]:
        """Return the lane under a point; None off the road.

        A lane of an edge is preferred to one inside a junction, then a lane in the direction of
        ``yaw`` (rad), if given, to one that crosses it, then the lane with the nearest centre.
        """
        found = self._tree.query(shapely.Point(x, y), predicate="intersects")
        return self._first([self.lanes[i] for i in found.tolist()], x, y, yaw)

    def _first(
        self, lanes: Iterable[Lane], x: float, y: float, yaw: Optional[float]
    ) -> Optional[Lane]:
        """Return the lane that :meth:`lane_at` selects among lanes under a point."""

        def rank(lane: Lane) -> Tuple[bool, bool, float, str]:
            path = self.known_path(lane)
            s, aside = path.project(x, y)
            crosses = (
                lane.internal
                and yaw is not None
                and math.cos(float(path.at(s)[3]) - yaw) < SAME_DIRECTION
            )
            return lane.internal, crosses, abs(aside), lane.id

        candidates = [lane for lane in lanes if self.path(lane) is not None]
        return candidates[0] if len(candidates) == 1 else min(candidates, key=rank, default=None)

    def lanes_under(
        self, corners: Array, x: float, y: float, yaw: Optional[float] = None
    ) -> Tuple[Optional[Lane], Sequence[Lane]]:
        """Return the lane at a box's centre and all touched lanes.

        The first is :meth:`lane_at` of the centre (x, y); corners are (4, 2), ahead on the left
        first. Lanes without length are left out.
        """
        row = self._only_polygon(corners, x, y)
        if row is not None:
            only = self.lanes[row : row + 1]
            return self._first(only, x, y, yaw), only
        found = np.sort(self._tree.query(shapely.polygons(corners), predicate="intersects"))
        rows = [i for i in found.tolist() if self.path(self.lanes[i]) is not None]
        lanes = [self.lanes[i] for i in rows]
        under = shapely.intersects_xy(self._polygons[rows], x, y).tolist()
        return self._first(compress(lanes, under), x, y, yaw), lanes

    def lanes_overlapping(
        self, corners: Array, margin: float = 0.0, among: Optional[Iterable[Lane]] = None
    ) -> List[Overlap]:
        """Return overlaps of a box with lanes, or with those ``among``.

        The box has (4, 2) corners and is grown by ``margin``, m.
        """
        box = shapely.polygons(corners)
        if margin:
            box = box.buffer(margin, join_style="mitre")
        overlaps = []
        found = (
            np.sort(self._tree.query(box, predicate="intersects"))
            if among is None
            else np.array([self._rows[lane.id] for lane in among], np.intp)
        )
        for i, part in zip(found.tolist(), shapely.intersection(self._polygons[found], box)):
            path, common = self.path(self.lanes[i]), shapely.get_coordinates(part)
            if path is None or len(common) < 4:
                continue
            s, lateral = path.project(common[:, 0], common[:, 1])
            half = 0.5 * self.lanes[i].width
            lateral = np.clip(lateral, -half, half)
            overlaps.append(
                Overlap(self.lanes[i], float(s.min()), float(s.max()), float(np.ptp(lateral)))
            )
        return overlaps

    def route(self, from_edge: str, to_edge: str, vehicle_class: Optional[str] = None) -> List[str]:
        """Return the shortest list of edge ids from one edge to another.

        Both are included; empty without a route.
        """
        for edge in (from_edge, to_edge):
            self.edge(edge)
        return shortest_route(self._net, from_edge, to_edge, vehicle_class)

    def centreline(self, edges: Sequence[str], lane_index: Optional[int] = None) -> Array:
        """Return the (n, 3) path along a route through its junctions.

        It starts on lane ``lane_index`` of the first edge, or on the lane with the fewest lane
        changes.
        """
        return centreline(self, self._net, edges, lane_index)

    def passages(self, edges: Sequence[str], lane_index: Optional[int] = None) -> List[Passage]:
        """Return the passages of :meth:`centreline` through junctions."""
        ways = legs(self, self._net, edges, lane_index)
        return passages(
            self._net,
            [
                (f"{leg.edge}_{leg.lane_out}", f"{after.edge}_{after.lane_in}")
                for leg, after in zip(ways, ways[1:])
            ],
        )

    def lanes_before(self, lane: str) -> List[str]:
        """Return the lanes that lead straight onto a lane.

        They are inside junctions if possible.
        """
        return [before.getID() for before in self._net.getLane(lane).getIncoming(onlyDirect=True)]

    def same_way(self, lane: Lane, other: Lane) -> bool:
        """Return whether SUMO sees a vehicle on one lane from the other.

        True for the same or connected lanes, and lanes that merge inside a junction.
        """
        ahead, ahead_of_other = (
            self._next_lanes.get(lane.id, frozenset()),
            self._next_lanes.get(other.id, frozenset()),
        )
        merging = lane.internal and other.internal and bool(ahead & ahead_of_other)
        return lane is other or other.id in ahead or lane.id in ahead_of_other or merging

    @cached_property
    def roundabout_edges(self) -> FrozenSet[str]:
        """The edges of roundabouts."""
        return frozenset(
            edge for roundabout in self._net.getRoundabouts() for edge in roundabout.getEdges()
        )

    def edge(self, edge: str) -> Tuple[Lane, ...]:
        """Return the lanes of an edge by their index.

        The first is the rightmost, in left-hand traffic the leftmost.
        """
        if edge not in self.edges:
            raise InputError(
                f"network {self.name}", f"has no edge '{edge}'; it has {_some(self.edges)}"
            )
        return self.edges[edge]

    def entries(self) -> List[str]:
        """Return edges that no other edge leads to."""
        return [
            edge.getID()
            for edge in self._net.getEdges(withInternal=False)
            if not any(not before.getFunction() for before in edge.getIncoming())
        ]

    def exits(self) -> List[str]:
        """Return edges that lead to no other edge."""
        return [
            edge.getID()
            for edge in self._net.getEdges(withInternal=False)
            if not any(not after.getFunction() for after in edge.getOutgoing())
        ]


def _some(names: Iterable[str], most: int = 12) -> str:
    known = sorted(names)
    return ", ".join(known[:most]) + (f" and {len(known) - most} more" if len(known) > most else "")


def _world_offset(net: Net) -> Array:
    location = net._location
    if location.get("projParameter", "!") != "!":
        return np.zeros(2)
    return np.array([float(v) for v in location["netOffset"].split(",")])


def _lanes(net: Net, offset: Array) -> Tuple[Lane, ...]:
    lanes, shift = [], np.append(offset, 0.0)
    for edge in net.getEdges(withInternal=True):
        function = edge.getFunction()
        for lane in edge.getLanes():
            shape = np.array(lane.getShape3D(), dtype=float).reshape(-1, 3) - shift
            allowed = frozenset(lane.getPermissions())
            lanes.append(
                Lane(
                    lane.getID(),
                    edge.getID(),
                    lane.getIndex(),
                    shape,
                    lane.getWidth(),
                    lane.getSpeed(),
                    lane.getLength(),
                    allowed,
                    function == "internal",
                    lane_kind(allowed, function),
                )
            )
    return tuple(lanes)


def _polygons(lanes: Sequence[Lane]) -> Array:
    """Return :attr:`Lane.polygon` of all lanes (n,) in one go."""
    points = np.vstack([lane.shape[:, :2] for lane in lanes]) if lanes else np.empty((0, 2))
    owner = np.repeat(np.arange(len(lanes)), [len(lane.shape) for lane in lanes])
    lines = shapely.linestrings(points, indices=owner)
    polygons: Array = shapely.buffer(
        lines, 0.5 * np.array([lane.width for lane in lanes]), cap_style="flat", join_style="mitre"
    )
    return polygons


def _junctions(net: Net, offset: Array) -> Dict[str, Array]:
    """Return outlines (n, 3) of junctions with an area, by name. They are in the world frame."""
    shift = np.append(offset, 0.0)
    outlines = {
        node.getID(): np.array(node.getShape3D(), dtype=float).reshape(-1, 3) - shift
        for node in net.getNodes()
    }
    return {
        name: outline
        for name, outline in outlines.items()
        if len(outline) > 2 and shapely.Polygon(outline[:, :2]).area > 1e-6
    }


def _next_lanes(net: Net) -> Dict[str, FrozenSet[str]]:
    """Return the successors of each lane, inside and behind the junction."""
    following: Dict[str, Set[str]] = {}
    for edge in net.getEdges(withInternal=True):
        for lane in edge.getLanes():
            for connection in lane.getOutgoing():
                via, target = connection.getViaLaneID(), connection.getToLane().getID()
                following.setdefault(lane.getID(), set()).update(filter(None, (via, target)))
                if via:
                    following.setdefault(via, set()).add(target)
    return {lane: frozenset(lanes) for lane, lanes in following.items()}


def _path_or_none(lane: Lane) -> Optional[Path]:
    try:
        return Path(lane.shape)
    except ValueError:
        return None
