"""Findings as text: a table for people, JSON for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import List, Sequence

from sim.model_check.finding import RUNS, ModelFinding

HEAD = ("kind", "name", "embedded", "gazebo", "why")


def as_table(findings: Sequence[ModelFinding], every: bool) -> str:
    """Format the findings that deviate from the file; with ``every``, all.

    The last line counts them.
    """
    shown = [one for one in findings if every or not _as_written(one)]
    rows = [HEAD, *((one.kind, one.name, one.embedded, one.gazebo, one.why) for one in shown)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines: List[str] = []
    for row in rows if shown else []:
        cells = [cell.ljust(width) for cell, width in zip(row, widths)]
        lines.append("  ".join([*cells, row[4]]).rstrip())
    written = sum(map(_as_written, findings))
    lines.append(f"{written} of {len(findings)} parts run as the file says on both simulators")
    return "\n".join(lines)


def as_json(findings: Sequence[ModelFinding]) -> str:
    return json.dumps([asdict(one) for one in findings], indent=2)


def _as_written(finding: ModelFinding) -> bool:
    return finding.embedded == finding.gazebo == RUNS
