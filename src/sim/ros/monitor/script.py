"""Runs a script of the page beside the simulation.

The script is read from standard input and can use these names:

| name | effect |
|---|---|
| ``messages(topic, ...)`` | yields ``(topic, message)`` as they arrive, of any type |
| ``latest(topic)`` | waits for a message and returns it |
| ``publish(topic, type, field=value, ...)`` | publishes a message, type as ``"std_msgs/Float64"`` |
| ``call(service, field=value, ...)`` | calls a service and returns its response |
| ``now()``, ``sleep(s)`` | simulated time, s |
| ``parameter(name, default)`` | a parameter |
"""

from __future__ import annotations

import os
import queue
import sys
import traceback
from typing import Any, Dict, Iterator, Tuple

import roslib.message
import rospy
import rosservice
import rostopic

from sim.errors import InputError, SimError
from sim.process import die_with_parent

NAME = "script"
# Wall s to wait for a topic or service, and for subscribers of a new topic.
LONGEST_WAIT = 10.0
SETTLING = 1.0
MOST_WAITING = 1000


def messages(*topics: str) -> Iterator[Tuple[str, Any]]:
    """Yield topics and their messages as they arrive.

    The oldest are dropped if they are consumed too slowly.
    """
    arrived: queue.Queue[Tuple[str, Any]] = queue.Queue(MOST_WAITING)

    def take(message: Any, topic: str) -> None:
        while True:
            try:
                arrived.put_nowait((topic, message))
                return
            except queue.Full:
                arrived.get()

    subscribers = [
        rospy.Subscriber(topic, _type_of(topic), take, callback_args=topic) for topic in topics
    ]
    try:
        while not rospy.is_shutdown():
            try:
                yield arrived.get(timeout=0.2)
            except queue.Empty:
                continue
    finally:
        for one in subscribers:
            one.unregister()


def latest(topic: str) -> Any:
    """Return the next message of a topic, or the latched one."""
    for _, message in messages(topic):
        return message
    raise SystemExit


_PUBLISHERS: Dict[str, rospy.Publisher] = {}


def publish(topic: str, kind: str, **fields: Any) -> None:
    """Publish a message; the first waits up to 1 s for subscribers."""
    found = roslib.message.get_message_class(kind)
    if found is None:
        raise InputError(kind, "no such message here; write it as 'std_msgs/Float64'")
    if topic not in _PUBLISHERS:
        made = _PUBLISHERS[topic] = rospy.Publisher(topic, found, queue_size=10)
        waited = 0.0
        while made.get_num_connections() == 0 and waited < SETTLING:
            rospy.rostime.wallsleep(0.05)
            waited += 0.05
    _PUBLISHERS[topic].publish(found(**fields))


def call(service: str, **fields: Any) -> Any:
    """Call a service and return its response."""
    rospy.wait_for_service(service, LONGEST_WAIT)
    return rospy.ServiceProxy(service, rosservice.get_service_class_by_name(service))(**fields)


def now() -> float:
    """Return the simulated time in s."""
    return float(rospy.get_time())


def sleep(seconds: float) -> None:
    """Wait for simulated time."""
    rospy.sleep(seconds)


def parameter(name: str, default: Any = None) -> Any:
    """Return a parameter of the parameter server."""
    return rospy.get_param(name, default)


def _type_of(topic: str) -> Any:
    waited = 0.0
    while not rospy.is_shutdown():
        found, _, _ = rostopic.get_topic_class(topic)
        if found is not None:
            return found
        if waited >= LONGEST_WAIT:
            raise InputError(topic, "no such topic, or its type is not built here")
        rospy.rostime.wallsleep(0.2)
        waited += 0.2
    raise SystemExit


def main() -> int:
    # Also where the monitor is killed.
    die_with_parent(os.getppid())
    code = sys.stdin.read()
    try:
        program = compile(code, NAME, "exec")
    except SyntaxError as error:
        print("".join(traceback.format_exception_only(type(error), error)), end="", flush=True)
        return 2
    rospy.init_node("script", anonymous=True)
    names = {one.__name__: one for one in (messages, latest, publish, call, now, sleep, parameter)}
    try:
        exec(program, {"__name__": "__main__", "rospy": rospy, **names})
    except (KeyboardInterrupt, rospy.ROSInterruptException):
        return 130
    except SimError as error:
        print(error, flush=True)
        return 2
    except Exception:  # noqa: BLE001 - the user's own, shown from their code on
        kind, raised, place = sys.exc_info()
        assert place is not None
        traceback.print_exception(kind, raised, place.tb_next, file=sys.stdout)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
