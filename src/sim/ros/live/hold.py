"""Holds a running simulation by pausing the simulator."""

from __future__ import annotations

import contextlib
import logging
from typing import Iterator

import rosgraph
import rospy
from std_srvs.srv import Empty

from gazebo_msgs.srv import GetPhysicsProperties
from sim.ros.live.running import CALLER

log = logging.getLogger(__name__)
ASK, PAUSE, RESUME = (
    f"/gazebo/{name}" for name in ("get_physics_properties", "pause_physics", "unpause_physics")
)


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Hold the simulation within a context; an earlier pause stays."""
    paused = _pause()
    try:
        yield
    finally:
        if paused:
            _ask(RESUME)


def _pause() -> bool:
    """Pause the simulation and return whether it ran."""
    try:
        rosgraph.Master(CALLER).lookupService(ASK)
        if rospy.ServiceProxy(ASK, GetPhysicsProperties)().pause:
            return False
    except (rosgraph.MasterException, OSError):
        return False
    except rospy.ServiceException as error:
        log.warning("the simulation is not held: %s", error)
        return False
    return _ask(PAUSE)


def _ask(service: str) -> bool:
    try:
        rospy.ServiceProxy(service, Empty)()
    except rospy.ServiceException as error:
        log.warning("%s: %s", service, error)
        return False
    return True
