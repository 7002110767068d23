"""A ``<plugin>`` of a model or sensor as data; what it does is for the simulator to know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Tuple


@dataclass(frozen=True)
class Plugin:
    """A plugin tag: ``parameters`` maps each child element's tag to its text; ``lists`` holds the
    attributes of children that have some, by tag."""

    name: str
    filename: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, Tuple[Mapping[str, str], ...]] = field(default_factory=dict)
