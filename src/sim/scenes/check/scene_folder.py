"""Check of a scene's folder: measures it again and compares the manifest."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Iterable, Iterator, List, Optional, Tuple, Union

import numpy as np
import yaml

from sim.errors import InputError
from sim.scenes.check.measured import Measures
from sim.scenes.check.overlaps import overlapping, sunk
from sim.scenes.check.placed import PlacedModel, ReadWorld, read_placed
from sim.scenes.check.report import (
    BROKEN,
    LOST,
    MISSING,
    MISSION,
    MOVED,
    OVERLAP,
    SIZE,
    SUNK,
    TWICE,
    CheckReport,
    SceneProblem,
)
from sim.scenes.descriptor import POINT_SIZE
from sim.scenes.gazebo.missions import GZSCENIC_FILE, missions
from sim.scenes.gazebo.missions import MISSIONS_FILE as MISSIONS
from sim.scenes.scene import Scene, SceneObject
from sim.scenes.scene_folder import scene_of
from sim.sdf.measure import ERROR

# Tolerance of a translated object's box, m: above rounding of floats and below any visible
# difference.
EXACT = 1e-5
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def check_scene(
    folder: Union[str, os.PathLike[str]], measures: Optional[Measures] = None
) -> CheckReport:
    """Check one scene's folder; for many scenes give one :class:`Measures` to all."""
    folder = os.path.abspath(folder)
    scene = scene_of(folder)
    world = read_placed(
        world_of(folder, scene),
        os.path.join(folder, "models"),
        [item.name for item in scene.spawned()],
        measures or Measures(),
    )
    free = {item.name for item in scene.spawned() if item.allow_collisions}
    placed = list(world.placed.values())
    overlaps, pairs = overlapping(placed, free)
    problems = [
        SceneProblem(OVERLAP, f"{one} and {other} overlap by {_length(deep)}", (one, other), deep)
        for one, other, deep in overlaps
    ]
    if world.ground is not None:
        problems += [
            SceneProblem(SUNK, f"{name} is {_length(deep)} below the ground", (name,), deep)
            for name, deep in sunk(placed, world.ground, free)
        ]
    problems += [
        *_files(world),
        *(
            SceneProblem(TWICE, f"the world has two models named {name}", (name,))
            for name in world.twice
        ),
    ]
    problems += [*_places(scene, world), *_missions(folder, scene)]
    return CheckReport(folder, len(placed), pairs, tuple(problems), tuple(_notes(world)))


def world_of(folder: str, scene: Scene) -> str:
    """Return the world file of a scene's folder.

    The one with the manifest's name, else the only one.
    """
    named = os.path.join(folder, os.path.basename(scene.world))
    if scene.world and os.path.isfile(named):
        return named
    found = sorted(
        str(path) for path in Path(folder).iterdir() if path.suffix in (".world", ".sdf")
    )
    if len(found) != 1:
        raise InputError(folder, f"has {len(found)} world files; a scene's folder has one")
    return found[0]


def _length(meters: float) -> str:
    return f"{meters * 1e3:.3g} mm" if meters < 0.1 else f"{meters:.3g} m"


def _files(world: ReadWorld) -> Iterator[SceneProblem]:
    for uri in world.missing:
        yield SceneProblem(MISSING, f"{uri}: model not found in the scene")
    for item in world.placed.values():
        for uri in item.files.missing:
            yield SceneProblem(
                MISSING, f"{uri}, which {item.name} needs, is not in the scene", (item.name,)
            )


def _notes(world: ReadWorld) -> Iterator[str]:
    for item in world.placed.values():
        if not item.model.bounded and item.model.measured.status != ERROR:
            reason = item.model.measured.notes[-1:] or (item.model.measured.status,)
            yield f"{item.name} has no box to compare ({reason[0]})"
        for uri in item.files.drawn:
            yield f"{uri}, which {item.name} is drawn with, is not in the scene"
    if world.ground is None:
        yield "the world has no level ground plane, so objects below it were not looked for"


def _places(scene: Scene, world: ReadWorld) -> Iterator[SceneProblem]:
    """Yield objects with another pose or size than in the manifest."""
    for item in scene.spawned():
        found = world.placed.get(item.name)
        if found is None:
            yield SceneProblem(
                LOST, f"{item.name} is in the manifest and not in the world", (item.name,)
            )
        elif found.model.bounded:
            yield from _place(item, found)
        elif found.model.measured.status == ERROR and not found.files.missing:
            yield SceneProblem(
                BROKEN,
                f"the model of {item.name} cannot be read: {found.model.measured.notes[-1]}",
                (item.name,),
            )


def _place(item: SceneObject, found: PlacedModel) -> Iterator[SceneProblem]:
    center, half = found.box
    off = float(np.linalg.norm(center - item.position))
    if off > EXACT:
        yield SceneProblem(
            MOVED,
            f"the middle of {item.name} is at {_point(center)}, {_length(off)} from where the "
            f"scene has it, {_point(item.position)}",
            (item.name,),
            off,
        )
    turned = abs(math.sin(item.origin[5] - item.orientation[2])) > 0.5
    # Flat objects of a scene have the thickness of a point.
    size = np.maximum(2.0 * half, POINT_SIZE * np.array(item.scale))[
        [1, 0, 2] if turned else [0, 1, 2]
    ]
    if np.abs(size - item.size).max() > EXACT * max(1.0, max(item.size)):
        yield SceneProblem(
            SIZE,
            f"{item.name} measures {_point(size)}, the scene has it as {_point(item.size)} "
            "(width, length, height)",
            (item.name,),
        )


def _point(values: Iterable[float]) -> str:
    return "(" + ", ".join(f"{value:.4g}" for value in values) + ")"


def _missions(folder: str, scene: Scene) -> List[SceneProblem]:
    """Return differences between the mission file and the scene.

    GzScenic's mission file is the fallback.
    """
    gzscenic = not os.path.isfile(os.path.join(folder, MISSIONS)) and os.path.isfile(
        os.path.join(folder, GZSCENIC_FILE)
    )
    name = GZSCENIC_FILE if gzscenic else MISSIONS
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return (
            [SceneProblem(MISSING, f"{MISSIONS} is not in the scene")]
            if scene.mission() or scene.versions
            else []
        )
    try:
        with open(path, encoding="utf-8") as stream:
            written = yaml.load(stream, Loader=_LOADER)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return [SceneProblem(MISSION, f"{name} cannot be read: {str(error).splitlines()[0]}")]
    expected = missions(scene, gzscenic)
    if written == expected:
        return []
    written = written if isinstance(written, dict) else {}
    wrong: Tuple[str, ...] = tuple(
        sorted(kind for kind in {*written, *expected} if written.get(kind) != expected.get(kind))
    )
    return [
        SceneProblem(
            MISSION,
            f"{name} differs from the manifest in {', '.join(map(str, wrong)) or 'its form'}",
            wrong,
        )
    ]
