"""SUMO sessions and hand-made roads for tests; world frame, metres."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Sequence

import numpy as np
from nets import built_once, netconvert

from sim.traffic.ego_state import EgoState
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.state import TrafficState

CAR = (
    '<vType id="car" vClass="passenger" length="5" width="1.8" height="1.5" minGap="2.5" '
    'sigma="0"/>'
)
WALKER = (
    '<vType id="walker" vClass="pedestrian" width="0.5" length="0.4" height="1.7" '
    'maxSpeed="1.5" speedFactor="1"/>'
)


def person(name: str, walk: str, begin: float = 0.0, position: float = 10.0) -> str:
    return (
        f'<person id="{name}" type="walker" depart="{begin}" departPos="{position}"><walk '
        f"{walk}/></person>"
    )


@built_once
def build_road(
    folder: Path,
    lanes: int = 1,
    length: float = 400.0,
    heading: float = 0.0,
    start: Sequence[float] = (50.0, 20.0),
) -> Path:
    """Build one edge ``road`` of 3.5 m wide lanes.

    Its middle runs from ``start`` at ``heading`` rad; netconvert gives it a netOffset.
    """
    end = (start[0] + length * np.cos(heading), start[1] + length * np.sin(heading))
    nodes, edges, out = (
        Path(folder) / "road.nod.xml",
        Path(folder) / "road.edg.xml",
        Path(folder) / "road.net.xml",
    )
    nodes.write_text(
        f'<nodes><node id="a" x="{start[0]}" y="{start[1]}"/><node id="b" x="{end[0]:.9f}" '
        f'y="{end[1]:.9f}"/></nodes>'
    )
    edges.write_text(
        f'<edges><edge id="road" from="a" to="b" numLanes="{lanes}" speed="15" width="3.5" '
        'spreadType="center"/></edges>'
    )
    return netconvert(Path(folder), "road", out, "--precision", "6")


def write_routes(folder: Path, *elements: str) -> Path:
    """Write a route file of the type ``car`` and these elements."""
    path = Path(folder) / "traffic.rou.xml"
    path.write_text(f"<routes>{CAR}{''.join(elements)}</routes>")
    return path


def trip(
    name: str,
    position: float,
    lane: int = 0,
    speed: float = 0.0,
    start: str = "road",
    end: str = "road",
    depart: float = 0.0,
) -> str:
    """Return a car that departs ``position`` m along a lane.

    The position is that of its front bumper.
    """
    return (
        f'<trip id="{name}" type="car" depart="{depart}" from="{start}" to="{end}" '
        f'departLane="{lane}" departPos="{position}" '
        f'departSpeed="{speed}"/>'
    )


@contextmanager
def running(net: Path, *routes: Path, **options) -> Iterator[SumoSession]:
    """Yield a session that ends with the block."""
    session = SumoSession(SumoOptions(net, routes, **options), Network.read(net).offset)
    try:
        yield session
    finally:
        session.close()


def car_at(
    x: float,
    y: float,
    yaw: float = 0.0,
    speed: float = 0.0,
    name: str = "ego",
    yaw_rate: float = 0.0,
) -> EgoState:
    """Return an ego of 4.6 x 1.8 m."""
    return EgoState(name, (x, y), yaw, speed, yaw_rate, 4.6, 1.8, 1.5)


def row_of(session: SumoSession, state: TrafficState, name: str) -> int:
    """Return the row of a vehicle by SUMO name, or -1."""
    if name not in session.names:
        return -1
    return int(state.rows(np.array([session.names.index(name)]))[0])
