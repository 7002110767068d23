"""Tasks of a robot at the stops of a mission.

A service of the user's for the start, the end or a waypoint, called while the simulation runs.
"""

from __future__ import annotations

import threading
from typing import Dict, Optional, Sequence

import rospy
import yaml
from std_srvs.srv import Trigger

from sim.errors import InputError

START = "start"
END = "end"


def read_tasks(text: str, waypoints: Sequence[str]) -> Dict[str, str]:
    """Read stops and their services from a parameter, e.g. ``{start: /pick, end: /place}``."""
    where = rospy.resolve_name("~tasks")
    try:
        found = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise InputError(where, f"is not YAML: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise InputError(where, "must be stops and their services, as {start: /pick, end: /place}")
    for stop in found:
        if stop not in (START, END, *waypoints):
            known = ", ".join((START, *waypoints, END))
            raise InputError(where, f"{stop!r} is not one of the mission's stops: {known}")
    return {stop: rospy.resolve_name(service) for stop, service in found.items()}


class MissionTask:
    """A call of a std_srvs/Trigger service, in its own thread.

    ``failure`` is the reason of a failure once it is ``done``.
    """

    def __init__(self, service: str, patience: float) -> None:
        self.service, self._patience = service, patience
        self.failure: Optional[str] = None
        self._thread = threading.Thread(target=self._call, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    def _call(self) -> None:
        try:
            rospy.wait_for_service(self.service, self._patience)
            answer = rospy.ServiceProxy(self.service, Trigger)()
        except (rospy.ROSException, rospy.ServiceException) as error:
            self.failure = f"{self.service} does not answer: {error}"
            return
        if not answer.success:
            self.failure = f"{self.service}: {answer.message or 'failed without a reason'}"
