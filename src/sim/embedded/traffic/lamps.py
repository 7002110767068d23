"""Lamps of traffic lights: SUMO's letters and the visuals' colours.

A state is shown together with the traffic of its time, one SUMO step after its stamp. The lamps are
visuals ``lamp/<light>/<link>/<colour>`` of the model ``traffic_lights``, with a suffix ``/2`` and
so on for further heads of a link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.traffic.lamps import head_lamps, lit_head

MODEL_NAME = "traffic_lights"
LAMP_PREFIX = "lamp/"
LETTERS = "ryugGoOs"
TIME_TOLERANCE = 1e-6  # s
Link = Tuple[str, int]


@dataclass(frozen=True)
class _Lamps:
    """Lamps (n,) of a world.

    Their geoms, the index in ``links`` and colour of each, and their colours (n, 4) while dark.
    """

    links: Tuple[Link, ...]
    geom: Array
    link: Array
    color: Array
    dark: Array


class Lamps:
    """Traffic lights; ``letters`` are the shown states by light and link."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._next: List[Tuple[float, Mapping[Link, str]]] = []
        self._lamps = _arranged([])
        self._known, self._changes = -1, 0
        self._painted: Tuple[int, int, Tuple[str, ...]] = (-1, -1, ())
        self.letters: Dict[Link, str] = {}

    def add(self, time: float, letters: Mapping[Link, str]) -> None:
        """Add SUMO's state; an older time starts a new run."""
        if self._next and time < self._next[-1][0]:
            self._next = []
        self._next.append((time, letters))

    def clear(self) -> None:
        """Delete the states not yet shown."""
        self._next = []

    def update(self, shown: float) -> None:
        """Show the lamps of the traffic state at time ``shown``."""
        while self._next and self._next[0][0] <= shown + TIME_TOLERANCE:
            self.letters.update(self._next.pop(0)[1])
            self._changes += 1
        if self._physics.models.visuals:
            self._paint()

    def _paint(self) -> None:
        """Paint all lamps if anything has changed."""
        physics = self._physics
        if self._known != physics.models.generation:
            self._known, self._lamps = physics.models.generation, _arranged(self._find())
        now = (physics.models.generation, self._changes, lit_head("o", physics.time))
        if now == self._painted or not len(self._lamps.geom):
            return
        self._painted, lamps = now, self._lamps
        shines = np.array(
            [
                [color in lit_head(letter, physics.time) for color in head_lamps()]
                for letter in ("", *LETTERS)
            ]
        )
        letters = np.array(
            [LETTERS.find(self.letters.get(link) or "O") + 1 for link in lamps.links]
        )
        lit = shines[letters[lamps.link], lamps.color]
        physics.model.geom_rgba[lamps.geom] = np.where(
            lit[:, None], np.array(list(head_lamps().values()))[lamps.color], lamps.dark
        )

    def _find(self) -> List[Tuple[int, Link, str, Tuple[float, ...]]]:
        """Return geom, link, colour and dark colour of each lamp."""
        if not self._physics.models.has(MODEL_NAME):
            return []
        found: List[Tuple[int, Link, str, Tuple[float, ...]]] = []
        for link in self._physics.models.sdf(MODEL_NAME).links:
            for visual in link.visuals:
                lamp = lamp_of(visual.name)
                if lamp is not None:
                    geom = self._physics.models.geom_id(
                        MODEL_NAME, link.name, f"{visual.name}::visual"
                    )
                    found.append((geom, *lamp, visual.color))
        return found


def lamp_of(visual: str) -> Optional[Tuple[Link, str]]:
    """Return link and colour of a visual of ``traffic_lights``; None otherwise."""
    parts = visual[len(LAMP_PREFIX) :].split("/") if visual.startswith(LAMP_PREFIX) else []
    if len(parts) > 3 and parts[-1].isdigit() and parts[-2] in head_lamps():
        parts.pop()
    if len(parts) > 2 and parts[-1] in head_lamps() and parts[-2].isdigit():
        return ("/".join(parts[:-2]), int(parts[-2])), parts[-1]
    return None


def _arranged(lamps: List[Tuple[int, Link, str, Tuple[float, ...]]]) -> _Lamps:
    links = tuple(dict.fromkeys(link for _, link, _, _ in lamps))
    numbers: Dict[Link, int] = {link: number for number, link in enumerate(links)}
    return _Lamps(
        links,
        np.array([geom for geom, _, _, _ in lamps], int),
        np.array([numbers[link] for _, link, _, _ in lamps], int),
        np.array([list(head_lamps()).index(color) for _, _, color, _ in lamps], int),
        np.array([dark for _, _, _, dark in lamps], float).reshape(-1, 4),
    )
