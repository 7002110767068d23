"""Builds the merge network of the hybrid simulation: two entries that meet in a zipper, then one slow exit; the demand that jams it is in ``config/demand``.

World frame: origin at the zipper node, x east, y north, metres. ``netconvert`` shifts the net, and its ``netOffset`` undoes the shift.
"""
from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import List, Tuple, Union

import numpy as np

from sim.errors import InputError, SimulationError

LANE_WIDTH = 3.5
EXIT_HEADING = np.radians(225.0)
APPROACH_ANGLE = np.radians(9.0)
CURVE_RADIUS = 350.0
CURVE_ANGLE = np.radians(32.0)
ARC_PIECES = 32
ENTRY_LENGTH = 700.0
# A shorter entry has no room for its curve; a longer one leaves single precision.
SCALES = (0.5, 20.0)
MERGED_LENGTH, SLOW_LENGTH, OUT_LENGTH = 150.0, 250.0, 200.0

# (edge, from node, to node, lanes, speed limit in m/s)
EDGES = (
    ("In1", "in1", "zipper", 2, 19.4),
    ("In2", "in2", "zipper", 2, 19.4),
    ("Merged", "zipper", "slow", 3, 16.7),
    ("Slow", "slow", "fast", 3, 13.9),
    ("Out", "fast", "out", 3, 16.7),
)
# The left road keeps the left lanes and the right road the right ones, so that only the zipper pair meets.
CONNECTIONS = (
    ("In1", "Merged", 1, 2),
    ("In1", "Merged", 0, 1),
    ("In2", "Merged", 1, 1),
    ("In2", "Merged", 0, 0),
) + tuple((a, b, lane, lane) for a, b in (("Merged", "Slow"), ("Slow", "Out")) for lane in range(3))


def build_merge(folder: Union[str, Path], scale: float = 1.0) -> Path:
    """Write the plain XML files and ``merge.net.xml`` into ``folder``; ``scale`` multiplies the entries' length."""
    if not SCALES[0] <= scale <= SCALES[1]:
        raise InputError("scale", f"{scale:g} is out of range; it must be between {SCALES[0]:g} and {SCALES[1]:g}")
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    shapes = edge_shapes(scale)
    _write(folder / "merge.nod.xml", _nodes_xml(shapes))
    _write(folder / "merge.edg.xml", _edges_xml(shapes))
    _write(folder / "merge.con.xml", _connections_xml())
    return _netconvert(folder)


def edge_shapes(scale: float = 1.0) -> dict:
    """Each edge's centre line as (n, 2) world points in driving direction."""
    ahead = np.array([np.cos(EXIT_HEADING), np.sin(EXIT_HEADING)])
    left = np.array([-ahead[1], ahead[0]])
    stops = np.cumsum([0.0, MERGED_LENGTH, SLOW_LENGTH, OUT_LENGTH])
    shapes = {name: np.array([a * ahead, b * ahead]) for name, a, b in zip(("Merged", "Slow", "Out"), stops, stops[1:])}
    for name, side in (("In1", 1.0), ("In2", -1.0)):
        end = 0.5 * side * LANE_WIDTH * left
        shapes[name] = _entry_shape(end, side, ENTRY_LENGTH * scale)
    return shapes


def _entry_shape(end: np.ndarray, side: float, length: float) -> np.ndarray:
    """A straight, then an arc that bends towards the exit, then 60 m straight into ``end``; ``side`` is 1 for the left road."""
    last = 60.0
    arc = CURVE_RADIUS * CURVE_ANGLE
    final = EXIT_HEADING - side * APPROACH_ANGLE
    backwards = np.linspace(0.0, CURVE_ANGLE, ARC_PIECES + 1)
    headings = final - side * np.concatenate([[0.0], 0.5 * (backwards[1:] + backwards[:-1]), [CURVE_ANGLE]])
    steps = np.concatenate([[last], np.full(ARC_PIECES, 2.0 * CURVE_RADIUS * np.sin(0.5 * CURVE_ANGLE / ARC_PIECES)), [length - arc - last]])
    moves = steps[:, None] * np.column_stack([np.cos(headings), np.sin(headings)])
    return np.vstack([end, end - np.cumsum(moves, axis=0)])[::-1]


def _nodes_xml(shapes: dict) -> str:
    places = {"in1": shapes["In1"][0], "in2": shapes["In2"][0], "zipper": (0.0, 0.0), "slow": shapes["Slow"][0],
              "fast": shapes["Out"][0], "out": shapes["Out"][-1]}
    lines = [f'    <node id="{name}" x="{x:.3f}" y="{y:.3f}" type="{"zipper" if name == "zipper" else "priority"}"/>'
             for name, (x, y) in places.items()]
    return _document("nodes", lines)


def _edges_xml(shapes: dict) -> str:
    lines = []
    for name, start, end, lanes, speed in EDGES:
        shape = " ".join(f"{x:.3f},{y:.3f}" for x, y in shapes[name])
        lines.append(f'    <edge id="{name}" from="{start}" to="{end}" numLanes="{lanes}" speed="{speed}" width="{LANE_WIDTH}" '
                     f'spreadType="center" shape="{shape}"/>')
    return _document("edges", lines)


def _connections_xml() -> str:
    return _document("connections", [f'    <connection from="{a}" to="{b}" fromLane="{i}" toLane="{j}"/>' for a, b, i, j in CONNECTIONS])


def _document(tag: str, lines: List[str]) -> str:
    return "\n".join([f"<{tag}>", *lines, f"</{tag}>", ""])


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _netconvert(folder: Path) -> Path:
    """Run netconvert on the plain files in ``folder``; the net appears only when it is whole."""
    import sumolib

    out = folder / "merge.net.xml"
    with tempfile.TemporaryDirectory(dir=str(folder)) as scratch:
        draft = Path(scratch) / "merge.net.xml"
        command = [sumolib.checkBinary("netconvert"), "--node-files", "merge.nod.xml", "--edge-files", "merge.edg.xml",
                   "--connection-files", "merge.con.xml", "--no-turnarounds", "--junctions.corner-detail", "8",
                   "--precision", "3", "--xml-validation", "never", "--output-file", str(draft)]
        done = subprocess.run(command, cwd=str(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        if done.returncode != 0 or not draft.exists():
            raise SimulationError(f"netconvert failed in {folder}: {done.stdout.strip()}")
        # netconvert's first comment holds the date and the scratch path, which would make equal nets differ.
        draft.write_text(re.sub(r"<!-- generated on.*?-->\s*", "", draft.read_text(encoding="utf-8"), flags=re.DOTALL), encoding="utf-8")
        os.replace(str(draft), str(out))
    return out
