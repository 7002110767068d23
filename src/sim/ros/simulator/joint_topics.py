"""Topics of driven joints and grippers of the embedded simulator.

``/<model>/command``, ``joint_states``, ``wrench``, ``contacts``, ``contact_stop``, ``gripper/...``,
``tool_changer/...``.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional, Tuple

import rospy
from geometry_msgs.msg import Vector3, Wrench, WrenchStamped
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64
from trajectory_msgs.msg import JointTrajectory

from gazebo_msgs.msg import ContactsState, ContactState
from sim.embedded.joint_settings import Mechanism
from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.contact_stop import Pressing, Stopped
from sim.embedded.joints.gripper import GripperOrder, GripperReport
from sim.embedded.joints.tool_changer import ChangerReport
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.simulation import Simulation
from sim.errors import SimError
from sim.msg import GripperCommand, GripperState, ToolChangerCommand, ToolChangerState
from sim.ros.conversions import WORLD_FRAME, header
from sim.ros.node.packed import publish_stamped
from sim.ros.simulator.packed_joints import PACKED_NO_CONTACTS, PackedJointStates, PackedWrench

KINDS = {"parallel": GripperState.PARALLEL, "vacuum": GripperState.VACUUM}
GRIPPER_RATE = 50.0
# Simulated seconds between two equal log lines.
QUIET = 5.0


class JointTopics:
    """Publishes the topics of every driven model in the world.

    ``rate`` of joint states in Hz of simulated time.
    """

    def __init__(self, simulation: Simulation, rate: float) -> None:
        self._simulation = simulation
        fastest = 1.0 / simulation.physics.timestep
        self._joints = SensorSchedule(
            "joint_states_rate", min(rate, fastest), simulation.physics.timestep
        )
        self._grippers = SensorSchedule(
            "gripper/state", min(GRIPPER_RATE, fastest), simulation.physics.timestep
        )
        self._ports: Dict[str, _JointPorts] = {}
        self._changes = -1
        simulation.on_step.append(self)

    def __call__(self, now: float) -> None:
        changes = self._simulation.physics.models.changes
        if self._changes != changes:
            self._changes = changes
            self._follow(self._simulation.subsystems.mechanisms.follow())
        if not self._ports:
            return
        joints, grippers = self._joints.due(now), self._grippers.due(now)
        for ports in self._ports.values():
            ports.publish(now, joints, grippers)

    def next(self, now: float) -> float:
        """Return a time before which nothing is due, for the present subscribers.

        A touch of a gripper or a contact stop is published in its step.
        """
        if self._changes != self._simulation.physics.models.changes:
            return now
        if not self._ports:
            return math.inf
        joints, grippers = self._joints.after(now), self._grippers.after(now)
        return min(ports.next(now, joints, grippers) for ports in self._ports.values())

    def _follow(self, mechanisms: Dict[str, Mechanism]) -> None:
        # A model may have been replaced by another of its name.
        for name in [
            name
            for name, ports in self._ports.items()
            if mechanisms.get(name) is not ports.mechanism
        ]:
            self._ports.pop(name).close()
        for name, mechanism in mechanisms.items():
            if name not in self._ports:
                self._ports[name] = _JointPorts(self._simulation, name, mechanism)


class _JointPorts:
    def __init__(self, simulation: Simulation, name: str, mechanism: Mechanism) -> None:
        self._simulation, self._name, self.mechanism = simulation, name, mechanism
        self._joints = rospy.Publisher(
            f"/{name}/joint_states", JointState, queue_size=50, tcp_nodelay=True
        )
        self._wrench = (
            rospy.Publisher(f"/{name}/wrench", WrenchStamped, queue_size=50, tcp_nodelay=True)
            if mechanism.force_torque
            else None
        )
        self._packed_states: Optional[PackedJointStates] = None
        self._packed_wrench: Optional[PackedWrench] = None
        self._subscribers: List[rospy.Subscriber] = []
        self._gripper: Optional[rospy.Publisher] = None
        self._published: Optional[GripperReport] = None
        self._contacts: Optional[rospy.Publisher] = None
        self._stops: Optional[rospy.Publisher] = None
        self._stopped: Optional[Stopped] = None
        if mechanism.contact_stop is not None:
            self._contacts = rospy.Publisher(
                f"/{name}/contacts", ContactsState, queue_size=50, tcp_nodelay=True
            )
            self._stops = rospy.Publisher(
                f"/{name}/contact_stop", ContactsState, queue_size=50, tcp_nodelay=True
            )
        if mechanism.driven:
            self._listen("command", JointTrajectory, self._follow)
        if mechanism.gripper:
            self._gripper = rospy.Publisher(
                f"/{name}/gripper/state", GripperState, queue_size=50, tcp_nodelay=True
            )
            self._listen("gripper/command", GripperCommand, self._grip)
        self._changer: Optional[rospy.Publisher] = None
        if mechanism.changer:
            self._changer = rospy.Publisher(
                f"/{name}/tool_changer/state", ToolChangerState, queue_size=50, tcp_nodelay=True
            )
            self._listen("tool_changer/command", ToolChangerCommand, self._change)

        self._belt: Optional[rospy.Publisher] = None
        self._speed = math.nan
        if mechanism.belt:
            self._belt = rospy.Publisher(f"/{name}/belt/speed", Float64, queue_size=1, latch=True)
            self._subscribers.append(
                rospy.Subscriber(f"/{name}/belt/command", Float64, self._run_belt, tcp_nodelay=True)
            )

    def close(self) -> None:
        for port in (
            self._joints,
            self._wrench,
            self._gripper,
            self._contacts,
            self._stops,
            self._changer,
            self._belt,
            *self._subscribers,
        ):
            if port is not None:
                port.unregister()

    def next(self, now: float, joints: float, gripper: float) -> float:
        """Return a time before which nothing is due.

        ``joints`` and ``gripper`` are the due times of joints and grippers.
        """
        wrench, measured = self._wrench, _heard(self._joints)
        if wrench is not None:
            wanted = self._simulation.subsystems.mechanisms.force_torque(self._name).wanted
            if wanted != _heard(wrench):
                return now
            measured = measured or wanted
        if self._belt is not None and self._speed != self._running:
            return now
        if self._gripper is not None and self._published is None and _heard(self._gripper):
            return now
        slower = any(map(_heard, (self._gripper, self._contacts, self._changer)))
        return min(joints if measured else math.inf, gripper if slower else math.inf)

    @property
    def _running(self) -> float:
        return self._simulation.subsystems.mechanisms.belt(self._name).speed

    def publish(self, now: float, joints: bool, gripper: bool) -> None:
        """Publish topics that are due and have subscribers.

        The gripper also when it has grasped or lost something.
        """
        if self._wrench is not None:
            self._publish_wrench(self._wrench, now, joints)
        if self._stops is not None:
            self._publish_stop(self._stops)
        if self._contacts is not None and gripper:
            self._publish_contacts(self._contacts, now)
        if self._belt is not None:
            speed = self._running
            if speed != self._speed:
                self._speed = speed
                self._belt.publish(Float64(speed))
        if self._changer is not None and gripper and self._changer.get_num_connections():
            changer = self._simulation.subsystems.mechanisms.changer(self._name)
            self._changer.publish(_changer_message(changer.report(), now))
        if joints and self._joints.get_num_connections():
            states = self._simulation.subsystems.mechanisms.states(self._name)
            if self._packed_states is None or self._packed_states.names != states.names:
                self._packed_states = PackedJointStates(states.names, WORLD_FRAME)
            publish_stamped(self._joints, now, self._packed_states(states))
        if self._gripper is None:
            return
        if not self._gripper.get_num_connections():
            self._published = None
            return
        report, published = (
            self._simulation.subsystems.mechanisms.report(self._name),
            self._published,
        )
        if gripper or published is None or _hold(published) != _hold(report):
            self._published = report
            self._gripper.publish(_message(report, now))

    def _publish_wrench(self, wrench: rospy.Publisher, now: float, due: bool) -> None:
        sensor = self._simulation.subsystems.mechanisms.force_torque(self._name)
        sensor.wanted = bool(wrench.get_num_connections())
        reading = sensor.reading() if due and sensor.wanted else None
        if reading is not None:
            if self._packed_wrench is None:
                self._packed_wrench = PackedWrench(f"{self._name}/{sensor.settings.frame}")
            publish_stamped(wrench, now, self._packed_wrench(*reading))

    def _publish_stop(self, stops: rospy.Publisher) -> None:
        stop = self._simulation.subsystems.mechanisms.contact_stop(self._name)
        if stop.last is not self._stopped:
            self._stopped = stop.last
            if self._stopped is not None:
                stops.publish(_contacts([self._stopped.pressing], self._stopped.time))

    def _publish_contacts(self, contacts: rospy.Publisher, now: float) -> None:
        if contacts.get_num_connections():
            stop = self._simulation.subsystems.mechanisms.contact_stop(self._name)
            pressing = stop.pressing()
            if pressing:
                contacts.publish(_contacts(pressing, now))
            else:
                publish_stamped(contacts, now, PACKED_NO_CONTACTS)

    def _listen(self, topic: str, kind: type, take: Callable[[Any], None]) -> None:
        name, simulation = f"/{self._name}/{topic}", self._simulation

        def handle(message: Any) -> None:
            def work() -> None:
                try:
                    take(message)
                except SimError as error:
                    rospy.logerr_throttle_identical(QUIET, f"{name}: {error}; message ignored")
                # An invalid message has arrived all the same, and is not waited for.
                simulation.lockstep.input(name, message.header.stamp.to_sec())

            simulation.mailbox.post(work)

        self._subscribers.append(rospy.Subscriber(name, kind, handle, tcp_nodelay=True))

    def _follow(self, message: JointTrajectory) -> None:
        points = [
            CommandPoint(
                point.time_from_start.to_sec(),
                point.positions,
                point.velocities,
                point.accelerations,
                point.effort,
            )
            for point in message.points
        ]
        self._simulation.subsystems.mechanisms.command(
            self._name, message.header.stamp.to_sec(), message.joint_names, points
        )

    def _run_belt(self, message: Float64) -> None:
        if not math.isfinite(message.data):
            rospy.logerr_throttle_identical(
                QUIET, f"/{self._name}/belt/command: {message.data} is not a speed; message ignored"
            )
            return

        def work() -> None:
            self._simulation.subsystems.mechanisms.belt(self._name).speed = message.data

        self._simulation.mailbox.post(work)

    def _change(self, message: ToolChangerCommand) -> None:
        self._simulation.subsystems.mechanisms.changer(self._name).order(
            message.header.stamp.to_sec(), message.close
        )

    def _grip(self, message: GripperCommand) -> None:
        self._simulation.subsystems.mechanisms.order(
            self._name,
            GripperOrder(
                message.header.stamp.to_sec(), message.width, message.force, message.vacuum
            ),
        )


def _heard(publisher: Optional[rospy.Publisher]) -> bool:
    return publisher is not None and bool(publisher.get_num_connections())


def _hold(report: GripperReport) -> Tuple[object, ...]:
    """Return the part of a report with changes to publish at once."""
    return report.holding, report.thing, report.vacuum, report.assisted


def _contacts(pressing: List[Pressing], now: float) -> ContactsState:
    states = [
        ContactState(
            collision1_name=one.own,
            collision2_name=one.other,
            total_wrench=Wrench(force=Vector3(*one.force)),
        )
        for one in pressing
    ]
    return ContactsState(header(now, WORLD_FRAME), states)


def _changer_message(report: ChangerReport, now: float) -> ToolChangerState:
    return ToolChangerState(
        header=header(now),
        closed=bool(report.tool),
        tool=report.tool,
        nearest=report.nearest.tool,
        distance=report.nearest.distance,
        angle=report.nearest.angle,
        commanded=rospy.Time.from_sec(report.commanded),
    )


def _message(report: GripperReport, now: float) -> GripperState:
    return GripperState(
        header=header(now),
        kind=KINDS[report.kind],
        width=report.width,
        force=report.force,
        vacuum=report.vacuum,
        moving=report.moving,
        holding=report.holding,
        object=report.thing,
        assisted=report.assisted,
    )
