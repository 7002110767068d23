"""Requests that cannot be met.

Each must be answered by ``success: false`` and a reason, and the simulator must survive it.

An unknown server gets only requests that gazebo_ros refuses at once: gazebo_ros puts NaN into its
physics, and waits for a malformed SDF model to appear, for ever while it is paused.
"""

from __future__ import annotations

import math
from typing import Any, Iterator, Tuple

import rospy
from geometry_msgs.msg import Point, Vector3, Wrench

from gazebo_msgs.msg import LinkState, ModelState, ODEPhysics
from sim.ros.conformance.probe import HEIGHT, SDF, Probe, pose, twist
from sim.ros.conformance.report import Absent, ConformanceReport, Differs
from sim.ros.conformance.server import GazeboServices, NoAnswer

UNKNOWN_NAME = "check_simulator_unknown"
NAN = float("nan")
PUSH = Wrench(Vector3(1.0, 0.0, 0.0), Vector3())
ONE_SECOND = rospy.Duration(1)
START_NOW = rospy.Time()
Request = Tuple[str, str, Tuple[Any, ...]]


def harmless_requests() -> Iterator[Request]:
    """Yield requests that read missing objects and change nothing."""
    yield "get_model_state", "an unknown model", (UNKNOWN_NAME, "")
    yield "get_model_properties", "an unknown model", (UNKNOWN_NAME,)
    yield "get_link_state", "an unknown link", (f"{UNKNOWN_NAME}::link", "")
    yield "get_joint_properties", "an unknown joint", (UNKNOWN_NAME,)


def refused_requests(probe: Probe) -> Iterator[Request]:
    """Yield requests that change missing objects or spawn invalid models."""
    there = pose(0.0, 0.0, HEIGHT)
    yield "get_model_state", "an unknown frame", (probe.box, UNKNOWN_NAME)
    yield "get_link_state", "an unknown frame", (probe.link, UNKNOWN_NAME)
    yield "set_model_state", "an unknown model", (ModelState(UNKNOWN_NAME, there, twist(), ""),)
    yield (
        "set_model_state",
        "an unknown frame",
        (ModelState(probe.box, there, twist(), UNKNOWN_NAME),),
    )
    yield (
        "set_link_state",
        "an unknown link",
        (LinkState(f"{UNKNOWN_NAME}::link", there, twist(), ""),),
    )
    yield (
        "set_link_state",
        "an unknown frame",
        (LinkState(probe.link, there, twist(), UNKNOWN_NAME),),
    )
    yield (
        "apply_body_wrench",
        "an unknown link",
        (f"{UNKNOWN_NAME}::link", "", Point(), PUSH, START_NOW, ONE_SECOND),
    )
    yield (
        "apply_body_wrench",
        "an unknown frame",
        (probe.link, UNKNOWN_NAME, Point(), PUSH, START_NOW, ONE_SECOND),
    )
    yield "set_model_configuration", "an unknown model", (UNKNOWN_NAME, "", ["joint"], [0.0])
    yield (
        "set_model_configuration",
        "a joint without a position",
        (probe.arm, "", [probe.hinge], []),
    )
    yield "spawn_sdf_model", "a name that is taken", (probe.box, SDF, "", there, "")
    yield "spawn_sdf_model", "an unknown frame", (UNKNOWN_NAME, SDF, "", there, UNKNOWN_NAME)
    yield "spawn_sdf_model", "a text that is not a model", (UNKNOWN_NAME, "no model", "", there, "")
    yield (
        "spawn_urdf_model",
        "a text that is not a model",
        (UNKNOWN_NAME, "no model", "", there, ""),
    )
    yield "delete_model", "an unknown model", (UNKNOWN_NAME,)


def strict_requests(probe: Probe) -> Iterator[Request]:
    """Yield invalid requests that gazebo_ros accepts silently and without harm."""
    yield "set_model_configuration", "an unknown joint", (probe.arm, "", [UNKNOWN_NAME], [0.0])
    yield (
        "apply_body_wrench",
        "a duration of 0 s",
        (probe.link, "", Point(), PUSH, START_NOW, rospy.Duration(0)),
    )


def dangerous_requests(probe: Probe) -> Iterator[Request]:
    """Yield requests that may spoil the physics of an accepting server."""
    there = pose(0.0, NAN, HEIGHT)
    yield "set_model_state", "not-a-number", (ModelState(probe.box, there, twist(), ""),)
    yield (
        "set_model_state",
        "an infinite speed",
        (ModelState(probe.box, pose(0.0, 0.0, HEIGHT), twist((math.inf, 0.0, 0.0)), ""),),
    )
    yield "set_link_state", "not-a-number", (LinkState(probe.link, there, twist(), ""),)
    yield (
        "apply_body_wrench",
        "not-a-number",
        (probe.link, "", Point(), Wrench(Vector3(NAN, 0.0, 0.0), Vector3()), START_NOW, ONE_SECOND),
    )
    yield "set_model_configuration", "not-a-number", (probe.arm, "", [probe.hinge], [NAN])
    yield "set_physics_properties", "not-a-number", (0.0, 0.0, Vector3(0.0, 0.0, NAN), ODEPhysics())
    yield "spawn_sdf_model", "not-a-number", (UNKNOWN_NAME, SDF, "", there, "")
    yield (
        "spawn_sdf_model",
        "a malformed text",
        (UNKNOWN_NAME, SDF[:120], "", pose(0.0, 0.0, HEIGHT), ""),
    )


def check_refusals(
    server: GazeboServices,
    report: ConformanceReport,
    requests: Iterator[Request],
    required: bool = True,
) -> None:
    """Check each request; one row per request."""
    for service, what, fields in requests:
        report.check(
            f"{service} refuses {what}",
            _refused,
            server,
            service,
            fields,
            required,
            required=required,
        )


def _refused(server: GazeboServices, service: str, fields: Tuple[Any, ...], required: bool) -> str:
    try:
        answer = server.call(service, *fields)
    except NoAnswer:
        if service != "spawn_urdf_model":
            raise
        return "by a failed call without a message, as gazebo_ros does"
    if answer.success:
        raise (Differs if required else Absent)("accepts it without a word")
    if not answer.status_message.strip():
        raise Differs("refuses without a reason")
    return ""
