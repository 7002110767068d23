"""Answers TraCI messages by the methods of libsumo.

It supports requests that get and set variables of vehicles. Source: TraCI protocol, "Messages",
"Vehicle Value Retrieval", "Change Vehicle State".
"""

from __future__ import annotations

import struct
from typing import Any, Iterator, List, Mapping, Sequence, Tuple, Type

import traci.constants as tc

from sim.traffic.decoder import read_length, read_value

GETTERS = {
    tc.VAR_POSITION3D: "getPosition3D",
    tc.VAR_POSITION: "getPosition",
    tc.VAR_ANGLE: "getAngle",
    tc.VAR_SLOPE: "getSlope",
    tc.VAR_SPEED: "getSpeed",
    tc.VAR_ACCELERATION: "getAcceleration",
    tc.VAR_SIGNALS: "getSignals",
    tc.VAR_VEHICLE: "getVehicle",
    tc.VAR_LANE_ID: "getLaneID",
    tc.VAR_LANE_INDEX: "getLaneIndex",
    tc.VAR_LANEPOSITION: "getLanePosition",
    tc.VAR_ROAD_ID: "getRoadID",
    tc.VAR_TYPE: "getTypeID",
    tc.VAR_ACCEL: "getAccel",
    tc.VAR_DECEL: "getDecel",
    tc.VAR_EMERGENCY_DECEL: "getEmergencyDecel",
    tc.VAR_TAU: "getTau",
    tc.VAR_MINGAP: "getMinGap",
    tc.VAR_IMPERFECTION: "getImperfection",
    tc.VAR_SPEED_FACTOR: "getSpeedFactor",
    tc.VAR_MAXSPEED: "getMaxSpeed",
    tc.VAR_LENGTH: "getLength",
    tc.VAR_LANECHANGE_MODE: "getLaneChangeMode",
    tc.VAR_SPEEDSETMODE: "getSpeedMode",
    tc.VAR_SPEED_WITHOUT_TRACI: "getSpeedWithoutTraCI",
    tc.VAR_ALLOWED_SPEED: "getAllowedSpeed",
    tc.VAR_EDGES: "getRoute",
    tc.VAR_ROUTE_INDEX: "getRouteIndex",
    tc.VAR_VEHICLECLASS: "getVehicleClass",
}
SETTERS = {
    tc.VAR_SPEED: "setSpeed",
    tc.VAR_ACCEL: "setAccel",
    tc.VAR_DECEL: "setDecel",
    tc.VAR_EMERGENCY_DECEL: "setEmergencyDecel",
    tc.VAR_TAU: "setTau",
    tc.VAR_MINGAP: "setMinGap",
    tc.VAR_IMPERFECTION: "setImperfection",
    tc.VAR_SPEED_FACTOR: "setSpeedFactor",
    tc.VAR_MAXSPEED: "setMaxSpeed",
    tc.VAR_LANECHANGE_MODE: "setLaneChangeMode",
    tc.VAR_SPEEDSETMODE: "setSpeedMode",
    tc.VAR_SIGNALS: "setSignals",
    tc.VAR_ACCELERATION: "setAcceleration",
    tc.CMD_SLOWDOWN: "slowDown",
}


def reply(message: bytes, domain: Any, refusal: Type[Exception]) -> bytes:
    """Return the reply to a message.

    It has a status for each request, followed by the value for a get. ``refusal`` is the exception
    that SUMO raises.
    """
    answers = []
    for command, variable, name, position in _requests(message):
        try:
            if command == tc.CMD_SET_VEHICLE_VARIABLE:
                _set(domain, variable, name, _value(message, position))
                answers.append(_status(command))
            elif variable in GETTERS or variable == tc.VAR_LEADER:
                value = (
                    _leader(domain, name, _value(message, position))
                    if variable == tc.VAR_LEADER
                    else getattr(domain, GETTERS[variable])(name)
                )
                answers.append(
                    _status(command)
                    + _framed(
                        struct.pack("!BB", command + 0x10, variable) + _text(name) + _typed(value)
                    )
                )
            else:
                raise ValueError(f"variable 0x{variable:02x} cannot be read with libsumo")
        except (refusal, ValueError) as error:
            answers.append(_status(command, str(error)))
    return b"".join(answers)


def values_body(values: Mapping[int, Any]) -> bytes:
    """Return the body of a variable subscription's response."""
    return struct.pack("!B", len(values)) + b"".join(
        struct.pack("!BB", variable, tc.RTYPE_OK) + _typed(value)
        for variable, value in sorted(values.items())
    )


def _leader(domain: Any, name: str, sight: float) -> List[Any]:
    """Return name and distance of a leader in TraCI's form.

    The form is the same without a leader.
    """
    return list(domain.getLeader(name, sight) or ("", -1.0))


def _set(domain: Any, variable: int, name: str, value: Any) -> None:
    values = value if isinstance(value, list) else [value]
    if variable == tc.CMD_CHANGELANE:
        if len(values) > 2 and values[2]:
            domain.changeLaneRelative(name, values[0], values[1])
        else:
            domain.changeLane(name, values[0], values[1])
    elif variable in SETTERS:
        getattr(domain, SETTERS[variable])(name, *values)
    else:
        raise ValueError(f"variable 0x{variable:02x} cannot be set with libsumo")


def _requests(message: bytes) -> Iterator[Tuple[int, int, str, int]]:
    """Yield command, variable, object, and value position of each request.

    The requests follow the message's length.
    """
    position = 4
    while position < len(message):
        position, end = read_length(message, position)
        command, variable = message[position], message[position + 1]
        (size,) = struct.unpack_from("!i", message, position + 2)
        yield (
            command,
            variable,
            message[position + 6 : position + 6 + size].decode(),
            position + 6 + size,
        )
        position = end


def _value(message: bytes, position: int) -> Any:
    """Return a typed value of a request. TraCI's clients also send bytes, unlike its answers."""
    return _read(message, position + 1, message[position])[0]


def _read(message: bytes, position: int, kind: int) -> Tuple[Any, int]:
    if kind == tc.TYPE_BYTE:
        return struct.unpack_from("!b", message, position)[0], position + 1
    if kind != tc.TYPE_COMPOUND:
        return read_value(message, position, kind)
    (count,) = struct.unpack_from("!i", message, position)
    position += 4
    values: List[Any] = []
    for _ in range(count):
        value, position = _read(message, position + 1, message[position])
        values.append(value)
    return values, position


def _typed(value: Any) -> bytes:
    if isinstance(value, int):
        return struct.pack("!Bi", tc.TYPE_INTEGER, value)
    if isinstance(value, float):
        return struct.pack("!Bd", tc.TYPE_DOUBLE, value)
    if isinstance(value, str):
        return struct.pack("!B", tc.TYPE_STRING) + _text(value)
    if isinstance(value, Sequence) and all(isinstance(text, str) for text in value):
        return struct.pack("!Bi", tc.TYPE_STRINGLIST, len(value)) + b"".join(map(_text, value))
    if isinstance(value, list):
        return struct.pack("!Bi", tc.TYPE_COMPOUND, len(value)) + b"".join(map(_typed, value))
    raise ValueError(f"a value {value!r:.40} cannot be sent with libsumo")


def _text(text: str) -> bytes:
    return struct.pack("!i", len(text.encode())) + text.encode()


def _status(command: int, error: str = "") -> bytes:
    return _framed(
        struct.pack("!BB", command, tc.RTYPE_ERR if error else tc.RTYPE_OK) + _text(error)
    )


def _framed(body: bytes) -> bytes:
    return struct.pack("!Bi", 0, len(body) + 5) + body
