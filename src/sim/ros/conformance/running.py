"""Checks of a running simulation: clock, states, pausing, gravity and wrenches.

States are only published to subscribers.
"""

from __future__ import annotations

import contextlib
import time
from typing import Iterator, List

import rospy
from geometry_msgs.msg import Point, Vector3, Wrench
from rosgraph_msgs.msg import Clock

from gazebo_msgs.msg import LinkStates, ModelStates
from sim.ros.conformance.probe import HEIGHT, MASS, Probe, near, pose, values
from sim.ros.conformance.report import ConformanceReport, Differs, Skipped
from sim.ros.conformance.server import GazeboServices, TopicProbe, until

PUSH_FORCE = 8.0  # N
PUSH_TIME = 0.2  # s
WATCH_TIME = 0.5  # s


class Pause:
    """State of the simulation at the start, restored at the end."""

    def __init__(self, server: GazeboServices) -> None:
        self._server = server
        self.found_paused = bool(server.done("get_physics_properties").pause)

    def restore(self) -> None:
        if bool(self._server.done("get_physics_properties").pause) != self.found_paused:
            self._server.call("pause_physics" if self.found_paused else "unpause_physics")

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Run the simulation within a context, and pause it afterwards."""
        self._server.call("unpause_physics")
        try:
            yield
        finally:
            self._server.call("pause_physics")


def check_watching(server: GazeboServices, report: ConformanceReport, paused: bool) -> None:
    """Check a simulation as it runs; changes nothing."""
    report.check("/clock goes on", _watch_clock, server, paused)
    report.check(
        "model_states reach subscribers",
        _watch_states,
        server,
        paused,
        "/gazebo/model_states",
        ModelStates,
    )
    report.check(
        "link_states reach subscribers",
        _watch_states,
        server,
        paused,
        "/gazebo/link_states",
        LinkStates,
    )


def check_running(
    server: GazeboServices, report: ConformanceReport, probe: Probe, pause: Pause
) -> None:
    """Pause and run the simulation with the probe in it. Leaves it paused."""
    report.check("pause_physics, unpause_physics", _pause, server, pause)
    report.check("/clock, model_states, link_states of a run", _run, server, probe, pause)
    report.check("gravity and apply_body_wrench accelerate", _accelerate, server, probe, pause)


def _needs_time(paused: bool) -> None:
    if paused:
        raise Skipped("the simulation is paused")


def _watch_clock(server: GazeboServices, paused: bool) -> str:
    _needs_time(paused)
    before = server.now()
    with TopicProbe("/clock", Clock) as heard:
        until(lambda: len(heard.messages) >= 5, "five messages")
    times = [message.clock.to_sec() for message in heard.messages]
    _monotonic(times)
    if times[0] < before - 0.1:
        raise Differs(f"is at {times[0]:.3f} s after get_world_properties gave {before:.3f} s")
    return f"{times[0]:.3f} to {times[-1]:.3f} s in {len(times)} messages"


def _watch_states(server: GazeboServices, paused: bool, topic: str, kind: type) -> str:
    _needs_time(paused)
    with TopicProbe(topic, kind) as heard:
        message = until(lambda: heard.messages and heard.messages[-1], "message")
    models = set(server.done("get_world_properties").model_names)
    _complete(message)
    # Models may come and go between message and service.
    if models and not models & {name.split("::")[0] for name in message.name}:
        raise Differs("names no model of get_world_properties")
    return f"{len(message.name)} names"


def _complete(message: ModelStates) -> None:
    if not len(message.name) == len(message.pose) == len(message.twist):
        raise Differs(
            f"has {len(message.name)} names, {len(message.pose)} poses, {len(message.twist)} twists"
        )


def _monotonic(times: List[float]) -> None:
    for before, after in zip(times, times[1:]):
        if after < before:
            raise Differs(f"the clock went back from {before:.6f} to {after:.6f} s")


def _pause(server: GazeboServices, pause: Pause) -> None:
    server.call("pause_physics")
    if not server.done("get_physics_properties").pause:
        raise Differs("get_physics_properties reports a running simulation after pause_physics")
    before = server.now()
    time.sleep(0.3)
    near("the time after 0.3 s of pause", [server.now()], [before], 0.0)
    with pause.running():
        if server.done("get_physics_properties").pause:
            raise Differs("get_physics_properties reports a pause after unpause_physics")
        until(lambda: server.now() > before, "progress of time after unpause_physics")


def _run(server: GazeboServices, probe: Probe, pause: Pause) -> str:
    probe.place(server, pose(5.0, 5.0, HEIGHT))
    before = server.now()
    with TopicProbe("/clock", Clock) as clock, TopicProbe(
        "/gazebo/model_states", ModelStates
    ) as models, TopicProbe("/gazebo/link_states", LinkStates) as links:
        with pause.running():
            until(lambda: server.now() > before + WATCH_TIME, f"{WATCH_TIME} s of simulated time")
            until(
                lambda: models.messages and links.messages,
                "message on model_states and link_states",
            )
        after = server.now()
        time.sleep(0.1)
    times = [message.clock.to_sec() for message in clock.messages]
    _monotonic(times)
    if not times or min(times) < before - 1e-6 or max(times) > after + 1e-6:
        raise Differs(
            f"the clock was at {min(times or [-1]):.6f} to {max(times or [-1]):.6f} s in a run "
            f"from {before:.6f} to {after:.6f} s"
        )
    for heard, name in ((models, probe.box), (links, probe.link)):
        _complete(heard.messages[-1])
        if name not in heard.messages[-1].name:
            raise Differs(f"{heard.topic} lacks {name}")
        where = heard.messages[-1].pose[heard.messages[-1].name.index(name)].position
        near(f"x, y of {name} on {heard.topic}", [where.x, where.y], [5.0, 5.0], 0.1)
    span = after - before
    return (
        f"per simulated s: {len(times) / span:.0f} of /clock, "
        f"{len(models.messages) / span:.0f} of model_states (gazebo_ros: each step)"
    )


def _accelerate(server: GazeboServices, probe: Probe, pause: Pause) -> str:
    """Return the velocity after a push.

    Gravity acts all the time, force over mass only during the push.
    """
    physics = server.done("get_physics_properties")
    probe.place(server, pose(0.0, 0.0, HEIGHT))
    before = server.now()
    push = Wrench(Vector3(PUSH_FORCE, 0.0, 0.0), Vector3())
    server.done(
        "apply_body_wrench",
        probe.link,
        "",
        Point(),
        push,
        rospy.Time(),
        rospy.Duration.from_sec(PUSH_TIME),
    )
    with pause.running():
        until(
            lambda: server.now() > before + 2.0 * PUSH_TIME,
            f"{2.0 * PUSH_TIME} s of simulated time",
        )
    lasted = server.now() - before
    found = server.done("get_model_state", probe.box, "")
    gained = values(found.twist.linear) - values(physics.gravity) * lasted
    step = PUSH_FORCE / MASS * physics.time_step
    near(
        f"the speed across the push after {lasted:.3f} s",
        gained[1:],
        [0.0, 0.0],
        0.01 * max(1.0, lasted),
    )
    near("the speed along the push", gained[:1], [PUSH_FORCE / MASS * PUSH_TIME], 1.5 * step + 1e-3)
    return (
        "the push lasted one step longer than asked for, as it does in gazebo_ros"
        if gained[0] > PUSH_FORCE / MASS * PUSH_TIME + 0.5 * step + 1e-3
        else ""
    )
