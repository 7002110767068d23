"""Differences between the current scene and the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, List, Mapping

from sim.arrays import Array
from sim.scenes.live.piece import Piece, apart

# Nearer than this two poses of scenes are the same, m and rad.
SAME = 1e-9


@dataclass(frozen=True)
class SceneChanges:
    """Names in the order of execution.

    Supported objects are added after their support, and removed before it.
    """

    removed: List[str]
    replaced: List[str]
    moved: List[str]
    added: List[str]
    unchanged: List[str]


def changes(
    stands: Mapping[str, Piece], wanted: Mapping[str, Piece], actual: Mapping[str, Array]
) -> SceneChanges:
    """Return the changes from the previous scene's pieces to the next's.

    ``actual``: world_from_model (4, 4) of the pieces of ``stands`` in the simulator; a missing
    piece is added again, one that left its pose in the previous scene counts as moved.
    """
    here = [name for name in stands if name in actual]
    kept = [name for name in here if name in wanted and wanted[name].body == stands[name].body]
    replaced = [name for name in here if name in wanted and wanted[name].body != stands[name].body]
    moved = [
        name
        for name in kept
        if apart(wanted[name].pose, stands[name].pose, SAME, SAME)
        or apart(wanted[name].pose, actual[name])
    ]
    still = set(kept) - set(moved)
    return SceneChanges(
        removed=upwards((name for name in here if name not in wanted), stands)[::-1],
        replaced=upwards(replaced, wanted),
        moved=upwards(moved, wanted),
        added=upwards(
            (name for name in wanted if name not in actual or name not in stands), wanted
        ),
        unchanged=[name for name in kept if name in still],
    )


def upwards(names: Iterable[str], pieces: Mapping[str, Piece]) -> List[str]:
    """Return names by the height of their lower ends (stable sort)."""
    return sorted(
        names,
        key=lambda name: round(pieces[name].item.position[2] - pieces[name].item.size[2] / 2.0, 6),
    )
