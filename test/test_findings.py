"""Scripts of findings have CONTRIBUTING's form; they are not run here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "findings"
SCRIPTS = sorted(FOLDER.glob("*.sh"))
FIELDS = ("Asked", "Expected", "Happens", "Hurts")
NAMES = [path.name for path in SCRIPTS]


def header(text: str) -> str:
    """Return the comments that a script begins with, after its first line."""
    first, *lines = text.split("\n")
    assert first == "#!/usr/bin/env bash"
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return "\n".join(line[1:].strip() for line in lines[:end])


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_a_finding_says_what_surprises_whom(script: Path) -> None:
    said = header(script.read_text(encoding="utf-8"))
    assert re.findall(r"^([A-Z][a-z]+):", said, re.MULTILINE) == list(FIELDS)
    for field in FIELDS:
        (words,) = re.findall(rf"^{field}:(.*(?:\n(?![A-Z][a-z]+:).*)*)", said, re.MULTILINE)
        assert len(words.split()) >= 5, f"{field}: {words}"


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_a_finding_runs_by_itself_with_pinned_packages(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert "\nset -euo pipefail\n" in text and os.access(script, os.X_OK)
    assert "work=$(mktemp -d)\n" in text and "trap 'rm -rf \"$work\"' EXIT\n" in text
    installs = re.findall(r"pip install (.*)$", text, re.MULTILINE)
    packages = [word for line in installs for word in line.split() if not word.startswith("-")]
    assert packages and all(re.fullmatch(r"[\w.-]+==[\w.]+", word) for word in packages)
    assert not re.search(r"\bfrom sim\b|\bimport sim\b|\./run\b|PYTHONPATH", text)
    assert "sys.exit(" in text or re.search(r"\bexit [1-9]", text), "never fails"


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_a_finding_is_sound_bash(script: Path) -> None:
    checks = [["bash", "-n", script]]
    if shutil.which("shellcheck"):
        checks.append(["shellcheck", script])
    for words in checks:
        ran = subprocess.run(
            list(map(str, words)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout


def test_the_page_lists_each_finding_once() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+\.sh)` \|", text, re.MULTILINE)) == NAMES
    assert len(NAMES) >= 3


def test_nothing_that_ci_runs_calls_findings() -> None:
    workflows = [path for path in (ROOT / ".github").rglob("*") if path.is_file()]
    for path in [*workflows, *(ROOT / ".ci").iterdir(), ROOT / "run", ROOT / "test/run_tests.py"]:
        assert "findings/" not in path.read_text(encoding="utf-8"), path
