"""The traffic lights as the simulator shows them: SUMO's letters, and the colours of the lamps where visuals are built.

A state is shown together with the traffic of its time, one SUMO step after its stamp. The lamps are visuals
``lamp/<light>/<link>/<colour>`` of the model ``traffic_lights``, with ``/2`` and so on behind for further heads of a link.
"""
from __future__ import annotations

from typing import Dict, List, Mapping, Tuple

import numpy as np

from sim.embedded.scene import Scene
from sim.traffic.lamps import lit_head

MODEL, PREFIX = "traffic_lights", "lamp/"
LIT = {"red": (1.0, 0.08, 0.05, 1.0), "yellow": (1.0, 0.72, 0.0, 1.0), "green": (0.05, 1.0, 0.35, 1.0)}
EPSILON = 1e-6
Link = Tuple[str, int]


class Lamps:
    """``letters`` of the links of all lights as shown now, by light and link."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._next: List[Tuple[float, Mapping[Link, str]]] = []
        self._geoms: Tuple[int, Dict[int, Tuple[Link, str, np.ndarray]]] = (-1, {})
        self.letters: Dict[Link, str] = {}

    def add(self, time: float, letters: Mapping[Link, str]) -> None:
        """Takes SUMO's state of a time; an older one than before is of a run that has begun anew."""
        if self._next and time < self._next[-1][0]:
            self._next = []
        self._next.append((time, letters))

    def clear(self) -> None:
        """Drops what is to come."""
        self._next = []

    def update(self, shown: float) -> None:
        """Shows what belongs to the traffic state of time ``shown``."""
        while self._next and self._next[0][0] <= shown + EPSILON:
            self.letters.update(self._next.pop(0)[1])
        if self._scene.visuals:
            self._paint()

    def _paint(self) -> None:
        if self._geoms[0] != self._scene.generation:
            self._geoms = (self._scene.generation, self._find())
        for geom, (link, color, dark) in self._geoms[1].items():
            shining = color in lit_head(self.letters.get(link, ""), self._scene.time)
            self._scene.model.geom_rgba[geom] = LIT[color] if shining else dark

    def _find(self) -> Dict[int, Tuple[Link, str, np.ndarray]]:
        if not self._scene.has(MODEL):
            return {}
        found = {}
        for link in self._scene.sdf(MODEL).links:
            for visual in link.visuals:
                parts = visual.name[len(PREFIX):].split("/") if visual.name.startswith(PREFIX) else []
                if len(parts) > 3 and parts[-1].isdigit() and parts[-2] in LIT:
                    parts.pop()
                if len(parts) > 2 and parts[-1] in LIT and parts[-2].isdigit():
                    geom = self._scene.geom_id(MODEL, link.name, f"{visual.name}::visual")
                    found[geom] = (("/".join(parts[:-2]), int(parts[-2])), parts[-1], np.array(visual.color))
        return found
