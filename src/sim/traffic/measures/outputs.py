"""SUMO's own output files of a run.

These are trips, detectors, and trajectories on the edges of the detectors. SUMO counts all vehicles
in C++, shown in 3D or not, so that measuring costs nothing per vehicle here. The files cover the
time since the last reset, in SUMO's own formats and times.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, List

from lxml import etree

TRIPS_FILE = "trips.xml"
WALKS_FILE = "walks.xml"
LOOPS_FILE = "detectors.xml"
LOOPS_DEFINITION_FILE = "detectors.add.xml"
TRAJECTORIES_FILE = "trajectories.xml"
EDGES_FILE = "detectors.edges.txt"
TRAJECTORY_PERIOD = 1.0  # s


def output_arguments(folder: Path) -> List[str]:
    """Return SUMO's options for all output files except detectors.

    Detectors are an additional file.
    """
    words = [
        "--tripinfo-output",
        str(folder / TRIPS_FILE),
        "--tripinfo-output.write-unfinished",
        "true",
        "--tripinfo-output.write-undeparted",
        "true",
        "--personinfo-output",
        str(folder / WALKS_FILE),
    ]
    if (folder / EDGES_FILE).is_file():
        words += [
            "--fcd-output",
            str(folder / TRAJECTORIES_FILE),
            "--fcd-output.filter-edges.input-file",
            str(folder / EDGES_FILE),
            "--fcd-output.attributes",
            "lane,pos,speed",
            "--device.fcd.period",
            f"{TRAJECTORY_PERIOD:g}",
            "--person-device.fcd.probability",
            "0",
        ]
    return words


def output_detectors(folder: Path) -> List[Path]:
    """Return the additional files that a run's outputs need."""
    return [path for path in [folder / LOOPS_DEFINITION_FILE] if path.is_file()]


def attribute(element: etree._Element, name: str) -> str:
    """Return a value that SUMO writes into every element of a kind."""
    value = element.get(name)
    assert value is not None, f"SUMO wrote <{element.tag}> without {name}"
    return value


def rows(path: Path, tag: str) -> Iterator[etree._Element]:
    """Yield the elements with a tag in one of SUMO's files.

    A file truncated by SUMO's abnormal end is read up to that point.
    """
    try:
        for _, element in etree.iterparse(
            str(path), events=("end",), tag=tag, resolve_entities=False, no_network=True
        ):
            yield element
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except (etree.XMLSyntaxError, OSError):
        return
