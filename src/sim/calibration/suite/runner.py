"""Runs the suite's trials in several processes.

Each result is appended to ``results.jsonl`` at once, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import fields
from pathlib import Path
from typing import Any, Callable, Dict, List, Set

from sim.calibration.method_names import RENAMED
from sim.calibration.suite.trials import MethodTrial, TrialPlan, remaining, run_case
from sim.errors import InputError

RESULTS = "results.jsonl"
Say = Callable[[str], None]


def run_suite(plan: TrialPlan, folder: Path, jobs: int, say: Say) -> List[Dict[str, Any]]:
    """Run the missing trials of a plan; return all results.

    Results in the folder are not repeated.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / RESULTS
    left = remaining(plan, trials_of(read_results(path)))
    total, began = sum(len(trials) for _, trials in left), time.monotonic()
    say(f"{total} trials of {len(left)} scenes in {jobs} processes; results in {path}")
    done = 0
    # A process that has begun OpenGL or threads cannot be forked.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as pool, path.open("a", encoding="utf-8") as file:
        waiting = [pool.submit(run_case, case, trials) for case, trials in left]
        try:
            for future in as_completed(waiting):
                outcomes = future.result()
                file.writelines(json.dumps(outcome.line()) + "\n" for outcome in outcomes)
                file.flush()
                done += len(outcomes)
                minutes = (time.monotonic() - began) / done * (total - done) / 60.0
                say(f"{done} of {total} trials, {minutes:.0f} min left")
        finally:
            for future in waiting:
                future.cancel()
    return read_results(path)


def read_results(path: Path) -> List[Dict[str, Any]]:
    """Read the results of a file, empty if it does not exist.

    Raises InputError that names a malformed line. A truncated last line is removed from the file.
    """
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole, _, rest = text.rpartition("\n")
    if rest:
        path.write_text(whole + "\n" if whole else "", encoding="utf-8")
    results = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            result = json.loads(line)
        except ValueError as error:
            raise InputError(
                f"{path}:{number}", f"not a result ({error}); remove the line"
            ) from None
        if isinstance(result, dict) and result.get("method") in RENAMED:
            result["method"] = RENAMED[result["method"]]
        results.append(result)
    return results


def trials_of(results: List[Dict[str, Any]]) -> Set[MethodTrial]:
    """Return the trials of results."""
    names = [one.name for one in fields(MethodTrial)]
    return {MethodTrial(**{name: result[name] for name in names}) for result in results}
