"""Command line: ``./run validate FILE.yaml``.

Exit code 1 if a run did not pass; one line and 2 on errors.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import List, Optional, Sequence

from sim.campaign import maps
from sim.campaign.campaign import Campaign
from sim.campaign.cells import RUNS_FOLDER, Cells
from sim.campaign.cluster import Cluster
from sim.campaign.commands import allowed_variations, check_assertions, replay
from sim.campaign.plan import CampaignCell, CampaignPlan, read_plan
from sim.campaign.report import REPORT_FILE, write_report
from sim.campaign.results import (
    JSON_FILE,
    JUNIT_FILE,
    count_by_status,
    title,
    worst,
    write_json,
    write_junit,
)
from sim.campaign.search.report import section
from sim.campaign.search.search import (
    FAILURE_FILE,
    SUMMARY_FILE,
    Search,
    result_document,
    result_lines,
)
from sim.campaign.store import PASSED, RUNNING, WAITING, CampaignStore
from sim.console import ended_by_term, exit_code
from sim.errors import InputError
from sim.files import drafted

DEFAULT_MAX_RUNS = 1000
REPORT_PERIOD = 5.0  # s of wall time, between two writings of the report


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run validate", description="Runs of scenarios with a verdict on each."
    )
    parser.add_argument(
        "file", metavar="FILE.yaml", type=Path, help="campaign: runs and assertions"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder of the results; default: FILE beside FILE.yaml",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="runs at a time (default: one per core, %(default)s)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a dask cluster whose workers make the runs"
    )
    parser.add_argument(
        "--most",
        type=int,
        default=DEFAULT_MAX_RUNS,
        metavar="N",
        help="refuse more runs (default %(default)s)",
    )
    parser.add_argument("--count", action="store_true", help="only say how many runs there are")
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(argv)
    with ended_by_term():
        return exit_code(lambda: _validate(options))


def _validate(options: argparse.Namespace) -> int:
    if options.jobs < 1:
        raise InputError("--jobs", f"{options.jobs} is below 1")
    plan = read_plan(options.file)
    cells = plan.cells(options.most, allowed_variations)
    check_assertions(plan)
    if options.count and plan.search is not None:
        search = plan.search
        print(f"{search.runs} runs at most, {search.shrink} to shrink a failure, 1 to replay it")
        return 0
    if options.count:
        print(f"{len(cells)} runs")
        return 0
    cluster = Cluster(options.scheduler) if options.scheduler else None
    try:
        return _in_folder(options, plan, cells, cluster)
    finally:
        if cluster is not None:
            cluster.close()


def _in_folder(
    options: argparse.Namespace,
    plan: CampaignPlan,
    cells: Sequence[CampaignCell],
    cluster: Optional[Cluster],
) -> int:
    jobs = options.jobs
    if cluster is not None:
        jobs = cluster.jobs
        print(f"{jobs} runs at a time on {len(cluster.workers())} workers", flush=True)
        if cluster.others:
            print(f"left out: {cluster.said()}", flush=True)
    folder = (options.out or options.file.with_suffix("")).resolve()
    store = CampaignStore(folder)
    try:
        if plan.search is not None:
            store.open(plan, (), ())
            progress = _Progress(plan, store)
            return _searched(plan, Search(plan, cells[0], store, jobs, progress, cluster), store)
        store.open(plan, cells, [replay(plan, each, folder) for each in cells])
        progress = _Progress(plan, store)
        return _made(
            plan, Campaign(Cells(plan, cells, folder), store, jobs, progress, cluster), store
        )
    finally:
        store.close()


class _Progress:
    """Progress: a line for each finished run, and an updated report."""

    def __init__(self, plan: CampaignPlan, store: CampaignStore) -> None:
        self._plan, self._store = plan, store
        self._said = {row.number for row in store.rows() if row.status not in (WAITING, RUNNING)}
        self._next = 0.0
        if self._said:
            print(f"{len(self._said)} runs are there already", flush=True)

    def __call__(self) -> None:
        rows = self._store.rows()
        for row in rows:
            if row.status not in (WAITING, RUNNING) and row.number not in self._said:
                self._said.add(row.number)
                cause = f": {row.cause}" if row.cause else ""
                line = f"{len(self._said)}/{len(rows)} {row.status} {row.number}: {title(row)}"
                print(line + cause, flush=True)
        if time.monotonic() >= self._next:
            path = self._store.folder / REPORT_FILE
            more = maps.section(self._plan, rows)
            write_report(path, self._plan.name, rows, self._store.folder / RUNS_FOLDER, True, more)
            self._next = time.monotonic() + REPORT_PERIOD


def _made(plan: CampaignPlan, campaign: Campaign, store: CampaignStore) -> int:
    try:
        campaign.run()
    finally:
        _write(plan, store, maps.section(plan, store.rows()))
    rows = store.rows()
    for row in worst(rows, 10):
        print(f"{row.status} {row.number}: {row.replay}")
    return _ended(store)


def _searched(plan: CampaignPlan, search: Search, store: CampaignStore) -> int:
    try:
        found = search.run()
    finally:
        rows = store.rows()
        _write(plan, store, section(search.plan, search.found, rows))
        summary = json.dumps(result_document(search.plan, search.found, rows), indent=1)
        with drafted(store.folder / SUMMARY_FILE) as draft:
            draft.write_text(summary + "\n", encoding="utf-8")
    for line in result_lines(search.plan, found, rows):
        print(line)
    if found.smallest is not None:
        print(f"saved as {store.folder / FAILURE_FILE}, for ./run validate")
    return _ended(store)


def _write(plan: CampaignPlan, store: CampaignStore, more: Sequence[str] = ()) -> None:
    rows, folder = store.rows(), store.folder
    write_junit(folder / JUNIT_FILE, plan.name, rows)
    write_json(folder / JSON_FILE, plan.name, rows)
    write_report(folder / REPORT_FILE, plan.name, rows, folder / RUNS_FOLDER, False, more)
    store.write_table()


def _ended(store: CampaignStore) -> int:
    rows = store.rows()
    print(", ".join(f"{count} {status}" for status, count in count_by_status(rows).items()))
    print(f"results in {store.folder}: {REPORT_FILE}, {JUNIT_FILE}, {JSON_FILE}")
    return 0 if all(row.status == PASSED for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
