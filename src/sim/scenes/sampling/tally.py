"""Which requirement rejected how many proposals, and what is said of it when no scene was found."""
from __future__ import annotations

from collections import Counter
from typing import Any, Dict, Tuple

from sim.errors import SimulationError
from sim.scenes.program_errors import Origins

SHOWN = 6


class Tally:
    """Counts rejections by their cause; a cause is put into words only when it is asked for."""

    def __init__(self, origins: Origins, path: str) -> None:
        self._origins, self._path = origins, path
        self._counts: Counter = Counter()
        self._causes: Dict[Any, Any] = {}

    def add(self, cause: Any, count: int = 1) -> None:
        """Counts a requirement of Scenic, or a text, that rejected proposals."""
        key = cause if isinstance(cause, str) else id(cause)
        self._counts[key] += count
        self._causes[key] = cause

    def shares(self) -> Tuple[Tuple[str, float], ...]:
        """What rejected which share of what was rejected, most first."""
        words: Counter = Counter()
        for key, count in self._counts.items():
            words[self.words(self._causes[key])] += count
        total = sum(words.values())
        return tuple((text, count / total) for text, count in words.most_common())

    def failure(self, iterations: int) -> SimulationError:
        """The error of a scene that was not found."""
        shares = self.shares()
        listed = "; ".join(f"{100.0 * share:.3g} %: {text}" for text, share in shares[:SHOWN])
        more = f"; and {len(shares) - SHOWN} more" if len(shares) > SHOWN else ""
        return SimulationError(f"{self._path}: no scene that meets all requirements in {iterations} iterations. What was rejected, by cause: "
                               f"{listed or 'nothing was tried'}{more}. Ease what fails most, or allow more iterations")

    def words(self, cause: Any) -> str:
        """A requirement in words, with the lines of what it is about."""
        from scenic.core import requirements as scenic

        label = self._origins.label
        if isinstance(cause, str):
            return cause
        if isinstance(cause, scenic.IntersectionRequirement):
            return f"{label(cause.objA)} intersects {label(cause.objB)}"
        if isinstance(cause, scenic.ContainmentRequirement):
            return f"{label(cause.obj)} is not inside {_region(cause)}"
        if isinstance(cause, scenic.NonVisibilityRequirement):
            return f"{label(cause.target)} is visible from {label(cause.source)}"
        if isinstance(cause, scenic.VisibilityRequirement):
            return f"{label(cause.target)} is not visible from {label(cause.source)}"
        if isinstance(cause, scenic.CompiledRequirement):
            named = f" {cause.name!r}" if cause.name and not cause.name.startswith("requirement on line") else ""
            return f"the requirement{named} on line {cause.line} is not met"
        return str(getattr(cause, "violationMsg", cause))


def _region(cause: Any) -> str:
    own = getattr(cause.obj, "regionContainedIn", None)
    return "its region" if own is not None else "the workspace"
