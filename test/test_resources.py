"""Places of the package's files: checkout, install space, wheel.

The install space is a real one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from sim.errors import SimError
from sim.resources import resource, share_of

ROOT = Path(__file__).resolve().parents[1]
NODES = sorted(path.name for path in (ROOT / "nodes").iterdir() if path.is_file())


def test_in_a_checkout_they_lie_beside_the_source():
    assert resource("config", "robots", "fanuc.yaml") == ROOT / "config" / "robots" / "fanuc.yaml"
    assert resource() == ROOT


@pytest.mark.parametrize(
    "modules, files",
    [
        ("lib/python3/dist-packages", "share/sim"),
        ("lib/python3.11/site-packages", "lib/python3.11/site-packages/sim/share"),
    ],
    ids=["install space", "wheel"],
)
def test_in_a_prefix_they_lie_in_its_share(tmp_path, modules, files):
    package = tmp_path / modules / "sim"
    package.mkdir(parents=True)
    with pytest.raises(SimError, match=r"neither beside .* nor in .* nor in share/sim"):
        share_of(package)
    share = tmp_path / files
    share.mkdir(parents=True)
    (share / "package.xml").touch()
    assert share_of(package) == share


def test_a_folder_called_src_is_no_proof(tmp_path):
    package = tmp_path / "src" / "sim"
    package.mkdir(parents=True)
    with pytest.raises(SimError):
        share_of(package)


def said(*command: object, env: dict) -> str:
    ran = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout.strip()


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Install ./run's build into a new folder and return the prefix."""
    cache = ROOT / "build" / "CMakeCache.txt"
    if shutil.which("cmake") is None or not cache.is_file():
        pytest.skip("nothing is built here: ./run setup")
    folder = tmp_path_factory.mktemp("space")
    said("cmake", "--install", ROOT / "build", env={**os.environ, "DESTDIR": str(folder)})
    return folder / cached("CMAKE_INSTALL_PREFIX").lstrip("/")


def cached(name: str) -> str:
    """A variable of the build."""
    text = (ROOT / "build" / "CMakeCache.txt").read_text(encoding="utf-8")
    return next(
        line.partition("=")[2] for line in text.splitlines() if line.partition(":")[0] == name
    )


def in_space(prefix: Path, *words: object) -> str:
    """Return a command's output in a shell of the install space.

    The shell is independent of this checkout.
    """
    env = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    env.update(PATH="/usr/bin:/bin", ROS_HOSTNAME="localhost")
    return said("bash", "-c", f'. {prefix}/setup.bash && exec "$@"', "-", *words, env=env)


@pytest.mark.not_quick
def test_installed_programs_keep_the_interpreter(installed):
    for program in [
        *(installed / "lib" / "sim" / name for name in NODES),
        installed / "bin" / "gzscenic",
    ]:
        assert (
            program.read_text(encoding="utf-8").splitlines()[0]
            == f"#!{cached('PYTHON_EXECUTABLE')}"
        ), program
        assert os.access(program, os.X_OK)


@pytest.mark.not_quick
def test_an_installed_package_finds_its_robots_models_and_worlds(installed):
    code = (
        "from sim.resources import resource; from sim.robots.robot import read_robot; from "
        "sim.scenes.library import own_models; import os, sim;"
        "from sim.scenes.gazebo.world import EMPTY; "
        "from sim.noise.command import FOLDERS;"
        "robots = resource('config', 'robots');"
        "print(sim.__file__, resource(), read_robot(robots / 'fanuc.yaml').name, "
        "all(map(os.path.isdir, own_models())), EMPTY.is_file(), "
        "(FOLDERS[-1] / 'car.yaml').is_file())"
    )
    words = in_space(installed, cached("PYTHON_EXECUTABLE"), "-c", code).split()
    assert words[0].startswith(f"{installed}/lib/") and words[1:] == [
        f"{installed}/share/sim",
        "fanuc",
        "True",
        "True",
        "True",
    ]


@pytest.mark.not_quick
def test_installed_launch_files_are_whole(installed):
    nodes = in_space(
        installed, "roslaunch", "--nodes", "sim", "robot.launch", "gui:=false"
    ).splitlines()
    assert "/fanuc/crcl_bridge" in nodes and "/fanuc/robot_controller" in nodes
