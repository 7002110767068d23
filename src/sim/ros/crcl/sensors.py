"""Topics as sensors that CRCL's guards watch and its statuses report.

Parameter ``sensors``: ID -> {topic, type}, or {robot: SENSOR} for the robot's own.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Tuple

import rospy
import std_msgs.msg
from geometry_msgs.msg import Wrench, WrenchStamped
from sensor_msgs.msg import Range

from gazebo_msgs.msg import ContactsState
from sim import checks
from sim.crcl.session.sensors import FORCE_TORQUE, OWN
from sim.errors import InputError

Values = Mapping[str, float]


def _wrench(wrench: Wrench) -> Values:
    force, torque = wrench.force, wrench.torque
    return dict(zip(FORCE_TORQUE, (force.x, force.y, force.z, torque.x, torque.y, torque.z)))


_SCALAR = ("scalar", lambda message: {"ScalarValue": float(message.data)})
_COUNT = ("count", lambda message: {"CountValue": float(message.data)})
# Conversion of each message type to CRCL.
KINDS: Dict[str, Tuple[type, str, Callable[[Any], Values]]] = {
    "std_msgs/Bool": (std_msgs.msg.Bool, "on_off", lambda message: {"On": float(message.data)}),
    "std_msgs/Float64": (std_msgs.msg.Float64, *_SCALAR),
    "std_msgs/Float32": (std_msgs.msg.Float32, *_SCALAR),
    "std_msgs/Int32": (std_msgs.msg.Int32, *_COUNT),
    "std_msgs/UInt32": (std_msgs.msg.UInt32, *_COUNT),
    "sensor_msgs/Range": (Range, "scalar", lambda message: {"ScalarValue": float(message.range)}),
    "gazebo_msgs/ContactsState": (
        ContactsState,
        "on_off",
        lambda message: {"On": float(bool(message.states))},
    ),
    "geometry_msgs/Wrench": (Wrench, "force_torque", _wrench),
    "geometry_msgs/WrenchStamped": (
        WrenchStamped,
        "force_torque",
        lambda message: _wrench(message.wrench),
    ),
}


def sensors_of(parameter: Any) -> Tuple[Dict[str, Tuple[str, str]], Dict[str, str]]:
    """Return topic and type by SensorID, and aliases of robot sensors.

    InputError if the parameter is invalid.
    """
    where = rospy.resolve_name("~sensors")
    if not isinstance(parameter, dict):
        raise InputError(
            where, f"a mapping of SensorID to topic and type is needed, not {parameter!r}"
        )
    found, aliases = {}, {}
    for name, entry in parameter.items():
        if isinstance(entry, dict) and "robot" in entry:
            own = checks.text(
                checks.mapping(entry, f"{where}/{name}", ("robot",))["robot"],
                f"{where}/{name}/robot",
            )
            if own not in OWN:
                raise InputError(
                    f"{where}/{name}/robot",
                    f"'{own}' is not one of the robot's own sensors: {', '.join(OWN)}",
                )
            aliases[str(name)] = own
            continue
        entry = checks.mapping(entry, f"{where}/{name}", ("topic", "type"), ("topic", "type"))
        if entry["type"] not in KINDS:
            raise InputError(
                f"{where}/{name}/type", f"'{entry['type']}' is not one of: {', '.join(KINDS)}"
            )
        found[str(name)] = (checks.text(entry["topic"], f"{where}/{name}/topic"), entry["type"])
    return found, aliases


class CrclSensorTopics:
    """``sense`` gets ID, values and simulated time of each message."""

    def __init__(
        self, sensors: Mapping[str, Tuple[str, str]], sense: Callable[[str, Values, float], None]
    ) -> None:
        self._subscribers = [
            self._subscribe(name, topic, kind, sense) for name, (topic, kind) in sensors.items()
        ]

    @staticmethod
    def _subscribe(
        name: str, topic: str, kind: str, sense: Callable[[str, Values, float], None]
    ) -> rospy.Subscriber:
        message, _, values = KINDS[kind]
        return rospy.Subscriber(
            topic,
            message,
            lambda one: sense(name, values(one), rospy.get_time()),
            tcp_nodelay=True,
            queue_size=10,
        )
