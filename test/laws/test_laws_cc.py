"""The laws in C++ give what their formulas and published numbers say, without a simulator."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(Path(__file__).with_name("cc").glob("*.cc"))
ARCHIVE = ROOT / "build" / "laws" / "libsim_law.a"
CASE = re.compile(r'^TEST_CASE\("(.*)"\)', re.MULTILINE)
NAMES = [name for source in SOURCES for name in CASE.findall(source.read_text("utf-8"))]
pytestmark = [
    pytest.mark.not_quick,
    pytest.mark.skipif(
        shutil.which("g++") is None or not Path("/usr/include/doctest/doctest.h").is_file(),
        reason="no g++ or no doctest-dev on this machine",
    ),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of the tests, compiled as one and linked with the laws that the build made."""
    folder = tmp_path_factory.mktemp("laws")
    unit = folder / "all.cc"
    unit.write_text("".join(f'#include "{source}"\n' for source in SOURCES))
    words = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT), str(unit)]
    subprocess.run([*words, str(ARCHIVE), "-o", str(folder / "laws")], check=True, timeout=300)
    return folder / "laws"


@pytest.mark.parametrize("name", NAMES)
def test_laws_give_what_formulas_say(program: Path, name: str) -> None:
    # In the names that doctest takes, a comma divides two.
    pattern = name.replace(",", "?")
    ran = subprocess.run(
        [str(program), f"--test-case={pattern}", "--no-colors=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0 and "test cases: 1 | 1 passed" in re.sub(" +", " ", ran.stdout), (
        ran.stdout
    )
