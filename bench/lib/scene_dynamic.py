"""Cost of a timestep of a dynamic scenario with fourteen objects.

They are of the package's models; ten of them walk, in the kinematic world.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import List

from bench.lib.report import Figure

STEPS = 200
RUNS = 5
MODELS = """models:
  - {name: pedestrian, type: GAZEBO_MODEL, front: x, dynamic_size: False}
  - {name: cone, type: GAZEBO_MODEL, dynamic_size: False}
"""
PROGRAM = """from gzscenic.model import *
from sim.scenes.behaviors import *
workspace = Workspace(RectangularRegion(0 @ 0, 0, 60, 60))
ego = new Pedestrian at 0 @ 0, facing 0 deg, with behavior WalkAhead(1.0)
for number in range(9):
    new Pedestrian at (2 * number + 2) @ 0, facing 0 deg, with requireVisible False, \\
        with behavior WalkAhead(1.0)
for number in range(4):
    new Cone at (-2 * number - 2) @ -5, facing 0 deg, with requireVisible False
record ego.position as place
require always ego.position.y < 1000
"""


def figures() -> List[Figure]:
    """Return ms per step of Scenic with our simulation, without a simulator."""
    from sim.scenes.descriptor import read_descriptor
    from sim.scenes.dynamic.describe import Describer
    from sim.scenes.dynamic.kinematic import KinematicWorld
    from sim.scenes.dynamic.run import DynamicRunOptions, run
    from sim.scenes.library import load_models
    from sim.scenes.scenario import load_scenario

    with tempfile.TemporaryDirectory() as folder:
        program, descriptor = Path(folder) / "walkers.scenic", Path(folder) / "walkers.yaml"
        program.write_text(PROGRAM, encoding="utf-8")
        descriptor.write_text(MODELS, encoding="utf-8")
        loaded = load_scenario(program, load_models(read_descriptor(str(descriptor))), fast=False)
        costs = []
        for seed in range(RUNS):
            scenic_scene, iterations = loaded.sample_scenic(seed)
            scene, world = loaded.described(scenic_scene, seed, iterations), KinematicWorld(0.05)
            began = time.perf_counter()
            result = run(
                scenic_scene,
                Describer(loaded, scenic_scene, scene),
                world,
                DynamicRunOptions(program.name, seed, STEPS * world.period),
            )
            assert result.steps == STEPS, result.reason
            costs.append(1e3 * (time.perf_counter() - began) / STEPS)
    return [
        Figure(
            "a timestep of a dynamic scenario, 14 objects, 10 of them walking",
            statistics.median(costs),
            "ms",
            low=min(costs),
            high=max(costs),
            note="Scenic's share alone: no simulator behind it",
        )
    ]


if __name__ == "__main__":
    for figure in figures():
        print(figure.row())
