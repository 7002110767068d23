"""Networks and runs for tests of control requests."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Tuple

from nets import built_once, netconvert, run_tool
from small_runs import CAR, trip

from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

NIGHT = (
    '<additional><tlLogic id="{0}" type="static" programID="night" offset="0"><phase duration="7" '
    'state="{1}"/>'
    '<phase duration="4" state="{2}"/></tlLogic></additional>'
)


@built_once
def build_lights(folder: Path, kind: str) -> Path:
    """Build a 2x2 grid with lights of a kind: static or actuated."""
    out = Path(folder) / f"{kind}.net.xml"
    run_tool(
        "netgenerate",
        "--grid",
        "--grid.number",
        "2",
        "--grid.length",
        "150",
        "--grid.attach-length",
        "150",
        "--default.lanenumber",
        "1",
        "--default-junction-type",
        "traffic_light",
        "--tls.default-type",
        kind,
        "--no-turnarounds",
        "-o",
        str(out),
    )
    return out


@built_once
def build_fork(folder: Path) -> Path:
    """Build a fork of edge ``in`` to ``main`` and ``side``.

    ``in`` has three lanes, ``main`` two, and ``side`` one; both lead to ``out``. The single
    ``island`` is unconnected.
    """
    folder, out = Path(folder), Path(folder) / "fork.net.xml"
    places = {
        "a": (0, 0),
        "b": (600, 0),
        "c": (1200, 0),
        "d": (900, 300),
        "e": (1500, 0),
        "x": (0, 900),
        "y": (200, 900),
    }
    edges = {
        "in": ("a", "b", 3),
        "main": ("b", "c", 2),
        "side": ("b", "d", 1),
        "back": ("d", "c", 1),
        "out": ("c", "e", 2),
        "island": ("x", "y", 1),
    }
    (folder / "f.nod.xml").write_text(
        "<nodes>"
        + "".join(f'<node id="{k}" x="{x}" y="{y}"/>' for k, (x, y) in places.items())
        + "</nodes>"
    )
    (folder / "f.edg.xml").write_text(
        "<edges>"
        + "".join(
            f'<edge id="{k}" from="{a}" to="{b}" numLanes="{n}" speed="15"/>'
            for k, (a, b, n) in edges.items()
        )
        + "</edges>"
    )
    netconvert(folder, "f", out, "--no-turnarounds")
    return out


def write_elements(folder: Path, *elements: str) -> Path:
    """Write a route file of a car, a bus, their mix, and elements."""
    path = Path(folder) / "asked.rou.xml"
    types = CAR + '<vType id="bus" vClass="bus" length="12"/>'
    mix = '<vTypeDistribution id="mix" vTypes="car bus" probabilities="0.75 0.25"/>'
    path.write_text(f"<routes>{types}{mix}{''.join(elements)}</routes>")
    return path


def car(name: str, position: float, lane: int = 1, speed: float = 10.0, end: str = "main") -> str:
    return trip(name, position, lane, speed, "in", end)


@contextmanager
def run_of(net: Path, *files: Path, **options) -> Iterator[TrafficRun]:
    """Yield a run that ends with the block."""
    run = TrafficRun(
        SumoOptions(net, files, **options), Network.read(net), [], Summary("none", 42, "test")
    )
    try:
        yield run
    finally:
        run.close()


def drive(run: TrafficRun, seconds: float) -> None:
    """Drive steps of 0.1 s."""
    for _ in range(round(seconds / run.session.options.step)):
        run.step(())


def there(run: TrafficRun) -> Tuple[str, ...]:
    """Return names of the vehicles in the run's state."""
    return tuple(run.session.names[number] for number in run.state.id)
