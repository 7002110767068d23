"""Recorded durations of parts, so that the queue begins the longest first.

``durations.json`` has the wall time of each part in s. ``./run test --record`` rewrites it for the
parts that it has run; do that on an idle machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Dict, Iterator, Tuple
from xml.etree import ElementTree

FILE = Path(__file__).with_name("durations.json")
# A part without a record begins first, so that it cannot become the tail of a run.
UNKNOWN = float("inf")
# Prefix of the names of processes that run the tests of several folders.
QUICK = "quick_"
SEVERAL = (QUICK, "pytest_small_")


def read(file: Path = FILE) -> Dict[str, float]:
    """Return the recorded durations, s."""
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def rewrite(results: Path, parts: Dict[str, float], known: Dict[str, float]) -> Dict[str, float]:
    """Return the ``known`` durations, updated by the ``parts`` that left ``results``.

    A process that runs the tests of several folders counts as one ``LABEL_FOLDER`` for each.
    """
    found = dict(known)
    for name, seconds in parts.items():
        label = name.partition("_")[0]
        if name.startswith(SEVERAL):
            found.update(_folders(results / name / "pytest.xml", label))
        if not name.startswith(QUICK):
            found[name] = round(seconds, 1)
    return dict(sorted(found.items()))


def of_folders(durations: Dict[str, float], label: str) -> Dict[str, float]:
    """Return the durations of a label's parts, by the rest of their names."""
    begin = f"{label}_"
    return {name[len(begin) :]: s for name, s in durations.items() if name.startswith(begin)}


def write(durations: Dict[str, float], file: Path = FILE) -> None:
    """Write durations as ``read`` reads them, one a line."""
    file.write_text(json.dumps(durations, indent=0) + "\n", encoding="utf-8")


def _folders(results: Path, label: str) -> Iterator[Tuple[str, float]]:
    """Yield name and duration of each folder's tests in a JUnit file."""
    sums: Dict[str, float] = {}
    cases = ElementTree.parse(results).iter("testcase") if results.is_file() else ()
    for case in cases:
        below = case.get("classname", "").partition(".")[2]
        if not below:
            continue  # a whole file is skipped
        name = f"{label}_" + ("files" if below.startswith("test_") else below.partition(".")[0])
        sums[name] = sums.get(name, 0.0) + float(case.get("time", 0.0))
    return ((name, round(seconds, 2)) for name, seconds in sums.items())
