"""Collision boxes that real Gazebo builds of models.

One gzserver per model runs the plugin of ``gazebo/bench``, which writes them. Metres, in the
model's frame. Needs the target ``sim_model_boxes`` of the build folder.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from bench.lib import gazebo_plugin
from sim.gzserver.environment import MODEL_PATH

PLUGIN = "sim_model_boxes"
PATIENCE = 15.0


class Built(NamedTuple):
    """Model in Gazebo: kinds of its collisions, and their common box.

    A plane, or an empty model, has no box.
    """

    kinds: Tuple[str, ...]
    lower: Optional[np.ndarray]
    upper: Optional[np.ndarray]


def built(folder: Path, model_path: Sequence[str]) -> Optional[Built]:
    """Return gzserver's model of a folder; None if refused, ended or hung."""

    def world(result: Path) -> str:
        return (
            "<sdf version='1.6'><world "
            f"name='default'><include><uri>model://{folder.name}</uri></include>"
            "<plugin name='boxes' "
            f"filename='{gazebo_plugin.file_of(PLUGIN)}'><output>{result}</output></plugin></world></sdf>"
        )

    text, _ = gazebo_plugin.run(
        world, PATIENCE, {MODEL_PATH: ":".join([str(folder.parent), *model_path])}
    )
    lines = [json.loads(line) for line in text.splitlines()]
    return _joined(lines[:-1]) if lines and lines[-1]["kind"] == "end" else None


def _joined(collisions: List[dict]) -> Built:
    boxes = [item for item in collisions if "lower" in item]
    kinds = tuple(item["kind"] for item in collisions)
    if not boxes or "plane" in kinds:
        return Built(kinds, None, None)
    return Built(
        kinds,
        np.min([item["lower"] for item in boxes], axis=0),
        np.max([item["upper"] for item in boxes], axis=0),
    )
