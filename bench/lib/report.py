"""Results of a benchmark: figures with goals, as a table and JSON.

The format is in the design, section 6.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import mujoco
import numpy as np
import sumolib

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Figure:
    """One figure of a benchmark.

    ``goal`` None: for information only. ``value`` None needs a ``why``. ``low`` and ``high`` are
    the range of single values. ``measured`` names its run if it is not the report's.
    """

    figure: str
    value: Optional[float]
    unit: str
    goal: Optional[float] = None
    better: str = "lower"
    low: Optional[float] = None
    high: Optional[float] = None
    note: str = ""
    why: str = ""
    measured: str = ""

    @property
    def met(self) -> Optional[bool]:
        """Return whether the goal is reached.

        None without a goal, False without a measurement.
        """
        if self.goal is None:
            return None
        if self.value is None:
            return False
        return bool(self.value <= self.goal if self.better == "lower" else self.value >= self.goal)

    def document(self) -> Dict[str, Any]:
        values = {
            "figure": self.figure,
            "value": _rounded(self.value),
            "unit": self.unit,
            "goal": self.goal,
            "better": self.better,
            "met": self.met,
            "min": _rounded(self.low),
            "max": _rounded(self.high),
            "note": self.note,
            "why": self.why,
            "measured": self.measured,
        }
        return {
            key: value
            for key, value in values.items()
            if value not in ("", None) or key in ("value", "goal", "met")
        }

    def row(self) -> str:
        """Return a line of the printed table."""
        spread = "" if self.low is None else f"{_short(self.low)} .. {_short(self.high)}"
        goal = (
            ""
            if self.goal is None
            else ("<= " if self.better == "lower" else ">= ") + _short(self.goal)
        )
        verdict = {True: "met", False: "MISSED", None: ""}[self.met]
        return (
            f"{self.figure:66.66} {_short(self.value):>9} {self.unit:6} {spread:>18} {goal:>9} "
            f"{verdict}"
        )


# Function that measures a section, and its figures on failure.
Section = Tuple[Callable[[], List[Figure]], List[Figure]]


@dataclass
class Report:
    """Figures of one benchmark, in order of measurement."""

    name: str
    header: Dict[str, Any]
    figures: List[Figure] = field(default_factory=list)

    def add(self, figures: Sequence[Figure]) -> None:
        """Add figures and print them at once, as progress."""
        for figure in figures:
            print(figure.row() + (f"  ({figure.why})" if figure.why else ""), flush=True)
        self.figures += figures

    def keep_others(self, folder: Path) -> None:
        """Add figures stored in a folder that were not measured now."""
        path, measured = folder / f"{self.name}.json", {figure.figure for figure in self.figures}
        if path.is_file():
            stored = json.loads(path.read_text(encoding="utf-8"))
            run = _run(stored["header"])
            self.figures += [
                _stored({"measured": run, **row})
                for row in stored["figures"]
                if row["figure"] not in measured
            ]

    def write(self, folder: Path) -> Path:
        """Write ``<name>.json`` into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        document = {
            "header": self.header,
            "figures": [figure.document() for figure in self.figures],
        }
        path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        return path


def _run(header: Dict[str, Any]) -> str:
    """Return the description of a report's run."""
    return f"sim {header['versions']['sim']}, load {header['load_average_at_start'][0]:g} at start"


def _stored(row: Dict[str, Any]) -> Figure:
    """Return a figure from its document."""
    renamed = {"min": "low", "max": "high"}
    values = {renamed.get(key, key): value for key, value in row.items() if key != "met"}
    return Figure(**{"unit": "", **values})


def of_samples(
    figure: str, samples: Sequence[float], unit: str, goal: Optional[float] = None, **more: Any
) -> Figure:
    """Return the median of some values with their spread."""
    return Figure(
        figure,
        float(np.median(samples)),
        unit,
        goal,
        low=float(min(samples)),
        high=float(max(samples)),
        **more,
    )


def attempt(measure: Callable[[], List[Figure]], *missing: Figure) -> List[Figure]:
    """Return a section's figures, or the ``missing`` ones with the error."""
    try:
        return measure()
    except Exception as error:  # noqa: BLE001 - a failed section must not cost the others their results
        return [replace(figure, why=f"{type(error).__name__}: {error}") for figure in missing]


def add_sections(report: Report, sections: Mapping[str, Section], folder: Path) -> None:
    """Measure the sections named on the command line, or all.

    Other sections keep their figures stored in ``folder``. An unknown name ends the program.
    """
    wanted = sys.argv[1:]
    unknown = [name for name in wanted if name not in sections]
    if unknown:
        sys.exit(f"no section {unknown[0]!r}; write some of: {', '.join(sections)}")
    for name in wanted or sections:
        measure, missing = sections[name]
        report.add(attempt(measure, *missing))
    if wanted:
        report.keep_others(folder)


def run(main: Callable[[], None]) -> None:
    """A benchmark's program; Ctrl-C leaves the results of the last whole run."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: no results written")


def header(repetitions: str) -> Dict[str, Any]:
    """Return machine, versions and number of repetitions."""
    return {
        "machine": _machine(),
        "versions": _versions(),
        "repetitions": repetitions,
        "load_average_at_start": [round(load, 2) for load in os.getloadavg()],
    }


def _machine() -> Dict[str, Any]:
    cpu = [
        line.split(":")[1].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cpu": cpu[0] if cpu else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory, 1),
        "system": platform.platform(),
    }


def _versions() -> Dict[str, str]:
    sumo = _said(sumolib.checkBinary("sumo"), "--version").split("\n")[0]
    return {
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "mujoco": mujoco.__version__,
        "sumo": sumo,
        "rospy": _said("rosversion", "rospy"),
        "sim": _said("git", "-C", str(ROOT), "describe", "--always", "--dirty"),
    }


def _said(*command: str) -> str:
    try:
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ).stdout.strip()
    except OSError:
        return "unknown"


def _rounded(value: Optional[float]) -> Optional[float]:
    return None if value is None else float(f"{value:.4g}")


def _short(value: Optional[float]) -> str:
    return "-" if value is None else f"{value:.3g}" if abs(value) < 1e3 else f"{value:.0f}"
