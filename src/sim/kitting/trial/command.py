"""The commands ``check``, ``compare`` and ``report`` of ``python3 -m sim.kitting``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Callable, Mapping

from sim.errors import InputError
from sim.kitting.trial.compare import compare
from sim.kitting.trial.files import read_trial, shortages
from sim.kitting.trial.report import write_report
from sim.kitting.trial.spec import Trial, TrialTrigger
from sim.kitting.trial.summary import read
from sim.workcell.layout import read_layout

Command = Callable[[argparse.Namespace], int]


def register(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> Mapping[str, Command]:
    """Add the commands to a command line; return their functions by name."""
    check = commands.add_parser("check", help="read trials as a run would, and report errors")
    check.add_argument("trials", metavar="TRIAL.yaml", nargs="+", type=Path)
    both = commands.add_parser(
        "compare", help="where the logs of two trials part, their scores, times and counts"
    )
    both.add_argument("first", metavar="A", type=Path, help="a trial's folder, or its trial.json")
    both.add_argument("second", metavar="B", type=Path)
    report = commands.add_parser("report", help="write a trial's report, one HTML file")
    report.add_argument(
        "folder", metavar="FOLDER", type=Path, help="the trial's, or its trial.json"
    )
    report.add_argument(
        "--out", metavar="FILE", type=Path, help="default: report.html beside trial.json"
    )
    return {"check": run_check, "compare": run_compare, "report": run_report}


def run_check(options: argparse.Namespace) -> int:
    """Print each trial's content; return 1 if one is invalid."""
    wrong = 0
    for path in options.trials:
        try:
            trial = read_trial(path)
        except InputError as error:
            if len(options.trials) == 1:
                raise
            print(error)
            wrong += 1
            continue
        print(f"{path}: {_held(trial)}")
        for shortage in shortages(trial, read_layout(trial.layout)):
            print(f"  note: {shortage}")
    return 1 if wrong else 0


def run_compare(options: argparse.Namespace) -> int:
    """Print the comparison; return 1 if events or scores differ."""
    found = compare(read(options.first), read(options.second))
    print("\n".join(found.lines((str(options.first), str(options.second)))))
    return 0 if found.equal else 1


def run_report(options: argparse.Namespace) -> int:
    """Write the report."""
    folder = options.folder if options.folder.is_dir() else options.folder.parent
    out = options.out or folder / "report.html"
    write_report(read(options.folder), out)
    print(f"wrote {out}")
    return 0


def _held(trial: Trial) -> str:
    parts = sum(sum(kit.parts.values()) for order in trial.orders for kit in order.kits)
    orders = ", ".join(f"{order.id} ({_when(order.announced)})" for order in trial.orders)
    faults = ", ".join(f"{fault.kind} ({_when(fault.trigger)})" for fault in trial.faults)
    return f"{parts} parts in orders {orders}; faults: {faults or 'none'}"


def _when(trigger: TrialTrigger) -> str:
    if trigger.time is not None:
        return f"{trigger.time:g} s"
    words = (trigger.event, trigger.subject, trigger.action, f"number {trigger.count}")
    later = f", {trigger.delay:g} s later" if trigger.delay else ""
    return " ".join(word for word in words if word) + later
