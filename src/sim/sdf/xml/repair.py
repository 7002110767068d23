"""Repair of documents that Gazebo accepts and the strict readers refuse.

Numbers, version and omitted parts. Found by trying each case in gzserver 11: numbers are read up to
the first malformed word, the rest of a vector is zero, and missing parts of a geometry have
defaults. Negative lengths count without their sign, and zeros as nearly zero.
"""

from __future__ import annotations

import math
import re
from typing import Dict, List, Optional, Tuple

from lxml import etree

from sim.sdf.model_path import NEWEST
from sim.sdf.xml.elements import Element
from sim.sdf.xml.report import ReaderReport

_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_LEAST = 1e-9
# Lengths of each geometry, with Gazebo's defaults; scale, normal and position may have any sign.
_LENGTHS: Dict[str, Dict[str, Tuple[float, ...]]] = {
    "box": {"size": (1.0, 1.0, 1.0)},
    "cylinder": {"radius": (1.0,), "length": (1.0,)},
    "sphere": {"radius": (1.0,)},
    "plane": {"size": (1.0, 1.0)},
    "heightmap": {"size": (1.0, 1.0, 1.0)},
    "polyline": {"height": (1.0,)},
    "ellipsoid": {"radii": (1.0, 1.0, 1.0)},
    "capsule": {"radius": (0.5,), "length": (1.0,)},
}
_VECTORS = {"pose": 6, "scale": 3, "normal": 3, "point": 2, "pos": 3}
_SIGNED = {"mesh": {"scale": (1.0, 1.0, 1.0)}}


def repair(root: Element, report: ReaderReport) -> None:
    """Change a document in place; surprising changes are reported."""
    _repair_version(root, report)
    for element in root.iter():
        parent = element.getparent()
        if element.tag in _VECTORS and parent is not None and parent.tag != "image":
            _repair_vector(element, _VECTORS[element.tag], report)
        for tag, default in _LENGTHS.get(element.tag, {}).items():
            _repair_length(element, tag, default, report)
        for tag in _SIGNED.get(element.tag, {}):
            _repair_scale(element.find(tag))
        if element.tag == "submesh" and not (element.findtext("name") or "").strip():
            # Gazebo shows all of the mesh then.
            element.tag = "submesh_without_name"


def _repair_version(root: Element, report: ReaderReport) -> None:
    match = re.match(r"\s*(\d+)\.(\d+)\s*$", root.get("version") or "")
    if root.tag == "sdf" and match:
        version = (int(match.group(1)), int(match.group(2)))
        if version > NEWEST:
            report.add(
                root, f"SDF {root.get('version')} is read as 1.7, as Gazebo classic reads it"
            )
            root.set("version", "1.7")
        elif version < (1, 2):
            root.set("version", "1.2")


def _repair_vector(element: Element, count: int, report: ReaderReport) -> None:
    """Make a non-empty text exactly ``count`` numbers."""
    text = (element.text or "").strip()
    if text:
        _write(element, text, _prefix(text, count), report)


def _repair_length(
    geometry: Element, tag: str, default: Tuple[float, ...], report: ReaderReport
) -> None:
    element = geometry.find(tag)
    if element is None:
        element = etree.SubElement(geometry, tag)
    text = (element.text or "").strip()
    values = _prefix(text, len(default)) if text else default
    _write(
        element, text, tuple(max(abs(value), _LEAST) for value in values), report if text else None
    )


def _repair_scale(element: Optional[Element]) -> None:
    if element is None or not (element.text or "").strip():
        return
    values = _prefix(element.text or "", 3)
    if 0.0 in values:
        element.text = " ".join(repr(value or _LEAST) for value in values)


def _write(
    element: Element, text: str, values: Tuple[float, ...], report: Optional[ReaderReport]
) -> None:
    """Replace a text that the strict readers would read otherwise."""
    try:
        same = tuple(float(word) for word in text.split()) == values
    except ValueError:
        same = False
    if same:
        return
    if any(word.lower().lstrip("+-") in ("nan", "inf", "infinity") for word in text.split()):
        return
    element.text = " ".join(repr(value) for value in values)
    if report is not None:
        report.add(
            element,
            f"{text!r} is read as {' '.join(f'{value:g}' for value in values)}, as Gazebo reads it",
        )


def _prefix(text: str, count: int) -> Tuple[float, ...]:
    """Return the first ``count`` numbers of a text. Zeros from the first malformed word on."""
    values: List[float] = []
    position = 0
    while len(values) < count:
        match = _NUMBER.match(text, position)
        if match is None or not math.isfinite(float(match.group(1))):
            break
        values.append(float(match.group(1)))
        position = match.end()
    return tuple(values + [0.0] * (count - len(values)))
