"""One run of traffic without a simulator in this process.

``python -m sim.traffic.batch.one_run`` takes a JSON document and reports progress. The run equals
that of the bridge with the same network, demand, and seed, without an ego.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable

from sim.errors import SimError
from sim.run_folder import FAILED
from sim.traffic.demand.detectors import detectors_of
from sim.traffic.demand.source import read_source, written
from sim.traffic.measures.detectors import PERIOD
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.measures.thresholds import Thresholds
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import AUTO, SumoOptions
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

PARTS = 20


@dataclass(frozen=True)
class TrafficRunOptions:
    """Inputs of a run and paths of its outputs; times in s."""

    net: str
    demand: str
    folder: str
    seed: int
    duration: float
    warm_up: float = 0.0
    step: float = 0.1
    threads: int = 1
    sumo: str = AUTO
    detector_period: float = PERIOD


def run(options: TrafficRunOptions, progress: Callable[[float], None] = lambda share: None) -> Path:
    """Make a run, write its summary, and return the summary's path."""
    folder, network, demand = (
        Path(options.folder),
        Network.read(options.net),
        read_source(options.demand),
    )
    sumo = SumoOptions(
        Path(options.net),
        step=options.step,
        seed=options.seed,
        threads=options.threads,
        sumo=options.sumo,
        **written(demand, network, folder),
    )
    warm = warm_up(sumo, options.warm_up)
    measures = RunMeasures(
        options.step, Thresholds(), folder, detectors_of(demand, network), options.detector_period
    )
    summary = Summary("none", options.seed, "batch", options.duration)
    traffic = TrafficRun(
        replace(warm, outputs=folder), network, list(demand.types), summary, measures=measures
    )
    try:
        _drive(traffic, summary, round(options.duration / options.step), options.step, progress)
    except SimError as error:
        summary.status, summary.cause = FAILED, str(error)
        raise
    finally:
        traffic.close()
        path = summary.write(folder)
    return path


def _drive(
    traffic: TrafficRun,
    summary: Summary,
    steps: int,
    step: float,
    progress: Callable[[float], None],
) -> None:
    began = time.monotonic()
    for count in range(1, steps + 1):
        traffic.step(())
        traffic.add_overhead(0.0)
        summary.duration_s = count * step
        summary.rtf = summary.duration_s / max(time.monotonic() - began, 1e-9)
        if count * PARTS // steps > (count - 1) * PARTS // steps:
            progress(count / steps)


def main() -> int:
    options = TrafficRunOptions(**json.loads(sys.argv[1]))
    try:
        run(options, lambda share: print(f"progress {share:.3f}", flush=True))
    except SimError as error:
        print(f"error {error}", flush=True)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
