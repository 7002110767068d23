"""The simulator's services for the tests beside this file.

Short calls, states as arrays, a case's beginning.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple
from xmlrpc.client import ServerProxy

import numpy as np
import rosgraph
import roslib.packages
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3
from std_srvs.srv import Empty

from gazebo_msgs import msg, srv
from sim.srv import LockstepJoin, LockstepLeave, StepWorld

STEP = 0.005
MODELS = ["ground", "box", "pendulum", "rail"]
KINDS = {
    "spawn_sdf_model": srv.SpawnModel,
    "spawn_urdf_model": srv.SpawnModel,
    "spawn_gazebo_model": srv.SpawnModel,
    "clear_body_wrenches": srv.BodyRequest,
    "clear_joint_forces": srv.JointRequest,
    "pause_physics": Empty,
    "unpause_physics": Empty,
    "reset_simulation": Empty,
    "reset_world": Empty,
    "step_world": StepWorld,
    "lockstep/join": LockstepJoin,
    "lockstep/leave": LockstepLeave,
}
BOX = (
    '<sdf version="1.6"><model name="cube"><link '
    'name="link"><inertial><mass>1</mass></inertial><collision name="hull"><geometry>'
    "<box><size>1 1 1</size></box></geometry></collision></link></model></sdf>"
)
CAR, TRAILER = (
    (Path(__file__).resolve().parents[2] / "models" / name / "model.sdf").read_text("utf-8")
    for name in ("bmw_320i", "trailer")
)


class Connections(threading.local):
    """Open connections to services, one set for each thread.

    Connecting for each call costs two look-ups at the master and two connections, which took more
    processor time than the calls.
    """

    def __init__(self) -> None:
        self._open: Dict[str, rospy.ServiceProxy] = {}

    def call(self, name: str, kind: Any, *fields: Any) -> Any:
        """Call a service. A failed connection is opened again by the next call."""
        if name not in self._open:
            rospy.wait_for_service(name, 60.0)
            self._open[name] = rospy.ServiceProxy(name, kind, persistent=True)
        try:
            return self._open[name](*fields)
        except Exception:
            self._open.pop(name).close()
            raise


_connections = Connections()


def call(name: str, *fields: Any) -> Any:
    """Return the answer of ``/gazebo/<name>``."""
    kind = KINDS.get(name) or getattr(srv, "".join(word.capitalize() for word in name.split("_")))
    return _connections.call(f"/gazebo/{name}", kind, *fields)


def done(name: str, *fields: Any) -> Any:
    """Call as :func:`call`, and check that the call succeeds."""
    answer = call(name, *fields)
    assert answer.success, f"{name}: {answer.status_message}"
    return answer


def at_once(*calls: Sequence[Any]) -> List[Any]:
    """Return the answers of simultaneous calls, each a name and its fields."""
    together = threading.Barrier(len(calls))

    def one(of: Sequence[Any]) -> Any:
        together.wait(60.0)
        return call(*of)

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def resident_bytes(node: str) -> int:
    """Return the memory that a node's process has in use."""
    uri = rosgraph.Master(rospy.get_name()).lookupNode(node)
    pid = ServerProxy(uri).getPid(rospy.get_name())[2]
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return 1024 * int(fields["VmRSS"].split()[0])


def step(seconds: float) -> float:
    """Step the paused physics by a time, and return the time after it."""
    return done("step_world", round(seconds / STEP)).stamp.to_sec()


def now() -> float:
    return done("get_world_properties").sim_time


def begin() -> None:
    """Restore the initial state of the world.

    It is paused, at time 0, with gravity, as fast as possible, without spawned models.
    """
    call("pause_physics")
    for name in done("get_world_properties").model_names:
        if name not in MODELS:
            done("delete_model", name)
    call("reset_simulation")
    physics(-9.8)


def physics(gravity: float, rate: float = 0.0) -> None:
    done("set_physics_properties", 0.0, rate, Vector3(0.0, 0.0, gravity), msg.ODEPhysics())


def pose(x: float, y: float, z: float, yaw: float = 0.0) -> Pose:
    return Pose(Point(x, y, z), Quaternion(0.0, 0.0, np.sin(yaw / 2), np.cos(yaw / 2)))


def twist(linear: Sequence[float] = (0, 0, 0), angular: Sequence[float] = (0, 0, 0)) -> Twist:
    return Twist(Vector3(*linear), Vector3(*angular))


def yaw(of: Pose) -> float:
    """Return the heading of a level pose."""
    return 2.0 * float(np.arctan2(of.orientation.z, of.orientation.w))


def values(message: Any) -> np.ndarray:
    """Return x, y, z of a point or vector as (3,)."""
    return np.array([message.x, message.y, message.z])


def state(model: str, frame: str = "") -> Tuple[Pose, np.ndarray, np.ndarray]:
    """Return pose, linear (3,) and angular (3,) velocity of a model."""
    answer = done("get_model_state", model, frame)
    return answer.pose, values(answer.twist.linear), values(answer.twist.angular)


def place(model: str, where: Pose, moving: Optional[Twist] = None, frame: str = "") -> None:
    done("set_model_state", msg.ModelState(model, where, moving, frame))


def until(condition: Callable[[], Any], what: str, timeout: float = 200.0) -> Any:
    """Wait, in wall time, until a condition holds, and return its value."""
    end = time.monotonic() + timeout
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"no {what} within {timeout:.0f} s"
        time.sleep(0.01)


def until_counted(subscriber: rospy.Subscriber) -> None:
    """Wait until all publishers of a subscriber's topic count it.

    A connected node may be counted, and sent messages, a moment later.
    """
    own, topic = rospy.get_name(), subscriber.resolved_name

    def counted(node: str) -> bool:
        try:
            _, _, connections = ServerProxy(rosgraph.Master(own).lookupNode(node)).getBusInfo(own)
        except (OSError, rosgraph.MasterException):
            return True  # it has ended, and publishes nothing more
        return any(
            other == own and direction == "o" and of == topic
            for _, other, direction, _, of, *_ in connections
        )

    def all_count() -> bool:
        publishers = next(
            (nodes for name, nodes in rosgraph.Master(own).getSystemState()[0] if name == topic), []
        )
        return bool(publishers) and all(map(counted, publishers))

    until(all_count, f"publisher of {topic}")


def program(name: str, package: str = "sim") -> str:
    """Return the path of a package's program, as roslaunch finds it.

    rosrun takes more than a second, as it reads the whole checkout with its venv.
    """
    return roslib.packages.find_node(package, name)[0]


def rosrun(name: str, *words: str) -> Tuple[int, str]:
    """Return exit code and output of ``rosrun sim ...``. The node has a unique name."""
    models = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "models")
    found = subprocess.run(
        [program(name), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
        env={**os.environ, "GAZEBO_MODEL_PATH": models},
        stdin=subprocess.DEVNULL,
    )
    return found.returncode, found.stdout.decode(errors="replace")


class Subscription:
    """Keeps what arrives on a topic."""

    def __init__(self, topic: str, kind: Any) -> None:
        self.messages: list = []
        self._subscriber = rospy.Subscriber(topic, kind, self.messages.append, tcp_nodelay=True)
        until_counted(self._subscriber)

    def wait(self, fits: Callable[[Any], bool], timeout: float = 200.0) -> Any:
        """Return the first message that fits."""
        return until(
            lambda: next((message for message in list(self.messages) if fits(message)), None),
            f"such message on {self._subscriber.name}",
            timeout,
        )

    def close(self) -> None:
        self._subscriber.unregister()
