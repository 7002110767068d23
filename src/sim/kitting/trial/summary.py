"""Record of a trial: ``trial.json`` in its folder.

It has the trial, its score, versions, every event and every state. Equal trials give equal files,
but for the planner's own time and memory. Simulated seconds since the trial's begin, metres.
"""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Mapping, Sequence, Tuple, Union

import numpy as np

import sim
from sim.errors import InputError
from sim.files import drafted, input_hash, writing
from sim.kitting.events import TrialEvent
from sim.kitting.trial.codec import build, plain
from sim.kitting.trial.files import DOMAIN
from sim.kitting.trial.score import Score
from sim.kitting.trial.spec import Trial
from sim.kitting.trial.states import states

SUMMARY_FILE = "trial.json"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Record:
    """A completed trial.

    Its files are named without their folders; ``hashes`` (SHA-256) identify their contents.
    """

    trial: Trial
    versions: Mapping[str, str]
    hashes: Mapping[str, str]
    score: Score
    events: Tuple[TrialEvent, ...]


def record(
    trial: Trial, events: Sequence[TrialEvent], score: Score, versions: Mapping[str, str]
) -> Record:
    """Return the record of a trial.

    ``versions`` of simulator and planner are added to the package's.
    """
    files = {"layout": trial.layout, "domain": trial.domain or str(DOMAIN)}
    return Record(
        replace(trial, layout=Path(trial.layout).name, domain=Path(trial.domain).name),
        {
            "sim": sim.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            **versions,
        },
        {key: input_hash(file) for key, file in files.items()},
        score,
        tuple(events),
    )


def write(made: Record, folder: Union[str, Path]) -> Path:
    """Write ``trial.json`` into a folder; return its path. The folder is made if necessary."""
    path = Path(folder) / SUMMARY_FILE
    text = dumps(made)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with drafted(path) as draft:
            draft.write_text(text, encoding="utf-8")
    return path


def dumps(made: Record) -> str:
    """Return a record as JSON. A line for each field, event and state."""
    head = {key: plain(getattr(made, key)) for key in ("trial", "versions", "hashes", "score")}
    lines = [
        f' "{key}": {_text(value)}' for key, value in {"schema": SCHEMA_VERSION, **head}.items()
    ]
    lines.append(f' "events": {_listed(made.events)}')
    lines.append(f' "states": {_listed(states(made.events))}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(path: Union[str, Path]) -> Record:
    """Read the record in a file or in a trial's folder."""
    path = Path(path)
    path = path / SUMMARY_FILE if path.is_dir() else path
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        hint = f"; a trial's folder has a {SUMMARY_FILE} once it has ended"
        raise InputError(path, f"cannot be read ({error.strerror or error}){hint}") from error
    except ValueError as error:
        raise InputError(path, f"is not JSON ({error}); run the trial again") from error
    if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA_VERSION:
        raise InputError(
            path, f"is not the record of a trial in this version's form, {SCHEMA_VERSION}"
        )
    document.pop("states", None)
    return build(Record, document, str(path))


def _listed(values: Sequence[Any]) -> str:
    lines = ",\n  ".join(_text(plain(value)) for value in values)
    return f"[\n  {lines}\n ]" if lines else "[]"


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError("trial", f"its record holds what JSON has not: {error}") from error
