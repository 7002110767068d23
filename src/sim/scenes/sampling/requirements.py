"""Objects of Scenic's requirements, and requirements that arrays can check."""

from __future__ import annotations

from typing import Any, List, Sequence, Set, Tuple

from sim.scenes.sampling.blocks import random_nodes


def about(requirement: Any, objects: Sequence[Any]) -> Tuple[Any, ...]:
    """Return the objects of a requirement that only Scenic can check. Empty for the others."""
    kind = type(requirement).__name__
    if requirement.optional or kind == "IntersectionRequirement":
        return ()
    if kind == "ContainmentRequirement":
        return (
            (requirement.obj, requirement.container) if random_nodes(requirement.container) else ()
        )
    if is_plain_sight(requirement):
        return ()
    if kind in ("VisibilityRequirement", "NonVisibilityRequirement"):
        return (requirement.source, requirement.target, *requirement.potential_occluders)
    if kind == "CompiledRequirement":
        return tuple(requirement.dependencies) or (requirement,)
    return tuple(objects)


def is_plain_sight(requirement: Any) -> bool:
    """Return whether sight between two objects is a region test.

    A fixed object of 2D mode has to see another without occluders: Scenic then tests for a common
    point with a fixed region.
    """
    from scenic.core.object_types import Object2D

    if type(requirement).__name__ != "VisibilityRequirement":
        return False
    source, target, hiding = (
        requirement.source,
        requirement.target,
        [item.occluding for item in requirement.potential_occluders],
    )
    if (
        random_nodes(source)
        or random_nodes(source.visibleRegion)
        or any(random_nodes(value) or value for value in hiding)
    ):
        return False
    return isinstance(source, Object2D) and isinstance(target, Object2D)


def linked(sets: Sequence[Set[int]], count: int) -> List[List[int]]:
    """Return the numbers in ``sets``, grouped by connected sets."""
    clusters: List[Set[int]] = []
    for numbers in sets:
        if numbers:
            touched = [cluster for cluster in clusters if cluster & numbers]
            clusters = [cluster for cluster in clusters if cluster not in touched] + [
                set(numbers).union(*touched)
            ]
    return [sorted(cluster) for cluster in clusters]
