"""Objects displaced by a mission from their initial poses. Frame world, m."""

from __future__ import annotations

from typing import Dict, List, Optional

from sim.errors import SimulationError
from sim.msg import Scene
from sim.ros.conversions import matrix_from_pose
from sim.ros.node.node import asked_to_end
from sim.ros.scenes.live_simulator import LiveSimulator
from sim.scenes.live.piece import apart

# An object that moved further counts as displaced.
DISTANCE_TOLERANCE = 0.05  # m
ANGLE_TOLERANCE = 0.1  # rad
Moved = Dict[str, Optional[List[float]]]


def moved_objects(scene: Scene, robot: str, simulator: LiveSimulator) -> Optional[Moved]:
    """Return the displaced objects as x y z, None for deleted ones.

    None if the simulator has ended already, as it does at Ctrl-C: then it does not answer, or,
    while it ends, has no robot any more either, which is why the robot is requested last.
    """
    names = [item.name for item in scene.objects]
    try:
        poses = simulator.poses([*names, robot])
    except SimulationError:
        if asked_to_end():
            return None
        raise
    if robot not in poses:
        return None
    return {
        item.name: poses[item.name][:3, 3].round(3).tolist() if item.name in poses else None
        for item in scene.objects
        if item.name not in poses
        or apart(matrix_from_pose(item.pose), poses[item.name], DISTANCE_TOLERANCE, ANGLE_TOLERANCE)
    }
