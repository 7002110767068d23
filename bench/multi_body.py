"""Sensitivity of the multi-body car's spin in a sine with dwell.

One term is changed at a time: ``./run bench multi_body``, three minutes, without ROS. Its slip
angles are of the sprung body's lateral velocity; the effect of the axles' own is found by replacing
these terms in the published equations while they are loaded.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Tuple

import vehiclemodels.vehicle_dynamics_mb as published

from bench.lib.report import ROOT, Figure, Report, header, run
from bench.vehicle import BMW_COURSE
from sim.manoeuvres.drives import SLOW_STEER_ACCELERATION, angle_for, dwell, step_steer, verdict
from sim.manoeuvres.measures import step_response
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.reference import DriveMode, Dynamics, reference

# The search interval of an amplitude, in multiples of that of 0.3 g, and its resolution.
FACTOR_RANGE = (3.0, 6.5)
FACTOR_TOLERANCE = 0.05
# Terms of its slip angles, front and rear, and what stands for them.
OWN = (
    ("(x[10] + p.a*x[5] - x[14]*", "(x[15] - x[14]*"),
    ("(x[10] - p.b*x[5] - x[19]*", "(x[20] - x[19]*"),
)


def with_axles_velocity() -> Dynamics:
    """Return the published equations with slip angles of the axles' lateral velocity."""
    source = inspect.getsource(published.vehicle_dynamics_mb)
    for term, instead in OWN:
        if source.count(term) != 2:
            raise RuntimeError(f"the equations have no {term!r} for both wheels: another version?")
        source = source.replace(term, instead)
    names: Dict[str, Any] = dict(vars(published))
    exec(source, names)
    found: Dynamics = names["vehicle_dynamics_mb"]
    return found


def scaled(**factors: float) -> Callable[[Any], None]:
    """Parameters times factors."""

    def adjust(car: Any) -> None:
        for name, factor in factors.items():
            setattr(car, name, factor * getattr(car, name))

    return adjust


def spins_from(
    driven: Callable[[float], CarMotion], how: Callable[[CarMotion], CarMotion]
) -> float:
    """Return the amplitude from which a car spins under a steering."""
    low, high = FACTOR_RANGE
    while high - low > FACTOR_TOLERANCE:
        middle = 0.5 * (low + high)
        stable = verdict(how(driven(middle))).stable
        low, high = (middle, high) if stable else (low, middle)
    return 0.5 * (low + high)


def main() -> None:
    unit, axles = angle_for(BMW_COURSE, SLOW_STEER_ACCELERATION), with_axles_velocity()
    kept: Dict[float, CarMotion] = {}

    def driven(factor: float) -> CarMotion:
        if factor not in kept:
            kept[factor] = dwell(BMW_COURSE, factor * unit)
        return kept[factor]

    report = Report("multi_body", header("80 km/h, steps of 5 ms; the reference's of 1 ms"))
    ways: Tuple[Tuple[str, Callable[[CarMotion], CarMotion]], ...] = (
        ("this package's car", lambda motion: motion),
        ("the reference", lambda motion: reference(motion, DriveMode.COASTING)),
        ("driven at this car's speed", reference),
        ("no K_lt", lambda motion: reference(motion, DriveMode.COASTING, scaled(K_lt=0.0))),
        (
            "slip by the axles' own velocity",
            lambda motion: reference(motion, DriveMode.COASTING, dynamics=axles),
        ),
        (
            "slip by the axles' own velocity, no K_lt",
            lambda motion: reference(motion, DriveMode.COASTING, scaled(K_lt=0.0), axles),
        ),
        (
            "joints three times as stiff",
            lambda motion: reference(motion, DriveMode.COASTING, scaled(K_ras=3.0, K_rad=1.7)),
        ),
        (
            "axles of 0.3 of the inertia in roll",
            lambda motion: reference(motion, DriveMode.COASTING, scaled(I_uf=0.3, I_ur=0.3)),
        ),
    )
    for name, how in ways:
        value = spins_from(driven, how)
        report.add([Figure(f"spins from, {name}", value, "times the amplitude of 0.3 g")])
    motion = step_steer(BMW_COURSE, angle_for(BMW_COURSE, 4.0))
    for name, seen in (
        ("this package's car", motion),
        ("the reference", reference(motion)),
        ("slip by the axles' own velocity", reference(motion, dynamics=axles)),
    ):
        time = step_response(seen).lateral_acceleration_time
        report.add([Figure(f"T90 of the lateral acceleration, {name}", 1e3 * time, "ms")])
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
