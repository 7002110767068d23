"""batch.json: the origin of a folder's scenes.

A batch is resumed only with the same origin.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List

from sim.errors import InputError, SimulationError
from sim.files import drafted
from sim.scenes.sampled_objects import plain

if TYPE_CHECKING:
    from sim.scenes.scenario import LoadedScenario

RECORD_FILE = "batch.json"
SCHEMA_VERSION = 1
WORDS = {
    "scenario": "another program",
    "seed": "another seed",
    "mode": "another mode",
    "params": "other parameters",
    "model": "another world model",
    "modular": "another modular scenario",
    "versions": "other versions",
    "hashes": "other contents",
}


def begin(out: Path, scenario: LoadedScenario, seed: int, count: int) -> int:
    """Write the record of a batch, or compare an existing one.

    Returns the larger number of scenes of the two.
    """
    path, new = out / RECORD_FILE, _record(scenario, seed, count)
    if path.exists():
        old = read(out)
        # A program that gave no scene yet may be mended and tried again.
        if any(out.glob("scene_*")):
            _compare(path, old, new)
            new["count"] = max(count, old["count"])
    elif any(not entry.name.startswith(".") for entry in out.iterdir()):
        raise InputError(
            out,
            f"is not the folder of a batch (no {RECORD_FILE}) and will not be overwritten; "
            "choose "
            "another folder",
        )
    try:
        with drafted(path) as draft:
            draft.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise SimulationError(f"{path}: cannot be written ({error.strerror or error})") from error
    return int(new["count"])


def read(out: Path) -> Dict[str, Any]:
    """Return the record in a batch's folder."""
    path = Path(out) / RECORD_FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(path, f"is not the record of a batch ({error})") from error
    if (
        not isinstance(found, dict)
        or found.get("schema") != SCHEMA_VERSION
        or not isinstance(found.get("count"), int)
    ):
        raise InputError(path, f"is not the record of a batch of schema {SCHEMA_VERSION}")
    record: Dict[str, Any] = found
    return record


def _record(scenario: LoadedScenario, seed: int, count: int) -> Dict[str, Any]:
    options = scenario.options
    record: Dict[str, Any] = json.loads(
        json.dumps(
            {
                "schema": SCHEMA_VERSION,
                "scenario": scenario.path.name,
                "seed": seed,
                "count": count,
                "mode": options.mode,
                "params": plain(options.params)[1],
                "model": options.model,
                "modular": options.scenario,
                "versions": scenario.versions,
                "hashes": dict(sorted(scenario.hashes.items())),
            }
        )
    )
    return record


def _compare(path: Path, old: Dict[str, Any], new: Dict[str, Any]) -> None:
    differences: List[str] = []
    for name, words in WORDS.items():
        one, other = old.get(name), new[name]
        if one != other and isinstance(one, dict):
            keys = [key for key in sorted({*one, *other}) if one.get(key) != other.get(key)]
            differences.append(f"{words} ({', '.join(keys)})")
        elif one != other:
            differences.append(f"{words} ({one!r} there, {other!r} asked for)")
    if differences:
        raise InputError(
            path,
            f"is of another batch, which is never overwritten: {'; '.join(differences)}. Choose "
            "another folder, or ask for "
            "the same batch to resume it",
        )
