"""Builds the merge network of the hybrid simulation.

Two entries meet in a zipper merge, followed by one slow exit; ``config/demand`` has the demand that
jams it. World frame: origin at the zipper node, x east, y north, metres. ``netconvert`` shifts the
net; its ``netOffset`` reverses the shift.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.files import writing
from sim.traffic.roads.netconvert import run_converter

LANE_WIDTH = 3.5
EXIT_HEADING = np.radians(225.0)
APPROACH_ANGLE = np.radians(9.0)
CURVE_RADIUS = 350.0
CURVE_ANGLE = np.radians(32.0)
ARC_PIECES = 32
ENTRY_LENGTH = 700.0
# A shorter entry cannot hold its curve; a longer one exceeds single precision.
SCALES = (0.5, 20.0)
ENTRY_SPEED = 19.4
# Edge, from node, to node, length, speed limit in m/s.
EXIT = (
    ("Merged", "zipper", "slow", 150.0, 16.7),
    ("Slow", "slow", "fast", 250.0, 13.9),
    ("Out", "fast", "out", 200.0, 16.7),
)


class Edge(NamedTuple):
    """Edge: nodes, lanes, speed limit in m/s, and centre line (n, 2).

    The centre line follows the driving direction.
    """

    id: str
    start: str
    end: str
    lanes: int
    speed: float
    shape: Array


def build_merge(folder: Union[str, Path], scale: float = 1.0) -> Path:
    """Write the plain XML files and ``merge.net.xml`` into ``folder``.

    ``scale`` multiplies the length of the entries.
    """
    if not SCALES[0] <= scale <= SCALES[1]:
        raise InputError(
            "scale",
            f"{scale:g} is out of range; it must be between {SCALES[0]:g} and {SCALES[1]:g}",
        )
    folder = Path(folder).resolve()
    edges = merge_edges(scale)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / "merge.nod.xml", "nodes", _nodes(edges))
        _write(folder / "merge.edg.xml", "edges", _edges(edges))
        _write(folder / "merge.con.xml", "connections", _connections(scale))
        return _netconvert(folder)


def entry_edges(entry: str, scale: float = 1.0) -> List[str]:
    """Return the edges of one entry, outermost first.

    SUMO's lane changes cost the square of the vehicles on a lane, so that long entries are split.
    """
    return [entry] + [f"{entry}_{i}" for i in range(2, max(1, round(scale)) + 1)]


def scale_demand(document: Dict[str, Any], scale: float) -> Dict[str, Any]:
    """Return a demand document for the network of a scale.

    Each entry's queue stands on every piece of it, in proportion to the piece's length.
    """
    flows = []
    for flow in document["flows"]:
        pieces = entry_edges(flow["from"], scale)
        share = [1.0] * (len(pieces) - 1) + [scale - len(pieces) + 1.0]
        for i, (edge, part) in enumerate(zip(pieces, share)):
            rate = flow["vehicles_per_hour"] if i == 0 else 0
            flows.append(
                {
                    **flow,
                    "from": edge,
                    "vehicles_per_hour": rate,
                    "queue": round(part * flow.get("queue", 0)),
                }
            )
    return {**document, "flows": flows}


def merge_edges(scale: float = 1.0) -> List[Edge]:
    """Return all edges of the net."""
    ahead = np.array([np.cos(EXIT_HEADING), np.sin(EXIT_HEADING)])
    left = np.array([-ahead[1], ahead[0]])
    edges = []
    for entry, side in (("In1", 1.0), ("In2", -1.0)):
        shape = _entry_shape(0.5 * side * LANE_WIDTH * left, side, ENTRY_LENGTH * scale)
        edges += _pieces(entry_edges(entry, scale), shape)
    at = 0.0
    for name, start, end, length, speed in EXIT:
        edges.append(
            Edge(name, start, end, 3, speed, np.array([at * ahead, (at + length) * ahead]))
        )
        at += length
    return edges


def _entry_shape(end: Array, side: float, length: float) -> Array:
    """Return the centre line (n, 3) of an entry.

    It has a straight, then an arc that bends towards the exit, then 60 m straight to ``end``;
    ``side`` is 1 for the left road.
    """
    last = 60.0
    final = EXIT_HEADING - side * APPROACH_ANGLE
    chord = 2.0 * CURVE_RADIUS * np.sin(0.5 * CURVE_ANGLE / ARC_PIECES)
    backwards = np.linspace(0.0, CURVE_ANGLE, ARC_PIECES + 1)
    headings = final - side * np.concatenate(
        [[0.0], 0.5 * (backwards[1:] + backwards[:-1]), [CURVE_ANGLE]]
    )
    steps = np.concatenate(
        [[last], np.full(ARC_PIECES, chord), [length - ARC_PIECES * chord - last]]
    )
    moves = steps[:, None] * np.column_stack([np.cos(headings), np.sin(headings)])
    return np.vstack([end, end - np.cumsum(moves, axis=0)])[::-1]


def _pieces(names: List[str], shape: Array) -> List[Edge]:
    """Return the entry cut every ``ENTRY_LENGTH`` along its outer straight."""
    outward = (shape[1] - shape[0]) / np.hypot(*(shape[1] - shape[0]))
    cuts = [shape[0] + i * ENTRY_LENGTH * outward for i in range(len(names))]
    shapes = [np.array([a, b]) for a, b in zip(cuts, cuts[1:])] + [np.vstack([cuts[-1], shape[1:]])]
    nodes = [name.lower() for name in names] + ["zipper"]
    return [
        Edge(name, nodes[i], nodes[i + 1], 2, ENTRY_SPEED, shapes[i])
        for i, name in enumerate(names)
    ]


def _nodes(edges: List[Edge]) -> List[str]:
    places = {edge.end: edge.shape[-1] for edge in edges}
    places.update({edge.start: edge.shape[0] for edge in edges})
    kinds = {name: "zipper" if name == "zipper" else "priority" for name in places}
    return [
        f'<node id="{name}" x="{x:.3f}" y="{y:.3f}" type="{kinds[name]}"/>'
        for name, (x, y) in places.items()
    ]


def _edges(edges: List[Edge]) -> List[str]:
    shapes = [" ".join(f"{x:.3f},{y:.3f}" for x, y in edge.shape) for edge in edges]
    return [
        f'<edge id="{edge.id}" from="{edge.start}" to="{edge.end}" numLanes="{edge.lanes}" '
        f'speed="{edge.speed}" '
        f'width="{LANE_WIDTH}" spreadType="center" shape="{shape}"/>'
        for edge, shape in zip(edges, shapes)
    ]


def _connections(scale: float) -> List[str]:
    """Return connections that merge only the zipper pair of lanes.

    The left road keeps the left lanes and the right road the right ones.
    """
    links = []
    for entry, shift in (("In1", 1), ("In2", 0)):
        names = entry_edges(entry, scale)
        links += [(a, b, lane, lane) for a, b in zip(names, names[1:]) for lane in range(2)]
        links += [(names[-1], "Merged", lane, lane + shift) for lane in range(2)]
    links += [
        (a, b, lane, lane) for a, b in (("Merged", "Slow"), ("Slow", "Out")) for lane in range(3)
    ]
    return [
        f'<connection from="{a}" to="{b}" fromLane="{i}" toLane="{j}"/>' for a, b, i, j in links
    ]


def _write(path: Path, tag: str, lines: List[str]) -> None:
    path.write_text(
        "\n".join([f"<{tag}>", *(f"    {line}" for line in lines), f"</{tag}>", ""]),
        encoding="utf-8",
    )


def _netconvert(folder: Path) -> Path:
    out = folder / "merge.net.xml"
    run_converter(
        "netconvert",
        [
            "--node-files",
            "merge.nod.xml",
            "--edge-files",
            "merge.edg.xml",
            "--connection-files",
            "merge.con.xml",
            "--no-turnarounds",
            "--junctions.corner-detail",
            "8",
            "--precision",
            "3",
        ],
        out,
        folder,
    )
    return out
