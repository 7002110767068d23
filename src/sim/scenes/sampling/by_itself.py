"""Acceptance rate of each single requirement.

It distinguishes impossible requirements from rare ones. Each is tested on proposals of its objects,
without the other requirements. Needs Scenic.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, List, Sequence

# A share is known well enough where a requirement held so often.
MIN_ACCEPTED = 20
# Minimum and maximum number of proposals for a requirement: 0.6 ms each.
MIN_PROPOSALS = 200
MAX_PROPOSALS = 5000
# Number of Scenic's own requirements (overlaps, regions, sight) to test, by descending rejections.
MAX_BUILT_IN = 8


@dataclass(frozen=True)
class AcceptanceShare:
    """A requirement of Scenic, with numbers of accepted and all proposals."""

    requirement: Any
    held: int
    proposals: int

    @property
    def share(self) -> float:
        """The share of proposals, 0 where none could be drawn."""
        return self.held / self.proposals if self.proposals else 0.0


def shares(requirements: Sequence[Any], proposals: int) -> List[AcceptanceShare]:
    """Return each requirement's own acceptance, rarest first, from about ``proposals`` draws."""
    proposals = min(max(proposals, MIN_PROPOSALS), MAX_PROPOSALS)
    found = [_share(requirement, proposals) for requirement in requirements]
    return sorted(found, key=lambda share: share.share)


def about(requirement: Any) -> List[Any]:
    """Return the values needed by a requirement of Scenic, for :func:`shares`."""
    names = ("objA", "objB", "obj", "container", "source", "target")
    if type(requirement).__name__ == "CompiledRequirement":
        return list(requirement.dependencies)
    return [getattr(requirement, name) for name in names if hasattr(requirement, name)] + list(
        getattr(requirement, "potential_occluders", ())
    )


def _share(requirement: Any, proposals: int) -> AcceptanceShare:
    from scenic.core.distributions import RejectionException, Samplable

    roots, held, drawn = about(requirement), 0, 0
    active, requirement.active = requirement.active, True
    state = random.getstate()
    try:
        while drawn < proposals and held < MIN_ACCEPTED:
            drawn += 1
            try:
                held += not requirement.falsifiedBy(Samplable.sampleAll(roots))
            except RejectionException:
                continue
    finally:
        requirement.active = active
        random.setstate(state)
    return AcceptanceShare(requirement, held, drawn)
