"""Example scenarios from sampling to checked folders.

Nothing overlaps, missions are the scene's, manifests give the same bytes.
"""

from __future__ import annotations

import math

import pytest
import yaml

pytest.importorskip("scenic", reason="sampling needs Scenic, setup/requirements/scenes.txt")

from scenes.translated import ROOT, contents
from sim.scenes.check import Measures, check_scene
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import Store, Writer, rebuild
from sim.scenes.library import search_path
from sim.scenes.scenario import load_described

EXAMPLES = [
    ("fetch_room", "fetch_room", "2D"),
    ("fetch_room_3d", "fetch_room", "3D"),
    ("hoop", "hoop", "2D"),
    ("patrol", "patrol", "2D"),
]
COUNT = 15


@pytest.mark.parametrize("scenario, models, mode", EXAMPLES, ids=[name for name, _, _ in EXAMPLES])
@pytest.mark.not_quick
def test_examples_from_sampling_to_checked_folders(tmp_path, scenario, models, mode) -> None:
    descriptor = read_descriptor(ROOT / "scenarios" / f"{models}.yaml")
    loaded = load_described(ROOT / "scenarios" / f"{scenario}.scenic", descriptor, mode)
    writer, measures = (
        Writer(
            loaded.models, descriptor.world, search_path(descriptor), Store(tmp_path / ".store")
        ),
        Measures(),
    )
    for seed in range(COUNT):
        scene = loaded.sample(seed, 20000)
        folder = writer.write(scene, tmp_path / f"{seed}")
        report = check_scene(folder, measures)
        assert report.lines() == [
            f"{folder}: ok, {len(scene.spawned())} objects, {report.pairs} pairs compared"
        ]
        written = yaml.safe_load((folder / "missions.yaml").read_text())
        entries = {entry["name"]: entry for poses in written.values() for entry in poses}
        assert set(entries) == {item.name for item in scene.mission()}
        for item in scene.mission():
            entry = entries[item.name]
            assert (entry["x"], entry["y"]) == item.position[:2]
            assert math.remainder(
                entry["yaw"] - entry["heading"] - math.pi / 2.0, 2.0 * math.pi
            ) == pytest.approx(0.0, abs=1e-9)
    assert contents(
        rebuild(folder, loaded.models, descriptor.world, tmp_path / "again")
    ) == contents(folder)
