"""Things that a launch file wants, with the files that want them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Tuple

Wanted = Dict[str, List[str]]


def note(wanted: Wanted, name: str, where: str) -> None:
    """Add a wanted name, with the file that wants it, once."""
    places = wanted.setdefault(name, [])
    if where not in places:
        places.append(where)


@dataclass
class LaunchNeeds:
    """Wanted names by kind; ``programs`` are pairs of package and program."""

    packages: Wanted = field(default_factory=dict)
    programs: Dict[Tuple[str, str], List[str]] = field(default_factory=dict)
    files: Wanted = field(default_factory=dict)
    topics: Wanted = field(default_factory=dict)
    controllers: Wanted = field(default_factory=dict)
    plugins: Wanted = field(default_factory=dict)
    problems: Wanted = field(default_factory=dict)
