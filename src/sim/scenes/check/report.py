"""Findings of a check."""

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
class SceneProblem:
    """A problem of a scene.

    ``kind``: overlap, sunk, missing (a file), broken (a model), twice (a name), mission, moved,
    size, lost or unsettled (an object); ``names``: the objects concerned; ``depth``: m, of overlaps
    and sunken objects.
    """

    kind: str
    what: str
    names: Tuple[str, ...] = ()
    depth: float = 0.0


@dataclass(frozen=True)
class CheckReport:
    """Problems of one scene's folder, and notes.

    Notes are harmless for a simulation; ``pairs``: number of compared pairs.
    """

    folder: str
    objects: int
    pairs: int
    problems: Tuple[SceneProblem, ...]
    notes: Tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems

    def of_kind(self, kind: str) -> Tuple[SceneProblem, ...]:
        return tuple(problem for problem in self.problems if problem.kind == kind)

    def lines(self) -> List[str]:
        """Return one line per problem and note. Without problems, a line that begins with ok."""
        found = [f"{self.folder}: {problem.kind}: {problem.what}" for problem in self.problems]
        found = found or [f"{self.folder}: ok, {self.objects} objects, {self.pairs} pairs compared"]
        return found + [f"{self.folder}: note: {note}" for note in self.notes]
