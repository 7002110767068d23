"""Bounding boxes of models against real Gazebo's, and their cost.

With ``SIM_PUBLIC_MODELS`` (a clone of the public gazebo_models) its models are compared too. With
gzserver and the plugin the reference is measured; otherwise it is read from the tests.
"""

from __future__ import annotations

import csv
import os
import time
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple

import numpy as np

from bench.lib import gazebo_plugin
from bench.lib.gazebo_boxes import PLUGIN, Built, built
from bench.lib.report import ROOT, Figure, attempt, of_samples
from sim.errors import SimulationError
from sim.sdf.measure import OK, ModelMeasurement, measure_model
from sim.sdf.mesh.loading import forget

GIVEN = ROOT.parent / "shared" / "data" / "gazebo_models"
KNOWN = ROOT / "test" / "sdf" / "gazebo_bounds.csv"
CLOSE = 0.01
PUBLIC = "SIM_PUBLIC_MODELS"
Judge = Callable[[Path], Optional[Built]]


def figures() -> List[Figure]:
    """Return the figures of available models, and of the public set.

    The latter only if it is given.
    """
    public = os.environ.get(PUBLIC, "")
    missing = [
        Figure("boxes within 1 % of Gazebo's, models given", None, "%", 100.0, "higher"),
        Figure("measuring a model, models given", None, "ms"),
    ]
    given = attempt(lambda: compared(GIVEN, "models given"), *missing)
    whole = Figure(
        "boxes within 1 % of Gazebo's, whole public set",
        None,
        "%",
        100.0 if public else None,
        "higher",
        why="" if public else f"{PUBLIC} names no clone of the public gazebo_models",
    )
    return given + (
        attempt(lambda: compared(Path(public), "whole public set"), whole) if public else [whole]
    )


def compared(folder: Path, name: str) -> List[Figure]:
    """Compare a folder's models that have bounds in Gazebo.

    Returns the number of equal boxes, and the time of measuring.
    """
    models = sorted(path.parent for path in folder.glob("*/model.config"))
    if not models:
        raise FileNotFoundError(f"no models in {folder}")
    judge, source = _judge()
    close, bounded, worst, times, wrong = 0, 0, 0.0, [], []
    for model in models:
        forget()
        begin = time.perf_counter()
        measured = measure_model(model, [str(folder)])
        times.append(1e3 * (time.perf_counter() - begin))
        truth = judge(model)
        if truth is None or truth.lower is None:
            continue
        bounded += 1
        error = difference(measured, truth)
        close += error <= CLOSE
        worst = max(worst, error)
        wrong += [model.name] * (error > CLOSE)
    note = (
        f"{close} of the {bounded} that {source} has bounds for, of {len(models)}; largest "
        f"difference {100 * worst:.2g} % of an extent"
        + (f"; wrong: {', '.join(wrong)}" if wrong else "")
        + "; GzScenic has 135 of 256 right"
    )
    return [
        Figure(
            f"boxes within 1 % of Gazebo's, {name}",
            100.0 * close / bounded if bounded else None,
            "%",
            100.0,
            "higher",
            note=note,
        ),
        of_samples(
            f"measuring a model, {name}",
            times,
            "ms",
            note="nothing read before; size, centre and what it is made of",
        ),
    ]


def difference(measured: ModelMeasurement, truth: Built) -> float:
    """Return the largest relative difference of size and centre.

    It is relative to the extent along that axis (the largest extent for a flat one).
    """
    if measured.status != OK:
        return np.inf
    size = truth.upper - truth.lower
    extent = np.where(size > 1e-3 * size.max(), size, size.max())
    center = (truth.upper + truth.lower) / 2.0
    return float(
        max(
            (np.abs(measured.size - size) / extent).max(),
            (np.abs(measured.center - center) / extent).max(),
        )
    )


def _judge() -> Tuple[Judge, str]:
    """Return the reference of Gazebo's boxes: a gzserver, or the tests' figures."""
    try:
        gazebo_plugin.check(PLUGIN)
    except (RuntimeError, SimulationError):
        known = _known()
        return lambda model: known.get(model.name), "gzserver, whose figures are in the tests,"
    return lambda model: built(model, []), "gzserver"


def _known() -> Dict[str, Built]:
    found = {}
    for row in csv.DictReader(KNOWN.read_text().splitlines()):
        size, center = (
            np.array([float(row[column]) for column in columns])
            for columns in (
                ("width_x", "length_y", "height_z"),
                ("center_x", "center_y", "center_z"),
            )
        )
        found[row["model"]] = Built(
            tuple(row["kinds"].split()), center - size / 2.0, center + size / 2.0
        )
    return found
