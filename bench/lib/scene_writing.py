"""Cost of scenes after sampling: translation, check, and batches of rooms.

A batch is sampled, written and checked.

    .venv/bin/python3 -m bench.lib.scene_writing
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Callable, List, Tuple

from bench.lib import report
from bench.lib.report import ROOT, Figure, of_samples
from sim.scenes.batch import BatchOptions, SceneBatch
from sim.scenes.check import Measures, check_scene
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import Store, Writer, rebuild
from sim.scenes.library import search_path
from sim.scenes.scenario import load_described

SCENARIOS = ROOT / "scenarios"
# Figures 3 to 5 of the paper; with heights in 3D.
ROOMS = (("fetch_room.scenic", "2D", 80.0), ("fetch_room_3d.scenic", "3D", 30.0))
SAMPLES = 200
BATCH_SIZE = 1000
CORES = 2
SEED = 1


def figures() -> List[Figure]:
    """Return all figures of this module."""
    found = report.attempt(
        translation, Figure("translation of a room, with a content store", None, "ms", 10.0)
    )
    for scenario, mode, goal in ROOMS:
        name = f"rooms sampled, written and checked on {CORES} cores, {mode}"
        found += report.attempt(
            lambda scenario=scenario, mode=mode, name=name, goal=goal: batch(
                scenario, mode, name, goal
            ),
            Figure(name, None, "1/s", goal, "higher"),
        )
    return found


def translation() -> List[Figure]:
    """Measure one scene: written with and without a store, checked, rebuilt.

    It is rebuilt from its manifest.
    """
    loaded, world, path = _load(*ROOMS[0][:2])
    scenes = [loaded.sample(SEED + number, 10000) for number in range(SAMPLES)]
    objects = len(scenes[0].objects)
    with tempfile.TemporaryDirectory() as folder:
        out, measures = Path(folder), Measures()
        writer = Writer(loaded.models, world, path, store=Store(out / ".store"))
        copying = Writer(loaded.models, world, path)
        writer.write(scenes[0], out / "warm")
        written = [
            _timed(lambda scene=scene, number=number: writer.write(scene, out / f"{number}"))
            for number, scene in enumerate(scenes)
        ]
        copied = [
            _timed(lambda scene=scene, number=number: copying.write(scene, out / f"copy{number}"))
            for number, scene in enumerate(scenes)
        ]
        checks = [
            _timed(lambda number=number: check_scene(out / f"{number}", measures))
            for number in range(SAMPLES)
        ]
        again = [
            _timed(
                lambda number=number: rebuild(
                    out / f"{number}", loaded.models, world, out / f"again{number}"
                )
            )
            for number in range(50)
        ]
        same = sum(
            _bytes(out / f"{number}") == _bytes(out / f"again{number}") for number in range(50)
        )
    return [
        of_samples(
            "translation of a room, with a content store",
            written,
            "ms",
            10.0,
            note=f"{objects} objects, {len(scenes[0].spawned())} of them models",
        ),
        of_samples("translation of a room, with copies", copied, "ms", 10.0),
        of_samples("check of a room", checks, "ms", note="the translated world is measured again"),
        of_samples(
            "a room from its manifest", again, "ms", note=f"{same} of 50 are the same bytes"
        ),
    ]


def batch(scenario: str, mode: str, name: str, goal: float) -> List[Figure]:
    """Measure a thousand rooms by worker processes.

    It is from the loaded scenario to checked folders.
    """
    loaded, world, path = _load(scenario, mode)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        result = SceneBatch(
            loaded,
            Path(folder) / "out",
            BatchOptions(BATCH_SIZE, SEED, CORES, 10000, check=True),
            world,
            path,
        ).run()
        duration = time.perf_counter() - begin
    return [
        Figure(
            name,
            BATCH_SIZE / duration,
            "1/s",
            goal,
            "higher",
            note=f"{BATCH_SIZE} scenes in {duration:.1f} s",
        ),
        Figure(
            f"scenes with overlaps or other problems, {mode}",
            float(len(result.problems)),
            f"of {BATCH_SIZE}",
            0.0,
            note="measured on the translated worlds",
        ),
    ]


def _load(scenario: str, mode: str) -> Tuple:
    """Return a loaded scenario, its empty world and models' folder."""
    descriptor = read_descriptor(SCENARIOS / "fetch_room.yaml")
    return (
        load_described(SCENARIOS / scenario, descriptor, mode),
        descriptor.world,
        search_path(descriptor),
    )


def _timed(action: Callable[[], object]) -> float:
    """Return the time of an action in ms."""
    begin = time.perf_counter()
    action()
    return (time.perf_counter() - begin) * 1e3


def _bytes(folder: Path) -> List[Tuple[str, bytes]]:
    return [
        (str(path.relative_to(folder)), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]


def main() -> None:
    table = report.Report("scene_writing", {})
    table.add(figures())


if __name__ == "__main__":
    report.run(main)
