"""Wheel without ROS: built, installed in a fresh venv, and used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Dict, Iterator
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = "scenes,calibration,openscenario,noise,gym"
BUILT = ("libsim_laws.so", "libsim_physics.so", "sim_traffic_host")
MAX_SIZE = 30e6  # bytes of a wheel
MAX_IMPORT_TIME = 0.3  # s
pytestmark = pytest.mark.slow


def said(folder: Path, *command: object) -> str:
    """Return a command's output, apart from this checkout and ROS."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    path = f"{folder / 'venv' / 'bin'}:/usr/bin:/bin"
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PATH": path, "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1500,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if sys.version_info < (3, 9):
        pytest.skip("MuJoCo, of which the wheel has a part, needs Python 3.9")
    folder = tmp_path_factory.mktemp("wheel")
    said(folder, sys.executable, "-m", "venv", "venv")
    said(folder, "python3", "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def user(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A user's folder with a venv that has the wheel alone."""
    folder = tmp_path_factory.mktemp("user")
    said(folder, sys.executable, "-m", "venv", "venv")
    said(folder, "python3", "-m", "pip", "install", "-q", f"{wheel}[{EXTRAS}]")
    yield folder


def share(user: Path) -> Path:
    code = "from sim.resources import resource; print(resource())"
    return Path(said(user, "python3", "-c", code).strip())


def test_a_wheel_serves_every_python_and_is_small(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert "-py3-none-" in wheel.name and wheel.stat().st_size < MAX_SIZE
    assert {f"sim/lib/{name}" for name in BUILT} <= {*names}
    assert not [name for name in names if name.startswith("sim/ros/")]
    assert {"sim/scenes/behaviors.scenic", "sim/rendering/shaders/scene.frag"} <= {*names}


def test_data_files_lie_in_the_wheel_and_imports_are_quick(user: Path) -> None:
    assert share(user).parts[-3:] == ("site-packages", "sim", "share")
    code = (
        "import time; begin = time.perf_counter(); "
        "import sim.bags, sim.calibration, sim.crcl, sim.environments, sim.noise; "
        "import sim.openscenario, sim.robots, sim.scenes, sim.traffic; "
        "print(time.perf_counter() - begin)"
    )
    times = [float(said(user, "python3", "-c", code)) for _ in range(3)]
    assert min(times) < MAX_IMPORT_TIME, times


def test_scenes_are_generated(user: Path) -> None:
    room = share(user) / "scenarios" / "fetch_room"
    text = said(
        user, "sim", "scenes", "generate", f"{room}.scenic", f"{room}.yaml", "rooms", "-s", 1
    )
    assert "1 scenes made" in text and "0 problems found" in text
    assert list((user / "rooms").rglob("*.world"))


def test_a_scenario_is_played(user: Path) -> None:
    file = ROOT / "examples" / "validation" / "cut_in.xosc"
    text = said(user, "sim", "scenario", "run", file, "--trajectories", "paths.csv")
    assert "ended at 20.00 s; 2 entities" in text
    lines = (user / "paths.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 400 and "np." not in "".join(lines)


def test_a_recording_is_calibrated(user: Path) -> None:
    said(user, "sim", "calibrate", "record", "--frames", 3, "--out", "board.npz")
    text = said(user, "sim", "calibrate", "board.npz", "--out", "lidar.yaml")
    # The truth of setting 1 is 0.4 m above the camera.
    x, y, z = (float(text.split(f" {axis} ")[1].split()[0]) for axis in "xyz")
    assert "verdict: good" in text and abs(x + 0.8) + abs(y + 0.1) + abs(z - 0.4) < 0.02
    code = (
        "from sim.calibration import Board, calibrate; print(Board.__module__, calibrate.__name__)"
    )
    assert said(user, "python3", "-c", code).split() == ["sim.calibration.board", "calibrate"]


def test_an_environment_is_stepped(user: Path) -> None:
    code = (
        "import gymnasium; env = gymnasium.make('sim.environments.gym:sim/MergeJam-v0'); "
        "_, info = env.reset(seed=1); *_, info = env.step(env.action_space.sample()); "
        "print('t', info['time']); env.close()"
    )
    assert "t 0.1" in said(user, "python3", "-c", code)


def test_a_crcl_program_is_parsed(user: Path) -> None:
    program = share(user) / "config" / "programs" / "fanuc_kits_a_gear.xml"
    assert said(user, "sim", "crcl", "check", program).endswith("a sound CRCLProgram\n")


def test_a_missing_extra_is_named_with_its_remedy(user: Path) -> None:
    ran = subprocess.run(
        [str(user / "venv" / "bin" / "sim"), "export", str(ROOT / "README.md")],
        cwd=user,
        env={"PATH": "/usr/bin:/bin", "HOME": str(user)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 2 and ran.stdout.count("\n") == 1
    assert ran.stdout.endswith("pip install 'closed-loop-sim[export]'\n")


def test_another_release_of_mujoco_is_refused_by_name(user: Path) -> None:
    code = (
        "import ctypes, sim.laws.library as library\n"
        "def absent(place): raise OSError('libmujoco.so.3.3.7: cannot open shared object file')\n"
        "try: library._loaded('libsim_physics.so', absent)\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    text = said(user, "python3", "-c", code)
    assert text == (
        "SimulationError libsim_physics.so: it was built for MuJoCo 3.3.7: pip install "
        "mujoco==3.3.7\n"
    )


def test_a_workspace_that_hides_the_installation_is_named(user: Path) -> None:
    hiding: Dict[str, str] = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(
        [str(user / "venv" / "bin" / "sim"), "crcl", "check", str(ROOT / "README.md")],
        cwd=user,
        env=hiding,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 2 and ran.stdout.count("\n") == 1
    assert "by pip and in" in ran.stdout and f"{ROOT}/src/sim by a workspace" in ran.stdout
