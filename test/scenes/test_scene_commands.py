"""The command line of the scenes, and GzScenic's."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import List

import pytest
import yaml
from lxml import etree

pytest.importorskip("scenic")

from scenes.model_folders import write_model
from sim.scenes import manifest
from sim.scenes.__main__ import main
from sim.scenes.commands import gzscenic

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
ROOM = [str(SCENARIOS / "fetch_room.scenic"), str(SCENARIOS / "fetch_room.yaml")]


@pytest.fixture(scope="module")
def batch(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("batch") / "rooms"
    assert (
        main(["generate", *ROOM, str(out), "-n", "3", "-s", "7", "--jobs", "1", "--preview"]) == 0
    )
    return out


def files(folder: Path) -> List[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def same(one: Path, other: Path) -> bool:
    names = files(one)
    return names == files(other) and filecmp.cmpfiles(one, other, names, shallow=False)[0] == names


@pytest.mark.not_quick
def test_a_batch_is_checked_and_replayed_byte_for_byte(batch: Path, tmp_path: Path, capsys) -> None:
    assert main(["check", str(batch)]) == 0
    assert "3 scenes checked, 0 with problems" in capsys.readouterr().out
    (batch / "scene_0001" / "preview.png").unlink()
    assert main(["replay", str(batch / "scene_0001"), ROOM[1], str(tmp_path / "again")]) == 0
    assert same(batch / "scene_0001", tmp_path / "again")


@pytest.mark.not_quick
def test_an_interrupted_batch_is_resumed_with_its_own_seed(tmp_path: Path, capsys) -> None:
    assert main(["generate", *ROOM, str(tmp_path / "a"), "-n", "2", "-s", "5", "--jobs", "1"]) == 0
    assert main(["generate", *ROOM, str(tmp_path / "b"), "-n", "1", "-s", "5", "--jobs", "1"]) == 0
    assert main(["generate", *ROOM, str(tmp_path / "b"), "-n", "2", "--jobs", "1"]) == 0
    assert "1 scenes made" in capsys.readouterr().out
    assert manifest.dumps(manifest.read(tmp_path / "a" / "scene_0001")) == manifest.dumps(
        manifest.read(tmp_path / "b" / "scene_0001")
    )


@pytest.mark.not_quick
def test_a_batch_of_another_seed_is_left_as_it_is(batch: Path, capsys) -> None:
    before = files(batch)
    assert main(["generate", *ROOM, str(batch), "-n", "3", "-s", "8"]) == 2
    assert "another seed" in capsys.readouterr().err and files(batch) == before


def test_a_problem_is_told_by_the_exit_code(batch: Path, tmp_path: Path, capsys) -> None:
    """A world with a table moved into the bookshelf."""
    assert main(["replay", str(batch / "scene_0002"), ROOM[1], str(tmp_path / "moved")]) == 0
    world = tmp_path / "moved" / "empty_world.world"
    root = etree.parse(str(world))
    poses = {include.findtext("name"): include.find("pose") for include in root.iter("include")}
    poses["cafe_table"].text = poses["bookshelf"].text
    root.write(str(world))
    assert main(["check", str(tmp_path / "moved")]) == 1
    out = capsys.readouterr().out
    assert "overlap: " in out and "bookshelf" in out and "1 with problems" in out


def test_a_scene_that_cannot_be_read_does_not_hide_the_others(
    batch: Path, tmp_path: Path, capsys
) -> None:
    shutil.copytree(batch, tmp_path / "rooms")
    (tmp_path / "rooms" / "scene_0000" / "scene.json").write_text("{")
    shutil.rmtree(tmp_path / "rooms" / "scene_0001")
    (tmp_path / "rooms" / "scene_0001").mkdir()
    assert main(["check", str(tmp_path / "rooms")]) == 1
    out = capsys.readouterr().out
    assert "scene_0000/scene.json: is not JSON" in out and "scene_0001: holds no scene" in out
    assert "scene_0002: ok" in out and "3 scenes checked, 2 with problems" in out


def test_included_models_are_those_that_were_measured(tmp_path: Path, monkeypatch) -> None:
    """Two folders have a base; every command takes the first one's. Wherever other models are."""
    for folder, name, size in (("small", "base", 1), ("large", "base", 3), ("large", "pole", 1)):
        (tmp_path / folder).mkdir(exist_ok=True)
        write_model(
            tmp_path / folder, name, [("0 0 0 0 0 0", f"<box><size>{size} 1 1</size></box>")]
        )
    (tmp_path / "outer").mkdir()
    (tmp_path / "outer" / "model.sdf").write_text(
        '<sdf version="1.6"><model name="outer"><link '
        'name="l"/><include><uri>model://base</uri></include></model></sdf>'
    )
    (tmp_path / "models.yaml").write_text(
        "models:\n- {name: pole, type: GAZEBO_MODEL}\n- {name: outer, type: CUSTOM_MODEL, "
        "dynamic_size: false}\n"
    )
    (tmp_path / "a.scenic").write_text(
        "from gzscenic.model import *\nego = new Outer at 0 @ 0\nnew Pole at 1.5 @ 3\n"
    )
    monkeypatch.setenv(
        "GAZEBO_MODEL_PATH", os.pathsep.join([str(tmp_path / "small"), str(tmp_path / "large")])
    )
    monkeypatch.setenv("SIM_MODEL_CACHE", str(tmp_path / "cache"))
    inputs = [str(tmp_path / "a.scenic"), str(tmp_path / "models.yaml")]
    assert main(["generate", *inputs, str(tmp_path / "batch"), "-s", "1", "--jobs", "1"]) == 0
    assert (
        main(["replay", str(tmp_path / "batch" / "scene_0000"), inputs[1], str(tmp_path / "again")])
        == 0
    )
    assert gzscenic.main([*inputs, str(tmp_path / "drop_in"), "-s", "1", "-n", "1", "--noplt"]) == 0
    for scene in ("batch/scene_0000", "again", "drop_in"):
        assert "<size>1 1 1" in (tmp_path / scene / "models" / "base" / "model.sdf").read_text()


def test_a_closed_pipe_gives_no_traceback(batch: Path) -> None:
    """As behind "| head -1"."""
    command = [sys.executable, "-m", "sim.scenes", "check", *[str(batch)] * 3]
    checking = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    checking.stdout.close()
    assert checking.stderr.read() == b"" and checking.wait(60) == 141


@pytest.mark.not_quick
def test_pictures_and_archives(batch: Path, tmp_path: Path) -> None:
    scene = str(batch / "scene_0000")
    assert main(["preview", scene, str(tmp_path / "room.svg"), "--models", ROOM[1]]) == 0
    assert (tmp_path / "room.svg").read_text().startswith("<?xml")
    assert main(["pack", scene, str(tmp_path / "room.zip")]) == 0
    assert (tmp_path / "room.zip").read_bytes()[:2] == b"PK"


def test_the_table_of_models(capsys) -> None:
    assert main(["models", ROOM[1]]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:5] == ["class", "model", "width", "length", "height"]
    assert next(line for line in lines if line.startswith("CafeTable")).split()[2:5] == [
        "0.913",
        "0.913",
        "0.775",
    ]


@pytest.mark.not_quick
def test_gzscenic_writes_what_gzscenic_does(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert (
        gzscenic.main(
            [
                *ROOM,
                str(out),
                "-s",
                "5",
                "-n",
                "1",
                "--noplt",
                "--dump",
                str(tmp_path / "model.scenic"),
            ]
        )
        == 0
    )
    assert sorted(path.name for path in out.iterdir()) == [
        "empty_world.world",
        "models",
        "poses.yaml",
        "scene.json",
    ]
    poses = yaml.safe_load((out / "poses.yaml").read_text())
    assert poses["fetch"] == [pytest.approx({"heading": -1.57, "x": 0.0, "y": 0.0, "z": 0.0})]
    assert [sorted(entry) for entry in poses["waypoint"]] == [["heading", "x", "y", "z"]] * 2
    assert (
        gzscenic.main(
            [
                *ROOM,
                str(tmp_path / "loaded"),
                "-s",
                "5",
                "-n",
                "1",
                "--noplt",
                "--load",
                str(tmp_path / "model.scenic"),
            ]
        )
        == 0
    )
    assert same(out, tmp_path / "loaded")


@pytest.mark.not_quick
def test_gzscenic_takes_a_program_of_scenic_2(tmp_path: Path, capsys) -> None:
    program = tmp_path / "old.scenic"
    program.write_text(
        "from gzscenic.model import *\nworkspace = Workspace(RectangularRegion(0 @ 0, 0, 8, 8))\n"
        "ego = Fetch at 0 @ 0\nCafeTable at 2 @ 2\nLampandstand\n"
    )
    assert gzscenic.main([str(program), ROOM[1], str(tmp_path / "out"), "-s", "1", "-n", "2"]) == 0
    assert {f"{program}:{line}: " for line in (3, 4, 5)} <= {
        line.partition(" ")[0] + " " for line in capsys.readouterr().out.splitlines()
    }
    for number in (0, 1):
        scene = tmp_path / "out" / f"scene_{number:04d}"
        assert (scene / "preview.png").exists() and (
            scene / "models" / "LampAndStand" / "model.sdf"
        ).exists()


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["generate", "none.scenic", ROOM[1], "OUT"], "none.scenic"),
        (["generate", ROOM[0], "none.yaml", "OUT"], "none.yaml"),
        (["generate", *ROOM, "OUT", "-s", "-1"], "--seed: -1"),
        (["check", "nowhere"], "nowhere: holds no scene"),
        (["preview", "nowhere"], "nowhere"),
        (["replay", "nowhere", ROOM[1], "OUT"], "nowhere"),
        (["pack", "nowhere", "OUT.zip"], "nowhere"),
        (["models", "none.yaml"], "none.yaml"),
    ],
)
def test_an_error_is_one_line_and_leaves_nothing(
    arguments, told, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.not_quick
def test_coverage_of_a_batch(batch: Path, capsys) -> None:
    assert main(["coverage", str(batch), "--cell", "1"]) == 0
    rows = {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines()}
    assert rows["cafe_table"][1:3] == ["3", "6"]
    assert {"coverage.json", "coverage.csv", "coverage.png"} <= {
        path.name for path in batch.iterdir()
    }


@pytest.mark.not_quick
def test_gzscenics_options(tmp_path: Path, capsys) -> None:
    program = tmp_path / "room.scenic"
    program.write_text(
        "from gzscenic.model import *\nparam side = Range(1, 2)\nego = new Fetch at 0 @ 0\nnew "
        "Bookshelf with z -0.3\n"
    )
    words = [
        str(program),
        ROOM[1],
        str(tmp_path / "out"),
        "--seed",
        "1",
        "--scenes-num",
        "2",
        "--verbose",
        "--show-params",
        "--delay",
        "0.01",
        "-z",
        "2",
        "--no-pruning",
        "-p",
        "seid",
        "3",
    ]
    assert gzscenic.main(words) == 0
    said = capsys.readouterr().out
    assert (
        "sampled in" in said
        and "parameter 'side': 1." in said
        and "'seid', and it has no effect; did you mean side?" in said
    )
    assert said.count("sunk: bookshelf is 0.3 m below the ground") == 2
    workspace = json.loads((tmp_path / "out" / "scene_0001" / "scene.json").read_text())[
        "workspace"
    ]
    assert sorted(map(tuple, workspace)) == [(-2.5, -5.0), (-2.5, 5.0), (2.5, -5.0), (2.5, 5.0)]
    with pytest.raises(SystemExit) as ended:
        gzscenic.main(["--version"])
    assert ended.value.code == 0 and "Scenic 3." in capsys.readouterr().out


@pytest.mark.not_quick
def test_gzscenic_goes_on_until_it_is_told_to_end(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "sim.scenes.commands.gzscenic",
        *ROOM,
        str(tmp_path / "out"),
        "-s",
        "1",
        "--noplt",
    ]
    started = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        end = time.monotonic() + 200.0
        while not (tmp_path / "out" / "scene_0002" / "scene.json").exists():
            assert started.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        started.send_signal(signal.SIGINT)
        assert started.wait(100.0) == 130 and b"interrupted" in started.stderr.read()
    finally:
        started.kill()


def test_an_error_with_its_traceback(tmp_path: Path, capsys) -> None:
    (tmp_path / "bad.scenic").write_text("from gzscenic.model import *\nego = new Fetsh at 0 @ 0\n")
    words = [str(tmp_path / "bad.scenic"), ROOM[1], str(tmp_path / "out"), "-n", "1"]
    assert gzscenic.main(words) == 2 and "Traceback" not in capsys.readouterr().err
    assert gzscenic.main([*words, "-b"]) == 2
    said = capsys.readouterr().err
    assert "Traceback" in said and said.splitlines()[-1].endswith("did you mean Fetch?")
