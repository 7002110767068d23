"""Visuals without their mesh, shown as their link's collisions.

A collision without its mesh refuses the model: it would fall through the ground.
"""

from __future__ import annotations

from typing import List, Sequence, Tuple

from sim.errors import InputError
from sim.sdf.types import Collision, Color, Visual
from sim.sdf.xml.elements import Element, path_of, where
from sim.sdf.xml.report import ReaderReport

# End of the report of a visual.
SHOWN_OTHERWISE = "; shown as the link's collisions"


class MissingMeshError(InputError):
    """A mesh file, or its package or model, was not found."""

    def __init__(self, element: Element, error: InputError) -> None:
        text, place = str(error), f"{path_of(element)}: "
        text = text[len(error.where) + 2 :]
        self.what = text[len(place) :] if text.startswith(place) else text
        super().__init__(where(element), place + self.what)


class MissingVisuals:
    """Names and colours of a link's visuals without meshes."""

    def __init__(self, report: ReaderReport) -> None:
        self._report = report
        self._found: List[Tuple[str, Color]] = []

    def note(self, visual: Element, name: str, color: Color, error: MissingMeshError) -> None:
        """Report a visual and the reason why its mesh is missing."""
        self._report.add(visual, f"{error.what}{SHOWN_OTHERWISE}")
        self._found.append((name, color))

    def shown_as(self, collisions: Sequence[Collision]) -> Tuple[Visual, ...]:
        """Return the collisions as visuals in the first missing one's colour."""
        if not self._found:
            return ()
        name, color = self._found[0]
        return tuple(
            Visual(
                f"{name}_{index}" if index else name,
                collision.link_from_collision,
                collision.geometry,
                color,
            )
            for index, collision in enumerate(collisions)
        )
