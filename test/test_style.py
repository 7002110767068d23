"""Formatters and linters find nothing to say; pre-commit runs the same before a commit."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Sequence

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
        universal_newlines=True,
    )
    assert ran.returncode == 0, ran.stdout


def tracked(*patterns: str) -> Sequence[str]:
    found = [path for pattern in patterns for path in ROOT.glob(pattern) if "build" not in path.parts]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def test_ruff_has_nothing_to_say() -> None:
    assert_silent("ruff", "check", "--no-cache", ".")


def test_python_is_formatted() -> None:
    assert_silent("ruff", "format", "--no-cache", "--check", ".")


def test_cpp_is_formatted() -> None:
    files = tracked("gazebo/**/*.cc", "gazebo/**/*.h", "test/**/*.cc")
    assert files
    assert_silent("clang-format", "--dry-run", "--Werror", *files)
