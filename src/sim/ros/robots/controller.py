"""Robot controller in lockstep with the simulator.

It takes the commands of one CRCL session and sends joint trajectories and gripper commands.

At each boundary it sends setpoints for the period after the next, so that the simulator never waits
for them. Setpoints already sent are not taken back: a command changes the motion at the *horizon*,
one to two periods ahead.
"""

from __future__ import annotations

import contextlib
import math
import threading
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

import numpy as np
import rospy
from sensor_msgs.msg import JointState
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, SetBoolRequest, SetBoolResponse
from trajectory_msgs.msg import JointTrajectory

from gazebo_msgs.msg import ContactsState
from sim.arrays import Array
from sim.errors import InputError, SimError
from sim.msg import CrclCommand, CrclStatus, LockstepBoundary
from sim.robots.changer import ToolChangerControl
from sim.robots.effector import Effector, GripOrder, GripReading
from sim.robots.executor import STUCK, CommandExecutor
from sim.robots.motion.follow import FollowJoints, delayed
from sim.robots.mover import ERROR, MotionReport, Mover
from sim.robots.wrist import Wrench
from sim.ros.crcl.orders import order_from_message
from sim.ros.lockstep_client import LockstepClient, Membership
from sim.ros.node.own_time import OwnTime
from sim.ros.robots.arm_state import ArmState, arm_state
from sim.ros.robots.feedback import RobotFeedback
from sim.ros.robots.frames import RobotFrames
from sim.ros.robots.measurements import CHANGER_KEY, WRENCH_KEY, Measurements
from sim.ros.robots.obstacles import Obstacles
from sim.ros.robots.placed import PlacedArm
from sim.ros.robots.setpoints import trajectory_message
from sim.ros.robots.tool_ports import ToolPorts, reading_of
from sim.ros.robots.trajectory_port import TrajectoryPort

OUT_OF_ORDER_MESSAGE = "the robot is out of order"
# Errors of a joint's position, at rest and in motion, past which something else moves or holds it.
RESTING_TOLERANCE = 0.01  # rad or m
MOVING_TOLERANCE = 0.2  # rad or m
# Deviation of an arm in contact, above which it counts as having given way.
YIELD_TOLERANCE = 1e-7  # rad or m
# A measurement that does not come costs this once.
MEASUREMENT_TIMEOUT = 5.0  # s of wall time


@dataclass(frozen=True)
class ControllerTiming:
    """Periods in s of simulated time; ``timeout`` is wall time.

    Exchanges with the simulator, setpoints and status messages; ``tf_rate`` in Hz of simulated
    time.
    """

    period: float
    cycle: float
    status_period: float
    timeout: float
    tf_rate: float = 50.0

    def check(self, where: str) -> None:
        """Raise InputError if the values are inconsistent."""
        for name in ("period", "cycle", "status_period", "timeout", "tf_rate"):
            if not getattr(self, name) > 0.0:
                unit = "Hz" if name == "tf_rate" else "s"
                raise InputError(
                    f"{where}/{name}", f"{getattr(self, name):g} {unit} is not above 0"
                )
        if (
            abs(self.period / self.cycle - round(self.period / self.cycle)) > 1e-6
            or self.cycle > self.period
        ):
            raise InputError(
                f"{where}/cycle",
                f"{self.cycle:g} s does not divide the period of {self.period:g} s",
            )


class RobotController:
    """The state of one robot and its topics. Callbacks run in rospy's threads, one at a time."""

    def __init__(
        self, placed: PlacedArm, timing: ControllerTiming, grip_force: float, refuses: bool
    ) -> None:
        self._placed, self._timing, self._lock = placed, timing, threading.Condition()
        self._names = list(placed.robot.arm.names)
        self._horizon, self._boundary_time = 0.0, -math.inf
        self._report: Optional[MotionReport] = None
        self._state: Optional[ArmState] = None
        self._wrench: Optional[Wrench] = None
        self._sent_status, self._resting = -math.inf, True
        self._obstacles = Obstacles(placed.name, timing.period)
        # Commands received while the arm moved back from an obstacle.
        self._waiting: List[CrclCommand] = []
        self._mover = Mover(placed.robot, placed.robot.start)
        model = placed.name
        self._command_topic = f"/{model}/command"
        self._ports, self._frames = ToolPorts(placed), RobotFrames(placed, timing.tf_rate)
        self._measurements = Measurements(placed, self._frames, self._lock, self._take)
        self._trajectory = rospy.Publisher(
            self._command_topic, JointTrajectory, queue_size=10, tcp_nodelay=True
        )
        self._status = rospy.Publisher("crcl/status", CrclStatus, queue_size=50, tcp_nodelay=True)
        self._effector = Effector(placed.gripper, self._order_grip, grip_force)
        self._changer = (
            ToolChangerControl(self._ports.change) if placed.robot.end_effectors else None
        )
        self._executor = CommandExecutor(
            self._mover,
            self._effector,
            lambda: self._horizon,
            rospy.logwarn,
            refuses,
            self._changer,
        )
        self._feedback = RobotFeedback(placed.frame, self._mover, self._effector)
        self._trajectories = TrajectoryPort(self._names, self, self._lock)
        if self._changer:
            self._fit(placed.robot.ring.tool)
        for curtain in placed.curtains:
            self._executor.block(curtain, f"the light curtain {curtain} has not reported yet")
        self._client = LockstepClient(
            Membership(f"{model}_controller", timing.period, [], timing.timeout),
            self._boundary,
            OwnTime(),
        )

    def start(self) -> None:
        """Join the lockstep and subscribe."""
        self._services = [
            rospy.Service("~out_of_order", SetBool, self._set_out_of_order),
            rospy.Service("~tool_changer_stuck", SetBool, self._set_changer_stuck),
        ]
        model = self._placed.name
        rospy.Subscriber(
            f"/{model}/contacts", ContactsState, self._touched, queue_size=50, tcp_nodelay=True
        )
        rospy.Subscriber(
            f"/{model}/contact_stop", ContactsState, self._stopped, queue_size=50, tcp_nodelay=True
        )
        for curtain in self._placed.curtains:
            rospy.Subscriber(
                f"/{curtain}/stop", Bool, self._guarded, curtain, queue_size=10, tcp_nodelay=True
            )
        self._measurements.listen(self._ports)
        self._client.join(self._trajectory, *self._ports.publishers)
        rospy.Subscriber(
            "crcl/command", CrclCommand, self._commanded, queue_size=100, tcp_nodelay=True
        )
        self._trajectories.start()

    def leave(self) -> None:
        self._client.leave()

    def follow(self, motion: FollowJoints, stamp: float) -> None:
        """Execute an external trajectory; call it with the lock held.

        The same holds for all methods of a :class:`Follower`.
        """
        why = self.blocked()
        if self._state is None:
            why = "the simulator has not reported where the arm is"
        elif self._executor.working:
            why = "a CRCL command is under way"
        elif self._obstacles.stopped:
            why = "the arm goes back from an obstacle"
        if why:
            raise InputError(self._placed.name, why)
        self._mover.take(delayed(motion, stamp - self._horizon), self._horizon)

    def stop_following(self) -> None:
        if self._mover.moving(self._horizon):
            self._executor.abort_motion("the arm was stopped by stop_motion or joint_path_command")
            self._mover.stop(self._horizon, "Fast")

    def blocked(self) -> str:
        return self._executor.blocked

    def moving(self) -> bool:
        return not self._resting

    def planned(self, time: float) -> Array:
        return self._mover.planned(time)

    def _set_out_of_order(self, request: SetBoolRequest) -> SetBoolResponse:
        self._block("fault", OUT_OF_ORDER_MESSAGE if request.data else "")
        return SetBoolResponse(
            True, OUT_OF_ORDER_MESSAGE if request.data else "the robot is in order"
        )

    def _set_changer_stuck(self, request: SetBoolRequest) -> SetBoolResponse:
        with self._lock:
            self._executor.changer_stuck = request.data
        return SetBoolResponse(True, STUCK if request.data else "the tool changer works")

    def _guarded(self, stop: Bool, curtain: str) -> None:
        self._block(curtain, f"the light curtain {curtain} is interrupted" if stop.data else "")

    def _block(self, key: str, why: str) -> None:
        """Stop the arm and refuse commands for a reason. An empty reason ends that."""
        with self._lock:
            if why:
                rospy.logwarn("stopped: %s", why)
                self._executor.block(key, why)
                self._trajectories.ended(why)
            else:
                self._executor.unblock(key)
            if self._state is not None:
                self._measure(self._state)
                self._publish()

    def _boundary(self, message: LockstepBoundary) -> None:
        now, timing = message.header.stamp.to_sec(), self._timing
        begin = now + timing.period
        with self._lock:
            self._catch_up(now - timing.period)
            if now <= self._boundary_time:
                self._begin_again("the simulation was set back")
            self._boundary_time, self._horizon = now, begin + timing.period
            rests = not self._mover.moving(begin)
            motion = None if rests and self._resting else self._motion(begin)
            self._resting = rests
            if self._obstacles.stopped:
                motion = None
            elif motion:
                self._obstacles.sent(now)
            send_orders = self._ports.take()
        inputs = []
        if motion:
            self._trajectory.publish(motion)
            inputs.append(self._command_topic)
        inputs += send_orders(begin)
        self._client.done(now, begin, inputs)

    def _motion(self, begin: float) -> JointTrajectory:
        """Return the setpoints of the period that begins at a time."""
        timing = self._timing
        count = round(timing.period / timing.cycle)
        times = begin + timing.cycle * np.arange(1, count + 1)
        return trajectory_message(self._names, begin, times, self._mover.setpoints(times))

    def _order_grip(self, order: GripOrder) -> None:
        """Send a gripper order at the next boundary, executed at the horizon.

        Its delay in simulated time so does not depend on the machine's load.
        """
        self._ports.grip(self._effector.name, order)

    def _catch_up(self, time: float) -> None:
        """Wait for the measurements up to a time.

        Otherwise the simulator could run ahead of them, and some would be lost.
        """
        if self._state is None or time < self._state.time:
            return
        if not self._lock.wait_for(
            lambda: self._state is None or self._state.time + self._timing.status_period > time,
            MEASUREMENT_TIMEOUT,
        ) and (self._state is not None):
            self._lose(
                f"nothing on /{self._placed.name}/joint_states of {time:g} s and later, the last "
                f"is of {self._state.time:g} s; is the model there, "
                f"and its joint_states_rate {1.0 / self._timing.period:g} Hz or more?"
            )

    def _lose(self, why: str) -> None:
        """Abort the motion; only the next measurement gives the arm's position."""
        rospy.logerr("%s", why)
        self._executor.abort(why)
        self._publish()
        self._begin_again(why)

    def _commanded(self, command: CrclCommand) -> None:
        with self._lock:
            if self._state is None:
                rospy.logwarn(
                    "%s refused: the simulator has not reported the arm's position yet",
                    command.type,
                )
                return
            if self._obstacles.stopped:
                self._waiting.append(command)
                return
            if self._trajectories.following:
                self.stop_following()
                self._trajectories.ended(f"the CRCL command {command.type} came")
            self._execute(command, self._state.time)
            self._measure(self._state)
            self._publish()

    def _execute(self, command: CrclCommand, time: float) -> None:
        try:
            self._executor.take(order_from_message(command), time)
        except SimError as error:
            self._executor.refuse(command.id, str(error))
        if self._executor.progress.state == ERROR:
            rospy.logwarn("%s: %s", command.type, self._executor.progress.description)

    def _take(self, message: JointState, reports: Dict[str, Any]) -> None:
        """Process one complete set of measurements."""
        time = message.header.stamp.to_sec()
        if self._sent_status <= time < self._sent_status + self._timing.status_period - 1e-9:
            return
        state = arm_state(message, self._names)
        if state is None:
            return
        if self._state is None or time < self._state.time:
            self._mover.hold(time, state.positions)
        self._wrench = reports.get(WRENCH_KEY)
        if self._changer and CHANGER_KEY in reports:
            self._changer.reading = reading_of(reports[CHANGER_KEY])
            if self._changer.reading.tool != self._effector.name:
                self._fit(self._changer.reading.tool)
        gripper = reports.get(self._effector.name)
        if gripper is not None:
            self._feedback.gripper = gripper
            self._effector.reading = GripReading(
                gripper.header.stamp.to_sec(), gripper.width, gripper.moving
            )
        self._measure(state)
        self._publish()
        self._lock.notify_all()

    def _fit(self, tool: str) -> None:
        """Set the controlled point and the gripper of the attached tool."""
        known = self._placed.robot.end_effectors.get(tool)
        if tool and known is None:
            rospy.logerr("%s is on the flange, but is not a tool of the layout", tool)
        self._mover.use_tool(tool if known else "")
        self._effector.fit(tool, known.gripper if known else None)
        self._feedback.gripper = None
        self._frames.fit(self._mover.ring.tool0_from_tcp)

    def _touched(self, contacts: ContactsState) -> None:
        with self._lock:
            self._obstacles.take(contacts)

    def _stopped(self, contacts: ContactsState) -> None:
        """Handle a contact stop of the simulator.

        The arm moves back a little by itself; until then it takes no commands.
        """
        with self._lock:
            self._obstacles.stop(contacts)

    def _measure(self, state: ArmState) -> None:
        self._report = self._mover.measure(
            state.time, state.positions, state.velocities, state.efforts
        )
        self._state = state
        self._trajectories.measured(state, self._report.state, self._report.description)
        if self._executor.measured(state.time, self._report):
            self._executor.explain(self._obstacles.in_the_way(state.time))
        self._follow(state)

    def _follow(self, state: ArmState) -> None:
        """Hold a stopped or displaced arm in place, and abort its motion."""
        if self._obstacles.stopped:
            if self._obstacles.over(state.time):
                why = self._obstacles.release()
                rospy.logwarn("%s", why)
                self._mover.hold(self._horizon, state.positions)
                self._trajectories.ended(why)
                self._executor.abort_motion(why)
                waiting, self._waiting = self._waiting, []
                for command in waiting:
                    self._execute(command, state.time)
            return
        away = np.abs(self._mover.planned(state.time) - state.positions)
        worst = int(away.argmax())
        off = float(away[worst])
        if off <= (RESTING_TOLERANCE if self._resting else MOVING_TOLERANCE):
            if (
                self._resting
                and off > YIELD_TOLERANCE
                and not self._executor.working
                and self._obstacles.in_the_way(state.time)
            ):
                # The arm has given way to an obstacle; the next motion begins at its position.
                self._mover.hold(self._horizon, state.positions)
            return
        why = self._obstacles.words(state.time)
        rospy.logwarn(
            "the arm is off its planned position (%s by %.3g), and is held in place: %s",
            self._names[worst],
            off,
            why,
        )
        self._executor.abort(why)
        self._trajectories.ended(why)
        self._mover.hold(self._horizon, state.positions)

    def _begin_again(self, why: str) -> None:
        self._executor.abort(why)
        self._trajectories.ended(why)
        self._ports.clear()
        self._wrench = None
        self._measurements.clear()
        self._obstacles.clear()
        self._waiting.clear()
        self._state, self._resting, self._sent_status = None, True, -math.inf
        self._mover.hold(0.0, self._placed.robot.start)

    def _publish(self) -> None:
        # All callers have a measurement.
        assert self._state is not None and self._report is not None
        self._sent_status = self._state.time
        # On shutdown topics are closed first.
        with contextlib.suppress(rospy.ROSException):
            self._status.publish(
                self._feedback.message(
                    self._state, self._report, self._executor.progress, self._wrench
                )
            )
