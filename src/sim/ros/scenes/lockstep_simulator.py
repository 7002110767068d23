"""A running simulator as the world of a dynamic scenario.

It is a lockstep participant that holds physics at each of its boundaries. Scenic's thread calls
this; boundaries arrive in another. While physics is held, states are the boundary's, moves are
service calls, and commands are stamped with the boundary's time, so that a run is reproducible
under any load of the machine.
"""

from __future__ import annotations

import queue
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Set

import rospy
from geometry_msgs.msg import Twist, Vector3

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import (
    DeleteModel,
    GetModelState,
    GetPhysicsProperties,
    SetModelState,
    SpawnModel,
)
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.errors import InputError, SimulationError
from sim.msg import AckermannDrive, AckermannDriveStamped, LockstepBoundary
from sim.ros.conversions import array, header, matrix_from_pose, pose_from_matrix, twist
from sim.ros.lockstep_client import JOIN, LockstepClient, Membership
from sim.ros.node.node import offered
from sim.ros.node.waiting import killed
from sim.ros.scenes.scenario_view import ScenarioView
from sim.ros.traffic.view import TrafficView
from sim.scenes.dynamic.backend import CarCommand, ModelMotion, SimulatorEnded
from sim.scenes.gazebo.model import model_sdf
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject
from sim.transforms import transform_from_pose

SILENCE = 3.0
# Wall s for our own signal to arrive, once the simulator has refused or lost a request.
PARTING = 2.0
EPSILON = 1e-6


@dataclass(frozen=True)
class LockstepOptions:
    """Options of the participant ``name``.

    ``period`` in simulated s; ``timeout`` in wall s: for models to appear, and the simulator's for
    this participant.
    """

    name: str = "scenario"
    period: float = 0.05
    timeout: float = 60.0


class LockstepSimulator:
    """A :class:`sim.scenes.dynamic.backend.Backend`.

    ``model_path``: folders to search for ``model://`` URIs of models.
    """

    def __init__(self, options: LockstepOptions) -> None:
        self._options = options
        self.model_path: Sequence[str] = ()
        self.period, self.time = options.period, 0.0
        self._names: List[str] = []
        self._spawned: List[str] = []
        self._view, self._traffic = ScenarioView(), TrafficView()
        self._states: Dict[str, ModelMotion] = {}
        self._boundaries: queue.Queue[LockstepBoundary] = queue.Queue()
        self._client: Any = None
        self._drivers: Dict[str, rospy.Publisher] = {}
        self._turners: Dict[str, rospy.Publisher] = {}
        self._sent: Set[str] = set()
        self._stopped, self._heard_at = False, 0.0
        self._get, self._set = (
            _service("get_model_state", GetModelState),
            _service("set_model_state", SetModelState),
        )

    def stop(self) -> None:
        """End the run at the next timestep; callable from a signal handler."""
        self._stopped = True

    def check_period(self) -> None:
        """Raise InputError unless the period is a multiple of the physics step."""
        step = self._call(_service("get_physics_properties", GetPhysicsProperties)).time_step
        steps = self.period / step
        if steps < 1 - EPSILON or abs(steps - round(steps)) > EPSILON:
            right = max(1, round(steps)) * step
            raise InputError(
                "timestep",
                f"{self.period:g} s is not a multiple of the physics step, {step:g} s; give "
                f"{right:g} s, for example",
            )

    def spawn(self, item: SceneObject, info: ModelInfo) -> None:
        text = model_sdf(item, info, model_path=self.model_path)
        pose = pose_from_matrix(transform_from_pose(item.origin))
        answer = self._call(
            _service("spawn_sdf_model", SpawnModel),
            item.name,
            text,
            rospy.get_namespace(),
            pose,
            "world",
        )
        if not answer.success:
            raise SimulationError(
                f"{item.name} ({info.name}) could not be spawned: {answer.status_message}"
            )
        self._spawned.append(item.name)
        self._names.append(item.name)
        self._view.add(item.name, text)
        # Gazebo reads the pose of a new model from text of six digits.
        self.move(item.name, ModelMotion(transform_from_pose(item.origin)))

    def bind(self, name: str) -> None:
        end = time.monotonic() + self._options.timeout
        while not self._call(self._get, name, "").success:
            if time.monotonic() > end:
                raise InputError(
                    name,
                    "no model of this name appeared in the simulator within "
                    f"{self._options.timeout:g} s; `existing` names the model to bind",
                )
            self._check_stopped()
            time.sleep(0.05)
        if name not in self._names:
            self._names.append(name)

    def begin(self) -> None:
        options = self._options
        self._client = LockstepClient(
            Membership(options.name, options.period, list(self._names), options.timeout),
            self._boundaries.put,
        )
        self._client.join()
        self._take(self._next())

    def state(self, name: str) -> ModelMotion:
        if name not in self._states:
            answer = self._call(self._get, name, "")
            if not answer.success:
                self._check_ending()
                raise SimulatorEnded(
                    f"{name} is no longer in the simulator: {answer.status_message}"
                )
            self._states[name] = _state(answer.pose, answer.twist)
        return self._states[name]

    def traffic(self) -> Optional[NearbyTraffic]:
        # The first state is shown a step after the beginning.
        shown = self._traffic.connected and self.time > 0.0
        if not shown or self.time < self._traffic.step - EPSILON:
            return None
        return self._traffic.shown_at(self.time)

    def move(self, name: str, state: ModelMotion) -> None:
        message = ModelState(
            name, pose_from_matrix(state.pose), twist(state.linear, state.angular), "world"
        )
        answer = self._call(self._set, message)
        if not answer.success:
            self._check_ending()
            raise SimulatorEnded(f"{name} could not be moved: {answer.status_message}")
        self._states[name] = state

    def drive(self, name: str, command: CarCommand) -> None:
        topic = f"/{name}/ackermann_cmd"
        if name not in self._drivers:
            self._drivers[name] = rospy.Publisher(
                topic, AckermannDriveStamped, queue_size=10, tcp_nodelay=True
            )
            self._client.connect(self._drivers[name])
        drive = AckermannDrive(
            steering_angle=command.angle, speed=command.speed, acceleration=command.acceleration
        )
        self._drivers[name].publish(
            AckermannDriveStamped(header(self.time, f"{name}/base_link"), drive)
        )
        self._sent.add(topic)

    def turn(self, name: str, speed: float, rate: float) -> None:
        if name not in self._turners:
            self._turners[name] = rospy.Publisher(
                f"/{name}/cmd_vel", Twist, queue_size=10, tcp_nodelay=True
            )
            self._client.connect(self._turners[name])
        self._turners[name].publish(
            Twist(linear=Vector3(speed, 0.0, 0.0), angular=Vector3(0.0, 0.0, rate))
        )

    def advance(self) -> None:
        self._check_stopped()
        thought = time.monotonic() - self._heard_at
        if thought > self._options.timeout:
            raise SimulatorEnded(
                f"the scenario took {thought:.0f} s for one timestep; the simulator waits "
                f"{self._options.timeout:g} s (timeout) and went on without"
            )
        self._client.done(self.time, self.time, sorted(self._sent))
        self._sent.clear()
        self._take(self._next())

    def end(self, clear: bool) -> None:
        if self._client is not None:
            self._client.leave()
        if clear:
            self._view.clear()
        for name in self._spawned if clear else ():
            try:
                self._call(_service("delete_model", DeleteModel), name)
            except SimulatorEnded:
                return  # it has ended, models and all

    def _take(self, message: LockstepBoundary) -> None:
        now = message.header.stamp.to_sec()
        if self._states and now < self.time - EPSILON:
            raise SimulatorEnded(
                f"the simulator was reset: its clock went back from {self.time:.3f} to {now:.3f} s"
            )
        self.time, self._heard_at = now, time.monotonic()
        self._states = {
            name: _state(pose, moving)
            for name, pose, moving in zip(message.models, message.pose, message.twist)
        }
        self._view.show(
            now, {name: self._states[name].pose for name in self._spawned if name in self._states}
        )

    def _next(self) -> LockstepBoundary:
        """Wait for the next boundary, without limit in a pause.

        A simulator that has ended is an error.
        """
        waited = time.monotonic()
        while True:
            self._check_stopped()
            try:
                return self._boundaries.get(timeout=0.1)
            except queue.Empty:
                if time.monotonic() - waited > SILENCE:
                    self._check_alive()

    def _check_stopped(self) -> None:
        if self._stopped or rospy.is_shutdown():
            raise SimulatorEnded("asked to end")

    def _check_ending(self) -> None:
        """Raise the node's normal end instead of errors of an ending simulator.

        A launch ends the simulator and this node at about the same time; a refusal because of that
        is not a fault of the run.
        """
        end = time.monotonic() + PARTING
        while time.monotonic() < end:
            self._check_stopped()
            time.sleep(0.05)

    def _check_alive(self) -> None:
        if killed(JOIN):
            raise SimulatorEnded("the simulator was killed or has crashed")
        if not offered(JOIN):
            raise SimulatorEnded("the simulator has ended")

    def _call(self, service: rospy.ServiceProxy, *fields: Any) -> Any:
        try:
            return service(*fields)
        except (rospy.ServiceException, rospy.ROSException, OSError) as error:
            self._check_ending()
            raise SimulatorEnded(
                f"the simulator does not answer {service.resolved_name}: {error}"
            ) from None


def _service(name: str, kind: Any) -> rospy.ServiceProxy:
    return rospy.ServiceProxy(
        f"/gazebo/{name}", kind, persistent=name in ("get_model_state", "set_model_state")
    )


def _state(pose: Any, moving: Any) -> ModelMotion:
    return ModelMotion(matrix_from_pose(pose), array(moving.linear), array(moving.angular))
