"""Models of parts, and programs that use their classes, compiled and sampled."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.scenes.models import GAZEBO_MODEL, ModelInfo
from sim.scenes.scenario import load_scenario

MODES = pytest.mark.parametrize("mode", ["2D", "3D"])
START = "from gzscenic.model import *\nworkspace = Workspace(RectangularRegion(0 @ 0, 0, 20, 20))\n"
UNIT = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


def block(low, high):
    low, high = np.array(low, float), np.array(high, float)
    return low + (UNIT + 0.5) * (high - low)


def model(name, parts, **more):
    """A model of boxes, each from a lowest to a highest corner."""
    parts = tuple(block(low, high) for low, high in parts)
    low, high = (
        np.min([part.min(axis=0) for part in parts], axis=0),
        np.max([part.max(axis=0) for part in parts], axis=0),
    )
    class_name = name[:1].upper() + name[1:]
    return ModelInfo(
        name=name,
        class_name=class_name,
        kind=GAZEBO_MODEL,
        size=tuple(high - low),
        center=tuple((low + high) / 2),
        parts=parts,
        **more,
    )


BOX = model("box", [((-0.5, -1, 0), (0.5, 1, 0.5))])
BALL = model("ball", [((-0.1, -0.1, 0), (0.1, 0.1, 0.2))])
PERSON = model("person", [((-0.3, -0.3, 0), (0.3, 0.3, 1.8))])
# Four walls with a door of 1 m in the south one, and a roof.
HOUSE = model(
    "house",
    [
        ((-3, 2.9, 0), (3, 3, 2.5)),
        ((-3, -3, 0), (-2.9, 3, 2.5)),
        ((2.9, -3, 0), (3, 3, 2.5)),
        ((-3, -3, 0), (-0.5, -2.9, 2.5)),
        ((0.5, -3, 0), (3, -2.9, 2.5)),
        ((-3, -3, 2.5), (3, 3, 2.6)),
    ],
    shape="parts",
)


def compiled(tmp_path, program, mode, *models, **more):
    path = tmp_path / "program.scenic"
    path.write_text(START + program)
    return load_scenario(path, {info.name: info for info in models}, mode, **more)


def sampled(tmp_path, program, mode, *models, seed=1, **more):
    return compiled(tmp_path, program, mode, *models).sample(seed, **more).objects
