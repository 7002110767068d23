"""Picture strip of a run's worst moment, seen from above (SVG).

Roads and boxes before, at, and after it, with the ego's heading of that moment to the right.
"""

from __future__ import annotations

import html
import math
from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.recording import EntityTrack
from sim.openscenario.play.roads import Roads
from sim.verdicts.assertions import AssertionFinding
from sim.verdicts.run_folder import RecordedRun

PICTURE_TIMES = (-2.0, -1.0, -0.4, 0.0, 0.6)  # s, from the moment on
# Size of a picture.
WIDTH = 208  # px
HEIGHT = 84  # px
CAPTION_HEIGHT = 16  # px
SPACING_PX = 6  # px
VIEW_BEHIND = 16.0  # m, shown behind the ego
SCALE = 3.4  # px per m
ROAD_REACH = 70.0  # m, of road around the ego
POINT_SPACING = 4.0  # m, between points of a line
EGO_COLOR = "#1f5fa8"
OTHER_COLOR = "#c0392b"
ROAD_COLOR = "#e6e8ea"
LINE_COLOR = "#9aa0a6"
WORST_COLOR = "#c0392b"


def moment(findings: Sequence[AssertionFinding]) -> Optional[float]:
    """Return the time of the first failing assertion, else of the last worst value, else None.

    Assertions are in the order of their file.
    """
    known = [each.time for each in findings if math.isfinite(each.time)]
    failed = [each.time for each in findings if not each.holds and math.isfinite(each.time)]
    return next(iter(failed or known[-1:]), None)


class PictureStrip:
    """Picture strip; without ``roads`` only boxes are drawn."""

    def __init__(self, run: RecordedRun, roads: Optional[Roads]) -> None:
        self._run, self._roads = run, roads

    def drawn(self, at: float) -> str:
        """Draw the strip around a time."""
        ego = self._run.ego
        first, last = float(ego.time[0]), float(ego.time[-1])
        at = min(max(at, first), last)
        times = [at + step for step in PICTURE_TIMES if first - 1e-6 <= at + step <= last + 1e-6]
        heading = float(ego.at(np.array([at]))[2][0])
        wide = len(times) * (WIDTH + SPACING_PX) - SPACING_PX
        parts = [
            f'<svg width="{wide}" height="{HEIGHT + CAPTION_HEIGHT}" viewBox="0 0 {wide} '
            f'{HEIGHT + CAPTION_HEIGHT}" role="img" xmlns="http://www.w3.org/2000/svg">'
        ]
        for number, time in enumerate(times):
            parts += self._picture(number, time, heading, abs(time - at) < 1e-6)
        return "".join([*parts, "</svg>"])

    def _picture(self, number: int, time: float, heading: float, worst: bool) -> List[str]:
        ego = self._run.ego
        x, y, _, speed = (float(each[0]) for each in ego.at(np.array([time])))
        view = _View((x, y), heading)
        left = number * (WIDTH + SPACING_PX)
        edge = f'stroke="{WORST_COLOR if worst else LINE_COLOR}" stroke-width="{2 if worst else 1}"'
        parts = [
            f'<svg x="{left}" y="0" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} '
            f'{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f7f8f6"/>',
            *(self._lanes(x, y, view) if self._roads is not None else ()),
        ]
        for name, track in {**self._run.others, "": ego}.items():
            parts += _box(track, time, view, name)
        parts += [
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" {edge}/></svg>',
            f'<text x="{left}" y="{HEIGHT + 12}">{time:.1f} s, {speed:.1f} m/s</text>',
        ]
        return parts

    def _lanes(self, x: float, y: float, view: _View) -> List[str]:
        """Draw the surface of lanes and their lines near a place."""
        assert self._roads is not None
        surface, lines = [], []
        for road in self._roads.roads.values():
            if not road.around(x, y):
                continue
            middle, _, _ = road.nearest(x, y)
            low, high = max(middle - ROAD_REACH, 0.0), min(middle + ROAD_REACH, road.length)
            places = np.linspace(low, high, max(2, math.ceil((high - low) / POINT_SPACING)))
            drawn: Dict[int, List[Tuple[float, float]]] = {}
            for s in places:
                for lane, t in road.borders(float(s)).items():
                    drawn.setdefault(lane, []).append(road.at(float(s), t, 0.0)[:2])
            outer = [drawn[lane] for lane in (max(drawn), min(drawn))]
            if len(drawn) > 1:
                around = view.text([*outer[0], *outer[1][::-1]])
                surface.append(f'<polygon points="{around}" fill="{ROAD_COLOR}"/>')
            for lane, points in drawn.items():
                dash = ' stroke-dasharray="6 6"' if lane not in (0, max(drawn), min(drawn)) else ""
                lines.append(
                    f'<polyline points="{view.text(points)}" fill="none" '
                    f'stroke="{LINE_COLOR}"{dash}/>'
                )
        return [*surface, *lines]


class _View:
    """Transform from the world to px of a picture.

    It follows a place, with a heading to the right.
    """

    def __init__(self, place: Tuple[float, float], heading: float) -> None:
        self._place, self._cos, self._sin = place, math.cos(heading), math.sin(heading)

    def text(self, points: Sequence[Tuple[float, float]]) -> str:
        return " ".join("{:.1f},{:.1f}".format(*self._at(x, y)) for x, y in points)

    def _at(self, x: float, y: float) -> Tuple[float, float]:
        dx, dy = x - self._place[0], y - self._place[1]
        along, aside = self._cos * dx + self._sin * dy, self._cos * dy - self._sin * dx
        return SCALE * (along + VIEW_BEHIND), 0.5 * HEIGHT - SCALE * aside


def _box(track: EntityTrack, time: float, view: _View, name: str) -> List[str]:
    """Draw a box with its front marked; the ego has no name."""
    x, y, heading, _ = (float(each[0]) for each in track.at(np.array([time])))
    if math.isnan(x):
        return []
    cos, sin = math.cos(heading), math.sin(heading)

    def world(local: Array) -> List[Tuple[float, float]]:
        return [(x + cos * u - sin * v, y + sin * u + cos * v) for u, v in local]

    half = 0.5 * np.array([track.length, track.width])
    corners = world(np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * half)
    front = world(np.array([[0.45, 0.8], [0.45, -0.8]]) * half)
    color = OTHER_COLOR if name else EGO_COLOR
    return [
        f'<polygon points="{view.text(corners)}" fill="{color}" fill-opacity="0.85" '
        f'stroke="#fff" stroke-width="0.6"><title>{html.escape(name or "ego")}</title></polygon>',
        f'<polyline points="{view.text(front)}" stroke="#fff" fill="none"/>',
    ]
