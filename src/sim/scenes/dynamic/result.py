"""Result of a dynamic run, as data and as files.

``scenario.json``, ``records.csv``, ``objects.csv``. Numbers are written with the digits that give
the same float back, so that equal runs give equal files, byte for byte.
"""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Tuple, Union

from sim.errors import InputError
from sim.files import drafted

# Ended by the scenario or the time limit; a requirement was violated; the run broke off before its
# end.
COMPLETED = "completed"
VIOLATED = "violated"
INTERRUPTED = "interrupted"
RESULT_FILE = "scenario.json"
RECORDS_FILE = "records.csv"
OBJECTS_FILE = "objects.csv"


@dataclass(frozen=True)
class RunResult:
    """Result of a dynamic run.

    ``reason`` in words; ``requirement`` and its ``line`` if one was violated; times in s, ``began``
    on the world's clock. ``records``: of ``record initial`` and ``record final`` a value each; of
    ``record`` a list of [step, value]. ``objects``: per step (name, x, y, z, heading, speed) of
    every object, in Scenic's frame.
    """

    scenario: str
    seed: int
    timestep: float
    status: str
    reason: str
    requirement: str = ""
    line: int = 0
    began: float = 0.0
    steps: int = 0
    records: Mapping[str, Any] = field(default_factory=dict)
    series: Tuple[str, ...] = ()
    objects: Sequence[Sequence[Tuple[Any, ...]]] = ()

    @property
    def duration(self) -> float:
        return self._time(self.steps)

    def write(self, folder: Union[str, Path]) -> Path:
        """Write the three files into a folder; return ``scenario.json``'s path.

        Each is written whole or not at all.
        """
        folder = prepared(folder)
        try:
            _write(folder / RECORDS_FILE, self._records_table())
            _write(folder / OBJECTS_FILE, self._objects_table())
            _write(folder / RESULT_FILE, _text(self.document()))
        except OSError as error:
            raise InputError(
                folder, f"the run's results cannot be written ({error.strerror or error})"
            ) from error
        return folder / RESULT_FILE

    def document(self) -> Dict[str, Any]:
        """Return everything but the objects' paths, as JSON's types."""
        named = {**asdict(self), "duration": self.duration}
        return {
            name: plain(value) for name, value in named.items() if name not in ("objects", "series")
        }

    def _time(self, step: int) -> float:
        return round(step * self.timestep, 9)

    def _records_table(self) -> List[List[Any]]:
        """Return a row per step: time and all time series. Vectors have a column per component."""
        columns: Dict[str, Dict[int, Any]] = {}
        for name in self.series:
            for step, value in self.records[name]:
                for label, number in _components(name, plain(value)):
                    columns.setdefault(label, {})[step] = number
        steps = sorted({step for values in columns.values() for step in values})
        return [
            ["time", *columns],
            *(
                [self._time(step), *(values.get(step, "") for values in columns.values())]
                for step in steps
            ),
        ]

    def _objects_table(self) -> List[List[Any]]:
        rows = [
            [self._time(step), *row] for step, state in enumerate(self.objects) for row in state
        ]
        return [["time", "name", "x", "y", "z", "heading", "speed"], *rows]


def prepared(folder: Union[str, Path]) -> Path:
    """Create a folder for results; InputError if that fails."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            folder, f"the folder for a run's results cannot be made ({error.strerror or error})"
        ) from error
    return folder


def plain(value: Any) -> Any:
    """Return a recorded value as JSON's types, else as text.

    Infinite numbers are null, since JSON lacks them.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)) or hasattr(value, "coordinates"):
        return [plain(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(inner) for inner in value), key=str)
    return str(getattr(value, "name", value))


def _text(document: Mapping[str, Any]) -> str:
    """Return JSON with a line per entry and per record."""
    head = [
        f" {json.dumps(name)}: {json.dumps(value)}"
        for name, value in document.items()
        if name != "records"
    ]
    records = [
        f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in document["records"].items()
    ]
    return "{\n" + ",\n".join([*head, ' "records": {\n' + ",\n".join(records) + "\n }"]) + "\n}\n"


def _components(name: str, value: Any) -> List[Tuple[str, Any]]:
    if isinstance(value, list) and len(value) in (2, 3):
        return [(f"{name}.{axis}", inner) for axis, inner in zip("xyz", value)]
    return [(name, json.dumps(value) if isinstance(value, (list, dict)) else value)]


def _write(path: Path, content: Union[str, List[List[Any]]]) -> None:
    if not isinstance(content, str):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(content)
        content = text.getvalue()
    with drafted(path) as draft:
        draft.write_text(content, encoding="utf-8")
