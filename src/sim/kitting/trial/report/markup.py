"""Elements of HTML and SVG as text with escaped content; colours, ticks and places of labels."""

from __future__ import annotations

import math
from html import escape
from typing import List, Sequence, Tuple

# Of white text on them the contrast is at least 4.5, on white as on a dark page.
COLORS = (
    "#1f5a96",
    "#b0461a",
    "#2f7a43",
    "#82459b",
    "#80690c",
    "#2a7688",
    "#9b3a5a",
    "#5b6472",
)
LETTER_WIDTH = 6.1  # px, of labels
LABEL_SPACE = 8.0  # px, between two labels


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, *content: object, **attributes: object) -> Markup:
    """Return an element; content other than markup is escaped.

    ``_`` in names of attributes stands for ``-``, and at the end for nothing, as in ``class_``.
    """
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_shown(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{head}>{''.join(map(_inside, content))}</{name}>")


def joined(parts: Sequence[object]) -> Markup:
    """Join pieces."""
    return Markup("\n".join(map(_inside, parts)))


def label(x: float, y: float, text: object, class_: str = "label", anchor: str = "start") -> Markup:
    """Return a text element."""
    return element("text", text, x=x, y=y, class_=class_, text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def picture(width: float, height: float, title: str, parts: Sequence[Markup]) -> Markup:
    """Return an SVG as wide as the page allows. ``title`` is its alternative text."""
    return element(
        "svg",
        element("title", title),
        joined(parts),
        viewBox=f"0 0 {_shown(width)} {_shown(height)}",
        role="img",
        xmlns="http://www.w3.org/2000/svg",
    )


def ticks(end: float, most: int = 10) -> List[float]:
    """Round numbers from 0 to at most ``end``, at most ``most`` steps."""
    if end <= 0.0:
        return [0.0]
    power = 10.0 ** math.floor(math.log10(end / most))
    step = next(power * one for one in (1, 2, 5, 10) if end / (power * one) <= most)
    return [step * index for index in range(int(end / step + 1e-9) + 1)]


def lanes(spans: Sequence[Tuple[float, float]]) -> List[int]:
    """Return a lane for each span (from, to), by greedy packing.

    The first lane without an overlap with an earlier span.
    """
    ends: List[float] = []
    found = []
    for begin, end in spans:
        lane = next((at for at, taken in enumerate(ends) if taken <= begin), len(ends))
        ends[lane : lane + 1] = [end]
        found.append(lane)
    return found


def width_of(text: str) -> float:
    """Estimate a label's width."""
    return LETTER_WIDTH * len(text) + LABEL_SPACE


def _inside(content: object) -> str:
    return str(content) if isinstance(content, Markup) else escape(str(content))


def _shown(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
