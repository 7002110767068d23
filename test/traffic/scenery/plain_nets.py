"""Networks of a few edges.

netconvert builds them from nodes and edges in one line each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Mapping, Sequence, Tuple

from nets import netconvert

from sim.traffic.roads.network import Network

Node = Tuple[float, float, str]


def build(folder: Path, nodes: Mapping[str, Node], edges: Sequence[str]) -> Network:
    """Build a network of nodes and edges.

    ``nodes`` by name: x, y, and their type; ``edges`` as ``from to lanes speed`` and further
    attributes.
    """
    points = "".join(
        f'<node id="{name}" x="{x}" y="{y}" type="{kind}"/>' for name, (x, y, kind) in nodes.items()
    )
    roads = ""
    for edge in edges:
        start, end, lanes, speed, *more = edge.split()
        roads += (
            f'<edge id="{start}{end}" from="{start}" to="{end}" numLanes="{lanes}" '
            f'speed="{speed}" {" ".join(more)}/>'
        )
    (folder / "n.nod.xml").write_text(f"<nodes>{points}</nodes>")
    (folder / "n.edg.xml").write_text(f"<edges>{roads}</edges>")
    out = folder / "n.net.xml"
    netconvert(folder, "n", out, "--no-turnarounds", "--precision", "3")
    return Network.read(out)


def cross(folder: Path, kind: str, lanes: int = 1) -> Network:
    """Build four arms of 100 m around a junction at (0, 0).

    The junction is of a kind; the arms along x have priority.
    """
    arms = {"w": (-100.0, 0.0), "e": (100.0, 0.0), "s": (0.0, -100.0), "n": (0.0, 100.0)}
    nodes = {name: (*place, "priority") for name, place in arms.items()}
    edges = []
    for arm in arms:
        priority = f'priority="{5 if arm in "we" else 1}"'
        edges += [f"{arm} c {lanes} 13.9 {priority}", f"c {arm} {lanes} 13.9 {priority}"]
    return build(folder, {**nodes, "c": (0.0, 0.0, kind)}, edges)
