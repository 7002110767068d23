"""Counts the results of ``./run test``.

The last line is ``N passed, N failed, N skipped``. Each subfolder is one part: its ``status`` is
the exit status, its XML files are JUnit's, ``expected`` names the tests of a rostest (one that was
cut short leaves a result without cases, which rostest takes for success), ``may_select_nothing`` is
there if markers may leave the part without a test, and ``output.txt`` is its output.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence
from xml.etree import ElementTree

# Exit status of timeout(1).
TIMED_OUT = 124
# Exit status of pytest when it has selected no test.
NO_TESTS = 5
# Number of longest parts listed at the end.
LONGEST = 5
MAY_SELECT_NOTHING = "may_select_nothing"
# Lines of a failed case that are shown, from its message's beginning and from its end.
SHOWN = 12


@dataclass(frozen=True)
class Count:
    """Test cases by outcome, lines of problems, and parts without a selected test."""

    passed: int = 0
    skipped: int = 0
    problems: tuple[str, ...] = ()
    without_tests: tuple[str, ...] = ()

    def __add__(self, other: Count) -> Count:
        return Count(
            self.passed + other.passed,
            self.skipped + other.skipped,
            self.problems + other.problems,
            self.without_tests + other.without_tests,
        )


def shortened(text: str) -> str:
    """The first and the last lines of a failed case's message."""
    lines = [f"    {line}" for line in text.strip().splitlines()]
    return "\n".join(
        lines if len(lines) <= 2 * SHOWN else [*lines[:SHOWN], "    ...", *lines[-SHOWN:]]
    )


def count_file(path: Path, part: str) -> Count:
    """Count the cases of one JUnit file of a part."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except ElementTree.ParseError as error:
        return Count(problems=(f"{path}: not readable: {error}",))
    total = Count()
    for case in cases:
        tags = {child.tag for child in case}
        if tags & {"failure", "error"}:
            said = "\n".join(
                child.text or child.get("message") or ""
                for child in case
                if child.tag in ("failure", "error")
            )
            total += Count(
                problems=(f"{part}: {case.get('classname')}.{case.get('name')}\n{shortened(said)}",)
            )
        elif "skipped" in tags:
            total += Count(skipped=1)
        else:
            total += Count(passed=1)
    return total


def count_part(folder: Path) -> Count:
    """Count one part.

    A part that failed, or ran nothing, without a failed case counts as one failure, unless markers
    may leave it without a test.
    """
    status = int((folder / "status").read_text()) if (folder / "status").exists() else None
    files = sorted(folder.rglob("rosunit-*.xml")) or sorted(folder.glob("pytest.xml"))
    total = sum((count_file(path, folder.name) for path in files), Count())
    if total.problems:
        return total
    if status == TIMED_OUT:
        return total + Count(problems=(f"{folder.name}: did not end in time",))
    if status == NO_TESTS and total == Count():
        if (folder / MAY_SELECT_NOTHING).exists():
            return Count(without_tests=(folder.name,))
        return Count(problems=(f"{folder.name}: selects no test",))
    if status != 0:
        return total + Count(problems=(f"{folder.name}: exit status {status}",))
    if total == Count():
        return Count(problems=(f"{folder.name}: left no results",))
    return total + Count(
        problems=tuple(
            f"{folder.name}: test {name} made no case" for name in missing(folder, files)
        )
    )


def missing(folder: Path, files: Sequence[Path]) -> list[str]:
    """Return a part's expected tests without any case in its results."""
    expected = (
        (folder / "expected").read_text(encoding="utf-8").split()
        if (folder / "expected").exists()
        else []
    )
    made = {path.stem for path in files if count_file(path, "") != Count()}
    return [name for name in expected if f"rosunit-{name}" not in made]


def left_out(results: Path) -> int:
    """Return the number of tests deselected by markers, or as further cases.

    A run with more than ``quick`` has the tests that ``quick`` leaves out in other parts.
    """
    files = [*results.glob("pytest_*/output.txt")] or [*results.glob("quick_*/output.txt")]
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in files)
    return sum(int(found) for text in texts for found in re.findall(r"(\d+) deselected", text))


def without_data(results: Path) -> int:
    """Count the tests skipped for lack of public data on this machine."""
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in results.rglob("*.xml"))
    return sum(len(re.findall(r"<skipped[^>]*SIM_TEST_DATA", text)) for text in texts)


def report(results: Path, more: str, notes: Sequence[str] = ()) -> int:
    """Print failures, the command for omitted tests, notes and counts; 1 on failure.

    ``more`` is that command, empty without omitted tests.
    """
    parts = sorted(path for path in results.iterdir() if path.is_dir())
    total = sum((count_part(part) for part in parts), Count())
    for problem in total.problems:
        print(f"FAILED {problem}")
    if more and left_out(results):
        print(f"{left_out(results)} tests that take longer were left out: {more}")
    if without_data(results):
        print(
            f"{without_data(results)} tests were skipped for lack of public data: "
            "see SIM_TEST_DATA in CONTRIBUTING.md"
        )
    if total.without_tests:
        print(f"no tests selected in: {', '.join(total.without_tests)}")
    for note in notes:
        print(note)
    print(f"{total.passed} passed, {len(total.problems)} failed, {total.skipped} skipped")
    return 1 if total.problems or not parts else 0


def times(wall: float, seconds: Mapping[str, float], processor: Mapping[str, float]) -> list[str]:
    """Return lines with the run's duration and its longest parts."""
    if len(seconds) < 2:
        return []
    longest = sorted(seconds, key=lambda name: -seconds[name])[:LONGEST]
    return [
        f"{wall:.0f} s, {sum(processor.values()):.0f} s of a core; the longest parts: "
        + ", ".join(f"{name} {seconds[name]:.0f} s" for name in longest)
    ]
