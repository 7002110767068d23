"""Tally of rejections by requirement, and its text for a failure."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List, Tuple, Union

from sim.errors import SimulationError
from sim.scenes.program_errors import Origins
from sim.scenes.sampling.by_itself import MAX_BUILT_IN, AcceptanceShare, shares

SHOWN = 6


class RejectionTally:
    """Counts rejections by their cause, with a text on demand.

    ``requirements``: the program's own; a failure reports their separate acceptance rates.
    """

    def __init__(self, origins: Origins, path: str, requirements: Tuple[Any, ...] = ()) -> None:
        self._origins, self._path, self._requirements = origins, path, requirements
        self._counts: Counter[Union[str, int]] = Counter()
        self._causes: Dict[Any, Any] = {}

    def add(self, cause: Any, count: int = 1) -> None:
        """Count rejections by a requirement of Scenic, or by a text."""
        key = cause if isinstance(cause, str) else id(cause)
        self._counts[key] += count
        self._causes[key] = cause

    def shares(self) -> Tuple[Tuple[str, float], ...]:
        """Return the causes of rejection with their shares, largest first."""
        words: Counter[str] = Counter()
        for key, count in self._counts.items():
            words[self.words(self._causes[key])] += count
        total = sum(words.values())
        return tuple((text, count / total) for text, count in words.most_common())

    def failure(self, iterations: int) -> SimulationError:
        """Return the error after a failed search for a scene."""
        return SimulationError(
            f"{self._path}: no scene that meets all requirements in {iterations} iterations. "
            f"{self._alone(iterations)}"
            f"What was rejected, by cause: {self.listed()}. Ease what fails most, or allow more "
            "iterations"
        )

    def listed(self) -> str:
        """Return the rejections by cause as text."""
        found = self.shares()
        listed = "; ".join(f"{100.0 * share:.3g} %: {text}" for text, share in found[:SHOWN])
        return (listed or "nothing was tried") + (
            f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        )

    def _alone(self, iterations: int) -> str:
        """Return each requirement's separate acceptance as text.

        Requirements that never held come first.
        """
        if not self._requirements:
            return ""
        found = shares([*self._requirements, *self._built_in()], iterations)
        never = [share for share in found if not share.held]
        others = [self._held(share) for share in found if share.held]
        listed = "; ".join(self.rule(share.requirement) for share in never)
        text = (
            f"Never met, even by itself in {never[0].proposals} proposals: {listed}. "
            if never
            else ""
        )
        return text + (f"Met by itself: {'; '.join(others)}. " if others else "")

    def _held(self, share: AcceptanceShare) -> str:
        return f"{100.0 * share.share:.2g} %: {self.rule(share.requirement)}"

    def _built_in(self) -> List[Any]:
        """Return Scenic's own requirements with the most rejections."""
        known = {id(item) for item in self._requirements}
        causes = [
            self._causes[key]
            for key, _ in self._counts.most_common()
            if not isinstance(self._causes[key], str)
        ]
        return [
            cause for cause in causes if id(cause) not in known and hasattr(cause, "falsifiedBy")
        ][:MAX_BUILT_IN]

    def rule(self, requirement: Any) -> str:
        """Return a requirement's demand in words."""
        from scenic.core import requirements as scenic

        label = self._origins.label
        if isinstance(requirement, scenic.IntersectionRequirement):
            return f"{label(requirement.objA)} apart from {label(requirement.objB)}"
        if isinstance(requirement, scenic.ContainmentRequirement):
            return f"{label(requirement.obj)} inside {_region(requirement)}"
        if isinstance(requirement, (scenic.VisibilityRequirement, scenic.NonVisibilityRequirement)):
            hidden = "not " if isinstance(requirement, scenic.NonVisibilityRequirement) else ""
            return f"{label(requirement.target)} {hidden}visible from {label(requirement.source)}"
        return f"the requirement{_named(requirement)} on line {requirement.line}"

    def words(self, cause: Any) -> str:
        """Return a requirement in words, with the lines of its objects."""
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
            return f"the requirement{_named(cause)} on line {cause.line} is not met"
        return str(getattr(cause, "violationMsg", cause))


def _region(cause: Any) -> str:
    own = getattr(cause.obj, "regionContainedIn", None)
    return "its region" if own is not None else "the workspace"


def _named(requirement: Any) -> str:
    """Return the name that a program gives a requirement."""
    return (
        f" {requirement.name!r}"
        if requirement.name and not requirement.name.startswith("requirement on line")
        else ""
    )
