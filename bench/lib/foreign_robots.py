"""Published robots under ros_control on one simulator, for ``./run bench own_robot``.

Each comes by its URDF, as its package has it; controllers are YAML as users write it. Reads the
folder of example-robot-data from ``SIM_BENCH_ROBOTS``.
"""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Tuple

from bench.lib import on_simulator

FOLDER = "SIM_BENCH_ROBOTS"
PATIENCE = 60.0
STATE_RATE = 500.0  # Hz
STEP_PART = 0.1  # s
STATES = {"type": "joint_state_controller/JointStateController", "publish_rate": STATE_RATE}
ARMS = {name: f"ur_description/urdf/{name}_robot.urdf" for name in ("ur3", "ur5", "ur10")}
ARM_JOINTS = tuple(
    f"{name}_joint"
    for name in ("shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3")
)
GOAL_POSITIONS = (0.6, -1.2, 1.0, -0.5, 0.7, 0.3)  # rad, of an arm, from and to rest
DURATION = 2.0  # s
# m: where an arm stands that begins stretched out, and would touch the ground.
TABLE = 1.0
TIAGO = "tiago_description/robots/tiago.urdf"
BASE = {
    "type": "diff_drive_controller/DiffDriveController",
    "left_wheel": "wheel_left_joint",
    "right_wheel": "wheel_right_joint",
    "wheel_separation": 0.4044,
    "wheel_radius": 0.0985,
    "publish_rate": 50.0,
    "base_frame_id": "base_footprint",
    "cmd_vel_timeout": 100.0,
    "pose_covariance_diagonal": [1e-4, 1e-4, 1e6, 1e6, 1e6, 1e-3],
    "twist_covariance_diagonal": [1e-4, 1e-4, 1e6, 1e6, 1e6, 1e-3],
}
# Driving.
SPEED = 0.3  # m/s
DRIVING_TIME = 4.0  # s of simulated time
# A carriage that a PID by effort moves.
CARRIAGE_MASS = 2.0  # kg
PROPORTIONAL_GAIN = 200.0  # N/m
DERIVATIVE_GAIN = 20.0  # N s/m
POSITION_STEP = 0.2  # m
CARRIAGE = f"""<robot name="carriage"><link name="world"/><link name="carriage"><inertial>
<mass value="{CARRIAGE_MASS}"/>
<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
</link><joint name="slide" type="prismatic"><parent link="world"/><child link="carriage"/>
<origin xyz="0 0 1"/><axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="200" velocity="4"/>
</joint><transmission name="t"><type>transmission_interface/SimpleTransmission</type>
<joint name="slide"><hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
</joint><actuator name="m"><mechanicalReduction>1</mechanicalReduction></actuator></transmission>
<gazebo><plugin name="control" filename="libgazebo_ros_control.so"/></gazebo></robot>"""


class Controlled:
    """Robot under ros_control in its namespace, with joint states."""

    def __init__(
        self,
        child: on_simulator.Child,
        name: str,
        urdf: str,
        controllers: Dict[str, Any],
        space: str,
        height: float = 0.0,
    ) -> None:
        import rospy
        from sensor_msgs.msg import JointState

        self._child, self._space, self.name = child, space, name
        self.states: List[Any] = []
        rospy.set_param(f"{space}/robot_description", urdf)
        for key, value in controllers.items():
            rospy.set_param(f"{space}/{key}", value)
        rospy.Subscriber(f"{space}/joint_states", JointState, self.states.append, tcp_nodelay=True)
        child.spawn(name, urdf, z=height)
        self._begin(list(controllers))

    def _begin(self, names: Sequence[str]) -> None:
        import rospy

        from controller_manager_msgs import srv

        space = f"{self._space}/controller_manager"
        rospy.wait_for_service(f"{space}/load_controller", PATIENCE)
        load = rospy.ServiceProxy(f"{space}/load_controller", srv.LoadController)
        switch = rospy.ServiceProxy(f"{space}/switch_controller", srv.SwitchController)
        for name in names:
            if not load(name).ok:
                raise RuntimeError(f"{self.name}: {name} does not load")
        if not switch(names, [], srv.SwitchControllerRequest.STRICT, False, 0.0).ok:
            raise RuntimeError(f"{self.name}: {', '.join(names)} do not start")

    def publisher(self, topic: str, kind: type) -> Any:
        """Return a publisher once it has a subscriber."""
        import rospy

        made = rospy.Publisher(f"{self._space}/{topic}", kind, queue_size=10, tcp_nodelay=True)
        until(made.get_num_connections, f"{topic} has a subscriber")
        return made

    def seen(self, end: float) -> List[Any]:
        """Return all states until a time, once the last one has arrived."""
        until(
            lambda: self.states and self.states[-1].header.stamp.to_sec() > end - 2.0 / STATE_RATE,
            f"states of {self.name} at {end:g} s",
        )
        return list(self.states)

    def run(self, seconds: float) -> List[Any]:
        """Run physics for some seconds; return all states.

        It runs in parts that message queues can hold.
        """
        found: List[Any] = []
        for _ in range(round(seconds / STEP_PART)):
            found = self.seen(self._child.step(STEP_PART))
        return found


def until(condition: Callable[[], Any], what: str) -> None:
    """Wait for a condition; raises RuntimeError on timeout."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"not within {PATIENCE:g} s: {what}")
        time.sleep(0.005)


def follow(child: on_simulator.Child, name: str, urdf: str) -> float:
    """Return the rms error in rad of an arm's trajectory.

    All joints move to GOAL_POSITIONS at once, by the topic of its trajectory controller; the mean
    is over joints and time.
    """
    import rospy
    from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

    controllers = {
        "joint_state_controller": STATES,
        "arm_controller": {
            "type": "position_controllers/JointTrajectoryController",
            "joints": list(ARM_JOINTS),
        },
    }
    robot = Controlled(child, name, urdf, controllers, f"/{name}", TABLE)
    commands = robot.publisher("arm_controller/command", JointTrajectory)
    last = robot.run(0.2)[-1]
    begin = dict(zip(last.name, last.position))
    starts = child.step(0.0) + 0.1
    still = [0.0] * len(ARM_JOINTS)
    point = JointTrajectoryPoint(list(GOAL_POSITIONS), still, still, [], rospy.Duration(DURATION))
    message = JointTrajectory(joint_names=list(ARM_JOINTS), points=[point])
    message.header.stamp = rospy.Time.from_sec(starts)
    commands.publish(message)
    time.sleep(0.5)
    squares: List[float] = []
    for state in robot.run(DURATION + 0.5):
        part = (state.header.stamp.to_sec() - starts) / DURATION
        if 0.0 <= part <= 1.0:
            done = part**3 * (10.0 - 15.0 * part + 6.0 * part**2)
            found = dict(zip(state.name, state.position))
            squares += [
                (found[joint] - begin[joint] - done * (goal - begin[joint])) ** 2
                for joint, goal in zip(ARM_JOINTS, GOAL_POSITIONS)
            ]
    if len(squares) < 0.9 * STATE_RATE * DURATION * len(ARM_JOINTS):
        raise RuntimeError(f"{name}: {len(squares)} readings of joints are too few")
    return math.sqrt(sum(squares) / len(squares))


def drive(child: on_simulator.Child, urdf: str) -> Tuple[float, bool]:
    """Drive TIAGo's wheels by VelocityJointInterface.

    Returns its true distance as a share of the commanded one, and whether a log line named its
    <robotSimType>.
    """
    import rospy
    from geometry_msgs.msg import Twist
    from rosgraph_msgs.msg import Log

    lines: List[str] = []
    rospy.Subscriber("/rosout", Log, lambda entry: lines.append(entry.msg))
    robot = Controlled(
        child, "tiago", urdf, {"joint_state_controller": STATES, "mobile_base": BASE}, ""
    )
    commands = robot.publisher("mobile_base/cmd_vel", Twist)
    robot.run(1.0)
    begin = child.call("get_model_state", "tiago", "").pose.position
    message = Twist()
    message.linear.x = SPEED
    commands.publish(message)
    time.sleep(0.5)
    robot.run(DRIVING_TIME)
    end = child.call("get_model_state", "tiago", "").pose.position
    named = any("pal_hardware_gazebo/PalHardwareGazebo" in line for line in lines)
    return math.hypot(end.x - begin.x, end.y - begin.y) / (SPEED * DRIVING_TIME), named


def answer_step(child: on_simulator.Child) -> float:
    """Return the largest error of the carriage's PID step response.

    The reference is the same PID on a double integrator; the error is a share of the step.
    """
    from std_msgs.msg import Float64

    controller = {
        "type": "effort_controllers/JointPositionController",
        "joint": "slide",
        "pid": {"p": PROPORTIONAL_GAIN, "i": 0.0, "d": DERIVATIVE_GAIN},
    }
    robot = Controlled(
        child,
        "carriage",
        CARRIAGE,
        {"joint_state_controller": STATES, "slide_controller": controller},
        "/carriage",
    )
    commands = robot.publisher("slide_controller/command", Float64)
    robot.run(0.1)
    commands.publish(POSITION_STEP)
    time.sleep(0.5)
    states = robot.run(1.0)
    moving = next(state for state in states if abs(state.effort[0]) > 1.0)
    # The effort is known a step of physics after it acts.
    starts = moving.header.stamp.to_sec() - child.step_size
    dt, position, speed, ideal = 1e-4, 0.0, 0.0, []
    for _ in range(round(1.0 / dt)):
        speed += (
            dt
            * (PROPORTIONAL_GAIN * (POSITION_STEP - position) - DERIVATIVE_GAIN * speed)
            / CARRIAGE_MASS
        )
        position += dt * speed
        ideal.append(position)
    errors = [
        abs(state.position[0] - ideal[index])
        for state in states
        for index in [round((state.header.stamp.to_sec() - starts) / dt)]
        if 0 <= index < len(ideal)
    ]
    if len(errors) < 0.8 * STATE_RATE:
        raise RuntimeError(f"{len(errors)} readings of the carriage are too few")
    return max(errors) / POSITION_STEP


def measure(child: on_simulator.Child) -> Dict[str, Any]:
    """Return arms' errors in rad, TIAGo's distance and the carriage's error.

    A failure is a text.
    """
    folder = Path(os.environ[FOLDER]) / "example-robot-data" / "robots"
    tasks: Dict[str, Callable[[], Any]] = {"carriage": lambda: answer_step(child)}
    for name, file in ARMS.items():
        text = (folder / file).read_text(encoding="utf-8")
        tasks[name] = lambda name=name, text=text: follow(child, name, text)  # type: ignore[misc]
    tiago = (folder / TIAGO).read_text(encoding="utf-8")
    tasks["tiago"] = lambda: drive(child, tiago)
    found: Dict[str, Any] = {}
    for name, task in tasks.items():
        try:
            found[name] = task()
        except Exception as error:  # noqa: BLE001 - one robot's failure is not the others'
            found[name] = f"{type(error).__name__}: {error}"
        child.call("delete_model", name)
    return found


if __name__ == "__main__":
    on_simulator.Child.main(measure)
