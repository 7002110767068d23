"""Selects the parts that the words after ./run test mean."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

import yaml
from support.durations import of_folders
from support.parts import (
    FIRST,
    ROOT,
    ROSTESTS,
    SIDE,
    SIMULATORS,
    TESTS,
    Part,
    Pytest,
    launch_files,
    relative,
    rostest,
    slow_cases,
)

# These need MuJoCo, with a release too old for Python 3.8, or ROS, which that interpreter's venv
# lacks.
NOT_ON_OLDEST = ("dataset", "embedded", "environments", "identification", "manoeuvres", "ros")
# A sample of all tests, in seconds instead of minutes.
QUICK = ("--first-cases", "-m", "not slow and not not_quick")
# Each test file is imported, with its imports, and its first test runs, which shows breaks by
# another version of Python or of a library.
OLDEST = (*QUICK, "--first-tests", "1")
# All tests but the slow ones and those selected by QUICK.
BUT_QUICK = ("--but-quick", "-m", "not slow")
# Formatters, linters, types: of the code itself.
LINT = "test/test_style.py"
USAGE = (
    "./run test [quick | slow | changed [BASE] | NAME ...] [simulator:=embedded|gazebo] "
    "[--record]: NAME is a folder or file of tests, a rostest or a launch file"
)


class UnknownName(Exception):
    """A word that names no tests."""


@dataclass(frozen=True)
class Machine:
    """Means to test with.

    They are our interpreter, the oldest one if present, simulators, the number of parts that run
    side by side, the folder for results, and recorded durations of parts.
    """

    python: str
    oldest_python: Optional[str]
    simulators: Tuple[str, ...]
    results: Path
    slots: int = 4
    durations: Dict[str, float] = field(default_factory=dict)


def selection(words: Sequence[str], machine: Machine, folder: Path) -> List[Part]:
    """The parts that words mean; paths are relative to ``folder``. Raises UnknownName."""
    names, machine = _simulator(words, machine)
    if not names:
        return everything(machine)
    if names == ["quick"]:
        return quick(machine)
    if names == ["slow"]:
        return slow(machine)
    # Words may mean the same part.
    found = {part.name: part for name in names for part in _named(name, machine, folder)}
    return list(found.values())


def quick(machine: Machine) -> List[Part]:
    """Return the most telling tests of all folders, in parallel processes."""
    runner = Pytest(machine.python, machine.results, QUICK, "quick", lane=FIRST)
    return runner.shared_out(machine.slots, of_folders(machine.durations, "quick"))


def everything(machine: Machine) -> List[Part]:
    """Return the parts of CI: the selection of ``quick`` first, then the rest."""
    parts = quick(machine)
    for file in sorted(ROSTESTS.glob("*.test")):
        on = [name for name in machine.simulators if not is_slow(file, name)]
        parts += rostest(file, on, machine.results)
    files = sorted((ROOT / "launch").glob("*.launch"))
    parts.append(launch_files(files, machine.python, machine.results))
    if machine.oldest_python:
        parts.append(oldest(machine.oldest_python, machine.results, OLDEST))
    lint = Pytest(machine.python, machine.results, BUT_QUICK, lane=SIDE).part("lint", [LINT])
    rest = Pytest(machine.python, machine.results, BUT_QUICK)
    weights = of_folders(machine.durations, rest.label)
    return [*parts, lint, *rest.folders(weights, without=[LINT])]


def oldest(python: str, results: Path, chosen: Tuple[str, ...]) -> Part:
    """Return the library on the oldest Python, imported once in one process."""
    library = {"PYTHONPATH": str(ROOT / "src")}
    runner = Pytest(python, results, chosen, "oldest", library, SIDE)
    return runner.part("python", runner.files(NOT_ON_OLDEST))


def slow(machine: Machine) -> List[Part]:
    """Return the parts that CI leaves out.

    They are pytests marked ``slow``, more of them on the oldest Python, and rostests that are
    marked, or have marked cases, for all simulators or for one.
    """
    marked = ("-m", "slow", "--ignore", "test/rostest")
    parts = [Pytest(machine.python, machine.results, marked).part("slow", ["test"])]
    if machine.oldest_python:
        parts.append(oldest(machine.oldest_python, machine.results, QUICK))
    for file in sorted(ROSTESTS.glob("*.test")):
        on = [
            name
            for name in machine.simulators
            if is_slow(file, name) or _has_slow_cases(file, name)
        ]
        parts += rostest(file, on, machine.results, with_slow=True)
    return parts


def is_slow(file: Path, simulator: str) -> bool:
    """Return whether slow.yaml leaves a .test file to ``slow`` on a simulator."""
    return simulator in slow_rostests().get(file.stem, ())


@lru_cache(maxsize=None)
def slow_rostests() -> Dict[str, Tuple[str, ...]]:
    """Return the simulators of rostests left to ``slow`` as a whole, by name."""
    found = yaml.safe_load((ROSTESTS / "slow.yaml").read_text(encoding="utf-8"))
    return {name: tuple(simulators) for name, simulators in found.items()}


def _has_slow_cases(file: Path, simulator: str) -> bool:
    """Return whether a .test file has cases left to ``slow`` on a simulator.

    Cases are in its script, or in a module that the script imports.
    """
    script = file.with_name(f"{file.stem}_test.py")
    text = script.read_text(encoding="utf-8") if script.exists() else ""
    beside = (file.with_name(f"{name}.py") for name in re.findall(r"(?m)^from (\w+) import", text))
    cases = [
        each for each in beside if each.exists() and "    def test_" in each.read_text("utf-8")
    ]
    return any(slow_cases(each, simulator) > 0 for each in (script, *cases))


def _simulator(words: Sequence[str], machine: Machine) -> Tuple[List[str], Machine]:
    names = [word for word in words if ":=" not in word]
    for word in words:
        name, sign, value = word.partition(":=")
        if sign and (name != "simulator" or value not in SIMULATORS):
            raise UnknownName(f"'{word}' is not simulator:=embedded or simulator:=gazebo")
        if sign and value not in machine.simulators:
            raise UnknownName(f"{word}: Gazebo is missing; ./run setup gazebo")
        if sign:
            machine = replace(machine, simulators=(value,))
    return names, machine


def _named(name: str, machine: Machine, folder: Path) -> List[Part]:
    parts = _pytest(name, machine, folder)
    stem, suffix = Path(name).stem, Path(name).suffix
    if suffix == ".test" or Path(name).name == stem == name:
        file = ROSTESTS / f"{stem}.test"
        parts += (
            rostest(file, machine.simulators, machine.results, with_slow=True)
            if file.is_file()
            else []
        )
    file = ROOT / "launch" / f"{stem}.launch"
    if suffix == ".launch" and file.is_file():
        parts.append(launch_files([file], machine.python, machine.results))
    if not parts:
        raise UnknownName(f"no tests '{name}'{_alike(name)}. {USAGE}")
    return parts


def _pytest(name: str, machine: Machine, folder: Path) -> List[Part]:
    path, colons, case = name.partition("::")
    for place in ((folder / path).resolve(), TESTS / path):
        if (
            TESTS in place.parents
            and ROSTESTS not in (place, *place.parents)
            and (place.is_dir() or (place.suffix == ".py" and place.is_file()))
        ):
            runner = Pytest(machine.python, machine.results, ())
            words = str(place.relative_to(TESTS)).replace("/", "_") + re.sub(
                r"\W+", "_", colons + case
            )
            return [runner.part(words, [relative(place) + colons + case])]
    return []


def _alike(name: str) -> str:
    folders = [
        relative(path)[len("test/") :]
        for path in TESTS.rglob("*")
        if path.is_dir() and any(path.glob("test_*.py"))
    ]
    known = [
        *folders,
        *(path.stem for path in ROSTESTS.glob("*.test")),
        *(path.name for path in TESTS.rglob("test_*.py")),
    ]
    found = difflib.get_close_matches(name, known, 3)
    return f"; did you mean {' or '.join(found)}?" if found else ""
