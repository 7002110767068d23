"""The package configured as by catkin's tools, without flags.

Another Python is first on PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Tuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv" / "bin" / "python3"
PREFIX = Path(
    os.environ.get("SIM_GAZEBO_PREFIX") or Path.home() / ".local" / "share" / "sim" / "gazebo11"
)


@pytest.fixture
def foreign_python(tmp_path: Path) -> Path:
    """A python3 without a single module, as far as catkin can see."""
    program = tmp_path / "bin" / "python3"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'ImportError: no modules here' >&2; exit 1\n")
    program.chmod(0o755)
    return program


def configured(folder: Path, foreign: Path, *flags: str) -> Tuple[str, str]:
    """Return the output of a fresh configuration, and its cache."""
    for tool in ("cmake", "catkin_make"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} here")
    env = {name: os.environ[name] for name in ("HOME", "SIM_GAZEBO_PREFIX") if name in os.environ}
    env["PATH"] = f"{foreign.parent}:/usr/bin:/bin"
    where = ["-S", ROOT, "-B", folder / "build", f"-DCATKIN_DEVEL_PREFIX={folder / 'devel'}"]
    ran = subprocess.run(
        ["cmake", *map(str, where), *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout, (folder / "build" / "CMakeCache.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_nodes_get_the_venv_and_gazebo_is_found_without_flags(tmp_path, foreign_python) -> None:
    if not VENV.exists():
        pytest.skip("no .venv here: ./run setup")
    said, cache = configured(tmp_path, foreign_python)
    assert (
        f"Nodes run with {VENV}" in said and "PYTHON_EXECUTABLE:FILEPATH=/usr/bin/python" in cache
    )
    relay = (tmp_path / "devel" / "lib" / "sim" / "spawn_model").read_text(encoding="utf-8")
    assert relay.startswith(f"#!{VENV}\n")
    found = str(PREFIX) if (PREFIX / "installed.json").is_file() else ""
    assert f"SIM_GAZEBO_PREFIX:PATH={found}\n" in cache


@pytest.mark.slow
def test_a_python_without_the_modules_is_named_with_what_installs_them(
    tmp_path, foreign_python
) -> None:
    said, _ = configured(
        tmp_path, foreign_python, f"-DSIM_PYTHON={foreign_python}", "-DSIM_GAZEBO_PREFIX="
    )
    words = " ".join(said.split())
    assert f"{foreign_python}, with which nodes run, lacks modules (ImportError" in words
    assert (
        f"{ROOT}/run setup" in words and f"-m pip install -r {ROOT}/setup/requirements.txt" in words
    )
