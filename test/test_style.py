"""Formatters, linters and the type checker find nothing; pre-commit runs them too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List

import pytest
from support.compilations import BUILD, CPP, changed, compilations, containing
from support.parts import ROOT


def said(tool: str, *words: str) -> str:
    """Return the complaints about the checkout of a tool of setup/requirements/lint.txt."""
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
    return ran.stdout or f"exit status {ran.returncode}" if ran.returncode else ""


def assert_silent(tool: str, *words: str) -> None:
    complaints = said(tool, *words)
    assert not complaints, complaints


def test_ruff_has_nothing_to_say() -> None:
    assert_silent("ruff", "check", "--no-cache", ".")


def test_python_is_formatted() -> None:
    assert_silent("ruff", "format", "--no-cache", "--check", ".")


def test_cpp_is_formatted() -> None:
    files = [path for folder in CPP for path in folder.rglob("*") if path.suffix in (".h", ".cc")]
    probes = (ROOT / "test").rglob("*.cc")
    assert_silent("clang-format", "--dry-run", "--Werror", *map(str, [*files, *probes]))


def assert_tidy(files: List[str]) -> None:
    # Half of the cores, since other parts of a run are at work beside this one.
    with ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool:
        complaints = pool.map(
            lambda file: said("clang-tidy", "--quiet", "-p", str(BUILD), file), files
        )
        found = [complaint for complaint in complaints if complaint]
    assert not found, "\n".join(found)


@pytest.mark.not_quick
def test_clang_tidy_has_nothing_to_say_of_what_was_changed() -> None:
    assert_tidy(containing(changed(*(folder.name for folder in CPP)), compilations()))


@pytest.mark.slow
def test_clang_tidy_has_nothing_to_say() -> None:
    compiled = compilations()
    if not compiled:
        pytest.skip("no plugins were compiled here; ./run setup gazebo")
    chosen = containing([path for folder in CPP for path in folder.rglob("*.cc")], compiled)
    assert len(chosen) > 20, "the compiler's lists of dependencies name hardly a file"
    assert_tidy(chosen)


def test_what_is_compiled_together_is_looked_at_once() -> None:
    one, two, three = Path("one.cc"), Path("two.cc"), Path("head.h")
    compiled = {"b": frozenset({one, two}), "a": frozenset({three}), "c": frozenset({two, three})}
    assert containing([one, two], compiled) == ["b"]
    assert containing([three, two], compiled) == ["a", "b"]
    assert containing([Path("gone.h")], compiled) == []


@pytest.mark.not_quick
def test_types_are_right() -> None:
    assert_silent("mypy")
