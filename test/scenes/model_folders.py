"""Small models on disk for tests.

An SDF of boxes, cylinders and spheres with its model.config.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence, Tuple

CUBE = "<box><size>1 1 1</size></box>"


def write_model(
    folder: Path,
    name: str,
    shapes: Sequence[Tuple[str, str]] = (("0 0 0.5 0 0 0", CUBE),),
    config: bool = True,
) -> Path:
    """A model with one collision for each (pose, geometry); its folder."""
    own = folder / name
    own.mkdir(parents=True)
    collisions = "".join(
        f'<collision name="c{number}"><pose>{pose}</pose><geometry>{geometry}</geometry>'
        "</collision>"
        for number, (pose, geometry) in enumerate(shapes)
    )
    (own / "model.sdf").write_text(
        f'<sdf version="1.6"><model name="{name}"><static>true</static><link '
        f'name="l">{collisions}</link></model></sdf>'
    )
    if config:
        (own / "model.config").write_text(
            f'<model><name>{name}</name><sdf version="1.6">model.sdf</sdf></model>'
        )
    return own


def write_descriptor(folder: Path, *models: str, top: str = "") -> str:
    """Write a descriptor with one line per model; return its path.

    A line is a list of keys, such as ``name: cube, type: GAZEBO_MODEL``.
    """
    path = folder / "models.yaml"
    path.write_text(top + "models:\n" + "".join(f"  - {{{keys}}}\n" for keys in models))
    return str(path)
