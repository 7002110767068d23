"""Sampled, reproducible scenes from a model descriptor and a Scenic scenario.

Scenes are written to disk or shown in a running simulator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.scenes.descriptor import read_descriptor
    from sim.scenes.library import load_models
    from sim.scenes.scenario import LoadedScenario, ScenarioOptions, load_scenario

__all__ = [
    "LoadedScenario",
    "ScenarioOptions",
    "load_models",
    "load_scenario",
    "read_descriptor",
]

__getattr__ = public_names(
    __name__,
    {
        "descriptor": ["read_descriptor"],
        "library": ["load_models"],
        "scenario": ["LoadedScenario", "ScenarioOptions", "load_scenario"],
    },
)
