"""Holds a simulation for a while: pauses the simulator, where there is one that runs."""

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
    """While this lasts no step is made; one that was paused before stays so."""
    paused = _pause()
    try:
        yield
    finally:
        if paused:
            _ask(RESUME)


def _pause() -> bool:
    """Whether it ran, and is paused."""
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
