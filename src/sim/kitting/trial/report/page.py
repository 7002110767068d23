"""The page: result and score, timeline, plots, faults and failures."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Union

from sim.files import drafted, writing
from sim.kitting.trial.report.charts import placed_chart, waiting_chart
from sim.kitting.trial.report.markup import Markup, element, joined
from sim.kitting.trial.report.style import STYLE
from sim.kitting.trial.report.tables import failure_table, fault_table, order_table, score_table
from sim.kitting.trial.report.timeline import timeline
from sim.kitting.trial.summary import Record

# Nothing is fetched, whatever a log holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_report(record: Record, path: Union[str, Path]) -> None:
    """Write a record's report; InputError if the file is not writable."""
    with writing(path), drafted(path) as draft:
        draft.write_text(page(record), encoding="utf-8")


def page(record: Record) -> str:
    """Return a record's report as HTML."""
    events, score = record.events, record.score
    end = max(score.figures.duration, 1e-3)
    wanted: Dict[str, int] = {
        kit.tray: len(kit.slots) for order in score.orders for kit in order.kits
    }
    body = [
        _header(record),
        element("h2", "Score"),
        score_table(score, record.trial.sensors),
        element("h2", "Orders"),
        order_table(score.orders),
        element("h2", "Timeline"),
        timeline(events, end),
        element("h2", "Plots"),
        element(
            "div", placed_chart(events, end, wanted), waiting_chart(events, end), class_="plots"
        ),
        element("h2", "Faults"),
        fault_table(record),
        element("h2", "Failures and what was done"),
        failure_table(score.figures.failures),
    ]
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", f"Trial {record.trial.name}"),
        element("style", Markup(STYLE)),
    )
    html = element("html", head, element("body", joined(body)), lang="en")
    return f"<!DOCTYPE html>\n{html}\n"


def _header(record: Record) -> Markup:
    score, trial = record.score, record.trial
    figures = score.figures
    result = (
        element("span", "complete", class_="good")
        if score.complete
        else element("span", f"{100 * score.completion:.0f} % complete", class_="bad")
    )
    counts = (
        f"{figures.duration:.1f} s; motions: {figures.moves}, plans: {figures.plans}, "
        f"failures: {len(figures.failures)}"
    )
    versions = ", ".join(f"{name} {version}" for name, version in record.versions.items())
    return element(
        "header",
        element("h1", f"Trial {trial.name}"),
        element("p", result, f": {score.total:.2f} of {score.best:g} points", class_="result"),
        element("p", counts, class_="weak"),
        element(
            "p",
            f"layout {trial.layout}, seed {trial.seed}, detector {trial.detector}",
            class_="weak",
        ),
        element("p", versions, class_="weak"),
    )
