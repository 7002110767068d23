"""Figures of CRCL's language: speed of a MoveTo, and hostile input.

A MoveTo is read, checked, written and cut from a stream.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Callable, List

from lxml import etree

from bench.lib.report import ROOT, Figure, of_samples
from sim.crcl import MoveTo, Point, Pose, Vector
from sim.crcl.codec import Schemas, read_command, write_command
from sim.crcl.framing import Framer
from sim.crcl.fuzz.trial import codec, try_inputs

REPETITIONS = 7
COMMANDS = 4000
INPUTS = 50000
SEED = 7
SCHEMAS = ROOT.parent / "shared" / "data" / "crcl" / "schemas"
MOVE = MoveTo(
    2,
    True,
    Pose(
        Point(0.4123, -0.1057, 0.2981), Vector(0.70710678, 0.70710678, 0.0), Vector(0.0, 0.0, -1.0)
    ),
)


def indented(data: bytes) -> bytes:
    """Return a document with one element per line, as from most clients."""
    root = etree.fromstring(data)
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def per_second(work: Callable[[], object]) -> List[float]:
    """Return runs of some work per second of processor time, several times."""
    rates = []
    for _ in range(REPETITIONS):
        begin = time.process_time()
        for _ in range(COMMANDS):
            work()
        rates.append(COMMANDS / (time.process_time() - begin))
    return rates


def speed() -> List[Figure]:
    """Reading and writing a MoveTo, one core."""
    document = indented(write_command(MOVE))
    note = f"MoveTo of {len(document)} bytes, indented; processor time of one core"
    framer = Framer()
    figures = [
        of_samples(
            "parse and own validation of a MoveTo",
            per_second(lambda: read_command(document)),
            "/s",
            20000.0,
            better="higher",
            note=note,
        ),
        of_samples(
            "writing a MoveTo",
            per_second(lambda: write_command(MOVE)),
            "/s",
            10000.0,
            better="higher",
        ),
        of_samples(
            "a MoveTo out of the stream",
            per_second(lambda: framer.feed(document)),
            "/s",
            better="higher",
            note="framing alone",
        ),
        of_samples(
            "XML alone, of a MoveTo",
            per_second(lambda: etree.fromstring(document)),
            "/s",
            better="higher",
            note="lxml, for comparison",
        ),
    ]
    return figures + strict(document, SCHEMAS)


def strict(document: bytes, folder: Path) -> List[Figure]:
    """Return the same with NIST's schemas, if available."""
    figure = "parse, own validation and schema of a MoveTo"
    if not folder.is_dir():
        return [Figure(figure, None, "/s", why="no schemas here")]
    schemas = Schemas(folder)
    return [
        of_samples(
            figure,
            per_second(lambda: read_command(document, schemas=schemas)),
            "/s",
            better="higher",
            note="strict mode",
        )
    ]


def hostile() -> List[Figure]:
    """Return the fuzz report."""
    tally = try_inputs(INPUTS, SEED, codec)
    print(tally.table())
    return [
        Figure(
            "crashes of hostile input",
            len(tally.crashes),
            "",
            0.0,
            note=f"{INPUTS} inputs of {len(tally.tried)} kinds, seed {SEED}",
        ),
        Figure("slowest hostile input", 1e3 * tally.slowest, "ms", note="up to 4 MB long"),
    ]
