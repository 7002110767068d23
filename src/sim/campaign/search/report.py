"""Report section of a search: findings, and places of the runs."""

from __future__ import annotations

import html
from typing import List, Sequence, Tuple

from sim.campaign.plan import CampaignPlan
from sim.campaign.search.search import SearchResult, result_lines
from sim.campaign.search.space import Point
from sim.campaign.store import FAILED, RunRow

# Layout of the scatter matrix.
FIELD_SIZE = 120  # px
FIELD_GAP = 8  # px
DOT_RADIUS = 3.0  # px
COLORS = {"passed": "#2e7d32", "failed": "#c0392b"}


def section(plan: CampaignPlan, found: SearchResult, rows: Sequence[RunRow]) -> List[str]:
    """Return HTML; ``rows`` are all of the campaign's."""
    assert plan.search is not None
    lines = "".join(
        f"<li>{html.escape(line)}</li>" for line in result_lines(plan, found, list(rows))
    )
    named = {row.number: row for row in rows}
    dots = [
        (point, named[number].status, number == found.first)
        for number, point in found.sampled.items()
    ]
    return ["<h2>Search</h2>", f"<ul>{lines}</ul>", scatter(plan.search.space.names, dots)]


def scatter(names: Sequence[str], dots: Sequence[Tuple[Point, str, bool]]) -> str:
    """Return an SVG scatter plot of each pair of parameters.

    ``dots`` are points (d,), a status, and whether to draw a ring.
    """
    count = len(names)
    if count < 2:
        return ""
    size, left = (count - 1) * (FIELD_SIZE + FIELD_GAP), 150
    parts = [f'<svg width="{size + left}" height="{size + 20}" role="img">']
    for row in range(1, count):
        y = (row - 1) * (FIELD_SIZE + FIELD_GAP)
        parts.append(
            f'<text x="0" y="{y + FIELD_SIZE // 2}">{html.escape(names[row][-22:])}</text>'
        )
        for column in range(row):
            x = left + column * (FIELD_SIZE + FIELD_GAP)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{FIELD_SIZE}" height="{FIELD_SIZE}" fill="none" '
                'stroke="#bbb"/>'
            )
            for point, status, ringed in dots:
                at_x, at_y = x + FIELD_SIZE * point[column], y + FIELD_SIZE * (1.0 - point[row])
                color = COLORS.get(status, "#b9770e")
                radius = 2.0 * DOT_RADIUS if ringed else DOT_RADIUS
                fill = color if status == FAILED or not ringed else "none"
                parts.append(
                    f'<circle cx="{at_x:.1f}" cy="{at_y:.1f}" r="{radius:g}" fill="{fill}" '
                    'fill-opacity="0.7"/>'
                )
    for column in range(count - 1):
        x = left + column * (FIELD_SIZE + FIELD_GAP)
        parts.append(f'<text x="{x}" y="{size + 12}">{html.escape(names[column][-22:])}</text>')
    return "".join([*parts, "</svg>"])
