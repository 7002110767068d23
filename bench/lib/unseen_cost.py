"""What the town's street furniture and parked cars cost a physics step while no camera looks: one
ego at rest in the whole town and in the plain one, in turns, processor time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import List

import numpy as np

from bench.lib.report import ROOT, Figure
from bench.lib.standing_town import StandingTown
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy

NAME = "street furniture, textures and parked cars, a physics step with no camera listened to"
UNIT, GOAL, BETTER = "%", 2.0, "lower"
BLOCKS, STEPS = 40, 400
PLACE = (-100.0, -1.6, 0.4)


def figures() -> List[Figure]:
    """The median over pairs of blocks."""
    towns = [StandingTown(plain) for plain in (False, True)]
    model, _ = read_model(ROOT / "models" / "ego_car" / "model.sdf", [str(ROOT / "models")])
    for town in towns:
        town.physics.add(replace(model, static=False), "ego", transform_from_rpy(PLACE))
    more = []
    for _ in range(BLOCKS):
        whole, plain = (_spent(town) for town in towns)
        more.append(100.0 * (whole / plain - 1.0))
    return [
        Figure(NAME, float(np.median(more)), UNIT, GOAL, BETTER, min(more), max(more)),
    ]


def _spent(town: StandingTown) -> float:
    begin = time.process_time()
    for _ in range(STEPS):
        town.pool.update()
        town.physics.step()
    return time.process_time() - begin
