"""Objects of a scene's folder that move under physics.

Computed by the embedded simulator in a separate process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import List

import numpy as np

from sim.errors import SimulationError
from sim.scenes.check.report import UNSETTLED, SceneProblem
from sim.scenes.check.scene_folder import world_of
from sim.scenes.scene_folder import scene_of
from sim.scenes.settling import unsettled

PATIENCE = 600.0


def settling(folder: str, seconds: float) -> List[SceneProblem]:
    """Return a problem for each object that moved. After ``seconds`` of simulated time."""
    scene = scene_of(folder)
    command = [
        sys.executable,
        "-m",
        "sim.embedded.settle",
        world_of(os.path.abspath(folder), scene),
        str(seconds),
        os.path.join(folder, "models"),
    ]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    except subprocess.TimeoutExpired as error:
        raise SimulationError(
            f"{folder}: {seconds:g} simulated s took more than {PATIENCE:g} s; settle for a "
            "shorter time"
        ) from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [
            f"exit code {done.returncode}"
        ]
        raise SimulationError(f"{folder}: whether it settles cannot be determined: {said[-1]}")
    poses = {
        name: [np.array(pose) for pose in pair] for name, pair in json.loads(done.stdout).items()
    }
    objects = {item.name for item in scene.spawned()}
    found = unsettled(
        {name: pair[0] for name, pair in poses.items() if name in objects},
        {name: pair[1] for name, pair in poses.items()},
    )
    return [
        SceneProblem(UNSETTLED, f"within {seconds:g} s {name} {said}", (name,))
        for name, said in found.items()
    ]
