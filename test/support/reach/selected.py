"""Selects the tests that a change can reach; reports the others with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Iterable, List, Sequence, Set

from support.reach.graph import Graph, Target
from support.reach.tree import Tree

# A change of these may reach anything: the build, the packages, the messages, pytest's settings.
EVERYTHING = (
    *("run", "CMakeLists.txt", "package.xml", "setup.py", "pyproject.toml"),
    *("cmake/", "requirements/", "setup/", "msg/", "srv/", "test/conftest.py"),
)
BUILD_FILES = ("CMakeLists.txt", "package.xml", ".msg", ".srv", ".action")
# Not executed: only tests that read these can be reached.
TEXT = (".md", ".rst", ".png", ".jpg", ".svg", ".css", ".txt", "LICENSE", ".gitignore")
SHOWN = 5


@dataclass
class Selected:
    """Tests that a change reaches. ``unclear`` is the reason to run all tests, if any."""

    tests: List[Target] = field(default_factory=list)
    left_out: List[Target] = field(default_factory=list)
    untested: List[str] = field(default_factory=list)
    unclear: str = ""

    def lines(self, base: str, changed: Sequence[str]) -> List[str]:
        """Return the lines that describe the selection to the user."""
        said = [f"{len(changed)} files differ from {base[:10]}: {_some(changed)}"]
        if self.unclear:
            return [*said, f"all tests run: {self.unclear}"]
        if self.untested:
            said.append(f"no test reads or runs {_some(self.untested)}")
        names = sorted({test.file for test in self.left_out} - {test.file for test in self.tests})
        said.append(
            f"{len(self.tests)} of {len(self.tests) + len(self.left_out)} tests selected; left "
            f"out, since nothing that they import, launch or name differs: {_some(names)}"
        )
        return [*said, "left out too: slow tests and the oldest Python, which ./run test has"]


def select(tree: Tree, changed: Iterable[str], tests: Sequence[Target]) -> Selected:
    """Return which of some tests a change of some files can reach."""
    files = set(changed)
    for file in sorted(files):
        if file.startswith(EVERYTHING) or file.endswith(BUILD_FILES):
            return Selected(list(tests), unclear=f"{file} may concern any of them")
    graph = Graph(tree)
    found = Selected()
    met: Set[str] = set()
    for test in tests:
        hit = files & graph.reached(test).keys()
        met |= hit
        (found.tests if hit else found.left_out).append(test)
    graph.kept.keep()
    unmet = sorted(files - met)
    for file in unmet:
        if not file.endswith(TEXT) and not file.startswith("."):
            return Selected(list(tests), unclear=f"nothing says who uses {file}")
    found.untested = unmet
    return found


def targets_of(tree: Tree, simulators: Sequence[str]) -> List[Target]:
    """Return all test files of pytest, and all .test files on each possible simulator."""
    found = []
    for file in sorted(tree.files):
        path = PurePosixPath(file)
        if path.parts[0] != "test" or not (tree.root / file).is_file():
            continue
        if path.parts[:2] == ("test", "rostest"):
            if path.suffix == ".test" and len(path.parts) == 3:
                found += [Target(file, one) for one in simulators if _runs_on(tree, file, one)]
        elif path.name.startswith("test_") and path.suffix == ".py":
            found.append(Target(file))
    return found


def _runs_on(tree: Tree, file: str, simulator: str) -> bool:
    """Return whether a .test file runs on a simulator, as in ``support.parts.rostest``."""
    either = '<arg name="simulator" default=' in tree.text(file)
    only = "gazebo" if Path(file).stem.startswith("gazebo_") else "embedded"
    return either or simulator == only


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(sorted(names)[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown or "none"
