"""Result files of a run: ``trajectories.csv`` and ``scenario.json``.

Input of verdicts.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any, Dict, Mapping, Sequence

from sim.files import drafted
from sim.openscenario.play.player import ScenarioPlayer
from sim.openscenario.play.trajectory_file import Row, write_rows
from sim.openscenario.reading.reader import ScenarioDocument

TRAJECTORIES_FILE = "trajectories.csv"
RESULT_FILE = "scenario.json"
COMPLETED = "completed"
CUT_SHORT = "interrupted"


def write_result(
    folder: Path,
    document: ScenarioDocument,
    player: ScenarioPlayer,
    rows: Sequence[Row],
    boxes: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> None:
    """Write both files.

    ``more`` goes into the JSON. Boxes are the scenario's, except given ones; ``centre`` of one is
    the distance of its middle ahead of the reference point and to the left of it, m.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_rows(folder / TRAJECTORIES_FILE, rows)
    own: Dict[str, Any] = {
        name: {"length": each.length, "width": each.width, "centre": list(each.centre)}
        for name, each in player.entities.items()
    }
    found = {
        "scenario": str(document.path.resolve()),
        "roads": str(document.roads.resolve()) if document.roads else "",
        "parameters": document.parameters,
        "status": COMPLETED if player.machine.done else CUT_SHORT,
        "ended_s": player.time,
        "boxes": {**own, **boxes},
        "notes": player.notes,
        "monitors": player.monitors,
        **more,
    }
    with drafted(folder / RESULT_FILE) as draft:
        draft.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
