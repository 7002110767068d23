"""What real Gazebo builds of models: one gzserver per model with the plugin of ``gazebo/bench``, which writes each collision's box.

Metres, in the model's frame. Needs ``libsim_model_boxes.so``, the target ``sim_model_boxes`` of the build folder.
"""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from sim.gazebo import environment, installation
from sim.process import end_child, start_child

PLUGIN = "libsim_model_boxes.so"
PATIENCE = 15.0


class Built(NamedTuple):
    """A model in Gazebo: the kinds of its collisions and their common box, which there is none of a plane or of nothing."""

    kinds: Tuple[str, ...]
    lower: Optional[np.ndarray]
    upper: Optional[np.ndarray]


def plugin_folder() -> Path:
    """Where the plugin is; RuntimeError where it or Gazebo is not."""
    found = installation.find(os.environ)
    if not (found.plugin_folder and (found.plugin_folder / PLUGIN).is_file()):
        raise RuntimeError(f"no {PLUGIN}: cmake --build build --target sim_model_boxes builds it")
    return found.plugin_folder


def built(folder: Path, model_path: Sequence[str]) -> Optional[Built]:
    """What gzserver makes of the model in a folder; None where it refuses it, ends or hangs."""
    found = installation.find(os.environ)
    with tempfile.TemporaryDirectory() as scratch:
        world, result = Path(scratch, "boxes.world"), Path(scratch, "boxes.json")
        world.write_text(f"<sdf version='1.6'><world name='default'><include><uri>model://{folder.name}</uri></include>"
                         f"<plugin name='boxes' filename='{PLUGIN}'><output>{result}</output></plugin></world></sdf>", encoding="utf-8")
        base = {**os.environ, "HOME": scratch, environment.MODELS: ":".join([str(folder.parent), *model_path])}
        settings = environment.server_environment(found, base, environment.master_port({}))
        with open(Path(scratch, "log"), "w+b") as log:
            server = start_child([str(found.gzserver), str(world)], log, {**settings, "DISPLAY": ""})
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end_child(server)
        lines = [json.loads(line) for line in result.read_text().splitlines()] if result.exists() else []
    return _joined(lines[:-1]) if lines and lines[-1]["kind"] == "end" else None


def _joined(collisions: List[dict]) -> Built:
    boxes = [item for item in collisions if "lower" in item]
    kinds = tuple(item["kind"] for item in collisions)
    if not boxes or "plane" in kinds:
        return Built(kinds, None, None)
    return Built(kinds, np.min([item["lower"] for item in boxes], axis=0), np.max([item["upper"] for item in boxes], axis=0))
