"""Conversion between reports and lines.

Lines have places in the plane, in the detector's frame; heights come from the layout.
"""

from __future__ import annotations

import math
from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detection.heights import flat, resting, trays_of_layout, trays_of_report
from sim.kitting.detection.lines import LineObject
from sim.kitting.detections import PART, Detection, Detections
from sim.noise.models import nist
from sim.transforms import transform_from_rpy
from sim.workcell.layout import Layout

# Standard deviations that lines lack: an external detector's of x, y (as NIST's), height and turns.
HEIGHT_SIGMA = 1e-3  # m
ROTATION_SIGMA = math.radians(1.0)  # rad
COVARIANCE = np.diag(
    np.square(
        [nist.SIGMA_X, nist.SIGMA_Y, HEIGHT_SIGMA, ROTATION_SIGMA, ROTATION_SIGMA, ROTATION_SIGMA]
    )
)


def line_objects(report: Detections, classes: Sequence[ObjectClass]) -> Tuple[LineObject, ...]:
    """Return a report's objects in the world's frame, lost ones last. Names are class names."""
    named = {(one.part, one.faulty): one for one in classes}
    seen = [
        LineObject(
            named[one.part, one.faulty].name,
            one.kind,
            _planar(one.world_from_object),
            one.score,
        )
        for one in report.objects
    ]
    return (*seen, *(LineObject(part, named[part, False].kind) for part in report.lost))


def report_of(
    objects: Sequence[LineObject],
    layout: Layout,
    classes: Sequence[ObjectClass],
    time: float,
    source: str,
) -> Detections:
    """Return the report of a line.

    Gears lie in the trays of the same line, or, without any, of the layout. Raises InputError for
    an object of a class that the layout lacks.
    """
    named = {one.name: one for one in classes}
    for one in objects:
        if one.name not in named:
            raise InputError(
                source, f"part {one.name!r} not found in the layout; parts: {', '.join(named)}"
            )
    seen = [(one, named[one.name]) for one in objects if one.pose is not None]
    trays = [_tray(one, kind, layout) for one, kind in seen if kind.kind != PART]
    places = trays_of_report(layout, trays) or trays_of_layout(layout)
    parts: List[Detection] = []
    for one, kind in seen:
        if kind.kind == PART:
            assert one.pose is not None
            height = resting(layout, one.pose[0], one.pose[1], places)
            parts.append(_detection(one, kind, height))
    lost = tuple(named[one.name].part for one in objects if one.pose is None)
    return Detections(time, source, (*trays, *parts), lost)


def sides(report: Detections, layout: Layout) -> Dict[str, Detections]:
    """Split a report by the robot with the nearest base."""
    bases = {name: one.world_from_base[:2, 3] for name, one in layout.robots.items()}
    found: Dict[str, List[Detection]] = {name: [] for name in bases}
    for one in report.objects:
        at = one.world_from_object[:2, 3]
        found[min(bases, key=lambda name: float(np.linalg.norm(bases[name] - at)))].append(one)
    return {
        name: Detections(report.time, report.source, tuple(objects))
        for name, objects in found.items()
    }


def _planar(pose: Array) -> Tuple[float, float, float]:
    return float(pose[0, 3]), float(pose[1, 3]), math.atan2(pose[1, 0], pose[0, 0])


def _tray(one: LineObject, kind: ObjectClass, layout: Layout) -> Detection:
    assert one.pose is not None
    return _detection(one, kind, flat(layout, one.pose[0], one.pose[1]))


def _detection(one: LineObject, kind: ObjectClass, height: float) -> Detection:
    assert one.pose is not None
    x, y, rotation = one.pose
    pose = transform_from_rpy((x, y, height), (0.0, 0.0, rotation))
    return Detection(kind.part, kind.kind, pose, COVARIANCE, one.score, kind.faulty)
