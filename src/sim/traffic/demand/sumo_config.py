"""SUMO's configuration files (``.sumocfg``).

Options that a run of this package cannot follow are refused or reported by line. Times in s. Paths
in a configuration are relative to its folder. Options: https://sumo.dlr.de/docs/sumo.html.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Mapping, Optional, Tuple

from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.xml_file import line_of, read_xml

# SUMO's default seed.
DEFAULT_SEED = 23423
ROOTS = ("configuration", "sumoConfiguration")
SHORT = {
    "n": "net-file",
    "net": "net-file",
    "r": "route-files",
    "routes": "route-files",
    "a": "additional-files",
    "additional": "additional-files",
    "b": "begin",
    "e": "end",
    "c": "configuration-file",
}
FILES = ("route-files", "additional-files")
NUMBERS = ("begin", "end", "step-length", "max-depart-delay", "lateral-resolution")
# Options that concern only SUMO's window and console output.
SILENT = (
    "gui-settings-file",
    "start",
    "quit-on-end",
    "delay",
    "breakpoints",
    "window-size",
    "window-pos",
    "verbose",
    "no-warnings",
    "no-step-log",
    "step-log.period",
    "duration-log.disable",
    "duration-log.statistics",
    "log",
    "message-log",
    "error-log",
    "xml-validation",
    "xml-validation.net",
    "xml-validation.routes",
    "print-options",
    "threads",
    "no-duration-log",
    "random",
    "game",
    "tracker-interval",
)
# Options that a run sets itself, with the way to set them.
SET_HERE = {
    "time-to-teleport": "vehicles never teleport",
    "collision.action": "collisions are reported, and no vehicle is removed",
    "collision.check-junctions": "collisions in junctions are checked",
    "collision.mingap-factor": "only boxes that touch collide",
    "ignore-route-errors": "vehicles that cannot drive their routes end the run",
}


@dataclass(frozen=True)
class SumoConfig:
    """Settings of a configuration.

    ``more`` are options passed to SUMO unchanged; ``notes`` list ignored settings.
    """

    net: Optional[Path] = None
    additional: Tuple[Path, ...] = ()
    routes: Tuple[Path, ...] = ()
    seed: int = DEFAULT_SEED
    begin: float = 0.0
    end: float = math.inf
    step: Optional[float] = None
    limits: Mapping[str, float] = field(default_factory=dict)
    more: Tuple[Tuple[str, str], ...] = ()
    notes: Tuple[str, ...] = ()

    @property
    def files(self) -> Tuple[Path, ...]:
        """All but the network, in SUMO's order."""
        return (*self.additional, *self.routes)


def read_config(path: Path) -> SumoConfig:
    """Read a configuration; InputError if it is malformed or unsupported."""
    options = _options(path)
    numbers = {name: _number(path, name, options) for name in NUMBERS if name in options}
    files = {name: _paths(path, name, options) for name in ("net-file", *FILES)}
    if len(files["net-file"]) > 1:
        raise InputError(
            _place(path, "net-file", options),
            "names more than one network; SUMO and this package run one",
        )
    notes, more = [], []
    for name, (value, line) in options.items():
        if name in numbers or name in files or name in SILENT or name == "seed":
            continue
        reason = _left_out(name)
        if reason:
            notes.append(f"{path}:{line}: {name} {value} is not taken: {reason}")
        else:
            more.append((name, value))
    limits = {
        name.replace("-", "_"): numbers[name]
        for name in ("max-depart-delay", "lateral-resolution")
        if numbers.get(name, -1.0) > 0.0
    }
    end = numbers.get("end", -1.0)
    return SumoConfig(
        next(iter(files["net-file"]), None),
        files["additional-files"],
        files["route-files"],
        _seed(path, options),
        numbers.get("begin", 0.0),
        end if end >= 0.0 else math.inf,
        numbers.get("step-length"),
        limits,
        tuple(more),
        tuple(notes),
    )


def _options(path: Path) -> Dict[str, Tuple[str, int]]:
    """Return values and lines of the options by their long names."""
    found: Dict[str, Tuple[str, int]] = {}
    root = read_xml(path)
    if root.tag not in ROOTS:
        raise InputError(
            f"{path}:{root.sourceline}",
            f"<{root.tag}> is not SUMO's configuration; its root is <{ROOTS[0]}>",
        )
    for element in root.iter(etree.Element):
        value = element.get("value", element.get("v"))
        if value is None:
            continue
        name = SHORT.get(element.tag, element.tag)
        if name == "configuration-file":
            raise InputError(
                f"{path}:{element.sourceline}",
                f"names another configuration, {value!r}; give that one as demand:=",
            )
        found[name] = (value.strip(), line_of(element))
    return found


def _left_out(name: str) -> str:
    """Return why an option is not passed to SUMO, or empty."""
    if name in SET_HERE:
        return SET_HERE[name]
    if (
        name.endswith("-output")
        or "-output." in name
        or name.startswith("output-")
        or name.endswith("output-file")
    ):
        return "a run writes its measures into its own folder"
    if name in ("remote-port", "num-clients", "python-script") or name.startswith("save-state"):
        return "the run itself controls SUMO"
    if name.endswith(("-file", "-files", ".file")) or name == "load-state":
        return "only network, route and additional files are"
    return ""


def _paths(path: Path, name: str, options: Dict[str, Tuple[str, int]]) -> Tuple[Path, ...]:
    if name not in options:
        return ()
    found: List[Path] = []
    for word in options[name][0].split(","):
        if word.strip():
            found.append(path.parent / Path(word.strip()).expanduser())
            if not found[-1].is_file():
                raise InputError(
                    _place(path, name, options), f"{name}: file not found: {found[-1]}"
                )
    return tuple(found)


def _number(path: Path, name: str, options: Dict[str, Tuple[str, int]]) -> float:
    """Return a number or a time; SUMO also accepts HH:MM:SS and DD:HH:MM:SS."""
    text = options[name][0]
    try:
        parts = [float(part) for part in text.split(":")]
        value = sum(
            part * unit for part, unit in zip(reversed(parts), (1.0, 60.0, 3600.0, 86400.0))
        )
        if len(parts) not in (1, 3, 4) or not math.isfinite(value):
            raise ValueError
    except ValueError:
        raise InputError(
            _place(path, name, options),
            f"{name}: {text!r} is not a number of seconds, nor HH:MM:SS",
        ) from None
    return value


def _seed(path: Path, options: Dict[str, Tuple[str, int]]) -> int:
    if options.get("random", ("false", 0))[0].lower() in ("true", "1", "yes", "on", "x"):
        raise InputError(
            _place(path, "random", options),
            "random draws its seed from the clock, so that no run repeats; give a seed instead",
        )
    text = options.get("seed", (str(DEFAULT_SEED), 0))[0]
    if not text.isdecimal() or int(text) >= 2**31:
        raise InputError(
            _place(path, "seed", options),
            f"seed: {text!r} is not a whole number from 0 to {2**31 - 1}",
        )
    return int(text)


def _place(path: Path, name: str, options: Dict[str, Tuple[str, int]]) -> str:
    return f"{path}:{options[name][1]}"
