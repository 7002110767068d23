"""Command ``batch NET DEMAND``: arguments and output."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from sim.errors import InputError
from sim.files import writing
from sim.traffic.batch.many_runs import RunBatch, seeds_from
from sim.traffic.batch.one_run import TrafficRunOptions
from sim.traffic.batch.table import TABLE, write_table
from sim.traffic.demand.source import check_source, read_source
from sim.traffic.demand.sumo_demand import SumoDemand
from sim.traffic.measures.detectors import PERIOD
from sim.traffic.roads.network import Network
from sim.traffic.session import AUTO, HOST, TRACI, SumoOptions, check_step


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser("batch", help="traffic alone with several seeds, a process each")
    parser.add_argument("net", metavar="NET", help="SUMO network (.net.xml)")
    parser.add_argument(
        "demand",
        metavar="DEMAND",
        help="demand (.yaml), or SUMO's files: .rou.xml,.add.xml or .sumocfg",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        required=True,
        help="folder for a folder per run and the table of all",
    )
    parser.add_argument("--seeds", default="1..4", help="1..8 or 1,5,9 (default %(default)s)")
    parser.add_argument(
        "--duration", type=float, default=600.0, help="s of each run (default %(default)s)"
    )
    parser.add_argument(
        "--warm-up",
        type=float,
        default=0.0,
        help="s before that, which are not measured (default %(default)s)",
    )
    parser.add_argument(
        "--step", type=float, default=0.1, help="SUMO's step in s (default %(default)s)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="runs at a time (default: one per core, %(default)s)",
    )
    parser.add_argument(
        "--threads", type=int, default=1, help="SUMO's threads in each (default %(default)s)"
    )
    parser.add_argument(
        "--sumo",
        choices=(AUTO, HOST, TRACI),
        default=AUTO,
        help="how SUMO runs (default %(default)s)",
    )
    parser.add_argument(
        "--detector-period",
        type=float,
        default=PERIOD,
        help="s that count together at detectors (default %(default)s)",
    )


def run(arguments: argparse.Namespace) -> str:
    """Make the runs, report progress, and return the table."""
    options = TrafficRunOptions(
        arguments.net,
        arguments.demand,
        str(Path(arguments.out).expanduser()),
        0,
        arguments.duration,
        arguments.warm_up,
        arguments.step,
        arguments.threads,
        arguments.sumo,
        arguments.detector_period,
    )
    check_step(options.step, "--step")
    if not options.detector_period > 0.0:
        raise InputError("--detector-period", f"{options.detector_period:g} s is not above 0")
    demand = read_source(options.demand)
    check_source(demand, options.net, Network.read(options.net))
    if isinstance(demand, SumoDemand):
        demand.check(Path(options.net), options.step, options.warm_up + options.duration)
        print("\n".join(demand.notes), end="\n" if demand.notes else "", flush=True)
    SumoOptions(Path(options.net), sumo=options.sumo)
    batch = RunBatch(
        options, seeds_from(arguments.seeds), arguments.jobs, lambda line: print(line, flush=True)
    )
    out = Path(options.folder)
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
    table = write_table(batch.run(), out)
    return f"{table}\nwrote {out / TABLE}"
