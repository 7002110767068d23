"""Small SDF documents for the tests of the readers."""

from __future__ import annotations

from pathlib import Path
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.sdf.reader import read_model_string, read_world
from sim.sdf.types import Link, Model, World

BOX = "<geometry><box><size>1 2 3</size></box></geometry>"


def world_file(folder: Path, body: str, version: str = "1.6") -> Path:
    path = folder / "test.world"
    path.write_text(
        f'<?xml version="1.0"?>\n<sdf version="{version}">\n<world name="w">\n{body}\n</world>\n'
        "</sdf>\n"
    )
    return path


def read_world_body(
    folder: Path, body: str, version: str = "1.6", paths: Sequence[str] = ()
) -> Tuple[World, List[str]]:
    return read_world(world_file(folder, body, version), paths)


def read_body(
    body: str, version: str = "1.6", paths: Sequence[str] = ()
) -> Tuple[Model, List[str]]:
    """The model ``m`` with the given content."""
    return read_model_string(
        f'<sdf version="{version}"><model name="m">{body}</model></sdf>', paths
    )


def read_geometry(geometry: str, paths: Sequence[str] = ()):
    model, _ = read_body(
        f'<link name="l"><collision name="c"><geometry>{geometry}</geometry></collision></link>',
        paths=paths,
    )
    return model.links[0].collisions[0].geometry


def link_of(model: Model, name: str) -> Link:
    return next(link for link in model.links if link.name == name)


def model_folder(
    root: Path, name: str, body: str, version: str = "1.6", config: Optional[str] = None
) -> Path:
    """A model folder ``root/name`` with model.config and model.sdf."""
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "model.config").write_text(
        config
        or f'<?xml version="1.0"?><model><name>{name}</name><sdf '
        f'version="{version}">model.sdf</sdf></model>'
    )
    (folder / "model.sdf").write_text(
        f'<sdf version="{version}"><model name="{name}">{body}</model></sdf>'
    )
    return folder


def position(matrix: np.ndarray) -> np.ndarray:
    return matrix[:3, 3]
