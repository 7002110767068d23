"""One simulator on a flat world for a measurement.

It is a launch with a child process as a node of its master.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any, Callable, Dict, Mapping, Optional

from bench.lib.processes import end_launch
from sim.ports import free_port
from sim.process import end_child, start_child

PHYSICS_STEP = 0.005  # s
LOCKSTEP_PERIOD = 0.1  # s
OUTPUT = "SIM_BENCH_CHILD_OUTPUT"
LAUNCH = Path(__file__).resolve().parents[2] / "launch" / "include" / "run_simulator.launch"
TIMEOUT = 300.0
WORLD = """<?xml version="1.0"?>
<sdf version="1.6">
  <world name="flat">
    <gravity>0 0 -9.8</gravity>
    <physics type="ode"><max_step_size>{step}</max_step_size></physics>
    <model name="ground">
      <static>1</static>
      <link name="link">
        <collision name="plane">
          <geometry><plane><normal>0 0 1</normal><size>1000 1000</size></plane></geometry>
          <surface><friction><ode><mu>0.9</mu><mu2>0.9</mu2></ode></friction></surface>
        </collision>
      </link>
    </model>{models}
  </world>
</sdf>
"""


def flat_world(folder: Path, step: float = PHYSICS_STEP, models: str = "") -> Path:
    """Write a world with ground of friction 0.9 and further models."""
    path = folder / "flat.world"
    path.write_text(WORLD.format(step=step, models=models))
    return path


def run_child(
    module: str, simulator: str, world: Path, given: Optional[Mapping[str, object]] = None
) -> Any:
    """Return the result of a module's ``Child.main`` on a simulator.

    The simulator starts paused and is ended afterwards; ``given`` are further arguments.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "w+b") as log:
        output = Path(folder) / "found.json"
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}/",
            "ROS_HOSTNAME": "127.0.0.1",
            "ROS_HOME": folder,
            OUTPUT: str(output),
        }
        words = {"simulator": simulator, "world": world, "rtf": 0, "paused": "true"}
        words.update(given or {})
        launch = start_child(
            ["roslaunch", "-p", str(port), str(LAUNCH), *(f"{k}:={v}" for k, v in words.items())],
            log,
            environment,
        )
        try:
            child = start_child([sys.executable, "-m", module], log, environment)
            try:
                _await(child, launch)
            finally:
                end_child(child)
        finally:
            end_launch(launch)
        if not output.is_file():
            log.seek(0)
            raise RuntimeError(
                f"no result on {simulator}: "
                + " | ".join(log.read().decode(errors="replace").splitlines()[-8:])
            )
        return json.loads(output.read_text())


def _await(child: subprocess.Popen, launch: subprocess.Popen) -> None:
    end = time.monotonic() + TIMEOUT
    while child.poll() is None and launch.poll() is None and time.monotonic() < end:
        time.sleep(0.1)


class Child:
    """The measuring process: the simulator's services, and lockstep for a time."""

    @staticmethod
    def wanted() -> bool:
        """Return whether :func:`run_child` started this process."""
        return OUTPUT in os.environ

    @classmethod
    def main(cls, measure: Callable[[Child], Any]) -> None:
        import rospy

        rospy.init_node("bench", disable_signals=True)
        found = measure(cls())
        Path(os.environ[OUTPUT]).write_text(json.dumps(found))

    def __init__(self) -> None:
        import rospy
        from std_srvs.srv import Empty

        from gazebo_msgs import srv
        from sim.srv import StepWorld

        kinds: Dict[str, Any] = {
            "spawn_sdf_model": srv.SpawnModel,
            "spawn_urdf_model": srv.SpawnModel,
            "delete_model": srv.DeleteModel,
            "get_model_state": srv.GetModelState,
            "set_model_state": srv.SetModelState,
            "get_physics_properties": srv.GetPhysicsProperties,
            "get_joint_properties": srv.GetJointProperties,
            "set_model_configuration": srv.SetModelConfiguration,
            "step_world": StepWorld,
            "reset_simulation": Empty,
        }
        rospy.wait_for_service("/gazebo/step_world", 120.0)
        self._services = {
            name: rospy.ServiceProxy(f"/gazebo/{name}", kind) for name, kind in kinds.items()
        }
        self.step_size = self.call("get_physics_properties").time_step

    def call(self, name: str, *fields: Any) -> Any:
        """Return the answer of a service, which must succeed."""
        answer = self._services[name](*fields)
        if not getattr(answer, "success", True):
            raise RuntimeError(answer.status_message)
        return answer

    def spawn(self, name: str, text: str, y: float = 0.0, z: float = 0.0) -> None:
        """Spawn an SDF or URDF model on the y axis or above."""
        from geometry_msgs.msg import Point, Pose, Quaternion

        pose = Pose(Point(0.0, y, z), Quaternion(0.0, 0.0, 0.0, 1.0))
        kind = "urdf" if "<robot" in text else "sdf"
        self.call(f"spawn_{kind}_model", name, text, "", pose, "")

    def reset(self) -> None:
        self.call("reset_simulation")

    def step(self, seconds: float) -> float:
        """Physics on by a time; the time after it, s."""
        return float(self.call("step_world", round(seconds / self.step_size)).stamp.to_sec())

    def lockstep(
        self, model: str, act: Callable[[float, Any, Any], None], publisher: Any, duration: float
    ) -> None:
        """Step for a time in lockstep.

        ``act(now, pose, twist)`` of a model publishes the next input at each boundary.
        """
        from sim.ros.lockstep_client import LockstepClient, Membership

        def hear(message: Any) -> None:
            now = message.header.stamp.to_sec()
            try:
                row = message.models.index(model)
                act(now, message.pose[row], message.twist[row])
                client.done(now, now + LOCKSTEP_PERIOD, [publisher.resolved_name])
            except Exception:  # noqa: BLE001 - rospy would swallow it, and the simulator wait for us
                traceback.print_exc()
                os._exit(1)

        client = LockstepClient(Membership("bench", LOCKSTEP_PERIOD, [model], 60.0), hear)
        client.join(publisher)
        try:
            self.step(duration)
        finally:
            client.leave()
