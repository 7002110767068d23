"""Parts of ./run test: pytest by folder, the launch files' check, each rostest.

A rostest is a part on each simulator.
"""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Mapping, Sequence, Tuple

ROOT = Path(os.path.realpath(__file__)).parents[2]
TESTS = ROOT / "test"
ROSTESTS = TESTS / "rostest"
GAZEBO = "gazebo"
SIMULATORS = ("embedded", GAZEBO)
# Lanes of the queue: begun before all others; rostests, which mostly wait; what computes; checks
# of the code itself, which have one slot beside the rest.
FIRST = "first"
WAITING = "waiting"
COMPUTING = "computing"
SIDE = "side"
# A folder with tests this long is a separate part.
ALONE = 50.0  # s
# Duration of a part of several small folders.
SHARED = 120.0  # s
SMALL = "small_"


@dataclass(frozen=True)
class Part:
    """One command with separate results, in a folder of its name.

    ``expected`` are the tests of a rostest, ``limit`` is in s. ``may_select_nothing``: markers may
    leave it without a test, which is an error in a part that the caller has named.
    """

    name: str
    command: Tuple[str, ...]
    limit: float
    expected: Tuple[str, ...] = ()
    environment: Dict[str, str] = field(default_factory=dict)
    may_select_nothing: bool = False
    lane: str = COMPUTING


@dataclass(frozen=True)
class Pytest:
    """Settings of pytest: interpreter, results, tests; ``label`` begins its parts' names."""

    python: str
    results: Path
    chosen: Tuple[str, ...] = ("-m", "not slow")
    label: str = "pytest"
    environment: Dict[str, str] = field(default_factory=dict)
    lane: str = COMPUTING

    def part(self, name: str, paths: Sequence[str]) -> Part:
        """Return the tests of files and folders, or of one of pytest's node ids."""
        name = f"{self.label}_{name}"
        words = [
            self.python,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *self.chosen,
            "--junitxml",
            str(self.results / name / "pytest.xml"),
        ]
        return Part(
            name,
            (*words, *paths),
            5400.0,
            environment=self.environment,
            may_select_nothing=bool(self.chosen),
            lane=self.lane,
        )

    def folders(self, weights: Mapping[str, float], without: Sequence[str] = ()) -> List[Part]:
        """Return a part for each large folder of ``test``, and a few for the small ones.

        ``weights`` are the folders' durations in s; a folder without one counts as large. Tests in
        one process import the libraries once. Files ``without`` are left out.
        """
        files = by_folder(path for path in self.files() if path not in without)
        small = {name for name in files if weights.get(name, ALONE) < ALONE}
        parts = [self.part(name, files[name]) for name in sorted(files.keys() - small)]
        number = math.ceil(sum(weights[name] for name in small) / SHARED)
        return parts + self._in_shares(
            {name: files[name] for name in small}, number, weights, SMALL
        )

    def shared_out(self, number: int, weights: Mapping[str, float]) -> List[Part]:
        """Return all folders in a ``number`` of processes of equal duration, by ``weights``.

        Fewer processes import less twice.
        """
        return self._in_shares(by_folder(self.files()), number, weights)

    def _in_shares(
        self,
        folders: Mapping[str, List[str]],
        number: int,
        weights: Mapping[str, float],
        name: str = "",
    ) -> List[Part]:
        """Return parts of equal weight, named ``name`` and a number."""
        shares: List[List[str]] = [[] for _ in range(number)]
        lengths = [0.0] * number
        for folder in sorted(folders, key=lambda name: (-weights.get(name, 1.0), name)):
            least = lengths.index(min(lengths))
            lengths[least] += weights.get(folder, 1.0)
            shares[least] += folders[folder]
        return [self.part(f"{name}{one}", paths) for one, paths in enumerate(shares, 1) if paths]

    @staticmethod
    def files(without: Sequence[str] = ()) -> List[str]:
        """All files of tests but those below some folders."""
        return [
            relative(path)
            for path in sorted(TESTS.rglob("test_*.py"))
            if not {"rostest", *without} & set(path.relative_to(TESTS).parts)
        ]


def by_folder(paths: Iterable[str]) -> Dict[str, List[str]]:
    """Return test files by their folder below ``test``; ``files`` has its own."""
    found: Dict[str, List[str]] = {}
    for path in paths:
        _, *folders, _ = Path(path).parts
        found.setdefault(folders[0] if folders else "files", []).append(path)
    return found


def relative(path: Path) -> str:
    """A path below the checkout, as pytest prints it."""
    return str(path.relative_to(ROOT))


def rostest(
    file: Path, simulators: Sequence[str], results: Path, with_slow: bool = False
) -> List[Part]:
    """Return the parts of a .test file on some simulators.

    A file without the argument ``simulator`` runs on Gazebo alone if it is called gazebo_*, else on
    the embedded simulator. ``with_slow`` includes its slow cases.
    """
    either = '<arg name="simulator" default=' in file.read_text(encoding="utf-8")
    only = "gazebo" if file.stem.startswith("gazebo_") else "embedded"
    return [
        _rostest(file, simulator, either, results, with_slow)
        for simulator in SIMULATORS
        if simulator in simulators and (either or simulator == only)
    ]


def _rostest(file: Path, simulator: str, either: bool, results: Path, with_slow: bool) -> Part:
    name = f"{file.stem}_{simulator}" if either else file.stem
    words = [f"simulator:={simulator}"] if either else []
    command = ("rostest", "--results-base-dir", str(results / name), str(file), *words)
    environment = {"ROS_HOME": str(ROOT / "build" / "ros_home" / name)}
    if with_slow:
        environment["SIM_TEST_SLOW"] = "1"
    tests = re.findall(
        r'<test [^>]*test-name="([^"]*)"[^>]*type="([^"]*)"', file.read_text(encoding="utf-8")
    )
    expected = tuple(
        test for test, script in tests if with_slow or not all_slow(ROSTESTS / script, simulator)
    )
    return Part(name, command, 1800.0, expected, environment, lane=WAITING)


def slow_cases(script: Path, simulator: str) -> int:
    """Return the number of a script's cases left to ``slow`` on a simulator."""
    text = script.read_text(encoding="utf-8") if script.exists() else ""
    marks = f"slow|slow_on_{simulator}"
    return len(re.findall(rf"@(?:{marks})\n|\b(?:{marks})\(", text))


def all_slow(script: Path, simulator: str) -> bool:
    """Return whether a rostest's script leaves all cases to ``slow`` on a simulator."""
    cases = script.read_text(encoding="utf-8").count("    def test_") if script.exists() else 0
    return 0 < cases <= slow_cases(script, simulator)


def launch_files(files: Sequence[Path], python: str, results: Path) -> Part:
    """Return a part with roslaunch_add_file_check's checks of some files.

    The part of several files is called ``launch_files``, that of one by the file's name.
    """
    name = f"launch_{files[0].stem}" if len(files) == 1 else "launch_files"
    command = (
        python,
        "-m",
        "support.launch_files",
        str(results / name / f"rosunit-{name}.xml"),
        *map(str, files),
    )
    paths = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH", ""))))
    return Part(name, command, 600.0, environment={"PYTHONPATH": paths})
