"""Files that differ from the main branch, by git."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Set

# Branches that may be the main one.
MAIN = ("origin/HEAD", "origin/main", "main", "origin/master", "master")


class NoBase(Exception):
    """No commit to compare with."""


def base_of(root: Path, named: str = "") -> str:
    """Return the last common commit with a branch, by default the main one. Raises NoBase."""
    for branch in (named,) if named else MAIN:
        found = _git(root, "merge-base", "HEAD", branch)
        if found:
            return found.strip()
    known = f"'{named}' is not a commit" if named else f"none of {', '.join(MAIN)} is a branch"
    raise NoBase(f"{known} of this checkout; name a commit: ./run test changed BASE")


def changed_files(root: Path, base: str) -> Set[str]:
    """Return the files that differ from a commit: changed, removed, or new.

    Ignored files are left out.
    """
    found = _git(root, "diff", "--name-only", "--no-renames", "-z", base)
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return {name for name in (found + new).split("\0") if name}


def all_files(root: Path) -> Set[str]:
    """Return the files of a checkout, with new ones but without ignored ones."""
    names = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return {name for name in names.split("\0") if name}


def _git(root: Path, *words: str) -> str:
    """Return the output of git; empty if it fails."""
    ran = subprocess.run(
        ["git", *words],
        cwd=root,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return ran.stdout if ran.returncode == 0 else ""
