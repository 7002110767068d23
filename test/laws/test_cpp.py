"""Laws in C++ by tests in C++, which need the standard library and the laws alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.cpp import COMPILED, compiled
from support.parts import ROOT

LAWS = ROOT / "laws"
# The sources beside a test's own.
SOURCES = {
    "vehicle_parts": (
        "vehicle/actuators",
        "vehicle/odometry",
        "vehicle/steering",
        "vehicle/tyre",
        "vehicle/wheel",
    ),
}
pytestmark = [pytest.mark.not_quick, COMPILED]


@pytest.mark.parametrize("name", SOURCES)
def test_all_cases_pass(name: str, tmp_path: Path) -> None:
    own = Path(__file__).with_name(f"{name}_test.cc")
    sources = [LAWS / f"{source}.cc" for source in SOURCES[name]]
    ran = subprocess.run(
        [compiled(tmp_path / name, [own, *sources])], stdout=subprocess.PIPE, text=True
    )
    cases = own.read_text(encoding="utf-8").count("\nCASE(")
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("passed ") == cases > 0
