"""Top view of a scene: footprints, headings, mission entities, workspace.

Needs no display. Metres; x to the right and y up, as in the world.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyArrowPatch, Patch, PathPatch, Polygon
from matplotlib.path import Path as Outline
from matplotlib.text import Text
from shapely.geometry.base import BaseGeometry

from sim.errors import InputError
from sim.files import drafted
from sim.scenes.models import ModelInfo
from sim.scenes.preview.footprints import footprint, heading_of, points_of, top_of
from sim.scenes.preview.labels import LabelTarget, place_labels
from sim.scenes.scene import Scene, SceneObject

SUFFIXES = (".png", ".svg")
# Colours suitable for colour-blind readers; the mission's and the ego's are reserved.
PALETTE = (
    "#4477aa",
    "#88aa55",
    "#b08d57",
    "#8c7aa9",
    "#5fa8a0",
    "#c9a227",
    "#7f8c99",
    "#9c6b4e",
    "#6c9bd2",
    "#a3b18a",
)
MISSION_COLOR = "#c2185b"
EGO_COLOR = "#e8590c"
WORKSPACE_COLOR = "#555555"
INK_COLOR = "#222222"
WIDTH = 8.0  # inches
MIN_HEIGHT = 4.5  # inches
MAX_HEIGHT = 11.0  # inches
DPI = 130
MARGIN = 0.06


def draw(
    scene: Scene,
    models: Mapping[str, ModelInfo],
    path: Union[str, os.PathLike[str]],
    zoom: float = 1.0,
) -> Path:
    """Draw a scene into a .png or .svg file.

    The same scene gives the same file. Without ``models`` all objects are drawn as boxes; ``zoom``:
    factor of the width of the visible part of the world.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(path, f"the preview's name must end in {' or '.join(SUFFIXES)}")
    with rc_context(
        {"svg.hashsalt": scene.scenario, "svg.fonttype": "path", "font.family": "DejaVu Sans"}
    ):
        figure = picture(scene, models, zoom)
        try:
            with drafted(path) as draft:
                figure.savefig(
                    draft,
                    dpi=DPI,
                    metadata={"Date": None}
                    if path.suffix.lower() == ".svg"
                    else {"Software": None},
                )
        except OSError as error:
            raise InputError(
                path, f"the preview cannot be written ({error.strerror or error})"
            ) from error
    return path


def picture(scene: Scene, models: Mapping[str, ModelInfo], zoom: float = 1.0) -> Figure:
    """Return the figure of a scene."""
    shapes = {item.name: footprint(item, models) for item in scene.objects}
    left, bottom, right, top = _extent(scene, shapes, zoom)
    height = min(max((WIDTH - 1.0) * (top - bottom) / (right - left) + 1.2, MIN_HEIGHT), MAX_HEIGHT)
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _dress(axes, scene, (left, bottom, right, top))
    colors = _colors(scene)
    unit = _unit(axes)
    for level, item in enumerate(
        sorted(scene.objects, key=lambda item: (item.mission_only, top_of(item)))
    ):
        _draw_object(
            axes,
            item,
            shapes[item.name],
            colors[item.name],
            item.name == scene.ego,
            2.0 + 0.01 * level,
            unit,
        )
    if scene.workspace:
        axes.add_patch(
            Polygon(
                np.array(scene.workspace),
                closed=True,
                fill=False,
                ec=WORKSPACE_COLOR,
                lw=1.2,
                ls=(0, (6, 3)),
                zorder=1.5,
            )
        )
    _legend(figure, scene)
    figure.canvas.draw()
    _label(figure, axes, scene, shapes, colors)
    return figure


def _extent(
    scene: Scene, shapes: Mapping[str, BaseGeometry], zoom: float
) -> Tuple[float, float, float, float]:
    """Return left, bottom, right and top of everything, with a margin, times ``zoom``."""
    boxes = [shape.bounds for shape in shapes.values()] + [
        (x, y, x, y) for x, y in scene.workspace
    ] or [(-1.0, -1.0, 1.0, 1.0)]
    lower, upper = (
        np.min([box[:2] for box in boxes], axis=0),
        np.max([box[2:] for box in boxes], axis=0),
    )
    margin = MARGIN * max(1.0, float((upper - lower).max()))
    middle, half = (upper + lower) / 2.0, zoom * ((upper - lower) / 2.0 + margin)
    left, bottom, right, top = (float(value) for value in (*(middle - half), *(middle + half)))
    return left, bottom, right, top


def _dress(axes: Axes, scene: Scene, extent: Tuple[float, float, float, float]) -> None:
    axes.set_xlim(extent[0], extent[2])
    axes.set_ylim(extent[1], extent[3])
    axes.set_aspect("equal")
    axes.set_axisbelow(True)
    axes.grid(color="#e4e4e4", lw=0.7)
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)")
    axes.tick_params(labelsize=8, color="#999999")
    for spine in axes.spines.values():
        spine.set_color("#bbbbbb")
    axes.set_title(
        f"{os.path.basename(scene.scenario) or 'scene'}   seed {scene.seed}   {scene.mode}",
        fontsize=10,
        loc="left",
        color=INK_COLOR,
        parse_math=False,
    )


def _colors(scene: Scene) -> Dict[str, str]:
    """Return a colour for each object, by its model."""
    kinds = list(dict.fromkeys(item.model for item in scene.spawned()))
    own = {item.name: PALETTE[kinds.index(item.model) % len(PALETTE)] for item in scene.spawned()}
    own.update({item.name: MISSION_COLOR for item in scene.mission()})
    return {**own, **({scene.ego: EGO_COLOR} if scene.ego else {})}


def _draw_object(
    axes: Axes,
    item: SceneObject,
    shape: BaseGeometry,
    color: str,
    ego: bool,
    level: float,
    unit: float,
) -> None:
    x, y = item.position[:2]
    if not item.mission_only:
        axes.add_patch(PathPatch(_outline(shape), lw=1.1, fc=_light(color), ec=color, zorder=level))
    else:
        axes.add_patch(
            PathPatch(_outline(shape), lw=1.3, ls=(0, (3, 2)), fc="none", ec=color, zorder=level)
        )
        axes.add_patch(
            Circle((x, y), 0.35 * unit, fc=color, ec="white", lw=0.6, zorder=level + 0.002)
        )
    direction = np.array(heading_of(item))
    if np.linalg.norm(direction) > 0.05:
        axes.add_patch(
            FancyArrowPatch(
                (x, y),
                tuple(np.array([x, y]) + direction * _reach(item, unit)),
                arrowstyle="-|>",
                mutation_scale=7 if not ego else 10,
                shrinkA=0,
                shrinkB=0,
                lw=1.1 if not ego else 1.6,
                color=_dark(color),
                zorder=level + 0.001,
            )
        )


def _unit(axes: Axes) -> float:
    """Return a length in m that is small but visible in the image."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return 0.02 * max(right - left, top - bottom)


def _reach(item: SceneObject, unit: float) -> float:
    """Return the length of an object's arrow in m.

    Half the object's length, within limits relative to the image.
    """
    return min(max(0.5 * item.size[1], 1.5 * unit), 3.0 * unit)


def _outline(shape: BaseGeometry) -> Outline:
    """Return a shape with its holes as one path."""
    vertices: List[Tuple[float, float]] = []
    codes: List[np.uint8] = []
    for part in getattr(shape, "geoms", [shape]):
        rings = [part.exterior, *part.interiors] if hasattr(part, "exterior") else [part]
        for ring in rings:
            points = list(ring.coords)
            vertices += points
            codes += (
                [Outline.MOVETO]
                + [Outline.LINETO] * (len(points) - 2)
                + [Outline.CLOSEPOLY if len(points) > 2 else Outline.LINETO] * (len(points) > 1)
            )
    return Outline(np.array(vertices)[:, :2], codes)


def _mixed(color: str, other: float, share: float) -> Tuple[float, float, float]:
    channels = [int(color[index : index + 2], 16) / 255.0 for index in (1, 3, 5)]
    red, green, blue = (channel * (1.0 - share) + other * share for channel in channels)
    return red, green, blue


def _light(color: str) -> Tuple[float, float, float]:
    return _mixed(color, 1.0, 0.55)


def _dark(color: str) -> Tuple[float, float, float]:
    return _mixed(color, 0.0, 0.35)


def _legend(figure: Figure, scene: Scene) -> None:
    """Draw the legend of the lines below the image."""
    entries: List[Union[Patch, Line2D]] = (
        [Patch(fc=_light("#7f8c99"), ec="#7f8c99", label="object")] if scene.spawned() else []
    )
    if scene.mission():
        entries.append(
            Line2D(
                [],
                [],
                color=MISSION_COLOR,
                ls=(0, (3, 2)),
                lw=1.3,
                marker="o",
                ms=4,
                label="of the mission alone",
            )
        )
    if scene.ego:
        entries.append(Patch(fc=_light(EGO_COLOR), ec=EGO_COLOR, label="ego"))
    if scene.workspace:
        entries.append(
            Line2D([], [], color=WORKSPACE_COLOR, ls=(0, (6, 3)), lw=1.2, label="workspace")
        )
    entries.append(Line2D([], [], color=INK_COLOR, marker=">", ms=4, lw=1.1, label="heading"))
    figure.legend(
        handles=entries, loc="outside lower center", ncol=len(entries), fontsize=8, frameon=False
    )


def _label(
    figure: Figure,
    axes: Axes,
    scene: Scene,
    shapes: Mapping[str, BaseGeometry],
    colors: Mapping[str, str],
) -> None:
    """Write the names where they cover least."""
    items: Sequence[SceneObject] = scene.objects
    size = 8 if len(items) <= 20 else 7 if len(items) <= 40 else 6
    unit = _unit(axes)
    texts = [
        axes.text(
            0.0,
            0.0,
            item.name,
            fontsize=size,
            ha="center",
            va="center",
            color=_dark(colors[item.name]),
            zorder=10.0,
            parse_math=False,
            style="italic" if item.mission_only else "normal",
            weight="bold" if item.name == scene.ego else "normal",
        )
        for item in items
    ]
    anchors = [
        _anchor(axes, item, shapes[item.name], text, unit) for item, text in zip(items, texts)
    ]
    box = axes.get_window_extent()
    spots = place_labels(anchors, (box.x0, box.y0, box.x1, box.y1))
    for item, text, spot in zip(items, texts, spots):
        x, y = axes.transData.inverted().transform(spot.center)
        text.set_position((x, y))
        text.set_bbox(dict(boxstyle="round,pad=0.1", fc="white", ec="none", alpha=0.65))
        if spot.led:
            axes.add_line(
                Line2D(
                    [item.position[0], x],
                    [item.position[1], y],
                    color=_dark(colors[item.name]),
                    lw=0.6,
                    alpha=0.7,
                    zorder=9.0,
                )
            )


def _anchor(
    axes: Axes, item: SceneObject, shape: BaseGeometry, text: Text, unit: float
) -> LabelTarget:
    extent = text.get_window_extent()
    center = axes.transData.transform(item.position[:2])
    arrow = np.array(item.position[:2]) + np.linspace(0.0, _reach(item, unit), 12)[
        :, None
    ] * np.array(heading_of(item))
    points = axes.transData.transform(np.concatenate([points_of(shape), arrow]))
    return LabelTarget(
        (float(center[0]), float(center[1])),
        points,
        (float(extent.width) + 6.0, float(extent.height) + 4.0),
    )
