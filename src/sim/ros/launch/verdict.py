"""Exit code of ``./run`` and summary of the run.

They come from the notes of the launch's processes and of :mod:`sim.ros.launch.launcher`, when all
have ended. A run counts as good only if a process has noted its proper end.
"""

from __future__ import annotations

import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Sequence

from sim.ros.node.program import ENDED, ENDS
from sim.run_folder import FAILED, INTERRUPTED, OK, RUNNING, complete_summary, read_summary

# Options of roslaunch that only print information.
ONLY_PRINT = (
    "--files",
    "--args",
    "--nodes",
    "--find-node",
    "--ros-args",
    "--dump-params",
    "-h",
    "--help",
)


@dataclass(frozen=True)
class Verdict:
    """A run's status and its cause in one line. ``lines`` list all failures."""

    status: str
    cause: str
    lines: Sequence[str] = ()


def judge(failures: Sequence[str], ends: Sequence[str], code: int) -> Verdict:
    """Judge a run: failures count most, then the first noted end.

    ``code`` is roslaunch's exit code.
    """
    if failures:
        return Verdict(FAILED, failures[0], failures)
    if ends:
        kind, _, cause = ends[0].partition(" ")
        return Verdict(OK if kind == ENDED else INTERRUPTED, cause)
    line = (
        f"roslaunch ended with code {code}"
        if code
        else "roslaunch ended before the run was complete"
    )
    return Verdict(FAILED, line, [line])


def settle(verdict: Verdict, folder: Path, asked: str) -> Verdict:
    """Return the verdict, and update the folder's summary to match it.

    A summary is a failure if its writer was killed or could not write.
    """
    found = read_summary(folder)
    if verdict.status == OK and found.get("status") == RUNNING:
        verdict = Verdict(
            FAILED, "the run's summary was not finished", ["the run's summary was not finished"]
        )
    if verdict.status != found.get("status") and not (
        verdict.status == INTERRUPTED and found.get("status") == OK
    ):
        duration = float(asked or 0.0)
        complete_summary(
            folder,
            verdict.status,
            verdict.cause,
            duration_s=None,
            duration_asked_s=duration if duration > 0.0 and math.isfinite(duration) else None,
        )
    return verdict


def lines_of(path: str) -> List[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def main(words: Sequence[str]) -> int:
    """Print the failures of ``CODE WORD ...``; return the exit code.

    ``CODE`` is roslaunch's exit code, followed by its words; failures go to stderr.
    """
    notes, given = os.environ["SIM_EXIT_FILE"], _assigned(words)
    if any(word in ONLY_PRINT for word in words):
        return int(words[0])
    verdict = judge(lines_of(notes), lines_of(notes + ENDS), int(words[0]))
    problems = list(verdict.lines)
    if given.get("run_folder"):
        try:
            verdict = settle(verdict, Path(given["run_folder"]), given.get("duration", ""))
            problems = list(verdict.lines)
        except (OSError, ValueError) as error:
            problems.append(
                f"no summary could be left in {given['run_folder']}: "
                f"{getattr(error, 'strerror', None) or error}"
            )
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def _assigned(words: Sequence[str]) -> Dict[str, str]:
    return dict(word.split(":=", 1) for word in words if ":=" in word)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
