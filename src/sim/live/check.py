"""Whether a saved program can start: compiles and imports it in a process of its own, without
running it, and prints as JSON which files of its package it consists of.

``python -m sim.live.check PROGRAM``; the program's own prints go to stderr.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import subprocess
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import List, Mapping, Sequence, Tuple

from sim.errors import InputError
from sim.live.program import has_guard, imports_of, inside, package_of, source_of

# What a program's __name__ is while it is looked at.
NAME = "live_check"
# Wall s that a program's imports may take.
LONGEST = 60.0


@dataclass(frozen=True)
class Checked:
    """The files of the package that a program was found to consist of, and why it cannot start;
    empty where it can."""

    files: Tuple[str, ...]
    error: str


def check(
    command: Sequence[str], program: Path, environment: Mapping[str, str], folder: str
) -> Checked:
    """Looks at a program with the interpreter ``command``, in an environment and a folder."""
    words = [*command, "-m", __name__, str(program)]
    try:
        done = subprocess.run(
            words,
            env=dict(environment),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Checked((), f"{program}: its imports take more than {LONGEST:.0f} s")
    try:
        found = json.loads(done.stdout)
        return Checked(tuple(found["files"]), found["error"])
    except (ValueError, KeyError):
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
        return Checked((), f"{program}: looking at it ended with {done.returncode}: {said[-1]}")


def look(program: Path) -> Checked:
    """Compiles and imports a program here."""
    source = source_of(program)
    package, touched, error = package_of(source), [str(source)], ""
    sys.path.insert(0, str(source.parent))
    sys.argv[:] = [str(program)]
    try:
        tree = ast.parse(source.read_bytes(), str(source))
        if not has_guard(tree):
            compile(tree, str(source), "exec", dont_inherit=True)
            tree = imports_of(tree)
        module = ModuleType(NAME)
        module.__file__ = str(source)
        sys.modules[NAME] = module
        exec(compile(tree, str(source), "exec", dont_inherit=True), module.__dict__)
    except BaseException as caught:  # noqa: BLE001 - whatever a program raises, SystemExit too
        error, seen = explained(caught, package)
        touched += seen
    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    files = inside(package, [*touched, *(file for file in modules if file)])
    return Checked(tuple(files), error)


def explained(error: BaseException, package: Path) -> Tuple[str, List[str]]:
    """One line that says what was wrong, where in the package's files; and the files on the way."""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{error.filename}:{error.lineno}"
        return f"{place}: {type(error).__name__}: {error.msg}", [error.filename]
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename[:1] == "/"]
    own = [one for one in frames if inside(package, [one.filename])]
    seen = [one.filename for one in own]
    # This module itself is in the package where that is ours.
    last = next((one for one in reversed(own) if one.filename != __file__), None)
    place = f"{last.filename}:{last.lineno}: " if last else ""
    return f"{place}{type(error).__name__}: {error}", seen


def main() -> None:
    if len(sys.argv) != 2:
        raise InputError("usage", "python -m sim.live.check PROGRAM")
    program = Path(sys.argv[1])
    with contextlib.redirect_stdout(sys.stderr):
        found = look(program)
    print(json.dumps({"files": found.files, "error": found.error}), flush=True)
    # Threads that imports have started do not keep this process.
    os._exit(0)


if __name__ == "__main__":
    main()
