"""Pairs of links of one model that collide.

As in SDF, two links collide if one of them has ``self_collide``, but never if a joint connects
them. Links joined by fixed joints count as one body.
"""

from __future__ import annotations

from itertools import combinations
from typing import Dict, FrozenSet, Set

from sim.sdf.types import Model


def meeting_links(model: Model) -> Set[FrozenSet[str]]:
    """Return the pairs of names of links that collide."""
    if not any(link.self_collide for link in model.links):
        return set()
    body = _bodies(model)
    joined = {
        frozenset((body[joint.parent], body[joint.child]))
        for joint in model.joints
        if joint.parent in body
    }
    return {
        frozenset((first.name, second.name))
        for first, second in combinations(model.links, 2)
        if (first.self_collide or second.self_collide)
        and body[first.name] != body[second.name]
        and frozenset((body[first.name], body[second.name])) not in joined
    }


def _bodies(model: Model) -> Dict[str, str]:
    """Return the rigid body of each link, named by a link."""
    body = {link.name: link.name for link in model.links}
    for joint in model.joints:
        if joint.kind == "fixed" and joint.parent in body:
            old, new = body[joint.child], body[joint.parent]
            body = {name: new if one == old else one for name, one in body.items()}
    return body
