"""Map of a grid of two parameters: reference against tested driver.

The cells that each avoids, as in the literature on UN Regulation 157 [Mattas2022].
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

from sim.campaign.plan import CampaignPlan
from sim.campaign.store import FAILED, PASSED, RunRow

CELL = 16  # px
MARGIN = 120  # px, at the left
BOTTOM = 40  # px, below the grid
# By whether the reference and the driver under test pass.
KINDS: Dict[Tuple[bool, bool], Tuple[str, str]] = {
    (True, True): ("#8fbf8f", "both manage"),
    (True, False): ("#c0392b", "preventable, and not managed"),
    (False, True): ("#4a7fb5", "managed beyond the reference"),
    (False, False): ("#c9c9c9", "unpreventable for the reference, and not managed"),
}


@dataclass(frozen=True)
class ParameterMap:
    """Grid of two parameters, for drivers ``reference`` and ``tested``."""

    across: str
    up: str
    columns: Tuple[str, ...]
    lines: Tuple[str, ...]
    reference: str
    tested: str


def grids(plan: CampaignPlan) -> List[ParameterMap]:
    """Return a grid for each driver against the last, the reference.

    Empty unless exactly two parameters are swept, and nothing else.
    """
    swept = [(name, values) for name, values in plan.parameters.items() if len(values) > 1]
    single = len(plan.scenarios) == len(plan.variations) == len(plan.seeds) == 1
    if len(swept) != 2 or len(plan.egos) < 2 or not single:
        return []
    (across, columns), (up, lines) = swept
    return [
        ParameterMap(across, up, columns, lines, plan.egos[-1], tested) for tested in plan.egos[:-1]
    ]


def section(plan: CampaignPlan, rows: Sequence[RunRow]) -> List[str]:
    """Return HTML with a map for each driver under test. A cell's title has its replay command."""
    parts = []
    for grid in grids(plan):
        counts, picture = draw_map(grid, rows)
        legend = "".join(
            f'<li><b style="color:{color}">{counts[kind]}</b> {said}</li>'
            for kind, (color, said) in KINDS.items()
        )
        title = f"{grid.tested} against {grid.reference}"
        parts.append(f"<h2>Map: {html.escape(title)}</h2><ul>{legend}</ul>{picture}")
    return parts


def draw_map(
    grid: ParameterMap, rows: Sequence[RunRow]
) -> Tuple[Dict[Tuple[bool, bool], int], str]:
    """Return the number of cells of each kind, and an SVG.

    Cells without two verdicts stay white.
    """
    found = {
        (row.ego, row.parameters.get(grid.across), row.parameters.get(grid.up)): row
        for row in rows
        if row.status in (PASSED, FAILED)
    }
    counts = dict.fromkeys(KINDS, 0)
    width, height = len(grid.columns) * CELL, len(grid.lines) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{MARGIN + width + 60}" '
        f'height="{height + BOTTOM}" role="img" font-family="sans-serif" font-size="11">'
    ]
    for i, column in enumerate(grid.columns):
        for k, line in enumerate(grid.lines):
            reference = found.get((grid.reference, column, line))
            tested = found.get((grid.tested, column, line))
            if reference is None or tested is None:
                continue
            kind = reference.status == PASSED, tested.status == PASSED
            counts[kind] += 1
            title = html.escape(f"{grid.across} {column}, {grid.up} {line}: {tested.replay}")
            parts.append(
                f'<rect x="{MARGIN + i * CELL}" y="{height - (k + 1) * CELL}" width="{CELL - 1}" '
                f'height="{CELL - 1}" fill="{KINDS[kind][0]}"><title>{title}</title></rect>'
            )
    base = height + 14
    parts += [
        f'<text x="{MARGIN}" y="{base}">{html.escape(grid.columns[0])}</text>',
        f'<text x="{MARGIN + width}" y="{base}" text-anchor="end">'
        f"{html.escape(grid.columns[-1])}</text>",
        f'<text x="{MARGIN + width // 2}" y="{base + 16}" text-anchor="middle">'
        f"{html.escape(grid.across)}</text>",
        f'<text x="{MARGIN - 4}" y="{height - 2}" text-anchor="end">'
        f"{html.escape(grid.lines[0])}</text>",
        f'<text x="{MARGIN - 4}" y="12" text-anchor="end">{html.escape(grid.lines[-1])}</text>',
        f'<text x="{MARGIN - 4}" y="{height // 2}" text-anchor="end">{html.escape(grid.up)}</text>',
        "</svg>",
    ]
    return counts, "".join(parts)
