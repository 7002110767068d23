"""Checks that written values are read back: models, links, joints, physics.

The simulation is paused meanwhile.
"""

from __future__ import annotations

import math

import rospy

from gazebo_msgs.msg import LinkState, ModelState
from sim.ros.conformance.probe import HEIGHT, Probe, near, pose, twist, values, yaw
from sim.ros.conformance.report import ConformanceReport, Differs, Skipped
from sim.ros.conformance.server import GazeboServices, until

TOLERANCE = 1e-6
# Gazebo writes the pose of a spawned model with six significant digits.
SPAWN_TOLERANCE = 1e-5 * HEIGHT  # m
LINEAR_VELOCITY = (1.0, -2.0, 3.0)  # m/s
ANGULAR_VELOCITY = (0.0, 0.0, 0.5)  # rad/s


def check_reading(server: GazeboServices, report: ConformanceReport) -> None:
    """Read the present state; changes nothing."""
    report.check("get_world_properties", _world, server)
    report.check("get_physics_properties", _physics, server)
    report.check("properties and states of a model of the world", _first_model, server)


def check_spawned(server: GazeboServices, report: ConformanceReport, probe: Probe) -> None:
    """Check the box's pose before the first move. It falls if the simulation runs."""
    report.check("a spawned model is where it was put", _spawned, server, probe)


def check_round_trips(server: GazeboServices, report: ConformanceReport, probe: Probe) -> None:
    """Write and read the probe's states."""
    report.check("get_model_properties", _properties, server, probe)
    report.check("set_model_state, get_model_state", _model_state, server, probe)
    report.check("set_model_state in the frame of a link", _relative, server, probe)
    report.check("set_link_state, get_link_state", _link_state, server, probe)
    report.check("topic set_model_state moves a model", _topic, server, probe)
    report.check("set_model_configuration, get_joint_properties", _joint, server, probe)
    report.check("set_physics_properties to what they are", _same_physics, server)


def _world(server: GazeboServices) -> str:
    answer = server.done("get_world_properties")
    if not (math.isfinite(answer.sim_time) and answer.sim_time >= 0.0):
        raise Differs(f"sim_time is {answer.sim_time}")
    if len(set(answer.model_names)) < len(answer.model_names):
        raise Differs("a model is listed twice")
    return f"{len(answer.model_names)} models at {answer.sim_time:.3f} s"


def _physics(server: GazeboServices) -> str:
    answer = server.done("get_physics_properties")
    if not answer.time_step > 0.0:
        raise Differs(f"time_step is {answer.time_step} s")
    pace = (
        f"up to {answer.max_update_rate:g} steps/s"
        if answer.max_update_rate > 0
        else "as fast as possible"
    )
    return f"step {answer.time_step:g} s, {pace}, {'paused' if answer.pause else 'running'}"


def _first_model(server: GazeboServices) -> str:
    names = server.done("get_world_properties").model_names
    if not names:
        raise Skipped("the world has no model")
    found = server.done("get_model_properties", names[0])
    state = server.done("get_model_state", names[0], "")
    if not found.body_names:
        raise Differs(f"{names[0]} has no link")
    server.done("get_link_state", f"{names[0]}::{found.body_names[0]}", "world")
    frame = state.header.frame_id
    return f"{names[0]}" + (
        "" if frame == "world" else f"; frame_id is {frame!r}, not 'world', as in gazebo_ros"
    )


def _spawned(server: GazeboServices, probe: Probe) -> None:
    found = server.done("get_model_state", probe.box, "")
    near(
        "x, y, yaw",
        [found.pose.position.x, found.pose.position.y, yaw(found.pose)],
        (0.0, 0.0, 0.3),
        1e-4,
    )
    falling = server.done("get_physics_properties").gravity.z < 0.0
    if not (falling and found.pose.position.z < HEIGHT):
        near("height", [found.pose.position.z], [HEIGHT], SPAWN_TOLERANCE)


def _properties(server: GazeboServices, probe: Probe) -> None:
    found = server.done("get_model_properties", probe.arm)
    if (
        sorted(found.body_names) != ["arm", "base"]
        or list(found.joint_names) != [probe.hinge]
        or found.is_static
    ):
        raise Differs(
            f"links {found.body_names}, joints {found.joint_names}, static {found.is_static} of a "
            "URDF model with base, arm and a hinge"
        )


def _model_state(server: GazeboServices, probe: Probe) -> None:
    probe.place(
        server, pose(1.25, -2.5, HEIGHT + 7.125, 2.0), twist(LINEAR_VELOCITY, ANGULAR_VELOCITY)
    )
    found = server.done("get_model_state", probe.box, "world")
    near(
        "the pose",
        [*values(found.pose.position), yaw(found.pose)],
        (1.25, -2.5, HEIGHT + 7.125, 2.0),
        TOLERANCE,
    )
    near(
        "the twist",
        [*values(found.twist.linear), *values(found.twist.angular)],
        (*LINEAR_VELOCITY, *ANGULAR_VELOCITY),
        TOLERANCE,
    )


def _relative(server: GazeboServices, probe: Probe) -> None:
    """Return one metre along the box's own x axis."""
    probe.place(server, pose(0.0, 0.0, HEIGHT, math.pi / 6))
    probe.place(server, pose(1.0, 0.0, 0.0, 0.1), twist((2.0, 0.0, 0.0)), probe.link)
    found = server.done("get_model_state", probe.box, "")
    wanted = math.cos(math.pi / 6), math.sin(math.pi / 6)
    near(
        "the pose",
        [*values(found.pose.position), yaw(found.pose)],
        (*wanted, HEIGHT, math.pi / 6 + 0.1),
        TOLERANCE,
    )
    near(
        "the twist", values(found.twist.linear), (2.0 * wanted[0], 2.0 * wanted[1], 0.0), TOLERANCE
    )


def _link_state(server: GazeboServices, probe: Probe) -> None:
    server.done(
        "set_link_state",
        LinkState(
            probe.link,
            pose(3.0, 4.0, HEIGHT, -1.0),
            twist(LINEAR_VELOCITY, ANGULAR_VELOCITY),
            "world",
        ),
    )
    found = server.done("get_link_state", probe.link, "").link_state
    near(
        "the pose",
        [*values(found.pose.position), yaw(found.pose)],
        (3.0, 4.0, HEIGHT, -1.0),
        TOLERANCE,
    )
    near(
        "the twist",
        [*values(found.twist.linear), *values(found.twist.angular)],
        (*LINEAR_VELOCITY, *ANGULAR_VELOCITY),
        TOLERANCE,
    )


def _topic(server: GazeboServices, probe: Probe) -> None:
    publisher = rospy.Publisher("/gazebo/set_model_state", ModelState, queue_size=1)
    try:
        until(publisher.get_num_connections, "subscriber")
        publisher.publish(ModelState(probe.box, pose(-6.0, 0.0, HEIGHT), twist(), ""))
        until(
            lambda: (
                abs(server.done("get_model_state", probe.box, "").pose.position.x + 6.0) < TOLERANCE
            ),
            "move to x = -6",
        )
    finally:
        publisher.unregister()


def _joint(server: GazeboServices, probe: Probe) -> str:
    server.done("set_model_configuration", probe.arm, "", [probe.hinge], [0.5])
    found = server.done("get_joint_properties", probe.hinge)
    near("the position", found.position, [0.5], TOLERANCE)
    if found.type != found.REVOLUTE:
        raise Differs(f"the type of a revolute joint is {found.type}, not {found.REVOLUTE}")
    return "" if len(found.damping) == 1 else "damping is empty, as in gazebo_ros"


def _same_physics(server: GazeboServices) -> None:
    was = server.done("get_physics_properties")
    server.done(
        "set_physics_properties", was.time_step, was.max_update_rate, was.gravity, was.ode_config
    )
    found = server.done("get_physics_properties")
    near(
        "time_step, max_update_rate",
        [found.time_step, found.max_update_rate],
        [was.time_step, was.max_update_rate],
        TOLERANCE,
    )
    near("gravity", values(found.gravity), values(was.gravity), TOLERANCE)
