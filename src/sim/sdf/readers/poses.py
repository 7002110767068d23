"""Poses and their reference frames.

SDF 1.7 ``relative_to`` and ``<frame>``; ``frame`` in 1.5 and 1.6. Poses are 4x4 homogeneous
transforms named ``target_from_source``; metres and radians.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.xml.elements import Element, failure
from sim.sdf.xml.poses import pose_frame, pose_matrix


@dataclass(frozen=True)
class _Edge:
    parent: str
    parent_from_frame: Array
    element: Element


class FrameGraph:
    """Named frames of one model or world, resolved to ``root`` on demand.

    A tolerant one does as Gazebo: of two frames of one name the first counts, and a missing frame
    is the root.
    """

    def __init__(self, root: str, tolerant: bool = False) -> None:
        self.root, self.tolerant = root, tolerant
        self._edges: Dict[str, _Edge] = {}
        self._resolved: Dict[str, Array] = {root: np.eye(4)}

    def __contains__(self, name: str) -> bool:
        return name == self.root or name in self._edges

    def names(self) -> Tuple[str, ...]:
        return tuple(self._edges)

    def add(self, name: str, parent: str, parent_from_frame: Array, element: Element) -> None:
        """Add a frame relative to another one. The other frame may be added later."""
        if name in self:
            if self.tolerant:
                return
            raise failure(
                element,
                f"the name {name!r} is used twice here; names of links, frames and models must "
                "differ",
            )
        self._edges[name] = _Edge(parent, parent_from_frame, element)

    def add_pose(self, name: str, pose: Optional[Element], default: str, element: Element) -> None:
        """Add a frame from a ``<pose>``.

        Relative to ``default`` unless the pose names another frame.
        """
        self.add(name, pose_frame(pose) or default, pose_matrix(pose), element)

    def resolve(self, name: str, element: Element) -> Array:
        """Return ``root_from_name`` (4, 4); ``element`` is the one that named the frame."""
        chain: List[str] = []
        while name not in self._resolved:
            if name in chain:
                raise failure(
                    element,
                    f"the frames {' -> '.join([*chain, name])} are relative to each other; "
                    f"give one of them a pose relative to {self.root}",
                )
            if name not in self._edges and self.tolerant:
                name = self.root
                break
            if name not in self._edges:
                known = ", ".join(self._edges) or "none"
                raise failure(element, f"frame {name!r} not found; frames: {self.root}, {known}")
            chain.append(name)
            element = self._edges[name].element
            name = self._edges[name].parent
        for frame in reversed(chain):
            edge = self._edges[frame]
            self._resolved[frame] = (
                self._resolved.get(edge.parent, np.eye(4)) @ edge.parent_from_frame
            )
        return self._resolved[chain[0] if chain else name]

    def resolve_pose(self, pose: Optional[Element], default: str, element: Element) -> Array:
        """Return ``root_from_pose`` (4, 4) of an element's ``<pose>``."""
        return self.resolve(pose_frame(pose) or default, element) @ pose_matrix(pose)
