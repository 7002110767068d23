"""Runs the selected tests (see selection.USAGE) side by side; ends with one summary.

``./run test`` calls it. SIM_SKIP_GAZEBO=1 leaves Gazebo out; SIM_OLDEST_PYTHON names the
interpreter of the oldest Python, if present.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Sequence

from support import durations
from support.changed import changed
from support.parts import ROOT, SIMULATORS
from support.queue import Running, run
from support.reach.changes import NoBase
from support.selection import Machine, UnknownName, selection
from support.summary import count_part, report, times

RESULTS = ROOT / "build" / "test_results"
# Word to record the parts' durations, by which the queue orders them.
RECORD = "--record"
# Commands for the tests that a first word leaves out; ``slow`` makes its own selection.
MORE = {"quick": "./run test", "slow": ""}


@dataclass
class Reporter:
    """Prints a line for each ended part, and keeps its time."""

    seconds: Dict[str, float] = field(default_factory=dict)
    processor: Dict[str, float] = field(default_factory=dict)

    def ended(self, one: Running, status: int) -> bool:
        """Print a part's line, and its output if it failed; return the failure."""
        name = one.part.name
        counted = count_part(RESULTS / name)
        self.seconds[name], self.processor[name] = one.seconds, one.processor
        verdict = "failed" if counted.problems else "empty " if counted.without_tests else "passed"
        print(
            f"{verdict}  {name}: {counted.passed} passed, {len(counted.problems)} failed, "
            f"{counted.skipped} skipped in {one.seconds:.0f} s, "
            f"{one.processor:.0f} s of a core",
            flush=True,
        )
        if counted.problems:
            output = RESULTS / name / "output.txt"
            sys.stdout.write(output.read_text(encoding="utf-8", errors="replace"))
            sys.stdout.flush()
        return bool(counted.problems)


def main(words: Sequence[str], folder: Path) -> int:
    """Run the tests and return the exit status.

    0: all passed; 1: a failure; 2: an unknown word; 130: interrupted.
    """
    simulators = SIMULATORS[:1] if os.environ.get("SIM_SKIP_GAZEBO") == "1" else SIMULATORS
    # Two more than cores, since rostests wait now and then, and pytests for their children.
    slots = (os.cpu_count() or 1) + 2
    known = durations.read()
    oldest = os.environ.get("SIM_OLDEST_PYTHON")
    machine = Machine(sys.executable, oldest, simulators, RESULTS, slots, known)
    record = RECORD in words
    words = [word for word in words if word != RECORD]
    try:
        if words[:1] == ["changed"]:
            parts, lines = changed(machine, *words[1:2])
            print("\n".join(lines), flush=True)
            if not parts:
                return 0
        else:
            parts = selection(words, machine, folder)
    except (UnknownName, NoBase) as error:
        print(f"run: {error}", file=sys.stderr)
        return 2
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    # TERM ends this process and its children like Ctrl-C. Shells start background jobs with SIGINT
    # ignored, so tests that send it would wait in vain.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    reporter, begun = Reporter(), time.monotonic()
    # Outside of CI, all failures are of interest.
    early = os.environ.get("CI") == "true"
    try:
        dropped = run(parts, RESULTS, slots, reporter.ended, known, early)
    except KeyboardInterrupt:
        print("run: interrupted", file=sys.stderr)
        return 130
    notes = times(time.monotonic() - begun, reporter.seconds, reporter.processor)
    if dropped:
        notes.append(f"{dropped} parts were not run, since one of ./run test quick has failed")
    status = report(RESULTS, MORE.get(words[0] if words else "", "./run test slow"), notes)
    if record:
        durations.write(durations.rewrite(RESULTS, reporter.seconds, known))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], Path(sys.argv[1])))
