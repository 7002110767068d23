"""Small networks for tests, built by SUMO's own tools."""

from __future__ import annotations

import subprocess
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Callable, Dict

import sumolib

ROOT = Path(__file__).resolve().parents[2]
MERGE_NET = ROOT / "networks" / "merge" / "merge.net.xml"
LOOP_NET = ROOT / "networks" / "loop" / "loop.net.xml"
MERGE_DEMAND = ROOT / "config" / "demand" / "merge.yaml"


def built_once(build: Callable[..., Path]) -> Callable[..., Path]:
    """Cache a function that writes a net and its sources into a folder.

    It runs once for its other arguments; the files are copied into further folders.
    """
    made: Dict[str, Dict[str, bytes]] = {}

    @wraps(build)
    def copied(folder: Path, *arguments: object, **named: object) -> Path:
        key = repr((arguments, sorted(named.items())))
        if key not in made:
            with TemporaryDirectory() as place:
                out = build(Path(place), *arguments, **named)
                files = [out, *(path for path in Path(place).iterdir() if path != out)]
                made[key] = {path.name: path.read_bytes() for path in files}
        for name, content in made[key].items():
            (Path(folder) / name).write_bytes(content)
        return Path(folder) / next(iter(made[key]))

    return copied


@built_once
def build_grid(folder: Path, lanes: int = 2) -> Path:
    """Build a 3x3 grid of right-angle junctions 100 m apart.

    It has stubs to the outside; its netOffset is (100, 100).
    """
    out = Path(folder) / "grid.net.xml"
    run_tool(
        "netgenerate",
        "--grid",
        "--grid.number",
        "3",
        "--grid.length",
        "100",
        "--grid.attach-length",
        "100",
        "--default.lanenumber",
        str(lanes),
        "--no-turnarounds",
        "--output-file",
        str(out),
    )
    return out


@built_once
def build_straight(folder: Path) -> Path:
    """Build one road of two edges of 100 m along +x.

    From world (50, 20), two lanes of 3 m; its netOffset is (-50, -20).
    """
    folder = Path(folder)
    (folder / "s.nod.xml").write_text(
        '<nodes><node id="a" x="50" y="20"/><node id="b" x="150" y="20"/><node id="c" x="250" '
        'y="20"/></nodes>'
    )
    edge = (
        '<edge id="{0}" from="{1}" to="{2}" numLanes="2" speed="10" width="3" '
        'spreadType="center" disallow="{3}"/>'
    )
    edges = edge.format("first", "a", "b", "tram") + edge.format("second", "b", "c", "bus")
    (folder / "s.edg.xml").write_text(f"<edges>{edges}</edges>")
    out = folder / "straight.net.xml"
    netconvert(folder, "s", out, "--no-turnarounds", "--precision", "3")
    return out


@built_once
def build_cross(folder: Path, light: str = "traffic_light", z: float = 0.0) -> Path:
    """Build four arms of 100 m around (0, 0) with crossings.

    Each way has a sidewalk of 2 m, a cycle lane of 1.5 m, and a lane of 3 m.
    """
    folder, ways = Path(folder), {"e": (100, 0), "n": (0, 100), "w": (-100, 0), "s": (0, -100)}
    nodes = [f'<node id="c" x="0" y="0" z="{z}" type="{light}"/>'] + [
        f'<node id="{k}" x="{x}" y="{y}" z="{z}"/>' for k, (x, y) in ways.items()
    ]
    lanes = (
        '<lane index="0" allow="pedestrian" width="2"/><lane index="1" allow="bicycle" '
        'width="1.5"/>'
        '<lane index="2" disallow="pedestrian bicycle tram" width="3"/>'
    )
    edges = [
        f'<edge id="{a}{b}" from="{a}" to="{b}" numLanes="3" speed="10">{lanes}</edge>'
        for k in ways
        for a, b in ((k, "c"), ("c", k))
    ]
    crossings = [f'<crossing node="c" edges="{k}c c{k}" width="4"/>' for k in ways]
    for ending, tag, elements in (
        ("nod", "nodes", nodes),
        ("edg", "edges", edges),
        ("con", "connections", crossings),
    ):
        (folder / f"cross.{ending}.xml").write_text(f"<{tag}>{''.join(elements)}</{tag}>")
    out = folder / "cross.net.xml"
    netconvert(folder, "cross", out, "--no-turnarounds", "--precision", "3")
    return out


def run_tool(program: str, *arguments: str) -> None:
    """Run one of SUMO's programs and show its output on failure."""
    done = subprocess.run(
        [sumolib.checkBinary(program), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def netconvert(folder: Path, stem: str, net: Path, *options: str) -> Path:
    """Build a network from its plain XML files in a folder.

    Nodes, edges, and optional connections are STEM.nod.xml, STEM.edg.xml, and STEM.con.xml.
    """
    parts = {"-n": "nod", "-e": "edg", "-x": "con"}
    files = {word: Path(folder) / f"{stem}.{part}.xml" for word, part in parts.items()}
    given = [text for word, file in files.items() if file.exists() for text in (word, str(file))]
    run_tool("netconvert", *given, *options, "-o", str(net))
    return net


@built_once
def build_crossing(folder: Path) -> Path:
    """Build four roads with sidewalks of 2 m that meet at world (150, 0).

    There are no lights. Pedestrians have priority on the crossing of the western arm (wc, cw), and
    none on that of the eastern one (ce, ec).
    """
    folder, arms = Path(folder), {"w": (0, 0), "e": (300, 0), "s": (150, -100), "n": (150, 100)}
    nodes = [
        f'<node id="{name}" x="{x}" y="{y}"/>' for name, (x, y) in {**arms, "c": (150, 0)}.items()
    ]
    ways = [(arm, "c") for arm in arms] + [("c", arm) for arm in arms]
    edges = [
        f'<edge id="{a}{b}" from="{a}" to="{b}" numLanes="1" speed="13.9" sidewalkWidth="2" '
        f'priority="{5 if {a, b} & {"w", "e"} else 1}"/>'
        for a, b in ways
    ]
    crossings = [
        '<crossing node="c" edges="wc cw" priority="true" width="4"/>',
        '<crossing node="c" edges="ce ec" priority="false" width="4"/>',
    ]
    for kind, parts in (("nodes", nodes), ("edges", edges), ("connections", crossings)):
        (folder / f"crossing.{kind[:3]}.xml").write_text(f"<{kind}>{''.join(parts)}</{kind}>")
    out = folder / "crossing.net.xml"
    netconvert(folder, "crossing", out, "--walkingareas", "--no-turnarounds")
    return out


def build_bus_lane(folder: Path, lanes: int) -> Path:
    """Build one edge ``e`` of 300 m, with lane 0 for buses alone."""
    (folder / "n.nod.xml").write_text(
        '<nodes><node id="a" x="0" y="0"/><node id="b" x="300" y="0"/></nodes>'
    )
    (folder / "n.edg.xml").write_text(
        f'<edges><edge id="e" from="a" to="b" numLanes="{lanes}" speed="15"><lane index="0" '
        'allow="bus"/></edge></edges>'
    )
    return netconvert(folder, "n", folder / "n.net.xml")
