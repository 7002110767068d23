"""Findings of transmissions and mimic joints, equal on both simulators."""

from __future__ import annotations

from typing import List

from sim.model_check.finding import IGNORED, RUNS, ModelFinding
from sim.robot_plugins.followers import loose_followers, under_ros_control
from sim.sdf.types import Model


def of_control(model: Model) -> List[ModelFinding]:
    """Return findings of a model's transmissions and of its joints with ``<mimic>``."""
    controlled, found = under_ros_control(model), []
    for joint in model.transmissions:
        if controlled:
            found.append(ModelFinding("transmission", joint, RUNS, RUNS))
        else:
            why = "the model has no plugin libgazebo_ros_control.so"
            found.append(ModelFinding("transmission", joint, IGNORED, IGNORED, why))
    loose = loose_followers(model)
    for one in model.joints:
        if one.mimics:
            name, wrong = f"{one.name} (as {one.mimics})", loose.get(one.name, "")
            does = IGNORED if wrong else RUNS
            found.append(ModelFinding("mimic", name, does, does, wrong))
    return found
