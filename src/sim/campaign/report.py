"""Report of a campaign as one HTML file that works offline.

Counts, the worst runs with plots and replay commands, all runs.
"""

from __future__ import annotations

import csv
import html
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from sim.campaign.results import count_by_status, title, worst
from sim.campaign.store import RunRow
from sim.files import drafted

REPORT_FILE = "report.html"
MAX_PLOTTED_RUNS = 10
# File in a run's folder with pictures of its worst moment.
STRIP_FILE = "strip.svg"
WIDTH = 420  # px, of a plot
HEIGHT = 170  # px
MARGIN = 34  # px
COLORS = ("#1f5fa8", "#c0392b", "#2e8b57", "#8e44ad", "#b9770e", "#34495e")
STYLE = (
    "body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1100px;color:#222}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:3px 8px;"
    "border-bottom:1px solid #ddd;vertical-align:top}code{background:#f4f4f4;padding:1px 4px;"
    "font-size:12px;word-break:break-all}.passed{color:#2e7d32}.failed{color:#c0392b}"
    ".refused,.crashed,.hung{color:#b9770e}svg text{font:11px sans-serif;fill:#444}"
    ".strip{overflow-x:auto;margin:.4em 0}"
    "section{margin:1.2em 0;padding:.6em 1em;border:1px solid #ddd;border-radius:6px}"
)
Lines = Mapping[str, Sequence[Tuple[float, float]]]


def write_report(
    path: Path, name: str, rows: Sequence[RunRow], runs: Path, live: bool, more: Sequence[str] = ()
) -> None:
    """Write the report.

    ``runs`` holds the runs' folders; a ``live`` page reloads itself; ``more`` is HTML at the
    beginning.
    """
    refresh = '<meta http-equiv="refresh" content="5">' if live else ""
    parts = [
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{refresh}',
        f"<title>{_(name)}</title><style>{STYLE}</style></head><body><h1>{_(name)}</h1>",
        f"<p>{_counts(rows)}</p>",
        *more,
        *_sections(rows, runs),
        _table(rows),
        "</body></html>",
    ]
    with drafted(path) as draft:
        draft.write_text("\n".join(parts), encoding="utf-8")


def _(text: object) -> str:
    return html.escape(str(text))


def _counts(rows: Sequence[RunRow]) -> str:
    found = ", ".join(
        f'<b class="{status}">{count} {status}</b>'
        for status, count in count_by_status(rows).items()
    )
    return f"{len(rows)} runs: {found}"


def _sections(rows: Sequence[RunRow], runs: Path) -> List[str]:
    found = worst(rows, MAX_PLOTTED_RUNS)
    if not found:
        return []
    parts = [f"<h2>The worst {len(found)}</h2>"]
    for row in found:
        findings = "".join(
            f"<li>{_(each['name'])}: {_(each['said'])}{_whom(each)}</li>"
            for each in row.findings
            if not each["holds"]
        )
        parts.append(
            f'<section><b class="{row.status}">{row.number}: {row.status}</b> {_(title(row))}'
            f"<ul>{findings or f'<li>{_(row.cause)}</li>'}</ul>"
            f"{_strip(runs / f'{row.number:05d}' / STRIP_FILE)}"
            f"{_plots(runs / f'{row.number:05d}' / 'trajectories.csv', _moments(row))}"
            f"<p>Replay: <code>{_(row.replay)}</code></p></section>"
        )
    return parts


def _whom(finding: Dict[str, Any]) -> str:
    return f" ({_(finding['whom'])})" if finding["whom"] else ""


def _moments(row: RunRow) -> List[float]:
    return [each["time"] for each in row.findings if not each["holds"] and each["time"] is not None]


def _table(rows: Sequence[RunRow]) -> str:
    lines = "".join(
        f'<tr><td>{row.number}</td><td class="{row.status}">{row.status}</td><td>{_(title(row))}'
        f"<br><code>{_(row.replay)}</code></td><td>{_(row.cause)}</td></tr>"
        for row in rows
    )
    head = "<tr><th>run</th><th>status</th><th>what</th><th>why</th></tr>"
    return f"<h2>All runs</h2><table>{head}{lines}</table>"


def _strip(path: Path) -> str:
    """Return the pictures of a run; empty without."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return f'<div class="strip">{text}</div>' if text.startswith("<svg") else ""


def _plots(path: Path, moments: Sequence[float]) -> str:
    """Return plots of speeds over time and of all ways from above."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except OSError:
        return ""
    speeds: Dict[str, List[Tuple[float, float]]] = {}
    ways: Dict[str, List[Tuple[float, float]]] = {}
    for row in rows:
        speeds.setdefault(row["entity"], []).append((float(row["t"]), float(row["speed"])))
        ways.setdefault(row["entity"], []).append((float(row["x"]), float(row["y"])))
    return plot(speeds, "time in s", "speed in m/s", moments) + plot(ways, "x in m", "y in m", ())


def plot(lines: Lines, across: str, up: str, marks: Sequence[float]) -> str:
    """Return an SVG of lines by name. ``marks`` are highlighted places across."""
    points = [point for line in lines.values() for point in line]
    if not points:
        return ""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    left, right = min(xs), max(max(xs), min(xs) + 1.0)
    low, high = min(ys), max(max(ys), min(ys) + 1.0)

    def at(x: float, y: float) -> Tuple[float, float]:
        wide, tall = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
        return (
            MARGIN + wide * (x - left) / (right - left),
            HEIGHT - MARGIN - tall * (y - low) / (high - low),
        )

    parts: List[Any] = [f'<svg width="{WIDTH}" height="{HEIGHT}" role="img">']
    for x in marks:
        place = at(x, low)[0]
        parts.append(
            f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{MARGIN}" y2="{HEIGHT - MARGIN}" '
            'stroke="#c0392b" stroke-dasharray="3 3"/>'
        )
    for number, (name, line) in enumerate(lines.items()):
        color = COLORS[number % len(COLORS)]
        path = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}"/>')
        place = MARGIN + 90 * number
        parts.append(f'<text x="{place}" y="14" style="fill:{color}">{_(name)}</text>')
    base = HEIGHT - MARGIN
    parts.append(
        f'<polyline points="{MARGIN},{MARGIN} {MARGIN},{base} {WIDTH - MARGIN},{base}" '
        'fill="none" stroke="#888"/>'
        f'<text x="{MARGIN}" y="{base + 14}">{left:.4g}</text>'
        f'<text x="{WIDTH - MARGIN}" y="{base + 14}" text-anchor="end">{right:.4g}</text>'
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 4}" text-anchor="middle">{_(across)}</text>'
        f'<text x="{MARGIN - 3}" y="{base}" text-anchor="end">{low:.3g}</text>'
        f'<text x="{MARGIN - 3}" y="{MARGIN + 4}" text-anchor="end">{high:.3g}</text>'
        f'<text x="2" y="{MARGIN - 8}">{_(up)}</text></svg>'
    )
    return "".join(parts)
