"""A CRCL server for one robot in ROS.

TCP on one side, ``crcl/command`` and ``crcl/status`` on the other.
"""

from __future__ import annotations

from typing import Any, Dict

import rospy

from sim.crcl.server import Server
from sim.crcl.session import Feedback, Session
from sim.errors import SimulationError
from sim.robot_orders import RobotOrder
from sim.ros.crcl.between_commands import BetweenCommands
from sim.ros.crcl.heard import Heard
from sim.ros.crcl.parameters import BridgeParameters
from sim.ros.crcl.registration import shift_from
from sim.ros.crcl.sensors import KINDS, CrclSensorTopics, sensors_of
from sim.ros.crcl.targets import DetectionRelay, Targets
from sim.ros.node.services import offer
from sim.srv import (
    CrclSynchronise,
    CrclSynchroniseRequest,
    CrclSynchroniseResponse,
    SetTarget,
    SetTargetRequest,
)

PORT = "~bound_port"


class CrclBridge:
    """Lives from :meth:`start` to :meth:`close`; the server's thread owns the session."""

    def __init__(self, parameters: BridgeParameters) -> None:
        sensors, aliases = sensors_of(parameters.sensors)
        shift = shift_from(parameters.registration) if parameters.registration else None
        options = parameters.session_options(
            {name: KINDS[kind][1] for name, (_, kind) in sensors.items()}, aliases, shift
        )
        self.session = Session(self._send, options, self._changed)
        self.server = Server(self.session, parameters, rospy.get_time, self._bound)
        self._between = BetweenCommands(self.server, parameters.switch_timeout)
        self._heard = Heard(rospy.get_time)
        # Last, since feedback comes as soon as there are subscribers.
        self.targets = Targets(self._hear, parameters.frame)
        self._detections = DetectionRelay(parameters.detections, self.targets.current)
        self._sensors = CrclSensorTopics(
            sensors, lambda *reading: self.server.post(self.session.sense, *reading)
        )
        self._services = [
            offer("set_target", SetTarget, self._between, self._switch),
            rospy.Service("crcl_bridge/synchronise", CrclSynchronise, self._synchronise),
        ]
        self._patience = parameters.synchronise_timeout

    def start(self) -> None:
        _forget_port()
        self.server.start()

    def close(self) -> None:
        self._heard.close()
        self.server.close()
        _forget_port()

    def _send(self, order: RobotOrder) -> bool:
        sent = self.targets.send(order)
        if sent and order.type == "Message":
            rospy.loginfo("CRCL message of command %d: %s", order.command_id, order.text)
        return sent

    def _changed(self, asked: bool) -> None:
        self.server.changed(asked)
        self._between.changed()

    def _hear(self, target: str, feedback: Feedback) -> None:
        # In the server's thread, since a switch may come between the message and its turn.
        self.server.post(self._take, target, feedback)

    def _take(self, target: str, feedback: Feedback) -> None:
        if target == self.targets.current:
            self.session.hear(feedback)
            self._heard.note(feedback.time)

    def _synchronise(self, request: CrclSynchroniseRequest) -> CrclSynchroniseResponse:
        wanted = request.stamp.to_sec()
        if self._heard.wait(wanted, self._patience):
            return CrclSynchroniseResponse(True, "synchronise: done")
        return CrclSynchroniseResponse(
            False,
            f"synchronise: no status of {wanted:.9g} s or later came on {self.targets.status} "
            f"within {self._patience:g} s; {self._heard.words}",
        )

    def _bound(self, port: int) -> None:
        rospy.set_param(PORT, port)
        rospy.loginfo(
            "crcl_bridge: listens on %s:%d, commands go to %s",
            self.server.options.address,
            port,
            self.targets.topic,
        )

    def _switch(self, request: SetTargetRequest) -> Dict[str, Any]:
        if request.target == self.targets.current:
            return {"status_message": f"the target is {request.target} already"}
        if self.session.working:
            raise SimulationError(
                f"command {self.session.standing.command_id} is under way on the "
                f"{self.targets.current} robot; send StopMotion first"
            )
        self.targets.switch(request.target)
        self._detections.use(request.target)
        self.session.switched(self.targets.last)
        rospy.loginfo(
            "crcl_bridge: drives the %s robot, commands go to %s",
            request.target,
            self.targets.topic,
        )
        return {"status_message": f"commands go to {self.targets.topic}"}


def _forget_port() -> None:
    """Delete the port parameter of an earlier process, against connections to it."""
    if rospy.has_param(PORT):
        rospy.delete_param(PORT)
