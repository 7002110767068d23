"""How often a requirement holds where it is the only one, which tells what cannot hold from what
rarely does.

Each is asked about proposals of what it is about alone; the other requirements have no part in
that. Needs Scenic.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, List, Sequence

# A share is known well enough where a requirement held so often.
MIN_ACCEPTED = 20
# Proposals that one is asked about at least and at most: 0.6 ms each.
MIN_PROPOSALS = 200
MAX_PROPOSALS = 5000
# Of Scenic's own requirements (overlaps, regions, sight) those that rejected most are looked at.
MAX_BUILT_IN = 8


@dataclass(frozen=True)
class Share:
    """A requirement of Scenic, and how many of how many proposals it held for."""

    requirement: Any
    held: int
    proposals: int

    @property
    def share(self) -> float:
        """The share of proposals, 0 where none could be drawn."""
        return self.held / self.proposals if self.proposals else 0.0


def shares(requirements: Sequence[Any], proposals: int) -> List[Share]:
    """How often each requirement holds by itself, in about so many proposals at most, the rarest
    first."""
    proposals = min(max(proposals, MIN_PROPOSALS), MAX_PROPOSALS)
    found = [_share(requirement, proposals) for requirement in requirements]
    return sorted(found, key=lambda share: share.share)


def about(requirement: Any) -> List[Any]:
    """The values that a requirement of Scenic needs, for what :func:`shares` draws."""
    names = ("objA", "objB", "obj", "container", "source", "target")
    if type(requirement).__name__ == "CompiledRequirement":
        return list(requirement.dependencies)
    return [getattr(requirement, name) for name in names if hasattr(requirement, name)] + list(
        getattr(requirement, "potential_occluders", ())
    )


def _share(requirement: Any, proposals: int) -> Share:
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
    return Share(requirement, held, drawn)
