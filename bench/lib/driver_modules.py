"""Cost of driver modules for 300 vehicles.

A module's ``control``, and the bridge's work around it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Dict, List

import numpy as np

from bench.lib.report import Figure
from bench.lib.scenario import merge
from sim.traffic.hooks.config import SHIPPED, parse_modules
from sim.traffic.run import TrafficRun
from sim.traffic.summary import Summary

VEHICLES = 300
STEP_GOAL = 1.0  # ms
STEPS = 200
SETTLING_STEPS = 20


def name(module: str) -> str:
    return f"driver module {module}, {VEHICLES} vehicles: added to a step"


def measure(folder: Path) -> List[Figure]:
    """Measure each shipped module with all vehicles of the merge."""
    scenario = merge(folder, VEHICLES)
    figures = []
    for module in SHIPPED:
        specs = parse_modules({"drivers": [{"class": module}]}, "bench")
        run = TrafficRun(
            scenario.sumo,
            scenario.network,
            (),
            Summary("none", scenario.sumo.seed, "follow"),
            drivers=specs,
        )
        try:
            figures.append(_figure(module, _steps(run)))
        finally:
            run.close()
    return figures


def _steps(run: TrafficRun) -> Dict[str, np.ndarray]:
    """Return per step wall s of three phases, and vehicles.

    The phases are perception, control and applying.
    """
    found: Dict[str, List[float]] = {"see": [], "think": [], "apply": [], "vehicles": []}
    (module,) = run.drivers.modules
    driver, thought = module.driver, [0.0]
    control = driver.control

    def timed(view):
        started = time.perf_counter()
        answer = control(view)
        thought[0] = time.perf_counter() - started
        return answer

    driver.control = timed
    for step in range(-SETTLING_STEPS, STEPS):
        run.step(())
        if module.failure:
            raise RuntimeError(module.failure)
        if step >= 0:
            for key, value in (
                *run.drivers.seconds.items(),
                ("think", thought[0]),
                ("vehicles", module.vehicles),
            ):
                found[key].append(value)
    return {key: np.array(values) for key, values in found.items()}


def _figure(module: str, steps: Dict[str, np.ndarray]) -> Figure:
    see, think, apply = (1e3 * np.median(steps[key]) for key in ("see", "think", "apply"))
    total = 1e3 * (steps["see"] + steps["think"] + steps["apply"])
    vehicles = float(np.median(steps["vehicles"]))
    figure = Figure(
        name(module),
        float(np.median(total)),
        "ms",
        STEP_GOAL,
        low=float(np.percentile(total, 10)),
        high=float(np.percentile(total, 90)),
        note=f"median of {len(total)} steps with {vehicles:.0f} vehicles: seeing {see:.3g} ms, "
        f"thinking {think:.3g} ms, applying {apply:.3g} ms; "
        "spread is 10 to 90 %",
    )
    return (
        figure
        if vehicles >= 0.9 * VEHICLES
        else replace(figure, value=None, low=None, high=None, why=f"it had {vehicles:.0f} vehicles")
    )


def missing() -> List[Figure]:
    return [Figure(name(module), None, "ms", STEP_GOAL) for module in SHIPPED]
