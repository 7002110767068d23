"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

OVERLAP = "overlap"
SUNK = "sunk"
MISSING = "missing"
BROKEN = "broken"
TWICE = "twice"
MISSION = "mission"
MOVED = "moved"
SIZE = "size"
LOST = "lost"
UNSETTLED = "unsettled"


@dataclass(frozen=True)
class Problem:
    """``kind``: overlap, sunk, missing (a file), broken (a model), twice (a name), mission, moved,
    size, lost or unsettled (an object); ``names``: the objects that it is about; ``depth``: m, of
    overlaps and of what is sunk."""

    kind: str
    what: str
    names: Tuple[str, ...] = ()
    depth: float = 0.0


@dataclass(frozen=True)
class CheckReport:
    """The problems of one scene's folder, and notes on what is no problem for a simulation but
    worth knowing; ``pairs``: how many were compared."""

    folder: str
    objects: int
    pairs: int
    problems: Tuple[Problem, ...]
    notes: Tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems

    def of_kind(self, kind: str) -> Tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.kind == kind)

    def lines(self) -> List[str]:
        """One line of text per problem and note, or one that says that all is well."""
        found = [f"{self.folder}: {problem.kind}: {problem.what}" for problem in self.problems]
        found = found or [f"{self.folder}: ok, {self.objects} objects, {self.pairs} pairs compared"]
        return found + [f"{self.folder}: note: {note}" for note in self.notes]
