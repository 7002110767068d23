"""Vehicle dynamics against a published multi-body car and theory.

Also the cost of a step: ``./run bench vehicle``, two minutes, without ROS.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Callable, List

import numpy as np

from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.manoeuvres.drives import (
    SLOW_STEER_ACCELERATION,
    ManoeuvreSetup,
    angle_for,
    braking,
    dwell,
    holding,
    step_steer,
    verdict,
)
from sim.manoeuvres.lane_change import SECTION_LENGTHS, fastest, speed_at
from sim.manoeuvres.measures import step_response
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.reference import DriveMode, reference
from sim.vehicle.parameters import load_parameters
from sim.vehicle.tyre import Tyre
from sim.vehicle.wheel import WheelDynamics

MODELS = [str(ROOT / "models")]
BMW_COURSE = ManoeuvreSetup("bmw_320i", MODELS)
PAPER_COURSE = ManoeuvreSetup("ego_car", MODELS, tyre="paper")
# Multiples of the amplitude of 0.3 g for a sine with dwell, ascending.
CONTROLLED = (1.5, 2.5, 3.5, 5.0, 6.5)
FACTORS = np.arange(3.0, 6.01, 0.1)
GRADES = (0.05, 0.2, 0.4, 0.6)
PHYSICS_STEPS = (0.001, 0.005, 0.01)  # s
ROUNDS = 9
TIMED_STEPS = 400

STEP = "step of the steering, BMW against the multi-body car"
SPIN = "amplitude at which a sine with dwell spins, from the multi-body car's"
LIMIT = "braking at 0.05 to 0.3 rad, ego car on paper: friction that is used, least median"
AGAINST = "locked and sliding wheel, paper and fiala: force from against the slip"
CONTROL = "stability control of the BMW, 1.5 to 6.5 times the amplitude of 0.3 g, both ways"
AVOIDED = "obstacle avoidance after ISO 3888-2, BMW: highest speed after the first lane"
CREEP = "parked on 5 to 60 %, steps of 1 to 10 ms: creep from 5 s to 65 s, worst"
COST = "physics step with one car: magic_formula over paper"


def steps() -> List[Figure]:
    motion = step_steer(BMW_COURSE, angle_for(BMW_COURSE, 4.0))
    ours, theirs = step_response(motion), step_response(reference(motion))
    figures = [
        Figure(
            f"{STEP}: {words}",
            100.0 * abs(getattr(ours, name) / getattr(theirs, name) - 1.0),
            "%",
            goal,
        )
        for name, words, goal in (
            ("yaw_rate_time", "T90 of the yaw rate", 15.0),
            ("lateral_acceleration_time", "T90 of the lateral acceleration", 15.0),
            ("yaw_rate", "steady yaw rate", 5.0),
            ("lateral_acceleration", "steady lateral acceleration", 5.0),
        )
    ]
    apart = 100.0 * abs(ours.overshoot - theirs.overshoot)
    return [*figures, Figure(f"{STEP}: overshoot", apart, "points", 3.0)]


def spins() -> List[Figure]:
    unit = angle_for(BMW_COURSE, SLOW_STEER_ACCELERATION)
    motions = [dwell(BMW_COURSE, factor * unit) for factor in FACTORS]
    ours = first_spin(motions)
    theirs = first_spin([reference(motion, DriveMode.COASTING) for motion in motions])
    apart = 100.0 * abs(ours / theirs - 1.0)
    note = f"{ours:g} and {theirs:g} times {unit:.4f} rad, tried in steps of 0.1"
    return [Figure(SPIN, apart, "%", 10.0, note=note)]


def first_spin(motions: List[CarMotion]) -> float:
    for factor, motion in zip(FACTORS, motions):
        if not verdict(motion).stable:
            return float(factor)
    raise RuntimeError(f"stable up to {FACTORS[-1]:g} times the amplitude")


def limits() -> List[Figure]:
    used = []
    for angle in (0.05, 0.1, 0.3):
        motion = braking(PAPER_COURSE, angle)
        fast = (motion.speed > 5.0) & (motion.time > motion.time[0] + 0.5)
        forces = np.linalg.norm(motion.tyres[fast].sum(axis=1), axis=1)
        used.append(float(np.median(forces / (0.9 * motion.loads[fast].sum(axis=1)))))
    parameters = load_parameters(ROOT / "models" / "ego_car" / "vehicle.yaml")
    away = 0.0
    for model in ("paper", "fiala"):
        for course in np.linspace(-3.0, 3.0, 25):
            wheel = WheelDynamics(parameters, Tyre(model))
            speed = 8.0 * np.array([math.cos(course), math.sin(course)])
            for _ in range(400):
                forward, left = wheel.roll(0.005, *speed, 4000.0, 0.0, 5000.0)
            turned = math.atan2(-left, -forward) - course
            away = max(away, abs(math.degrees(math.remainder(turned, 2.0 * math.pi))))
    return [
        Figure(LIMIT, min(used), "of mu g", 0.95, "higher"),
        Figure(AGAINST, away, "deg", 3.0),
    ]


def controls() -> List[Figure]:
    """Measure stability control by FMVSS 126, S5.2.

    35 % and 20 % of the yaw rate, and 1.83 m from 5 times the amplitude on.
    """
    unit, controlled = (
        angle_for(BMW_COURSE, SLOW_STEER_ACCELERATION),
        replace(BMW_COURSE, stability_control=True),
    )
    verdicts = {
        (factor, side): verdict(dwell(controlled, side * factor * unit))
        for factor in CONTROLLED
        for side in (1.0, -1.0)
    }
    first = max(each.yaw_rate_1_00 for each in verdicts.values())
    second = max(each.yaw_rate_1_75 for each in verdicts.values())
    aside = min(each.displacement for (factor, _), each in verdicts.items() if factor >= 5.0)
    return [
        Figure(f"{CONTROL}: yaw rate left after 1.00 s", 100.0 * first, "%", 35.0),
        Figure(f"{CONTROL}: yaw rate left after 1.75 s", 100.0 * second, "%", 20.0),
        Figure(f"{CONTROL}: least way aside, from 5 times on", aside, "m", 1.83, "higher"),
    ]


def avoids() -> List[Figure]:
    good, _ = fastest(BMW_COURSE)
    speed = 3.6 * speed_at(good, SECTION_LENGTHS[0])
    return [Figure(AVOIDED, speed, "km/h", better="higher", note="no cone touched, coasting")]


def creeps() -> List[Figure]:
    worst = 0.0
    for model in ("ego_car", "bmw_320i"):
        for dt in PHYSICS_STEPS:
            for grade in GRADES:
                place = holding(ManoeuvreSetup(model, MODELS, dt=dt), grade).after(5.0).place
                worst = max(worst, float(np.linalg.norm(place[-1] - place[0])))
    return [Figure(CREEP, 1e3 * worst, "mm", 1.0)]


def costs() -> List[Figure]:
    def timed(course: ManoeuvreSetup) -> Callable[[], float]:
        track = course.track()
        track.run(2.0, lambda now: (0.02, course.speed, 0.0))
        body = track.physics.models.body_id("car", track.model.links[0].name)

        def step() -> float:
            begin = time.process_time()
            for _ in range(TIMED_STEPS):
                track.vehicle.command(0.0, 0.02, course.speed)
                track.physics.drive(body, track.vehicle.law)
                track.physics.step()
            return (time.process_time() - begin) / TIMED_STEPS

        return step

    paper, magic = timed(PAPER_COURSE), timed(ManoeuvreSetup("ego_car", MODELS))
    pairs = [(magic(), paper()) for _ in range(ROUNDS)]
    ratios = [ours / theirs for ours, theirs in pairs]
    note = f"{1e6 * float(np.median([theirs for _, theirs in pairs])):.0f} us with paper"
    return [of_samples(COST, ratios, "x", 1.5, note=note)]


def main() -> None:
    report = Report("vehicle", header("80 km/h, steps of 5 ms where nothing else is said"))
    report.add(attempt(steps, Figure(STEP, None, "%", 15.0)))
    report.add(attempt(spins, Figure(SPIN, None, "%", 10.0)))
    report.add(attempt(controls, Figure(CONTROL, None, "%", 35.0)))
    report.add(attempt(avoids, Figure(AVOIDED, None, "km/h")))
    report.add(attempt(limits, Figure(LIMIT, None, "of mu g", 0.95, "higher")))
    report.add(attempt(creeps, Figure(CREEP, None, "mm", 1.0)))
    report.add(attempt(costs, Figure(COST, None, "x", 1.5)))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
