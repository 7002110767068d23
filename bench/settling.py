"""Rest poses of public models on both simulators: ``./run bench settling``.

Each has three sizes, from the start and spawned live. ``SIM_PUBLIC_MODELS`` names a folder of the
public models. Every model stands alone on level ground, its box's bottom at the ground's height,
for 5 s. A model counts as *flung* if its origin moves further than its size at any time, and as
*apart* if the two simulators differ by more than 5 cm or 5 degrees. ``--models a,b`` takes only
some, ``--simulator`` one simulator, ``--each`` prints each model's poses.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np

from bench.lib import on_simulator
from bench.lib.report import ROOT, Figure, Report, header, run

SETTLING_TIME = 5.0  # s
PHYSICS_STEP = 0.001  # s
# Number of models per world; if the simulator ends with them, each gets a separate one.
CHUNK = 8
SIZES = {"half": (0.5, 0.5, 0.5), "own": (1.0, 1.0, 1.0), "flat": (1.6, 1.6, 0.6)}
# Models that cannot be scaled unequally get this scale.
LARGE = (1.6, 1.6, 1.6)
MAX_DISTANCE = 0.05  # m
MAX_ROTATION = math.radians(5.0)  # rad
LEFT_OUT = ("ground_plane", "sun")
MODELS_VARIABLE = "SIM_PUBLIC_MODELS"
PICKED_VARIABLE = "SIM_BENCH_PICKED"
WAY_VARIABLE = "SIM_BENCH_WAY"


@dataclass(frozen=True)
class Case:
    """One model at one size.

    Its SDF, the pose (x, y, z, roll, pitch, yaw) of its origin, and its box's diagonal.
    """

    name: str
    sdf: str
    pose: Tuple[float, ...]
    diagonal: float
    static: bool


def cases(folder: Path, picked: Sequence[str] = ()) -> Tuple[List[Case], List[str]]:
    """Return all cases on a grid, and reasons for missing ones."""
    from sim.errors import InputError
    from sim.scenes.descriptor import Descriptor, Entry
    from sim.scenes.library import load_models

    found: List[Case] = []
    refused: List[str] = []
    corner = 0.0
    for home in sorted(path.parent for path in folder.glob("*/model.config")):
        if home.name in LEFT_OUT or (picked and home.name not in picked):
            continue
        try:
            entry = Entry(home.name, "CUSTOM_MODEL", home.name, dynamic_size=True)
            info = load_models(Descriptor(str(folder), "", str(folder), (entry,)))[home.name]
        except InputError as error:
            refused.append(f"{home.name}: {error}")
            continue
        corner += max(info.size[:2]) * 1.6 + 1.0
        for number, (size, scale) in enumerate(SIZES.items()):
            place, name = (corner, number * 60.0), f"{home.name}_{size}"
            try:
                found.append(_case(name, info, scale, place, str(folder)))
            except InputError as error:
                refused.append(f"{name}: {error}")
                found.append(_case(f"{home.name}_large", info, LARGE, place, str(folder)))
        corner += max(info.size[:2]) * 1.6
    return found, refused


def _case(
    name: str, info: Any, scale: Tuple[float, ...], place: Tuple[float, float], folder: str
) -> Case:
    from sim.scenes.gazebo.model import model_sdf
    from sim.scenes.scene import SceneObject

    size = tuple(extent * factor for extent, factor in zip(info.size, scale))
    yaw = 0.1 + 2.4 * (hash_of(name) % 100) / 100.0
    low = (info.center[2] - info.size[2] / 2.0) * scale[2]
    origin = (*place, -low, 0.0, 0.0, yaw)
    item = SceneObject(
        name, info.name, False, (*place, size[2] / 2.0), (0.0, 0.0, yaw), origin, size, scale
    )
    return Case(
        name,
        model_sdf(item, info, model_path=(folder,)),
        origin,
        float(np.linalg.norm(size)),
        info.static,
    )


def hash_of(name: str) -> int:
    """Return a hash of a name that is equal in all processes."""
    return sum((place + 1) * ord(letter) for place, letter in enumerate(name))


def placed(case: Case) -> str:
    """Return the case as a model of a world file."""
    text = case.sdf[case.sdf.index("<model ") : case.sdf.rindex("</sdf>")]
    begin = text.index(">") + 1
    return f"{text[:begin]}<pose>{' '.join(map(repr, case.pose))}</pose>{text[begin:]}"


def measure(child: on_simulator.Child) -> Dict[str, Any]:
    """Return every case's displacement and orientation after settling.

    Also its largest displacement; runs in the child process.
    """
    found, _ = cases(Path(os.environ[MODELS_VARIABLE]), _picked())
    live = os.environ[WAY_VARIABLE] == "live"
    for case in found if live else ():
        child.call("spawn_sdf_model", case.name, case.sdf, "", _message(case.pose), "")
    farthest: Dict[str, float] = {}
    last: Dict[str, List[float]] = {}
    for _ in range(10):
        child.step(SETTLING_TIME / 10)
        for case in found:
            at = child.call("get_model_state", case.name, "").pose
            way = np.subtract([at.position.x, at.position.y, at.position.z], case.pose[:3])
            last[case.name] = [
                *map(float, way),
                at.orientation.x,
                at.orientation.y,
                at.orientation.z,
                at.orientation.w,
            ]
            farthest[case.name] = max(farthest.get(case.name, 0.0), float(np.linalg.norm(way)))
    return {"last": last, "farthest": farthest}


def _picked() -> List[str]:
    return [word for word in os.environ.get(PICKED_VARIABLE, "").split(",") if word]


def _message(pose: Sequence[float]) -> Any:
    from geometry_msgs.msg import Point, Pose, Quaternion

    return Pose(
        Point(*pose[:3]), Quaternion(0.0, 0.0, math.sin(pose[5] / 2.0), math.cos(pose[5] / 2.0))
    )


def settled(
    simulator: str, way: str, models: Sequence[str]
) -> Tuple[Dict[str, Dict[str, Any]], List[str]]:
    """Return the result of :func:`measure` for some models, and crashes.

    The models are there from the start, or spawned live.
    """
    found: Dict[str, Dict[str, Any]] = {"last": {}, "farthest": {}}
    failed: List[str] = []
    chunks = [list(models[first : first + CHUNK]) for first in range(0, len(models), CHUNK)]
    while chunks:
        chunk = chunks.pop(0)
        try:
            part = _run(simulator, way, chunk)
        except RuntimeError as error:
            if len(chunk) == 1:
                failed.append(f"{chunk[0]}: {error}")
            chunks = [[model] for model in chunk] + chunks if len(chunk) > 1 else chunks
            continue
        for key, values in part.items():
            found[key].update(values)
    return found, failed


def _run(simulator: str, way: str, models: Sequence[str]) -> Dict[str, Any]:
    os.environ.update({WAY_VARIABLE: way, PICKED_VARIABLE: ",".join(models)})
    found, _ = cases(Path(os.environ[MODELS_VARIABLE]), models)
    with tempfile.TemporaryDirectory() as folder:
        world = on_simulator.flat_world(
            Path(folder), PHYSICS_STEP, "".join(map(placed, found)) if way == "start" else ""
        )
        return on_simulator.run_child(__spec__.name, simulator, world)


def angle(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the angle in rad between the orientations of two poses.

    A pose is (x, y, z, qx, qy, qz, qw).
    """
    return 2.0 * math.acos(min(1.0, abs(float(np.dot(one[3:], other[3:])))))


def figures(found: Sequence[Case], results: Dict[Tuple[str, str], Dict[str, Any]]) -> List[Figure]:
    """Return the number flung on each simulator, and of those apart."""
    listed: List[Figure] = []
    for (simulator, way), result in results.items():
        here = [case for case in found if case.name in result["last"]]
        flung = [case.name for case in here if not result["farthest"][case.name] <= case.diagonal]
        listed.append(
            Figure(
                f"models flung, {simulator}, {way}",
                len(flung),
                f"of {len(here)}",
                0,
                note=", ".join(flung),
            )
        )
    for way in sorted({way for _, way in results}):
        if {("embedded", way), ("gazebo", way)} <= set(results):
            mine, theirs = (results[(name, way)]["last"] for name in ("embedded", "gazebo"))
            both = [case.name for case in found if case.name in mine and case.name in theirs]
            apart = [
                name
                for name in both
                if not (
                    math.dist(mine[name][:3], theirs[name][:3]) < MAX_DISTANCE
                    and angle(mine[name], theirs[name]) < MAX_ROTATION
                )
            ]
            listed.append(
                Figure(
                    f"models that the simulators leave apart, {way}",
                    len(apart),
                    f"of {len(both)}",
                    note=", ".join(apart),
                )
            )
    return listed


def tell(found: Sequence[Case], results: Dict[Tuple[str, str], Dict[str, Any]]) -> None:
    """Print each model's displacement, orientation, and largest displacement."""
    for case in found:
        print(
            case.name, "static" if case.static else "", [round(value, 3) for value in case.pose[:3]]
        )
        for key, result in results.items():
            if case.name in result["last"]:
                last = result["last"][case.name]
                print(
                    "   ",
                    *key,
                    [round(value, 4) for value in last[:3]],
                    [round(value, 3) for value in last[3:]],
                    round(result["farthest"][case.name], 3),
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="", help="only these, separated by commas")
    parser.add_argument("--simulator", choices=("embedded", "gazebo"), action="append")
    parser.add_argument("--each", action="store_true", help="print each model's poses")
    arguments = parser.parse_args()
    report = Report(
        "settling", header(f"every model once at the sizes {SIZES}, {SETTLING_TIME:g} s each")
    )
    if MODELS_VARIABLE not in os.environ:
        report.add(
            [
                Figure(
                    "models flung",
                    None,
                    "",
                    0,
                    why=f"{MODELS_VARIABLE} names no folder of the public models",
                )
            ]
        )
        return
    found, refused = cases(
        Path(os.environ[MODELS_VARIABLE]), [word for word in arguments.models.split(",") if word]
    )
    models = list(dict.fromkeys(case.name.rpartition("_")[0] for case in found))
    # Paths of the machine must not be in a result.
    refused = [
        re.sub(r"; searched .*?; ", "; ", text).replace(os.environ[MODELS_VARIABLE], "the folder")
        for text in refused
    ]
    results: Dict[Tuple[str, str], Dict[str, Any]] = {}
    failed: List[str] = []
    for simulator in arguments.simulator or ("embedded", "gazebo"):
        for way in ("start", "live"):
            results[(simulator, way)], ended = settled(simulator, way, models)
            failed += [f"{simulator}, {way}: {text.partition(' | ')[0]}" for text in ended]
    if arguments.each:
        tell(found, results)
    report.add(figures(found, results))
    report.add(
        [
            Figure(
                "models with which a simulator did not run",
                len(failed),
                "",
                0,
                note="; ".join(failed),
            ),
            Figure("sizes that resizing refuses", len(refused), "", note="; ".join(refused)),
        ]
    )
    if not arguments.models and not arguments.simulator:
        print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    if on_simulator.Child.wanted():
        on_simulator.Child.main(measure)
    else:
        run(main)
