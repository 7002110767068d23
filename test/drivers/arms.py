"""Networks of one junction each with arms of 200 m.

north, east, south, and west lead in, and the same names with a minus out.
"""

from __future__ import annotations

import math
from pathlib import Path

from nets import netconvert

from sim.traffic.roads.network import Network

ARMS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
LENGTH = 200.0


def crossing(folder: Path, kind: str, main: str = "east west") -> Network:
    """Return a junction of a netconvert type. ``main`` arms have the higher priority."""
    nodes = [f'<node id="centre" x="0" y="0" type="{kind}"/>']
    edges = []
    for arm, angle in ARMS.items():
        x, y = LENGTH * math.cos(math.radians(angle)), LENGTH * math.sin(math.radians(angle))
        priority = 3 if arm in main.split() else 1
        nodes.append(f'<node id="{arm}" x="{x:.3f}" y="{y:.3f}"/>')
        edges.append(
            f'<edge id="{arm}" from="{arm}" to="centre" numLanes="1" speed="13.9" '
            f'priority="{priority}"/>'
        )
        edges.append(
            f'<edge id="-{arm}" from="centre" to="{arm}" numLanes="1" speed="8.3" '
            f'priority="{priority}"/>'
        )
    (folder / "j.nod.xml").write_text(f"<nodes>{''.join(nodes)}</nodes>")
    (folder / "j.edg.xml").write_text(f"<edges>{''.join(edges)}</edges>")
    options = ("--no-turnarounds", "--offset.disable-normalization", "--precision", "3")
    return Network.read(netconvert(folder, "j", folder / "j.net.xml", *options))
