"""Measurement of a model as Gazebo builds it.

The exact box around its collisions with its centre, its footprint, its convex pieces. Metres, in
the model's own frame. Without collisions, the visuals count. Never raises for a bad model: the
error is in its status.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.measure.bounds import Bounds, geometry_bounds
from sim.sdf.measure.hulls import convex_outline, convex_pieces, plane_corners
from sim.sdf.measure.own_path import OwnPath
from sim.sdf.readers.models import model_source, open_model, read_flat_model
from sim.sdf.types import AnyGeometry, Empty, Image, Link, Plane
from sim.sdf.xml.report import ReaderReport

OK = "ok"
UNBOUNDED = "unbounded"
EMPTY = "empty"
ERROR = "error"
# GzScenic lets a model be resized that has one of these alone [GzScenic, III-A].
SIMPLE = ("box", "cylinder", "sphere", "empty")
COLLISION = "collision"
VISUAL = "visual"


@dataclass(frozen=True)
class PlacedGeometry:
    """One geometry and ``model_from_shape`` (4, 4)."""

    geometry: AnyGeometry
    model_from_shape: Array


@dataclass(frozen=True)
class ModelMeasurement:
    """Measurements of a model.

    ``lower`` and ``upper`` (3,) are zero unless the status is ok. ``status``: ok, unbounded (an
    infinite collision such as a plane), empty (no geometry, or a light alone) or error.
    ``geometries``: the kinds of all collisions, such as ``box``; ``simple``: the only collision is
    a box, cylinder, sphere or empty. ``shapes``: the measured shapes; ``files``: all files that
    were read; ``notes``: remarks for the user, in sentences.
    """

    name: str
    status: str
    lower: Array = field(default_factory=lambda: np.zeros(3))
    upper: Array = field(default_factory=lambda: np.zeros(3))
    geometries: Tuple[str, ...] = ()
    simple: bool = False
    static: bool = False
    shapes: Tuple[PlacedGeometry, ...] = ()
    sdf: str = ""
    files: Tuple[str, ...] = ()
    notes: Tuple[str, ...] = ()

    @property
    def size(self) -> Array:
        """Extents (3,) along x, y and z."""
        return self.upper - self.lower

    @property
    def center(self) -> Array:
        """The middle (3,) of the box."""
        return (self.lower + self.upper) / 2.0

    @cached_property
    def pieces(self) -> Tuple[Array, ...]:
        """Vertices (n, 3) of the model's convex pieces. A mesh has one for each connected part."""
        pieces: List[Array] = []
        for shape in self.shapes:
            rotation, center = shape.model_from_shape[:3, :3], shape.model_from_shape[:3, 3]
            corners = (
                [plane_corners(shape.geometry)]
                if isinstance(shape.geometry, Plane)
                else convex_pieces(shape.geometry)
            )
            pieces += [points @ rotation.T + center for points in corners]
        return tuple(pieces) if self.status == OK else ()

    def footprint(self) -> Array:
        """Convex hull (n, 2) of the model seen from above, counterclockwise.

        Empty unless the status is ok.
        """
        return (
            convex_outline(np.concatenate([piece[:, :2] for piece in self.pieces]))
            if self.pieces
            else np.zeros((0, 2))
        )


def measure_model(
    path: Union[str, os.PathLike[str]], model_path: Sequence[str] = ()
) -> ModelMeasurement:
    """Measure the model in a folder or in an SDF file.

    A folder is read by its model.config; other models are searched on the model path.
    """
    path = os.fspath(path)
    folder = path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))
    report = ReaderReport()
    own_path = OwnPath(model_path, folder, report)
    name = (
        os.path.basename(os.path.abspath(path))
        if os.path.isdir(path)
        else os.path.splitext(os.path.basename(path))[0]
    )
    try:
        return _measure(name, path, own_path, report)
    except (InputError, OSError, RecursionError) as error:
        return ModelMeasurement(
            name, ERROR, files=tuple(own_path.files), notes=(*report.messages(), str(error))
        )


def _measure(name: str, path: str, own_path: OwnPath, report: ReaderReport) -> ModelMeasurement:
    sdf = own_path.sdf_of(path) if os.path.isdir(path) else path
    own_path.note(sdf)
    measured = ModelMeasurement(name, EMPTY, sdf=sdf)
    read = _read(sdf, own_path, report, COLLISION)
    if read is None:
        return replace(
            measured,
            files=tuple(own_path.files),
            notes=(*report.messages(), "has a light or an actor and no model"),
        )
    links, static = read
    shapes = _shapes(links, COLLISION)
    kinds = tuple(_kind(shape.geometry) for shape in shapes)
    measured = replace(
        measured,
        geometries=kinds,
        simple=len(kinds) == 1 and kinds[0] in SIMPLE,
        static=static,
    )
    notes: List[str] = []
    if all(kind == "empty" for kind in kinds):
        drawn = _read(sdf, own_path, report, VISUAL)
        shapes = _shapes(drawn[0], VISUAL) if drawn is not None else ()
        if shapes:
            notes.append("measured by its visuals, since it has no collision")
    elif "plane" in kinds:
        return replace(
            measured,
            status=UNBOUNDED,
            files=tuple(own_path.files),
            notes=(*report.messages(), "contains an infinite plane"),
        )
    if any(isinstance(shape.geometry, Image) for shape in shapes):
        notes.append("Gazebo classic builds nothing of <image>; measured as its pixels say")
    bounds = _around(shapes)
    notes = [*report.messages(), *notes]
    if bounds is None:
        return replace(
            measured,
            files=tuple(own_path.files),
            notes=(*notes, "has nothing that could be measured"),
        )
    return replace(
        measured,
        status=OK,
        lower=bounds[0],
        upper=bounds[1],
        shapes=shapes,
        files=tuple(own_path.files),
        notes=tuple(notes),
    )


def _read(
    sdf: str, own_path: OwnPath, report: ReaderReport, part: str
) -> Optional[Tuple[Tuple[Link, ...], bool]]:
    """Return all links of the model and whether it is static.

    With its collisions or its visuals; None if the file has only a light.
    """
    opened = open_model(sdf, DocumentContext(own_path, report, measured=part))
    if opened is None:
        return None
    element, context = opened
    own_path.know(element.get("name"))
    source = model_source(element, context)
    return read_flat_model(source).links, source.static


def _shapes(links: Sequence[Link], part: str) -> Tuple[PlacedGeometry, ...]:
    if part == COLLISION:
        return tuple(
            PlacedGeometry(item.geometry, link.model_from_link @ item.link_from_collision)
            for link in links
            for item in link.collisions
        )
    shapes = [
        PlacedGeometry(item.geometry, link.model_from_link @ item.link_from_visual)
        for link in links
        for item in link.visuals
    ]
    return tuple(shape for shape in shapes if not isinstance(shape.geometry, Empty))


def _kind(geometry: AnyGeometry) -> str:
    """Return the geometry's element name, its class in small letters."""
    return type(geometry).__name__.lower()


def _around(shapes: Sequence[PlacedGeometry]) -> Optional[Bounds]:
    boxes = [box for box in map(_box, shapes) if box is not None]
    if not boxes:
        return None
    return np.min([lower for lower, _ in boxes], axis=0), np.max(
        [upper for _, upper in boxes], axis=0
    )


def _box(shape: PlacedGeometry) -> Optional[Bounds]:
    """Return the box around a shape. A visual plane has its drawn size."""
    if not isinstance(shape.geometry, Plane):
        return geometry_bounds(shape.geometry, shape.model_from_shape)
    corners = (
        plane_corners(shape.geometry) @ shape.model_from_shape[:3, :3].T
        + shape.model_from_shape[:3, 3]
    )
    return corners.min(axis=0), corners.max(axis=0)
