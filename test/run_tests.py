"""Runs the tests that its words mean (see selection.USAGE) side by side, and ends with one summary;
``./run test`` calls it.

SIM_SKIP_GAZEBO=1 leaves Gazebo out; SIM_OLDEST_PYTHON names the interpreter of the oldest Python,
where there is one.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Sequence

from support.parts import ROOT, SIMULATORS
from support.queue import Running, run
from support.selection import Machine, UnknownName, selection
from support.summary import count_part, report

RESULTS = ROOT / "build" / "test_results"
# What runs the tests that a first word leaves out: ``slow`` picks its own, which is no leaving out.
MORE = {"quick": "./run test", "slow": ""}


def said(one: Running, status: int) -> None:
    """One line for a part that has ended, and all that it printed where it failed."""
    counted = count_part(RESULTS / one.part.name)
    verdict = "failed" if counted.problems else "empty " if counted.without_tests else "passed"
    print(
        f"{verdict}  {one.part.name}: {counted.passed} passed, {len(counted.problems)} failed, "
        f"{counted.skipped} skipped in {one.seconds:.0f} s, "
        f"{one.processor:.0f} s of a core",
        flush=True,
    )
    if counted.problems:
        sys.stdout.write(
            (RESULTS / one.part.name / "output.txt").read_text(encoding="utf-8", errors="replace")
        )
        sys.stdout.flush()


def main(words: Sequence[str], folder: Path) -> int:
    """Run them; 0 if all passed, 1 if not, 2 for a word that names none, 130 when interrupted."""
    simulators = SIMULATORS[:1] if os.environ.get("SIM_SKIP_GAZEBO") == "1" else SIMULATORS
    machine = Machine(sys.executable, os.environ.get("SIM_OLDEST_PYTHON"), simulators, RESULTS)
    try:
        parts = selection(words, machine, folder)
    except UnknownName as error:
        print(f"run: {error}", file=sys.stderr)
        return 2
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    # TERM ends us as Ctrl-C does: with what we have started. Shells start what runs in the
    # background with SIGINT ignored, where tests that send it would wait in vain.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        # Two more than cores, since rostests wait now and then, and pytests for their children.
        run(parts, RESULTS, (os.cpu_count() or 1) + 2, said)
    except KeyboardInterrupt:
        print("run: interrupted", file=sys.stderr)
        return 130
    return report(RESULTS, MORE.get(words[0] if words else "", "./run test slow"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], Path(sys.argv[1])))
