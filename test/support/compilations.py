"""Compilations of the build: several C++ files at a time, for speed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Dict, FrozenSet, Iterable, List

from support.parts import ROOT

BUILD = ROOT / "build"
# The folders with C++ of ours.
CPP = frozenset({ROOT / "gazebo", ROOT / "laws", ROOT / "native"})


def compilations() -> Dict[str, FrozenSet[Path]]:
    """Return our files read by the compiler for each of its files; empty without a build."""
    commands = BUILD / "compile_commands.json"
    if not commands.is_file():
        return {}
    found = {}
    for entry in json.loads(commands.read_text(encoding="utf-8")):
        words = entry["command"].split()
        output = Path(entry["directory"]) / words[words.index("-o") + 1]
        read = output.with_name(output.name + ".d")
        if read.is_file():
            found[entry["file"]] = _ours(read, Path(entry["directory"]))
    return found


def _ours(dependencies: Path, folder: Path) -> FrozenSet[Path]:
    """Our files in a compiler's list of dependencies; it ran in ``folder``."""
    words = dependencies.read_text(encoding="utf-8").replace("\\\n", " ").split()[1:]
    paths = ((folder / word).resolve() for word in words)
    return frozenset(path for path in paths if not CPP.isdisjoint(path.parents))


def containing(files: Iterable[Path], compiled: Dict[str, FrozenSet[Path]]) -> List[str]:
    """Return compiled files that together include each of some files."""
    chosen: List[str] = []
    for file in files:
        seeing = [name for name, read in sorted(compiled.items()) if file in read]
        if seeing and not set(seeing) & set(chosen):
            chosen.append(seeing[0])
    return chosen


def changed(*folders: str) -> List[Path]:
    """Return the changed files of folders of the checkout; empty without git.

    The comparison is with the main branch or, on it, with the commit before its last.
    """
    for base in (_git("merge-base", "HEAD", "origin/HEAD"), _git("rev-parse", "--verify", "HEAD~")):
        if base and base != _git("rev-parse", "HEAD"):
            names = _git("diff", "--name-only", "--diff-filter=d", base, "--", *folders)
            return [ROOT / name for name in names.splitlines()]
    return []


def _git(*words: str) -> str:
    """Return git's output; empty if it fails."""
    ran = subprocess.run(
        ["git", *words],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return ran.stdout.strip() if ran.returncode == 0 else ""
