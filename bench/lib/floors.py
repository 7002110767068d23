"""Lower bounds of a launch: physics alone, and SUMO alone.

SUMO has the bridge's subscription. Each runs in a separate process; SUMO is also read by the
getters of the paper [SumoGazebo, section III]. Figures are factors over real time, of wall time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Callable

import numpy as np
import traci.connection

from bench.lib.overhead import PlainSumo
from bench.lib.scenario import STEP, Scenario
from sim.environments.closed_loop import ClosedLoop
from sim.environments.scenario import merge
from sim.traffic.decoder import VEHICLE_VARIABLES, ContextDecoder, needed
from sim.traffic.session import TRACI
from sim.traffic.view import ContextSubscriptions

BLOCKS = 5
# SUMO's steps in a block: of physics meanwhile, with the subscription, with getters.
PHYSICS_STEPS = 40
SUBSCRIBED_STEPS = 40
POLLED_STEPS = 4


@dataclass(frozen=True)
class Floors:
    """Simulated s for each wall s."""

    physics: float
    subscribed: float
    polled: float

    @property
    def slower(self) -> float:
        """Of the two that work side by side in a launch."""
        return min(self.physics, self.subscribed)


def measure(scenario: Scenario) -> Floors:
    return Floors(_physics(), _subscribed(scenario), _polled(scenario))


def _physics() -> float:
    """Measure the embedded simulator with the merge's ego and standing traffic."""
    with ClosedLoop(replace(merge(), sumo=TRACI)) as loop:
        loop.reset(1)
        loop.command(0.0, 1.5)
        return _factor(
            lambda: _repeat(loop.advance, PHYSICS_STEPS), PHYSICS_STEPS * loop.scenario.step
        )


def _subscribed(scenario: Scenario) -> float:
    """Its answers are received and dropped."""
    sumo = PlainSumo(scenario.sumo)
    try:
        decoder = ContextDecoder(needed(VEHICLE_VARIABLES, flat=True, known_speeds=True))
        ContextSubscriptions(sumo.connection, lambda request: request(), decoder)
        return _factor(lambda: _repeat(sumo.unread_step, SUBSCRIBED_STEPS), SUBSCRIBED_STEPS * STEP)
    finally:
        sumo.close()


def _polled(scenario: Scenario) -> float:
    sumo = PlainSumo(scenario.sumo)
    try:
        return _factor(
            lambda: _repeat(lambda: _ask_all(sumo.connection), POLLED_STEPS), POLLED_STEPS * STEP
        )
    finally:
        sumo.close()


def _ask_all(connection: traci.connection.Connection) -> None:
    connection.simulationStep()
    vehicle = connection.vehicle
    for name in vehicle.getIDList():
        vehicle.getPosition3D(name)
        vehicle.getAngle(name)
        vehicle.getSpeed(name)


def _repeat(action: Callable[[], None], times: int) -> None:
    for _ in range(times):
        action()


def _factor(action: Callable[[], None], simulated: float) -> float:
    """Median over blocks, after one that is not counted."""
    taken = []
    for _ in range(BLOCKS + 1):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return simulated / float(np.median(taken[1:]))
