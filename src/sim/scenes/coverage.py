"""Coverage of a batch: positions, headings and sizes of each model.

It includes the growth with the number of scenes. Metres and radians, world frame. Cells are squares
over the workspace's bounds (without a workspace, over the positions' bounds); a cell counts if its
centre is inside the workspace.
"""

from __future__ import annotations

import csv
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterable, List, Sequence, Tuple, Union

import numpy as np
import shapely

from sim.arrays import Array
from sim.errors import InputError
from sim.files import writing
from sim.scenes import manifest
from sim.scenes.batch import scene_folders
from sim.scenes.models import MAX_SIZE_FACTOR, MIN_SIZE_FACTOR
from sim.scenes.scene import Scene, SceneObject

HEADING_BINS = 36
SIZE_BINS = 10
MAX_CELLS = 250000
# Sizes are the factors along the model's own axes.
COLUMNS = (
    "model",
    "scenes",
    "objects",
    "cells_covered",
    "headings_covered",
    "sizes_x_covered",
    "sizes_y_covered",
    "sizes_z_covered",
)
JSON_FILE = "coverage.json"
CSV_FILE = "coverage.csv"


@dataclass(frozen=True)
class CoverageGrid:
    """Square cells of side ``cell`` from ``corner``.

    ``inside`` (rows along y, columns along x) marks those in the workspace.
    """

    corner: Tuple[float, float]
    cell: float
    inside: Array

    def cells(self, points: Array) -> Array:
        """Return row and column of points (n, 2), (n, 2) int. Points outside are left out."""
        found = np.floor((points - self.corner) / self.cell).astype(int)[:, ::-1]
        cells: Array = found[((found >= 0) & (found < self.inside.shape)).all(axis=1)]
        return cells


@dataclass(frozen=True)
class ModelCoverage:
    """Coverage of one model over a batch.

    ``counts`` of its positions per cell; ``growth``: share of the workspace's visited cells after n
    scenes; ``headings``: histogram in 36 sectors from 0; ``sizes``: histograms of the x, y and z
    factors in 10 parts from half to twice, (3, 10).
    """

    model: str
    objects: int
    counts: Array
    growth: Tuple[Tuple[int, float], ...]
    headings: Array
    sizes: Array


@dataclass(frozen=True)
class SceneCoverage:
    """Coverage of a batch.

    ``occupied`` is the share of scenes with an object's footprint over the centre of a cell.
    """

    scenes: int
    grid: CoverageGrid
    occupied: Array
    models: Tuple[ModelCoverage, ...]

    def document(self) -> Dict[str, Any]:
        """Return the coverage as JSON."""
        return {
            "scenes": self.scenes,
            "corner": list(self.grid.corner),
            "cell": self.grid.cell,
            "inside": self.grid.inside.astype(int).tolist(),
            "occupied": np.round(self.occupied, 6).tolist(),
            "models": {
                item.model: {
                    "objects": item.objects,
                    "positions": item.counts.tolist(),
                    "cells_covered": [list(point) for point in item.growth],
                    "headings": item.headings.tolist(),
                    "headings_covered": _share(item.headings),
                    "sizes": item.sizes.tolist(),
                    "sizes_covered": [_share(row) for row in item.sizes],
                }
                for item in self.models
            },
        }

    def rows(self) -> List[List[Any]]:
        """Return a table of covered cells per model and number of scenes.

        Headings and sizes are at the end.
        """
        rows: List[List[Any]] = [list(COLUMNS)]
        for item in self.models:
            rows += [
                [item.model, count, "", f"{share:.4f}", "", "", "", ""]
                for count, share in item.growth[:-1]
            ]
            scenes, cells = item.growth[-1]
            shares = (cells, _share(item.headings), *map(_share, item.sizes))
            rows.append([item.model, scenes, item.objects, *(f"{share:.4f}" for share in shares)])
        return rows


def coverage(scenes: Iterable[Scene], cell: float = 0.5) -> SceneCoverage:
    """Return the coverage of scenes, in their order."""
    scenes = list(scenes)
    if not scenes:
        raise InputError("scenes", "none found")
    grid = _grid(scenes, cell)
    names = sorted({item.model for scene in scenes for item in scene.objects})
    return SceneCoverage(
        len(scenes),
        grid,
        _occupied(scenes, grid),
        tuple(_of_model(name, scenes, grid) for name in names),
    )


def batch_coverage(folder: Union[str, Path], cell: float = 0.5) -> SceneCoverage:
    """Return the coverage of a batch's folder."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(folder, "is not the folder of a batch")
    found = scene_folders(folder)
    if not found:
        raise InputError(folder, "holds no scene (no folder scene_0000)")
    return coverage((manifest.read(path) for _, path in found), cell)


def write(found: SceneCoverage, folder: Union[str, Path]) -> Tuple[Path, Path]:
    """Write coverage.json and coverage.csv, replacing existing ones."""
    paths = Path(folder) / JSON_FILE, Path(folder) / CSV_FILE
    with writing(folder):
        paths[0].write_text(json.dumps(found.document()) + "\n", encoding="utf-8")
        with paths[1].open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows(found.rows())
    return paths


def _grid(scenes: Sequence[Scene], cell: float) -> CoverageGrid:
    if not 0.0 < cell < math.inf:
        raise InputError("cell", f"{cell!r} m is not a valid cell size")
    outline = next((scene.workspace for scene in scenes if scene.workspace), ())
    points = np.array(
        outline
        if outline
        else [item.position[:2] for scene in scenes for item in scene.objects] or [(0.0, 0.0)]
    )
    low, high = points.min(axis=0), points.max(axis=0)
    columns, rows = (
        max(1, math.ceil((most - least) / cell - 1e-9)) for least, most in zip(low, high)
    )
    if columns * rows > MAX_CELLS:
        raise InputError(
            "cell",
            f"{cell:g} m makes {columns * rows} cells; take larger ones (at most {MAX_CELLS})",
        )
    corner = (float(low[0]), float(low[1]))
    x, y = _centers(corner, cell, rows, columns)
    inside = (
        shapely.contains_xy(shapely.Polygon(outline), x, y)
        if len(outline) > 2
        else np.ones(x.shape, dtype=bool)
    )
    return CoverageGrid(corner, cell, inside)


def _centers(
    corner: Tuple[float, float], cell: float, rows: int, columns: int
) -> Tuple[Array, Array]:
    x, y = np.meshgrid(
        corner[0] + cell * (np.arange(columns) + 0.5),
        corner[1] + cell * (np.arange(rows) + 0.5),
    )
    return x, y


def _occupied(scenes: Sequence[Scene], grid: CoverageGrid) -> Array:
    x, y = _centers(grid.corner, grid.cell, *grid.inside.shape)
    total = np.zeros(grid.inside.shape)
    for scene in scenes:
        covered = np.zeros(grid.inside.shape, dtype=bool)
        for item in scene.spawned():
            covered |= _under(item, x, y)
        total += covered
    return total / len(scenes)


def _under(item: SceneObject, x: Array, y: Array) -> Array:
    """Return whether points are below or above an upright object's box."""
    c, s = math.cos(item.orientation[2]), math.sin(item.orientation[2])
    dx, dy = x - item.position[0], y - item.position[1]
    return (np.abs(c * dx + s * dy) <= item.size[0] / 2.0) & (
        np.abs(c * dy - s * dx) <= item.size[1] / 2.0
    )


def _of_model(name: str, scenes: Sequence[Scene], grid: CoverageGrid) -> ModelCoverage:
    items = [[item for item in scene.objects if item.model == name] for scene in scenes]
    everything = [item for of_scene in items for item in of_scene]
    counts, growth, marks = np.zeros(grid.inside.shape, dtype=int), [], _marks(len(scenes))
    for number, of_scene in enumerate(items, 1):
        cells = grid.cells(np.array([item.position[:2] for item in of_scene]).reshape(-1, 2))
        np.add.at(counts, tuple(cells.T), 1)
        if number in marks:
            growth.append(
                (number, float((counts > 0)[grid.inside].sum() / max(1, grid.inside.sum())))
            )
    turns = np.array([item.orientation[2] for item in everything]) % math.tau
    factors = np.array([item.scale for item in everything]).reshape(-1, 3)
    edges = np.linspace(MIN_SIZE_FACTOR, MAX_SIZE_FACTOR, SIZE_BINS + 1)
    return ModelCoverage(
        name,
        len(everything),
        counts,
        tuple(growth),
        np.histogram(turns, HEADING_BINS, (0.0, math.tau))[0],
        np.array([np.histogram(column, edges)[0] for column in factors.T]),
    )


def _marks(total: int) -> List[int]:
    """Return 1, 2, 5, 10, ... and the last."""
    return sorted(
        {
            count
            for power in range(8)
            for count in (10**power, 2 * 10**power, 5 * 10**power)
            if count < total
        }
        | {total}
    )


def _share(counts: Array) -> float:
    return float((np.asarray(counts) > 0).mean())
