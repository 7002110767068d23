"""The simulator for scenes, through gazebo_ros services alone.

Any simulator with these services can be used.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Sequence

import rospy
from std_srvs.srv import Empty

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import (
    DeleteModel,
    GetModelState,
    GetPhysicsProperties,
    GetWorldProperties,
    SetModelState,
    SpawnModel,
)
from sim.arrays import Array
from sim.errors import SimulationError
from sim.ros.conversions import matrix_from_pose, pose_from_matrix
from sim.ros.node.waiting import Wait

# s between readings of the simulator's time.
POLL = 0.02
KINDS = {
    "spawn_sdf_model": SpawnModel,
    "delete_model": DeleteModel,
    "get_model_state": GetModelState,
    "set_model_state": SetModelState,
    "get_world_properties": GetWorldProperties,
    "get_physics_properties": GetPhysicsProperties,
    "pause_physics": Empty,
    "unpause_physics": Empty,
}


class LiveSimulator:
    """A :class:`sim.scenes.live.live_scene.Simulator` over the services below ``simulator``.

    ``namespace`` is passed to plugins of its models. Connections are kept, since opening one takes
    longer than most requests; one that broke, as the simulator was restarted, is opened again. With
    ``hold`` physics is paused while a scene changes.
    """

    def __init__(
        self,
        simulator: str = "/gazebo",
        namespace: str = "/",
        hold: bool = True,
        timeout: float = 60.0,
    ) -> None:
        self._simulator, self._namespace, self._hold, self._timeout = (
            simulator.rstrip("/"),
            namespace,
            hold,
            timeout,
        )
        self._proxies: Dict[str, rospy.ServiceProxy] = {}
        self._lock = threading.RLock()

    def wait(self) -> None:
        """Wait until the simulator is there."""
        self._wait(f"{self._simulator}/spawn_sdf_model")

    def names(self) -> List[str]:
        return list(self._done("get_world_properties").model_names)

    def poses(self, names: Sequence[str]) -> Dict[str, Array]:
        """Return world_from_model (4, 4) by name; vanished models are left out."""
        answers = {name: self._ask("get_model_state", name, "") for name in names}
        return {
            name: matrix_from_pose(answer.pose)
            for name, answer in answers.items()
            if answer.success
        }

    def spawn(self, name: str, sdf: str, pose: Array) -> None:
        self._done("spawn_sdf_model", name, sdf, self._namespace, pose_from_matrix(pose), "")

    def move(self, name: str, pose: Array) -> None:
        self._done(
            "set_model_state",
            ModelState(model_name=name, pose=pose_from_matrix(pose), reference_frame="world"),
        )

    def delete(self, name: str) -> None:
        self._done("delete_model", name)

    def pass_time(self, seconds: float) -> None:
        begin, waited = self._done("get_world_properties").sim_time, time.monotonic()
        while self._done("get_world_properties").sim_time - begin < seconds:
            if self._ask("get_physics_properties").pause:
                raise SimulationError(
                    "physics is paused, so that nothing can settle; unpause it, or set ~settle to 0"
                )
            if time.monotonic() - waited > self._timeout:
                raise SimulationError(
                    f"{seconds:g} simulated s did not pass within {self._timeout:g} s (parameter "
                    "~timeout)"
                )
            time.sleep(POLL)

    @contextmanager
    def held(self) -> Iterator[None]:
        with self._lock:
            runs = self._hold and not self._ask("get_physics_properties").pause
            if runs:
                self._ask("pause_physics")
            try:
                yield
            finally:
                if runs:
                    self._ask("unpause_physics")

    def _done(self, name: str, *fields: Any) -> Any:
        """Return the answer to a request that must succeed."""
        answer = self._ask(name, *fields)
        if not answer.success:
            raise SimulationError(
                answer.status_message or f"{self._simulator}/{name} failed without a reason"
            )
        return answer

    def _ask(self, name: str, *fields: Any) -> Any:
        with self._lock:
            kept = self._proxies.get(name)
            if kept is not None:
                try:
                    return kept(*fields)
                except (rospy.ServiceException, rospy.ROSException):
                    kept.close()
                    del self._proxies[name]
            return self._ask_again(name, fields)

    def _ask_again(self, name: str, fields: Sequence[Any]) -> Any:
        service = f"{self._simulator}/{name}"
        self._wait(service)
        proxy = rospy.ServiceProxy(service, KINDS[name], persistent=True)
        try:
            answer = proxy(*fields)
        except (rospy.ServiceException, rospy.ROSException) as error:
            proxy.close()
            raise SimulationError(f"{service}: {error}") from None
        self._proxies[name] = proxy
        return answer

    def _wait(self, service: str) -> None:
        Wait(
            service, self._timeout, "start one, or name it in ~simulator", self._simulator
        ).until_offered()
