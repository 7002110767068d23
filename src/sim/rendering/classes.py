"""Semantic classes of visuals by name patterns, with data sets' numbers.

A class's own number here is its row in the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np
import yaml

from sim.arrays import Array
from sim.errors import InputError
from sim.resources import resource

LABELS = ("carla", "cityscapes")
SKY_CLASS = "Sky"
OTHER_CLASS = "Other"
GROUND_CLASSES = ("Terrain", "Ground")


@dataclass(frozen=True)
class SemanticClasses:
    """Semantic classes.

    ``names`` (n,) of classes, their ``labels`` (n,) uint8 by data set, ``colors`` (n, 3) uint8;
    ``things`` are the numbers of classes with boxes for their instances.
    """

    names: Tuple[str, ...]
    labels: Dict[str, Array]
    colors: Array
    things: Tuple[int, ...]
    patterns: Tuple[Tuple[str, int], ...]

    @property
    def ground(self) -> Tuple[int, ...]:
        """Numbers of the classes of ground other than road, if any."""
        return tuple(self.names.index(name) for name in GROUND_CLASSES if name in self.names)

    def number(self, model: str, link: str, visual: str) -> int:
        """Return the class number of a visual."""
        path = f"{model}/{link}/{visual}"
        for pattern, number in self.patterns:
            if fnmatchcase(path if pattern.count("/") == 2 else visual, pattern):
                return number
        return self.names.index(OTHER_CLASS)


def standard_classes() -> SemanticClasses:
    """Return the classes of the package."""
    return read_classes(str(resource("config", "semantic_classes.yaml")))


@lru_cache(maxsize=8)
def read_classes(path: str) -> SemanticClasses:
    """Read the classes of a YAML file like ``config/semantic_classes.yaml``.

    InputError if it is invalid.
    """
    try:
        document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise InputError(path, f"cannot be read: {' '.join(str(error).split())}") from None
    if not isinstance(document, dict) or not isinstance(document.get("classes"), dict):
        raise InputError(path, "has no classes; write them as NAME: {carla, cityscapes, color}")
    names = tuple(document["classes"])
    for name in (SKY_CLASS, OTHER_CLASS):
        if name not in names:
            raise InputError(path, f"has no class {name}, which pictures need")
    rows = [_row(path, name, document["classes"][name]) for name in names]
    patterns: List[Tuple[str, int]] = []
    for place, entry in enumerate(document.get("patterns") or [], 1):
        if not isinstance(entry, dict) or set(entry) != {"pattern", "class"}:
            raise InputError(
                f"{path}, patterns, entry {place}", "write {pattern: NAME, class: CLASS}"
            )
        number = _known(f"{path}, pattern {entry['pattern']}", entry["class"], names)
        patterns.append((str(entry["pattern"]), number))
    things = tuple(_known(f"{path}, boxes", name, names) for name in document.get("boxes") or [])
    return SemanticClasses(
        names,
        {label: np.array([row[label] for row in rows], np.uint8) for label in LABELS},
        np.array([row["color"] for row in rows], np.uint8),
        things,
        tuple(patterns),
    )


def check_labels(labels: str) -> str:
    """Return the name of a supported data set; InputError for others."""
    if labels not in LABELS:
        raise InputError("semantic_labels", f"is {labels!r}; write one of {', '.join(LABELS)}")
    return labels


def _known(where: str, name: Any, names: Tuple[str, ...]) -> int:
    if name in names:
        return names.index(name)
    close = get_close_matches(str(name), names, 1, 0.4)
    advice = f"did you mean {close[0]}?" if close else f"write one of {', '.join(names)}"
    raise InputError(where, f"class {name!r} not found; {advice}")


def _row(path: str, name: str, row: Any) -> Dict[str, Any]:
    where = f"{path}, class {name}"
    if not isinstance(row, dict) or set(row) != {*LABELS, "color"}:
        raise InputError(where, "write {carla: N, cityscapes: N, color: [R, G, B]}")
    color = row["color"]
    numbers = [row["carla"], row["cityscapes"], *(color if isinstance(color, list) else [-1])]
    if len(numbers) != 5 or not all(isinstance(n, int) and 0 <= n <= 255 for n in numbers):
        raise InputError(where, "numbers and colours are whole, from 0 to 255; a colour has three")
    return row
