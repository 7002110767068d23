"""Restores the parts of a killed trial in a restarted simulator."""

from __future__ import annotations

from sim.kitting.world.model import WorldModel
from sim.ros.kitting.injector import SimulatorInjector
from sim.ros.scenes.live_simulator import LiveSimulator


def restore(world: WorldModel, models: LiveSimulator, injector: SimulatorInjector) -> None:
    """Put parts back to their last poses; held parts fall from there.

    Does nothing if no trial was killed.
    """
    truth = world.journal.truth()
    if not truth:
        return
    there = set(models.names())
    for name, (part, pose) in truth.items():
        if name in there:
            models.move(name, pose)
        else:
            injector.add_damaged(name, part, pose)
    for name in [name for name in injector.parts if name in there and name not in truth]:
        models.delete(name)
    for robot in world.robots():
        if robot.holds:
            world.release(robot.name)
