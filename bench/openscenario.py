"""Benchmark of kinematic scenarios: ``./run bench openscenario``, about a minute.

Processor time without the interpreter's start and without reading, medians of runs in turns.
``BEFORE`` names the folder of another checkout, ``ESMINI`` a binary of esmini; they run beside this
checkout.
"""

from __future__ import annotations

from bench.lib import scenario_speed
from bench.lib.report import ROOT, Report, header, run

REPETITIONS = f"{scenario_speed.TURNS} turns of each scenario and player"


def main() -> None:
    report = Report("openscenario", header(REPETITIONS))
    report.add(scenario_speed.figures())
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
