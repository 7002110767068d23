"""Checks the models of a file for their behaviour on each simulator."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Tuple

from sim.embedded.sensor_checks import check_sensors
from sim.errors import InputError
from sim.model_check.control import of_control
from sim.model_check.finding import IGNORED, OTHERWISE, RUNS, ModelFinding
from sim.model_check.plugins import Finds, of_model, of_sensor
from sim.sdf.reader import read_model, read_model_string, read_world
from sim.sdf.sensors.reader import UNSUPPORTED
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Link, Model
from sim.sdf.urdf.reader import read_urdf_string
from sim.sdf.xml.elements import parse_file, parse_text

# s of a step of physics that sensors are checked against: Gazebo's own.
STEP = 0.001
# Parts of a message's path that make a finding of that kind.
_KINDS = ("sensor", "plugin", "material", "joint")
# Elements that gzserver's own URDF reader ignores too.
_NOT_GAZEBO = ("safety_controller", "calibration")


@dataclass(frozen=True)
class SearchPaths:
    """Search paths of models and packages, and the test for gzserver's libraries."""

    model_path: Sequence[str]
    package_folder: Optional[Callable[[str], str]]
    gazebo_finds: Finds


def check_file(path: str, surroundings: SearchPaths) -> List[ModelFinding]:
    """Return all findings of a URDF, an SDF model or a world.

    A model may be a file or a folder. Raises InputError if the file cannot be read.
    """
    models, messages = _read(path, surroundings)
    found = [finding for model in models for finding in _of_model(model, surroundings)]
    return [*found, *map(_of_message, messages)]


def check_text(text: str, source: str, surroundings: SearchPaths) -> List[ModelFinding]:
    """Return all findings of a model's text (URDF or SDF)."""
    if parse_text(text, source).tag == "robot":
        model, messages = read_urdf_string(
            text, source, surroundings.package_folder, surroundings.model_path
        )
    else:
        model, messages = read_model_string(text, surroundings.model_path, source)
    return [*_of_model(model, surroundings), *map(_of_message, messages)]


def _read(path: str, surroundings: SearchPaths) -> Tuple[Sequence[Model], List[str]]:
    paths = surroundings.model_path
    if not os.path.isdir(path):
        root = parse_file(path)
        if root.find("world") is not None:
            world, messages = read_world(path, paths)
            return world.models, messages
        if root.tag == "robot":
            text = Path(path).read_bytes()
            model, messages = read_urdf_string(text, path, surroundings.package_folder, paths)
            return [model], messages
    model, messages = read_model(path, paths)
    return [model], messages


def _of_model(model: Model, surroundings: SearchPaths) -> List[ModelFinding]:
    finds = surroundings.gazebo_finds
    found = [of_model(plugin, model, finds) for plugin in model.plugins]
    for link in model.links:
        for sensor in link.sensors:
            found.append(_of_sensor(model, link, sensor))
            found += [of_sensor(plugin, finds) for plugin in sensor.plugins]
    found += [
        ModelFinding("joint", f"{joint.name} ({joint.kind})", RUNS, RUNS) for joint in model.joints
    ]
    return found + of_control(model)


def _of_sensor(model: Model, link: Link, sensor: Sensor) -> ModelFinding:
    name = f"{sensor.name} ({sensor.type})"
    alone = replace(model, links=(replace(link, sensors=(sensor,)),))
    try:
        check_sensors(alone, model.name, STEP)
    except InputError as error:
        return ModelFinding(
            "sensor", name, IGNORED, RUNS, f"{error}; the model does not spawn with it"
        )
    return ModelFinding("sensor", name, RUNS, RUNS)


def _of_message(message: str) -> ModelFinding:
    """Return the finding for a reader's message; gzserver has its own reader."""
    _, place, what = message.split(": ", 2)
    steps = place.split("/")
    tag = steps[-1].partition("[")[0]
    kind = next((kind for kind in _KINDS if kind in (tag, steps[-1].partition("_")[0])), "element")
    left_out = "ignored" in what or "left out" in what
    gazebo, why = IGNORED if tag in _NOT_GAZEBO else RUNS, what
    if tag == "sensor" and any(f"type {kind}" in what for kind in UNSUPPORTED):
        gazebo, why = OTHERWISE, f"{what}; gzserver measures it, and publishes nothing by ROS"
    if "material" in place and "shown" in what:
        kind = "material"
    return ModelFinding(kind, place, IGNORED if left_out else OTHERWISE, gazebo, why)
