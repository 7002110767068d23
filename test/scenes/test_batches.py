"""Batches: reproducible, atomic, resumable, never over another batch."""

from __future__ import annotations

import errno
import filecmp
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict

import pytest

pytest.importorskip("scenic")

from sim.errors import InputError, SimulationError
from sim.scenes import manifest
from sim.scenes.batch import BatchOptions, SceneBatch, scene_folder, scene_folders
from sim.scenes.batch.progress import BatchProgress
from sim.scenes.batch.workers import WorkerProcesses
from sim.scenes.coverage import batch_coverage, coverage, write
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import Store, Writer
from sim.scenes.scenario import load_described
from sim.scenes.scene import Scene, SceneObject
from sim.scenes.seeds import scene_seed

ROOT = Path(__file__).resolve().parents[2]
DESCRIPTOR = read_descriptor(str(ROOT / "scenarios" / "fetch_room.yaml"))


@pytest.fixture(scope="module")
def room():
    return load_described(ROOT / "scenarios" / "fetch_room.scenic", DESCRIPTOR)


def make(room, out: Path, count: int, seed: int = 5, jobs: int = 1, **more):
    return SceneBatch(room, out, BatchOptions(count, seed, jobs, **more), DESCRIPTOR.world).run()


def contents(folder: Path) -> Dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".store" not in path.parts
    }


@pytest.mark.not_quick
def test_the_number_of_processes_and_the_order_change_nothing(room, tmp_path: Path) -> None:
    assert make(room, tmp_path / "one", 6).problems == ()
    assert make(room, tmp_path / "two", 6, jobs=2).made == 6
    make(room, tmp_path / "later", 2)
    result = make(room, tmp_path / "later", 6, jobs=3)
    assert (result.made, result.found) == (4, 2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "later")
    third = manifest.read(tmp_path / "two" / scene_folder(3))
    assert third.seed == scene_seed(5, 3) and third == room.sample(third.seed)
    assert (
        len(
            {scene_seed(5, number) for number in range(1000)}
            | {scene_seed(6, number) for number in range(1000)}
        )
        == 2000
    )


@pytest.mark.not_quick
def test_a_hundred_scenes_are_rebuilt_from_manifests_exactly(room, tmp_path: Path) -> None:
    make(room, tmp_path / "batch", 100, jobs=2)
    again = Writer(room.models, DESCRIPTOR.world, store=Store(tmp_path / ".store"))
    for _number, folder in scene_folders(tmp_path / "batch"):
        again.write(manifest.read(folder), tmp_path / "again" / folder.name)
    first, second = contents(tmp_path / "batch"), contents(tmp_path / "again")
    first.pop("batch.json")
    assert len(scene_folders(tmp_path / "again")) == 100 and first == second


@pytest.mark.not_quick
def test_missing_scenes_are_made_again_identically(room, tmp_path: Path) -> None:
    make(room, tmp_path, 3)
    before = contents(tmp_path)
    for path in sorted((tmp_path / scene_folder(1)).rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    (tmp_path / scene_folder(1)).rmdir()
    (tmp_path / ".work" / "half").mkdir(parents=True)
    result = make(room, tmp_path, 2)
    assert (
        (result.made, result.found) == (1, 2)
        and contents(tmp_path) == before
        and not (tmp_path / ".work").exists()
    )


@pytest.mark.not_quick
def test_another_batch_and_what_is_no_batch_are_left_alone(room, tmp_path: Path) -> None:
    make(room, tmp_path / "batch", 1)
    before = contents(tmp_path)
    with pytest.raises(
        InputError,
        match=r"is of another batch, which is never overwritten: another seed \(5 there, 6 asked "
        r"for\)",
    ):
        make(room, tmp_path / "batch", 1, seed=6)
    changed = load_described(
        ROOT / "scenarios" / "fetch_room.scenic", DESCRIPTOR, params={"time": 3}
    )
    with pytest.raises(InputError, match="other parameters"):
        make(changed, tmp_path / "batch", 1)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "work.txt").write_text("mine")
    with pytest.raises(InputError, match="is not the folder of a batch"):
        make(room, tmp_path / "other", 1)
    assert {**before, "other/work.txt": b"mine"} == contents(tmp_path)


def test_an_impossible_scene_ends_the_batch_and_keeps_the_others(room, tmp_path: Path) -> None:
    with pytest.raises(
        SimulationError,
        match=r"scene \d \(seed \d+\): .*no scene that meets all requirements in 1 iterations",
    ):
        make(room, tmp_path, 8, jobs=2, max_iterations=1)
    there = {number for number, _ in scene_folders(tmp_path)}
    assert len(there) < 8 and not (tmp_path / ".work").exists()
    result = make(room, tmp_path, 8)
    assert result.found == len(there) and [number for number, _ in scene_folders(tmp_path)] == list(
        range(8)
    )


def test_a_batch_that_came_to_nothing_may_be_another(room, tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match="in 1 iterations"):
        make(room, tmp_path, 5, seed=2, max_iterations=1)
    assert not scene_folders(tmp_path) and make(room, tmp_path, 1, seed=6).made == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_is_said_and_leaves_nothing_half_written(
    room, tmp_path: Path, monkeypatch, jobs: int
) -> None:
    def full(self, *arguments, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sim.scenes.gazebo.write.write_missions", full)
    with pytest.raises(SimulationError, match="no space is left on the disk"):
        make(room, tmp_path, 2, jobs=jobs)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != ".store") == [
        "batch.json"
    ]


def test_a_worker_that_dies_is_noticed() -> None:
    def maker():
        return lambda number: os._exit(3) if number == 2 else number

    ended = pytest.raises(
        SimulationError, match="the process that made scene 2 ended without a word"
    )
    with ended, WorkerProcesses(maker, 2) as workers:
        list(workers.results(range(6)))


def test_a_stored_file_stays_when_two_processes_store_it_at_once(
    tmp_path: Path, monkeypatch
) -> None:
    """Linux refuses a link to a file that is just being replaced.

    A scene of one process failed by the other's.
    """
    first, second = Store(tmp_path / "store"), Store(tmp_path / "store")
    first.place_text("content", str(tmp_path / "a"))
    (stored,) = [path for path in (tmp_path / "store").rglob("*") if path.is_file()]
    inode, exists = stored.stat().st_ino, os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: str(path) != str(stored) and exists(path))
    second.place_text("content", str(tmp_path / "b"))
    assert (
        stored.stat().st_ino == inode == (tmp_path / "b").stat().st_ino
        and stored.stat().st_nlink == 3
    )
    assert [path.name for path in stored.parent.iterdir()] == [stored.name]


def test_two_processes_never_write_one_batch(room, tmp_path: Path) -> None:
    batch = SceneBatch(room, tmp_path, BatchOptions(2, 5), DESCRIPTOR.world)
    refused = []

    def other(done: int, total: int) -> None:
        with pytest.raises(InputError, match="another process is writing this batch"):
            make(room, tmp_path, 1)
        refused.append(done)

    batch.run(other)
    assert refused == [0, 1, 2]


@pytest.mark.not_quick
def test_ctrl_c_ends_all_processes_and_the_rest_is_made_later(room, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sim.scenes",
        "generate",
        str(ROOT / "scenarios" / "fetch_room.scenic"),
        DESCRIPTOR.path,
        str(tmp_path / "out"),
        "-n",
        "100000",
        "-s",
        "5",
        "--jobs",
        "2",
    ]
    child = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    limit = time.monotonic() + 300.0
    while not (tmp_path / "out" / scene_folder(3)).exists():
        assert child.poll() is None and time.monotonic() < limit
        time.sleep(0.02)
    workers = [
        int(pid) for pid in Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
    ]
    assert len(workers) == 2
    os.killpg(child.pid, signal.SIGINT)
    child.communicate(timeout=300.0)
    assert child.returncode == 130 and not any(Path(f"/proc/{pid}").exists() for pid in workers)
    there = scene_folders(tmp_path / "out")
    assert (
        3 in [number for number, _ in there]
        and len(there) < 100000
        and not (tmp_path / "out" / ".work").exists()
    )
    make(room, tmp_path / "whole", 4)
    same = filecmp.dircmp(tmp_path / "out" / scene_folder(3), tmp_path / "whole" / scene_folder(3))
    assert not (same.diff_files or same.left_only or same.right_only)


def test_progress_is_told_now_and_then() -> None:
    class Lines(list):
        def write(self, text: str) -> None:
            self.append(text)

        def flush(self) -> None:
            pass

        def isatty(self) -> bool:
            return False

    times, lines = iter([0.0, 1.0, 4.0, 6.0, 6.0, 6.0, 7.0, 7.0, 7.0]), Lines()
    progress = BatchProgress(lines, lambda: next(times))
    for done in (10, 11, 12, 16):
        progress(done, 40)
    assert "".join(lines) == "16 of 40 scenes, 1 a second, 24 s left\n"


def cube(x: float, y: float, yaw: float, scale: float = 1.0) -> SceneObject:
    return SceneObject(
        "cube",
        "cube",
        False,
        (x, y, 0.5),
        (0.0, 0.0, yaw),
        (x, y, 0.0, 0.0, 0.0, yaw),
        (1.0, 1.0, 1.0),
        (scale, 1.0, 1.0),
    )


def test_coverage_counts_cells_headings_and_sizes(tmp_path: Path) -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
    places = [(0.5, 0.5, 0.1, 1.0), (0.6, 0.4, 0.1, 0.6), (3.5, 1.5, -0.1, 1.9)]
    found = coverage(
        [
            Scene("a.scenic", seed, "2D", (cube(*place),), workspace=square)
            for seed, place in enumerate(places)
        ],
        cell=1.0,
    )
    (model,) = found.models
    assert model.counts.tolist() == [[2, 0, 0, 0], [0, 0, 0, 1]] and model.growth == (
        (1, 0.125),
        (2, 0.125),
        (3, 0.25),
    )
    assert (
        found.occupied[0, 0] == pytest.approx(2.0 / 3.0)
        and found.occupied[1, 3] == pytest.approx(1.0 / 3.0)
        and found.occupied[0, 1] == 0.0
    )
    assert model.headings[0] == 2 and model.headings[-1] == 1 and model.headings.sum() == 3
    assert model.sizes[0].tolist() == [1, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    paths = write(found, tmp_path)
    assert [path.name for path in paths] == ["coverage.json", "coverage.csv"] and paths[
        1
    ].read_text().splitlines()[-1].startswith("cube,3,3,0.2500,0.0556,0.3000")


def test_coverage_of_a_batch(room, tmp_path: Path) -> None:
    make(room, tmp_path, 3)
    found = batch_coverage(tmp_path)
    assert (
        found.scenes == 3
        and found.grid.inside.shape == (16, 16)
        and {item.model: item.objects for item in found.models}["waypoint"] == 6
    )
    with pytest.raises(InputError, match="holds no scene"):
        batch_coverage(tmp_path / scene_folder(0))
