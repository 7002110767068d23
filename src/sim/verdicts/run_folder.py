"""Recorded run of a scenario: trajectories and boxes of all entities."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Optional, Tuple

from sim.drivers.reference.recording import EntityTrack, read_recording
from sim.errors import InputError

TRAJECTORIES_FILE = "trajectories.csv"
RESULT_FILE = "scenario.json"


@dataclass(frozen=True)
class RecordedRun:
    """Recorded run.

    ``ego`` and the ``others`` by name; ``roads`` is the OpenDRIVE file, if any; ``ended`` is the
    end of the scenario, s, and ``completed`` tells a regular end. ``rear`` is the distance of the
    ego's reference point behind the middle of its box, m; ``contacts`` are the times, s, and names
    of vehicles hit by the ego in the simulator's physics.
    """

    ego: EntityTrack
    others: Dict[str, EntityTrack]
    roads: Optional[Path]
    ended: float
    completed: bool
    rear: float
    contacts: Tuple[Tuple[float, str], ...] = ()


def read_run(folder: Path) -> RecordedRun:
    """Read the run of a folder. Raises InputError unless it holds a scenario run with an ego."""
    path = folder / RESULT_FILE
    try:
        found: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from error
    except ValueError as error:
        raise InputError(path, f"is not JSON ({error})") from error
    boxes = {
        name: {
            "length": max(box["length"], 0.1),
            "width": max(box["width"], 0.1),
            "centre": box["centre"][0],
        }
        for name, box in found["boxes"].items()
    }
    tracks = read_recording(folder / TRAJECTORIES_FILE, boxes)
    name = found["ego"]
    if name not in tracks:
        raise InputError(folder / TRAJECTORIES_FILE, f"has no rows of {name}, the entity to judge")
    ego = tracks.pop(name)
    return RecordedRun(
        ego,
        tracks,
        Path(found["roads"]) if found["roads"] else None,
        float(found["ended_s"]),
        found["status"] == "completed",
        boxes[name]["centre"],
        tuple((float(each["t"]), str(each["entity"])) for each in found.get("contacts", ())),
    )
