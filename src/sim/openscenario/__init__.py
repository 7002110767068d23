"""OpenSCENARIO: reads scenarios and plays them on their roads. No ROS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
    from sim.openscenario.play.trajectory_file import TrajectoryRecorder
    from sim.openscenario.reading.reader import ScenarioDocument, read_scenario
    from sim.openscenario.variations.variations import Variations, read_variations

__all__ = [
    "PlayOptions",
    "ScenarioDocument",
    "ScenarioPlayer",
    "TrajectoryRecorder",
    "Variations",
    "read_scenario",
    "read_variations",
]

__getattr__ = public_names(
    __name__,
    {
        "play.player": ["PlayOptions", "ScenarioPlayer"],
        "play.trajectory_file": ["TrajectoryRecorder"],
        "reading.reader": ["ScenarioDocument", "read_scenario"],
        "variations.variations": ["Variations", "read_variations"],
    },
)
