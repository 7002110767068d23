"""Grid files: CSV of concrete encounters with crashes by driver.

Columns ``scenario,a,b,c,d``: ``car_following`` has a = deceleration in g, b = speed in km/h;
``cut_out`` a = speed in km/h, b = distance of the obstacle from the leader in m, c = lateral speed
in m/s (negative: to the right); ``cut_in`` a = own speed in km/h, b = the other's in km/h, c = gap
in m, d = lateral speed in m/s. Columns unused by a scenario may be empty. The output adds a column
for each driver (1 = crash).
"""

from __future__ import annotations

import csv
import difflib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import CAR_FOLLOWING, CUT_IN, CUT_OUT
from sim.errors import InputError
from sim.files import drafted

SCENARIO_COLUMN = "scenario"
VALUE_COLUMNS = ("a", "b", "c", "d")


@dataclass(frozen=True)
class Value:
    """Meaning of a column in a scenario, and its valid range."""

    meaning: str
    least: float = 0.0
    most: float = 1000.0


_SPEED_VALUE = Value("speed in km/h")
_DRIFT_VALUE = Value("lateral speed in m/s", -100.0, 100.0)
SCENARIOS: Mapping[str, Sequence[Value]] = {
    CAR_FOLLOWING: (Value("deceleration in g", most=100.0), _SPEED_VALUE),
    CUT_OUT: (_SPEED_VALUE, Value("distance in m"), _DRIFT_VALUE),
    CUT_IN: (
        Value("own speed in km/h"),
        Value("other's speed in km/h"),
        Value("gap in m"),
        _DRIFT_VALUE,
    ),
}


@dataclass(frozen=True)
class TrialGrid:
    """Grid as read from a file.

    Header and cells as text, and for each scenario in it the ``rows`` (n,) and their ``values`` (n,
    2 to 4).
    """

    header: List[str]
    cells: List[List[str]]
    rows: Dict[str, Array]
    values: Dict[str, Array]


def read_grid(path: Path, answers: Sequence[str]) -> TrialGrid:
    """Read a grid without the columns ``answers``. InputError names file and line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return _read(path, stream, answers)
    except UnicodeDecodeError as error:
        raise InputError(path, "not a text file in UTF-8") from error
    except csv.Error as error:
        raise InputError(path, f"not a CSV file ({error})") from error


def write_grid(path: Path, grid: TrialGrid, answers: Mapping[str, Sequence[str]]) -> None:
    """Write the grid with a column for each of ``answers``, atomically."""
    if not path.parent.is_dir():
        raise InputError(path, f"the folder {path.parent} is not there")
    with drafted(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*grid.header, *answers])
        writer.writerows([*cells, *more] for cells, more in zip(grid.cells, zip(*answers.values())))


def _read(path: Path, stream: Iterator[str], answers: Sequence[str]) -> TrialGrid:
    reader = csv.reader(stream)
    header = [name.strip() for name in next(reader, [])]
    places = _places(path, header, answers)
    cells: List[List[str]] = []
    found: Dict[str, List[Tuple[int, List[float]]]] = {}
    for row in reader:
        if not row:
            continue
        where = f"{path}:{reader.line_num}"
        if len(row) != len(header):
            raise InputError(where, f"has {len(row)} cells where the header has {len(header)}")
        kind = row[places[0]].strip()
        if kind not in SCENARIOS:
            raise InputError(where, f"unknown scenario '{kind}'{_near(kind)}")
        numbers = [
            _number(where, kind, name, value, row[place].strip())
            for name, place, value in zip(VALUE_COLUMNS, places[1:], SCENARIOS[kind])
        ]
        found.setdefault(kind, []).append((len(cells), numbers))
        cells.append(row)
    return TrialGrid(
        header,
        cells,
        {kind: np.array([row for row, _ in rows]) for kind, rows in found.items()},
        {kind: np.array([numbers for _, numbers in rows]) for kind, rows in found.items()},
    )


def _places(path: Path, header: List[str], answers: Sequence[str]) -> List[int]:
    """Return the indices of a grid's columns."""
    needed = (SCENARIO_COLUMN, *VALUE_COLUMNS)
    if not header:
        raise InputError(path, f"is empty; it must begin with the header {','.join(needed)}")
    missing = [name for name in needed if name not in header]
    if missing:
        raise InputError(
            f"{path}:1",
            f"the column '{missing[0]}' is missing; columns: {', '.join(header)}; the header "
            f"must have {','.join(needed)}",
        )
    twice = [name for name in needed if header.count(name) > 1]
    if twice:
        raise InputError(f"{path}:1", f"there are {header.count(twice[0])} columns '{twice[0]}'")
    there = [name for name in answers if name in header]
    if there:
        raise InputError(
            f"{path}:1", f"the column '{there[0]}' is there already; take it out to have it added"
        )
    return [header.index(name) for name in needed]


def _number(where: str, kind: str, name: str, value: Value, text: str) -> float:
    what = f"{name}, the {value.meaning} of {kind},"
    try:
        number = float(text)
    except ValueError:
        shown = f"'{text}'" if text else "nothing"
        raise InputError(where, f"{what} must be a number, not {shown}") from None
    if not math.isfinite(number):
        raise InputError(where, f"{what} must be a finite number, not {text}")
    if not value.least <= number <= value.most:
        raise InputError(
            where, f"{what} is {number:g}; it must be from {value.least:g} to {value.most:g}"
        )
    return number


def _near(kind: str) -> str:
    near = difflib.get_close_matches(kind, SCENARIOS, 1)
    known = f"; scenarios: {', '.join(SCENARIOS)}"
    return f"; did you mean '{near[0]}'?" if near else known
