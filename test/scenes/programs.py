"""Models and programs for tests of sampling: boxes by name, without files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict

from sim.scenes.models import CUSTOM_MODEL, MISSION_ONLY, ModelInfo
from sim.scenes.scenario import LoadedScenario, load_scenario

HEADER = (
    "from gzscenic.model import *\nworkspace = Workspace(RectangularRegion(0 @ 0, 0, {side}, "
    "{side}))\n"
)


def box(name: str, class_name: str, size: tuple, **more: Any) -> ModelInfo:
    """A model that is a box on the ground."""
    return ModelInfo(
        name,
        class_name,
        more.pop("kind", CUSTOM_MODEL),
        size,
        more.pop("center", (0.0, 0.0, size[2] / 2.0)),
        content=f"hash of {name}",
        **more,
    )


MODELS: Dict[str, ModelInfo] = {
    info.name: info
    for info in (
        box("cafe_table", "CafeTable", (0.9, 0.9, 0.8)),
        box("bookshelf", "Bookshelf", (0.9, 0.4, 1.2), center=(0.0, -0.2, 0.6)),
        box("demo_cube", "DemoCube", (0.1, 0.1, 0.1)),
        box("crate", "Crate", (0.5, 0.4, 0.3), dynamic_size=True),
        box("car", "Car", (4.0, 1.8, 1.5), center=(0.3, 0.0, 0.75), front="x"),
        box("robot", "Robot", (0.6, 0.5, 1.0), kind=MISSION_ONLY, heading=0.0),
        box("waypoint", "Waypoint", (0.5, 0.5, 0.5), kind=MISSION_ONLY),
    )
}


def program(
    folder: Path, text: str, mode: str = "2D", side: float = 8.0, **more: Any
) -> LoadedScenario:
    """A program in a square workspace, compiled."""
    path = folder / "program.scenic"
    path.write_text(HEADER.format(side=side) + text, encoding="utf-8")
    return load_scenario(path, MODELS, mode, **more)
