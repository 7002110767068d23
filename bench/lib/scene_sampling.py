"""Cost of sampling: crowded scenes by parts against Scenic's rejection sampling.

Scenic rejects whole scenes. Also rooms, and a whole process for one scene. Comparisons are made in
turns, in CPU time of one thread, with the same compiled program and seeds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, List, Tuple

import numpy as np

from bench.lib.report import ROOT, Figure, attempt, of_samples
from sim.scenes.classes import module_source
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.scenario import LoadedScenario, load_described, load_scenario
from sim.scenes.scenic2 import modernize
from sim.scenes.seeds import seed_all

SCENARIOS = ROOT / "scenarios"
ROOM_FILE = SCENARIOS / "fetch_room.scenic"
ROOM_3D_FILE = SCENARIOS / "fetch_room_3d.scenic"
MODELS_FILE = SCENARIOS / "fetch_room.yaml"
FREE_OBJECTS = 60
RUNS = 20
ROOMS = 200
PROCESSES = 7
SEED = 11
# Square rooms: one that takes Scenic about the goal's time, one that it does not finish.
ROOMY_SIZE = 36.0  # m
CROWDED_SIZE = 18.0  # m
KINDS = ("CafeTable", "Bookshelf", "LampAndStand", "DemoCube", "Waypoint")
MAX_ITERATIONS = 10**6


def figures() -> List[Figure]:
    """Return all figures of this module."""
    found: List[Figure] = []
    for mode in ("2D", "3D"):
        name = f"{FREE_OBJECTS + 1} objects: whole-scene rejection / by parts, {mode}"
        found += attempt(
            lambda mode=mode, name=name: crowded(mode, name),
            Figure(name, None, "x", 10.0, "higher"),
        )
    for path, mode, goal in ((ROOM_FILE, "2D", 10.0), (ROOM_3D_FILE, "3D", 25.0)):
        name = f"sampling a room, {mode}"
        found += attempt(
            lambda path=path, mode=mode, name=name, goal=goal: rooms(path, mode, name, goal),
            Figure(name, None, "ms", goal),
        )
    name = "whole process, one room / Scenic's import + compile + sample"
    return found + attempt(lambda: processes(name), Figure(name, None, "x", 2.0))


def crowded(mode: str, name: str) -> List[Figure]:
    """Compare both ways on a dense scene, ours on a denser one."""
    with tempfile.TemporaryDirectory() as folder:
        loaded = dense(Path(folder), mode, ROOMY_SIZE)
        ours, scenics = in_turns(
            [
                lambda seed: loaded.sample(seed, MAX_ITERATIONS),
                lambda seed: scenics_own(loaded, seed),
            ],
            RUNS,
        )
        denser = dense(Path(folder), mode, CROWDED_SIZE)
        (hard,) = in_turns([lambda seed: denser.sample(seed, MAX_ITERATIONS)], RUNS)
    note = (
        f"means of {RUNS} scenes in turns in CPU time, {loaded.method}; of the medians: "
        f"{np.median(scenics) / np.median(ours):.3g} x"
    )
    return [
        Figure(name, float(np.mean(scenics) / np.mean(ours)), "x", 10.0, "higher", note=note),
        of_samples(
            f"{FREE_OBJECTS + 1} objects in {ROOMY_SIZE:g} x {ROOMY_SIZE:g} m, by parts, {mode}",
            ours,
            "ms",
        ),
        of_samples(
            f"{FREE_OBJECTS + 1} objects in {ROOMY_SIZE:g} x {ROOMY_SIZE:g} m, Scenic's own "
            f"loop, {mode}",
            scenics,
            "ms",
        ),
        of_samples(
            f"{FREE_OBJECTS + 1} objects in {CROWDED_SIZE:g} x {CROWDED_SIZE:g} m, by parts, "
            f"{mode}",
            hard,
            "ms",
            note="Scenic's own loop does not come to an end",
        ),
    ]


def dense(folder: Path, mode: str, side: float) -> LoadedScenario:
    """Return a room with 60 objects at arbitrary places."""
    lines = [
        "from gzscenic.model import *",
        f"workspace = Workspace(RectangularRegion(0 @ 0, 0, {side}, {side}))",
        "ego = new Fetch at 0 @ 0",
    ]
    lines += [
        f"new {KINDS[number % len(KINDS)]} with requireVisible False"
        for number in range(FREE_OBJECTS)
    ]
    path = folder / "dense.scenic"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_scenario(path, load_models(read_descriptor(str(MODELS_FILE))), mode)


def rooms(path: Path, mode: str, name: str, goal: float) -> List[Figure]:
    """Return the paper's room, from a seed to a scene."""
    loaded = load_described(path, read_descriptor(str(MODELS_FILE)), mode)
    ours, scenics = in_turns(
        [lambda seed: loaded.sample(seed), lambda seed: scenics_own(loaded, seed)], ROOMS
    )
    return [
        of_samples(
            name,
            ours,
            "ms",
            goal,
            note=f"{len(loaded.sample(0).objects)} objects, CPU time; mean {np.mean(ours):.3g} "
            f"ms; {loaded.method}",
        ),
        of_samples(
            f"sampling a room, Scenic's own loop, {mode}",
            scenics,
            "ms",
            note=f"mean {np.mean(scenics):.3g} ms",
        ),
    ]


def processes(name: str) -> List[Figure]:
    """Compare whole processes from the shell to a checked folder.

    The reference only imports Scenic, compiles the program and samples.
    """
    models = load_models(read_descriptor(str(MODELS_FILE)))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "gzscenic").mkdir()
        (folder / "gzscenic" / "__init__.py").write_text("")
        (folder / "gzscenic" / "model.scenic").write_text(
            module_source(models, "2D"), encoding="utf-8"
        )
        (folder / "room.scenic").write_text(
            modernize(
                ROOM_FILE.read_text(encoding="utf-8"),
                "",
                [info.class_name for info in models.values()],
            )[0],
            encoding="utf-8",
        )
        own = (
            f"import random, numpy, scenic; s = scenic.scenarioFromFile('{folder}/room.scenic', "
            "mode2D=True); random.seed(1); numpy.random.seed(1); s.generate(100000)"
        )
        number = iter(range(10**6))

        def ours(seed: int) -> None:
            _run(
                folder,
                "-m",
                "sim.scenes",
                "generate",
                str(ROOM_FILE),
                str(MODELS_FILE),
                str(folder / f"out{next(number)}"),
                "-n",
                "1",
                "-s",
                str(seed),
            )

        ours(0)
        whole, scenic = in_turns(
            [ours, lambda seed: _run(folder, "-c", own)], PROCESSES, time.perf_counter
        )
    note = (
        f"medians of {PROCESSES} in turns, {np.median(whole) / 1e3:.2f} s against "
        f"{np.median(scenic) / 1e3:.2f} s; sampled, written and checked; models measured "
        "before"
    )
    return [Figure(name, float(np.median(whole) / np.median(scenic)), "x", 2.0, note=note)]


def scenics_own(loaded: LoadedScenario, seed: int) -> None:
    """Scenic's own ``generate``, as it comes."""
    seed_all(seed)
    loaded.program.generate(MAX_ITERATIONS)


def in_turns(
    actions: List[Callable[[int], object]],
    runs: int,
    clock: Callable[[], float] = time.process_time,
) -> Tuple[List[float], ...]:
    """Return the time in ms of each action with each seed."""
    found: Tuple[List[float], ...] = tuple([] for _ in actions)
    for seed in range(SEED, SEED + runs):
        for action, times in zip(actions, found):
            begin = clock()
            action(seed)
            times.append(1e3 * (clock() - begin))
    return found


def _run(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")])}
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=str(folder),
        env=environment,
    )


if __name__ == "__main__":
    for figure in figures():
        print(figure.row(), figure.note or figure.why, flush=True)
