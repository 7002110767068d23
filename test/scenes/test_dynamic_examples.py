"""Examples of dynamic scenarios in the kinematic world.

The program of their page in docs/ runs through the loader.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.scenes.descriptor import read_descriptor
from sim.scenes.dynamic.backend import CarCommand
from sim.scenes.dynamic.describe import Describer
from sim.scenes.dynamic.kinematic import KinematicWorld
from sim.scenes.dynamic.run import DynamicRunOptions, run
from sim.scenes.library import load_models
from sim.scenes.scenario import load_scenario

from .dynamic_programs import standing

ROOT = Path(__file__).resolve().parents[2]
STEP_OUT, ROUND_WALK = (ROOT / "scenarios" / f"{name}.yaml" for name in ("step_out", "round_walk"))


def ran(
    program: Path,
    descriptor: Path,
    world: KinematicWorld,
    seed: int = 1,
    clear: bool = True,
    **options,
):
    """The result of a program with the models of a descriptor."""
    loaded = load_scenario(
        program, load_models(read_descriptor(str(descriptor))), fast=False, **options
    )
    scene, iterations = loaded.sample_scenic(seed)
    return run(
        scene,
        Describer(loaded, scene, loaded.described(scene, seed, iterations)),
        world,
        DynamicRunOptions(program.name, seed, clear=clear),
    )


def road(speed: float) -> KinematicWorld:
    """Return an ego at the beginning of step_out's lane with constant speed."""
    yaw = math.radians(-135)
    world = KinematicWorld(
        0.05, standing(ego=(-285.32 + 12 * math.cos(yaw), -280.37 + 12 * math.sin(yaw), yaw))
    )
    world.drive("ego", CarCommand(0.0, speed, 2.0))
    return world


@pytest.mark.not_quick
def test_not_braking_for_the_pedestrian_violates_the_requirement():
    params = {"place": 90.0, "distance": 20.0, "speed": 1.5, "pause": 2.0}
    result = ran(ROOT / "scenarios" / "step_out.scenic", STEP_OUT, road(8.0), params=params)
    assert (result.status, result.requirement) == ("violated", "keeps_clear")
    text = (ROOT / "scenarios" / "step_out.scenic").read_text().splitlines()[result.line - 1]
    assert text == "require always gap(ego, pedestrian) > 0.3 as keeps_clear"
    starts = next(
        step
        for step, place in result.records["pedestrian_position"]
        if place != result.records["pedestrian_position"][0][1]
    )
    assert dict(result.records["gap"])[starts - 1] == pytest.approx(20.0 - 2.3 - 0.2, abs=0.8)
    assert result.records["place"] == 90.0


@pytest.mark.not_quick
def test_a_distant_ego_passes():
    result = ran(
        ROOT / "scenarios" / "step_out.scenic",
        STEP_OUT,
        road(8.0),
        params={"place": 90.0, "distance": 0.5, "speed": 1.0, "pause": 1.0},
    )
    assert result.status == "completed"
    assert min(gap for _, gap in result.records["gap"]) == pytest.approx(3.0 - 0.9 - 0.2, abs=0.01)


@pytest.mark.not_quick
def test_the_walk_goes_around():
    result = ran(
        ROOT / "scenarios" / "round_walk.scenic",
        ROUND_WALK,
        KinematicWorld(0.05),
        params={"speed": 1.5},
    )
    assert result.status == "completed"
    assert result.duration == pytest.approx((4 + 6 + 6 + 6) / 1.5, abs=0.06)
    places = np.array([tuple(place) for _, place in result.records["place"]])
    assert places[:, :2].min() == pytest.approx(-2.0) and places[:, :2].max() == pytest.approx(
        4.0, abs=0.08
    )
    assert result.records["crate_place"][-1][1][0] == pytest.approx(2.5)


@pytest.mark.not_quick
def test_the_program_of_the_documentation_runs(tmp_path):
    program = tmp_path / "documented.scenic"
    program.write_text(
        re.search(
            r"```scenic\n(.*?)```", (ROOT / "docs" / "scenes_dynamic.md").read_text(), re.DOTALL
        ).group(1)
    )
    result = ran(program, STEP_OUT, road(5.0))
    assert result.status in ("completed", "violated") and len(result.records["gap"]) > 20


def test_objects_created_in_a_run_get_unique_names(tmp_path):
    program, world = tmp_path / "later.scenic", KinematicWorld(0.05)
    program.write_text("""from gzscenic.model import *
from sim.scenes.behaviors import *
scenario Another(x):
    setup:
        new Crate at x @ 5, facing 0 deg
        terminate after 0.1 seconds
scenario Main():
    setup:
        ego = new Crate at 0 @ 0, facing 0 deg
    compose:
        do Another(2)
        do Another(4)
""")
    result = ran(program, ROUND_WALK, world, clear=False)
    assert result.status == "completed"
    assert world.names == ("crate", "crate_1", "crate_2")
    assert world.state("crate_2").pose[:3, 3] == pytest.approx((4.0, 5.0, 0.0))
