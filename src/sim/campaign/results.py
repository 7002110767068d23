"""Results of a campaign for other programs: JUnit and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Dict, List, Sequence
from xml.etree import ElementTree

from sim.campaign.store import FAILED, PASSED, RUNNING, WAITING, RunRow
from sim.files import drafted

JUNIT_FILE = "junit.xml"
JSON_FILE = "results.json"


def count_by_status(rows: Sequence[RunRow]) -> Dict[str, int]:
    """Return the number of runs of each status."""
    found: Dict[str, int] = {}
    for row in rows:
        found[row.status] = found.get(row.status, 0) + 1
    return found


def title(row: RunRow) -> str:
    """Return a short description of a run."""
    parts = [Path(row.scenario).stem]
    parts += [f"variation {row.variation}"] if row.variation else []
    parts += [f"{name}={value}" for name, value in row.parameters.items()]
    parts += [row.ego] if row.ego else []
    return ", ".join([*parts, f"seed {row.seed}"])


def write_junit(path: Path, name: str, rows: Sequence[RunRow]) -> None:
    """Write a JUnit test case for each run.

    A failure if an assertion does not hold, an error without a verdict.
    """
    count = count_by_status(rows)
    made = [row for row in rows if row.status not in (WAITING, RUNNING)]
    errors = len(made) - count.get(PASSED, 0) - count.get(FAILED, 0)
    suite = ElementTree.Element(
        "testsuite",
        {
            "name": name,
            "tests": str(len(made)),
            "failures": str(count.get(FAILED, 0)),
            "errors": str(errors),
            "time": f"{sum(row.wall_s for row in made):.3f}",
        },
    )
    for row in made:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            {"classname": name, "name": f"{row.number}: {title(row)}", "time": f"{row.wall_s:.3f}"},
        )
        if row.status != PASSED:
            tag = "failure" if row.status == FAILED else "error"
            what = ElementTree.SubElement(case, tag, {"type": row.status, "message": row.cause})
            what.text = f"{row.cause}\nreplay: {row.replay}"
    with drafted(path) as draft:
        ElementTree.ElementTree(suite).write(str(draft), encoding="utf-8", xml_declaration=True)


def write_json(path: Path, name: str, rows: Sequence[RunRow]) -> None:
    found = {"name": name, "counts": count_by_status(rows), "runs": [vars(row) for row in rows]}
    with drafted(path) as draft:
        draft.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def worst(rows: Sequence[RunRow], limit: int) -> List[RunRow]:
    """Return the worst runs that did not pass.

    Runs without a verdict come first, then by the number of failing assertions.
    """
    found = [row for row in rows if row.status not in (PASSED, WAITING, RUNNING)]
    found.sort(key=lambda row: (row.status == FAILED, -_failing(row), row.number))
    return found[:limit]


def _failing(row: RunRow) -> int:
    return sum(not each["holds"] for each in row.findings)
