"""Checks whether a saved program can start.

It compiles and imports the program in a separate process, without running it, and prints the files
of its package as JSON. ``python -m sim.live.check`` reads a line of JSON from stdin, the program
and modules, imports these, and waits for another line before the check: most of a check's time is
the import of modules outside the package. The program's own prints go to stderr. Its command names
no program, so that a search for a node's process finds the node alone.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import subprocess
import sys
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import List, Mapping, Optional, Sequence, Tuple

from sim.live.program import has_guard, imports_of, inside, package_of, source_of

# __name__ of a program during its check.
NAME = "live_check"
# Wall s that a program's imports may take.
LONGEST = 60.0


@dataclass(frozen=True)
class Checked:
    """Result of a check.

    The program's files in its package, the reason why it cannot start (empty if it can), and its
    modules from outside.
    """

    files: Tuple[str, ...]
    error: str
    elsewhere: Tuple[str, ...] = ()


class Checker:
    """Checks a program with an interpreter, environment, and folder."""

    def __init__(
        self, interpreter: str, program: Path, environment: Mapping[str, str], folder: str
    ) -> None:
        self._words = [interpreter, "-m", __name__]
        self._program, self._environment, self._folder = program, dict(environment), folder
        self._elsewhere: Tuple[str, ...] = ()
        self._ready: Optional[subprocess.Popen[bytes]] = None

    def prepare(self) -> None:
        """Start the process of the next check."""
        if self._elsewhere and self._ready is None:
            self._ready = self._start(*self._elsewhere)

    def look(self) -> Checked:
        """Return the result of a check of the program."""
        found = None
        if self._ready is not None:
            ready, self._ready = self._ready, None
            # A checker that ended while waiting has no information on the program.
            found = self._result(ready) if ready.poll() is None else None
        if found is None or not found.elsewhere:
            found = self._result(self._start())
        self._elsewhere = found.elsewhere or self._elsewhere
        return found

    def close(self) -> None:
        """End the waiting process."""
        if self._ready is not None:
            self._ready.kill()
            self._ready.communicate()
            self._ready = None

    def _start(self, *modules: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            self._words,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        if process.stdin is not None:
            # One that has ended at once is found out when its answer is read.
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps([str(self._program), *modules]).encode() + b"\n")
                process.stdin.flush()
        return process

    def _result(self, process: subprocess.Popen[bytes]) -> Checked:
        try:
            printed, said = process.communicate(b"\n", LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Checked((), f"{self._program}: its imports take more than {LONGEST:.0f} s")
        try:
            found = json.loads(printed)
            return Checked(tuple(found["files"]), found["error"], tuple(found["elsewhere"]))
        except (ValueError, KeyError):
            last = (said.decode(errors="replace").strip().splitlines() or ["nothing"])[-1]
            text = f"the check ended with code {process.returncode}: {last}"
            return Checked((), f"{self._program}: {text}")


def look(program: Path) -> Checked:
    """Compile and import a program in this process."""
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
    modules = {
        name: file
        for name, module in list(sys.modules.items())
        for file in [getattr(module, "__file__", None)]
        if file
    }
    files = inside(package, [*touched, *modules.values()])
    return Checked(tuple(files), error, tuple(elsewhere(package, modules)))


def elsewhere(package: Path, modules: Mapping[str, str]) -> List[str]:
    """Return the names of modules with files outside a package."""
    own = set(inside(package, modules.values()))
    roots = {name.split(".")[0] for name, file in modules.items() if os.path.realpath(file) in own}
    return sorted(name for name in modules if name.split(".")[0] not in {*roots, "__main__", NAME})


def wait(package: Path, modules: Sequence[str]) -> None:
    """Import modules and wait until the program is to be checked.

    Modules of its package imported before are dropped.
    """
    for name in modules:
        # Whatever fails here fails again where the program needs it.
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    if not sys.stdin.readline():
        # The parent process has ended.
        os._exit(1)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name != "__main__" and file and inside(package, [file]):
            del sys.modules[name]


def explained(error: BaseException, package: Path) -> Tuple[str, List[str]]:
    """Return one line on an error, and the files involved.

    The line has the place; all files are in the package.
    """
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
    name, *modules = json.loads(sys.stdin.readline())
    program = Path(name)
    with contextlib.redirect_stdout(sys.stderr):
        wait(package_of(source_of(program)), modules)
        found = look(program)
    print(json.dumps(asdict(found)), flush=True)
    # Threads that imports have started do not keep this process.
    os._exit(0)


if __name__ == "__main__":
    main()
