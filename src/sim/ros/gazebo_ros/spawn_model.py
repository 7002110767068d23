"""The program spawn_model."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from pathlib import Path as FilePath
from typing import Any, Tuple
from xml.etree import ElementTree

import rosgraph
import rospy
from std_srvs.srv import Empty

from gazebo_msgs.srv import (
    DeleteModel,
    GetModelProperties,
    GetWorldProperties,
    SetModelConfiguration,
    SpawnModel,
)
from sim.arrays import Array
from sim.errors import InputError, SimError, SimulationError
from sim.process import wait_for_parent
from sim.ros.conversions import pose_from_matrix
from sim.ros.gazebo_ros.spawn_arguments import parse
from sim.ros.node.node import asked_to_end, on_signals, run_node
from sim.ros.node.program import Program
from sim.ros.node.waiting import Wait
from sim.sdf.model_path import ModelPath
from sim.sdf.mounting import mounted
from sim.transforms import transform_from_rpy

# Wall s between two looks for a model that is awaited.
LOOK = 0.1


def main(own: str = "spawn_model") -> None:
    """Execute the command line. Errors end the program with one line and code 2."""
    words = rospy.myargv(sys.argv)[1:]
    given = parse(words, rosgraph.names.get_ros_namespace(argv=sys.argv))
    try:
        text, where = _prepared(given)
    except SimError as error:
        Program(own, sys.argv).fail(str(error))
    run_node(own, lambda: _Spawner(given).run(text, where))


def _model_path() -> ModelPath:
    return ModelPath(os.environ.get("GAZEBO_MODEL_PATH", "").split(":"))


def _prepared(given: argparse.Namespace) -> Tuple[str, Array]:
    """Return the model's text and pose; no master is needed.

    The text is empty if it comes from a parameter.
    """
    return "" if given.param else _checked(_text(given), given), pose_of(given)


def _text(given: argparse.Namespace) -> str:
    if given.stdin:
        return sys.stdin.read()
    if given.param:
        if not rospy.has_param(given.param):
            raise InputError(given.param, "no such parameter")
        return str(rospy.get_param(given.param))
    path = _model_path().model_file(f"model://{given.database}") if given.database else given.file
    try:
        return FilePath(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(path, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise InputError(path, "is not UTF-8 text; save it in that encoding") from None


def _checked(text: str, given: argparse.Namespace) -> str:
    """Return the model's text to send. InputError if it is not XML or not a model."""
    source = given.file or given.param or given.database or "standard input"
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        raise InputError(source, f"is not XML: {error}") from None
    wanted = "robot" if given.urdf else "sdf"
    if root.tag != wanted:
        raise InputError(
            source,
            f"begins with <{root.tag}>; -{'urdf' if given.urdf else 'sdf'} needs <{wanted}>",
        )
    if given.package_to_model:
        for mesh in root.iterfind(".//mesh[@filename]"):
            scheme, sign, rest = str(mesh.get("filename")).partition("://")
            if scheme == "package":
                mesh.set("filename", f"model{sign}{rest}")
        text = ElementTree.tostring(root, encoding="unicode")
    return mounted(text, given.sensors, _model_path(), given.model) if given.sensors else text


def pose_of(given: argparse.Namespace) -> Array:
    """Return world_from_model (4, 4)."""
    x, y, z, yaw = given.x, given.y, given.z, given.Y
    if given.lane:
        if not given.net:
            raise InputError("-lane", "needs -net, the SUMO net that has the lane")
        from sim.traffic.roads.network import Network

        network = Network.read(given.net)
        lane = network.lanes_by_id.get(given.lane)
        if lane is None:
            raise InputError(
                given.net,
                f"has no lane {given.lane!r}; its edges are {', '.join(list(network.edges)[:12])}",
            )
        line = network.path(lane)
        if line is None:
            raise InputError("-lane", f"{given.lane} is a point, without length; name another")
        x, y, height, yaw, _ = line.at(given.pos if given.pos >= 0 else line.length + given.pos)
        z += height
    return transform_from_rpy((x, y, z), (given.R, given.P, yaw))


class _Spawner:
    """Executes one command line."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._given, self._simulator = given, given.gazebo_namespace.rstrip("/")

    def run(self, text: str, where: Array) -> None:
        given = self._given
        if given.wait:
            self._await(given.wait)
        text = text or _checked(_text(given), given)
        answer = self._call(
            "spawn_urdf_model" if given.urdf else "spawn_sdf_model",
            SpawnModel,
            given.model,
            text,
            given.robot_namespace,
            pose_from_matrix(where),
            given.reference_frame,
        )
        rospy.loginfo("%s", answer.status_message)
        self._set_joints()
        if given.unpause:
            self._call("unpause_physics", Empty)
        if given.bond:
            self._delete_at_the_end()
        elif given.stay:
            rospy.signal_shutdown("spawned")
            wait_for_parent()

    def _set_joints(self) -> None:
        """Set the joints of -J; unknown ones are named and ignored, as upstream."""
        given = self._given
        if not given.joints:
            return
        known = self._call("get_model_properties", GetModelProperties, given.model).joint_names
        joints = [(name, position) for name, position in given.joints if name in known]
        for name in sorted({name for name, _ in given.joints} - set(known)):
            rospy.logwarn(
                "-J %s: model %s has no such joint; it has %s",
                name,
                given.model,
                ", ".join(known) or "none",
            )
        if joints:
            names, positions = map(list, zip(*joints))
            self._call(
                "set_model_configuration", SetModelConfiguration, given.model, "", names, positions
            )

    def _await(self, model: str) -> None:
        rospy.loginfo("waiting for the model %s", model)
        while model not in self._call("get_world_properties", GetWorldProperties).model_names:
            if asked_to_end():
                raise rospy.ROSInterruptException("asked to end")
            time.sleep(LOOK)

    def _delete_at_the_end(self) -> None:
        """Wait for Ctrl-C or the master's end, then delete the model."""
        rospy.loginfo("%s is deleted when this program ends", self._given.model)
        asked = threading.Event()
        on_signals(asked.set)
        while not (asked.wait(LOOK) or rospy.is_shutdown()):
            pass
        try:
            rospy.ServiceProxy(f"{self._simulator}/delete_model", DeleteModel)(self._given.model)
        except (rospy.ROSException, rospy.ServiceException):
            rospy.loginfo("the simulator has ended, and %s with it", self._given.model)

    def _call(self, name: str, kind: Any, *fields: Any) -> Any:
        """Call a service of the simulator; SimulationError if it refuses."""
        service = f"{self._simulator}/{name}"
        Wait(service, self._given.timeout, simulator=self._simulator).until_offered()
        try:
            answer = rospy.ServiceProxy(service, kind)(*fields)
        except (rospy.ROSException, rospy.ServiceException) as error:
            raise SimulationError(f"the simulator does not answer {service}: {error}") from None
        if not getattr(answer, "success", True):
            raise SimulationError(answer.status_message)
        return answer
