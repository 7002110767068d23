"""Timeline of a trial.

A row for each robot with its actions, and rows of marks for orders, faults, plans and recoveries.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Sequence, Tuple

from sim.kitting.events import TrialEvent
from sim.kitting.trial.report import spans
from sim.kitting.trial.report.markup import (
    COLORS,
    Markup,
    element,
    joined,
    label,
    lanes,
    line,
    picture,
    ticks,
    width_of,
)
from sim.kitting.trial.report.spans import Span

WIDTH = 1120.0  # px
LEFT_MARGIN = 104.0  # px
RIGHT_MARGIN = 16.0  # px
TOP_MARGIN = 26.0  # px
BAR_HEIGHT = 24.0  # px, of a robot
WAIT_HEIGHT = 5.0  # px, of a mark of waiting
LANE_HEIGHT = 18.0  # px, of marks
ROW_GAP = 12.0  # px
HALF_MARK = 4.5  # px


def timeline(events: Sequence[TrialEvent], end: float) -> Markup:
    """Return the timeline and its legend; ``end`` in s."""
    scale = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / max(end, 1e-3)

    def place(time: float) -> float:
        return LEFT_MARGIN + scale * time

    actions, waits = spans.actions(events), spans.waits(events)
    colors = action_colors(actions)
    y, rows = TOP_MARGIN, []
    for robot in dict.fromkeys((*actions, *waits)):
        rows.append(label(LEFT_MARGIN - 8, y + 0.7 * BAR_HEIGHT, robot, "row", "end"))
        rows += [_bar(span, y, place, colors) for span in actions.get(robot, ())]
        rows += [_wait(span, y + BAR_HEIGHT + 2, place) for span in waits.get(robot, ())]
        y += BAR_HEIGHT + WAIT_HEIGHT + ROW_GAP
    for name, marks in _marks(events).items():
        drawn, height = _lane_row(name, marks, y, place)
        rows += drawn
        y += height + ROW_GAP
    axis = _axis(y, end, place)
    shown = picture(WIDTH, y + 30, "Timeline of the trial", [*axis, *rows])
    return joined([element("div", shown, class_="wide long"), _legend(colors, bool(waits))])


def action_colors(actions: Mapping[str, Sequence[Span]]) -> Dict[str, str]:
    """Return a colour for each kind of action, by name order."""
    names = sorted({span.name for row in actions.values() for span in row})
    return {name: COLORS[index % len(COLORS)] for index, name in enumerate(names)}


def _marks(events: Sequence[TrialEvent]) -> Dict[str, Tuple[str, List[Span]]]:
    """Return rows of marks with their CSS class. Empty rows are left out."""
    rows = {
        "orders": ("order", spans.orders(events)),
        "faults": ("fault", spans.faults(events)),
        "recoveries": ("recovery", spans.recoveries(events)),
        "plans": ("plan", spans.plans(events)),
    }
    return {name: row for name, row in rows.items() if row[1]}


def _bar(
    span: Span, y: float, place: Callable[[float], float], colors: Mapping[str, str]
) -> Markup:
    x, width = place(span.begin), max(place(span.end) - place(span.begin), 1.0)
    parts = [
        element("title", span.detail),
        element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=BAR_HEIGHT,
            rx=2,
            fill=colors[span.name],
            class_="failed bar" if span.failed else "bar",
        ),
    ]
    if span.failed:
        parts.append(_cross(x + width, y))
    if width > width_of(span.name):
        parts.append(label(x + 0.5 * width, y + 0.68 * BAR_HEIGHT, span.name, "inside", "middle"))
    return element("g", *parts)


def _cross(x: float, y: float) -> Markup:
    """Return the mark of a failure, at a bar's upper end."""
    size = HALF_MARK - 0.5
    way = (
        f"M{x - size:.1f} {y - size:.1f}l{2 * size} {2 * size}m0 {-2 * size}l{-2 * size} {2 * size}"
    )
    return element("path", d=way, class_="cross")


def _wait(span: Span, y: float, place: Callable[[float], float]) -> Markup:
    x = place(span.begin)
    width = max(place(span.end) - x, 1.0)
    return element(
        "rect",
        element("title", span.detail),
        x=x,
        y=y,
        width=width,
        height=WAIT_HEIGHT,
        class_="wait",
    )


def _lane_row(
    name: str, marks: Tuple[str, Sequence[Span]], y: float, place: Callable[[float], float]
) -> Tuple[List[Markup], float]:
    """Return a row of named marks in enough lanes, and its height."""
    class_, row = marks
    shown = [
        (place(span.begin), place(span.end), width_of(span.name) + 2 * HALF_MARK) for span in row
    ]
    # A name that would leave the picture stands before its mark.
    before = [begin + width > WIDTH and begin - width > LEFT_MARGIN for begin, _, width in shown]
    extents = [
        (begin - width, end + HALF_MARK) if left else (begin - HALF_MARK, max(end, begin + width))
        for (begin, end, width), left in zip(shown, before)
    ]
    found = lanes(extents)
    drawn = [label(LEFT_MARGIN - 8, y + 0.72 * LANE_HEIGHT, name, "row", "end")]
    for span, lane, left in zip(row, found, before):
        drawn.append(_mark(span, y + lane * LANE_HEIGHT, class_, place, left))
    return drawn, LANE_HEIGHT * (max(found) + 1)


def _mark(span: Span, y: float, class_: str, place: Callable[[float], float], left: bool) -> Markup:
    x, middle = place(span.begin), y + 0.5 * LANE_HEIGHT
    parts = [element("title", span.detail)]
    if span.end > span.begin:
        parts.append(
            element(
                "rect",
                x=x,
                y=middle - 0.4 * LANE_HEIGHT,
                width=place(span.end) - x,
                height=0.8 * LANE_HEIGHT,
                class_=f"{class_} lasting",
            )
        )
    size = HALF_MARK
    way = f"M{x:.1f} {middle - size:.1f}l{size} {size}l{-size} {size}l{-size} {-size}z"
    parts.append(element("path", d=way, class_=f"{class_} mark"))
    at, anchor = (x - 2 * HALF_MARK, "end") if left else (x + 2 * HALF_MARK, "start")
    parts.append(label(at, middle + 4, span.name, "label", anchor))
    return element("g", *parts)


def _axis(height: float, end: float, place: Callable[[float], float]) -> List[Markup]:
    parts = [line(place(0.0), height, place(end), height, "axis")]
    for tick in ticks(end, 12):
        parts.append(line(place(tick), TOP_MARGIN - 8, place(tick), height, "grid"))
        parts.append(label(place(tick), height + 15, f"{tick:g} s", "tick", "middle"))
    return parts


def _legend(colors: Mapping[str, str], waited: bool) -> Markup:
    keys = [
        element("span", element("i", style=f"background:{color}"), name, class_="key")
        for name, color in colors.items()
    ]
    if waited:
        keys.append(element("span", element("i", class_="wait"), "waits for space", class_="key"))
    keys.append(element("span", element("b", "x"), "failed", class_="key"))
    return element("p", *keys, class_="legend")
