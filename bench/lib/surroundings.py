"""Cost of SUMO's context subscription of one point among ten thousand vehicles.

The subscription is switched on and off in blocks within one SUMO process, since two processes of
one state differ by more than it costs. Processor time of SUMO, without trip outputs.
"""

from __future__ import annotations

from typing import List

import numpy as np

from bench.lib.overhead import PlainSumo
from bench.lib.report import Figure
from sim.traffic.decoder import VEHICLE_VARIABLES, ContextDecoder, needed
from sim.traffic.session import SumoOptions
from sim.traffic.view import ContextSubscriptions

BLOCKS = 4
STEPS = 50
SETTLING_STEPS = 2
COST_GOAL = 2.0  # ms


def name(vehicles: int, radius: float) -> str:
    return f"{vehicles} vehicles in SUMO, {radius:g} m around one ego: SUMO's extra time per step"


def measure(options: SumoOptions, radius: float, place: np.ndarray) -> List[float]:
    """Return ms per step of the subscription, per pair of blocks.

    It is the difference with and without; ``place`` (2,) is in net coordinates.
    """
    sumo = PlainSumo(options)
    decoder = ContextDecoder(needed(VEHICLE_VARIABLES, flat=True))
    view = ContextSubscriptions(sumo.connection, lambda request: request(), decoder, radius)
    found = []
    try:
        around = {"ego": (float(place[0]), float(place[1]))}
        for pair in range(BLOCKS):
            taken = {}
            # Each first in turns: steps become cheaper while queues form.
            for told in (False, True) if pair % 2 else (True, False):
                view.look(around if told else {})
                sumo.processor_time(SETTLING_STEPS)
                taken[told] = 1e3 * sumo.processor_time(STEPS)
            found.append(taken[True] - taken[False])
    finally:
        sumo.close()
    return found


def figure(extra: List[float], vehicles: int, radius: float) -> Figure:
    return Figure(
        name(vehicles, radius),
        float(np.median(extra)),
        "ms",
        COST_GOAL,
        low=min(extra),
        high=max(extra),
        note=f"median of {BLOCKS} pairs of blocks of {STEPS} steps, SUMO's processor time, "
        "without trip output",
    )
