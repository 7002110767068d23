"""The C++ laws match their formulas and published numbers, without a simulator."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support.cpp import COMPILED, compiled, header_folder
from support.parts import ROOT

SOURCES = sorted(Path(__file__).with_name("cc").glob("*.cc"))
ARCHIVE = ROOT / "build" / "laws" / "libsim_law.a"
CASE = re.compile(r'^TEST_CASE\("(.*)"\)', re.MULTILINE)
NAMES = [name for source in SOURCES for name in CASE.findall(source.read_text("utf-8"))]
pytestmark = [
    pytest.mark.not_quick,
    COMPILED,
    pytest.mark.skipif(
        header_folder("doctest/doctest.h") is None, reason="no doctest-dev on this machine"
    ),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of the tests, linked with the built laws."""
    folder = tmp_path_factory.mktemp("laws")
    unit = folder / "all.cc"
    unit.write_text("".join(f'#include "{source}"\n' for source in SOURCES))
    return compiled(folder / "laws", [unit, ARCHIVE], optimized="-O0")


@pytest.mark.parametrize("name", NAMES)
def test_laws_give_what_formulas_say(program: str, name: str) -> None:
    # In the names that doctest takes, a comma divides two.
    pattern = name.replace(",", "?")
    ran = subprocess.run(
        [program, f"--test-case={pattern}", "--no-colors=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0 and "test cases: 1 | 1 passed" in re.sub(" +", " ", ran.stdout), (
        ran.stdout
    )
