"""Formatters, linters and the type checker find nothing to say; pre-commit runs them too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def assert_silent(tool: str, *words: str) -> None:
    """Runs a tool of requirements/lint.txt in the checkout."""
    program = shutil.which(tool, path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"no {tool} beside {sys.executable}")
    ran = subprocess.run(
        [program, *words],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


def test_ruff_has_nothing_to_say() -> None:
    assert_silent("ruff", "check", "--no-cache", ".")


def test_python_is_formatted() -> None:
    assert_silent("ruff", "format", "--no-cache", "--check", ".")


def test_cpp_is_formatted() -> None:
    files = [path for suffix in ("h", "cc") for path in (ROOT / "gazebo").rglob(f"*.{suffix}")]
    probes = (ROOT / "test" / "gazebo").glob("*.cc")
    assert_silent("clang-format", "--dry-run", "--Werror", *map(str, [*files, *probes]))


@pytest.mark.not_quick
def test_types_are_right() -> None:
    assert_silent("mypy")
