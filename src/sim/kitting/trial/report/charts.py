"""Plots against time: parts in kits, and robots' waiting times."""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Tuple

from sim.kitting.events import TrialEvent
from sim.kitting.trial.report import spans
from sim.kitting.trial.report.markup import (
    COLORS,
    Markup,
    element,
    joined,
    label,
    line,
    picture,
    ticks,
)

Points = Sequence[Tuple[float, float]]
WIDTH = 540.0  # px
HEIGHT = 240.0  # px
LEFT_MARGIN = 40.0  # px
RIGHT_MARGIN = 14.0  # px
TOP_MARGIN = 14.0  # px
BOTTOM_MARGIN = 34.0  # px


def placed_chart(events: Sequence[TrialEvent], end: float, wanted: Mapping[str, int]) -> Markup:
    """Return a chart of the parts put into each kit. ``wanted`` are the ordered ones by kit."""
    placed = spans.placements(events)
    series = {kit: _steps(placed.get(kit, ()), end) for kit in dict.fromkeys((*wanted, *placed))}
    most = max((*wanted.values(), *(len(times) for times in placed.values()), 1))
    moments = [span.begin for span in spans.faults(events)]
    return chart("parts in kits", series, end, float(most), "", moments)


def waiting_chart(events: Sequence[TrialEvent], end: float) -> Markup:
    """Return a chart of each robot's total time of waiting for space."""
    series: Dict[str, Points] = {}
    for robot, waits in sorted(spans.waits(events).items()):
        points, total = [(0.0, 0.0)], 0.0
        for wait in waits:
            points += [(wait.begin, total), (wait.end, total + wait.end - wait.begin)]
            total += wait.end - wait.begin
        series[robot] = [*points, (end, total)]
    most = max((points[-1][1] for points in series.values()), default=1.0)
    return chart("waiting for space", series, end, most, " s")


def chart(
    title: str,
    series: Mapping[str, Points],
    end: float,
    most: float,
    unit: str,
    moments: Sequence[float] = (),
) -> Markup:
    """Return a line chart of each series over time.

    From 0 to ``end`` s, and from 0 to ``most``; dotted lines at ``moments``.
    """
    across = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / max(end, 1e-3)
    up = (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) / max(most, 1e-3)
    base = HEIGHT - BOTTOM_MARGIN
    parts: List[Markup] = []
    for tick in ticks(most, 6):
        y = base - up * tick
        parts.append(line(LEFT_MARGIN, y, WIDTH - RIGHT_MARGIN, y, "grid"))
        parts.append(label(LEFT_MARGIN - 6, y + 4, f"{tick:g}{unit}", "tick", "end"))
    for tick in ticks(end, 8):
        parts.append(label(LEFT_MARGIN + across * tick, base + 16, f"{tick:g} s", "tick", "middle"))
    parts.append(line(LEFT_MARGIN, base, WIDTH - RIGHT_MARGIN, base, "axis"))
    for moment in moments:
        parts.append(
            line(
                LEFT_MARGIN + across * moment,
                TOP_MARGIN,
                LEFT_MARGIN + across * moment,
                base,
                "moment",
            )
        )
    for (name, points), color in zip(series.items(), _colors(series)):
        way = " ".join(f"{LEFT_MARGIN + across * x:.1f},{base - up * y:.1f}" for x, y in points)
        parts.append(
            element(
                "polyline", element("title", name), points=way, stroke=color, class_="series lifted"
            )
        )
    shown = picture(WIDTH, HEIGHT, title, parts)
    return element("figure", element("figcaption", title), shown, _legend(series, bool(moments)))


def _legend(series: Mapping[str, Points], moments: bool) -> Markup:
    keys = [
        element(
            "span", element("i", style=f"background:{color}", class_="lifted"), name, class_="key"
        )
        for name, color in zip(series, _colors(series))
    ]
    if moments:
        keys.append(element("span", element("i", class_="dots"), "a fault", class_="key"))
    return joined([element("p", *keys, class_="legend")] if keys else [element("p", "none")])


def _colors(series: Mapping[str, Points]) -> List[str]:
    return [COLORS[index % len(COLORS)] for index in range(len(series))]


def _steps(times: Sequence[float], end: float) -> List[Tuple[float, float]]:
    points = [(0.0, 0.0)]
    for count, time in enumerate(times, 1):
        points += [(time, count - 1.0), (time, float(count))]
    return [*points, (end, float(len(times)))]
