"""Cost of visual parts without viewers.

Street furniture, parked cars, and a camera without subscribers. One driven ego at rest, in the
simulator's loop, as fast as possible, in turns with a town without them, processor time.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import List

import numpy as np
from std_msgs.msg import String

from bench.lib.report import ROOT, Figure
from bench.lib.standing_town import STEP, StandingTown
from sim.embedded.sensors.hub import Direct, SensorHub, Station
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.ros.node.subscribers import Subscribers
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy

NAME = "street furniture, textures and parked cars, a physics step with no camera listened to"
CAMERA = "a camera at 30 Hz without subscribers, a physics step"
UNIT = "%"
COST_GOAL = 2.0  # %
BETTER = "lower"
# As many steps together as lie between two boundaries of traffic.
BLOCKS = 400
STEPS = 200
STEPS_TOGETHER = 20
PLACE = (-100.0, -1.6, 0.4)
CAMERA_RATE = 30.0  # Hz
TOPICS = 10


def figures() -> List[Figure]:
    """Medians over pairs of blocks."""
    whole, plain = _simulation(), _simulation(plain=True)
    for simulation in (whole, plain):
        simulation.on_step.append(SensorHub())
    none, unheard = list(whole.on_step), [_unheard_camera()]
    furniture, camera = [], []
    for _ in range(BLOCKS):
        with_all, without = _spent(whole), _spent(plain)
        whole.on_step[:] = unheard
        with_camera = _spent(whole)
        whole.on_step[:] = none
        furniture.append(100.0 * (with_all / without - 1.0))
        camera.append(100.0 * (with_camera / with_all - 1.0))
    return [
        Figure(name, float(np.median(more)), UNIT, COST_GOAL, BETTER)
        for name, more in ((NAME, furniture), (CAMERA, camera))
    ]


def _simulation(plain: bool = False) -> Simulation:
    """Return a town with an ego settled on its springs."""
    town, models = StandingTown(plain), [str(ROOT / "models")]
    vehicles = Vehicles(ModelPath(models))
    model, _ = read_model(ROOT / "models" / "ego_car" / "model.sdf", models)
    car = replace(model, static=False)
    prepared = vehicles.prepare(car, STEP)
    town.physics.add(car, "ego", transform_from_rpy(PLACE))
    vehicles.add("ego", car, prepared)
    vehicles.get("ego").command(0.0, 0.0, 0.0)
    simulation = Simulation(town.physics, LoopOptions(real_time_factor=0.0), vehicles)
    for _ in range(5):
        _spent(simulation)
    return simulation


def _unheard_camera() -> SensorHub:
    """As node ``gazebo`` has one, with as many topics."""
    subscribers = Subscribers()
    for number in range(TOPICS):
        subscribers.publisher(f"/unseen/{number}", String, 1)
    hub, schedule = SensorHub(), SensorSchedule("camera", CAMERA_RATE, STEP)
    hub.add(Station("camera", schedule, lambda: subscribers.present, Direct(), None))
    return hub


def _spent(simulation: Simulation) -> float:
    # The processor's caches are full of whatever ran before.
    simulation.advance(STEPS_TOGETHER)
    begin, made = time.process_time(), 0
    while made < STEPS:
        made += simulation.advance(min(STEPS_TOGETHER, STEPS - made))
    return time.process_time() - begin
