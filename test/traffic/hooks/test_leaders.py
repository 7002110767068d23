"""SUMO's answers about leaders: short, long, and invalid ones."""

from __future__ import annotations

import struct

import pytest
import traci.constants as tc

from sim.errors import SimulationError
from sim.traffic.hooks.leaders import Leaders

STATUS = struct.pack("!BBBi", 7, tc.CMD_GET_VEHICLE_VARIABLE, tc.RTYPE_OK, 0)


def text(value: bytes) -> bytes:
    return struct.pack("!i", len(value)) + value


def response(vehicle: bytes, leader: bytes, distance: float) -> bytes:
    rest = (
        struct.pack("!BB", tc.RESPONSE_GET_VEHICLE_VARIABLE, tc.VAR_LEADER)
        + text(vehicle)
        + struct.pack("!BiB", tc.TYPE_COMPOUND, 2, tc.TYPE_STRING)
        + text(leader)
        + struct.pack("!Bd", tc.TYPE_DOUBLE, distance)
    )
    return (
        STATUS
        + (
            struct.pack("!B", len(rest) + 1)
            if len(rest) < 255
            else struct.pack("!Bi", 0, len(rest) + 5)
        )
        + rest
    )


def test_leaders_of_short_and_long_names():
    long, asked = b"v" * 300, []
    reply = response(b"a", b"b", 12.5) + response(long, long, -1.0) + response(b"c", b"", -1.0)

    def exchange(message: bytes) -> bytes:
        asked.append(message)
        return reply

    leaders = Leaders(exchange, 150.0)
    for _ in range(2):
        found, distances = leaders.of([b"a", long, b"c"])
        assert found == [b"b", long, b""] and distances.tolist() == [12.5, -1.0, -1.0]
    assert asked[0] == asked[1] and long in asked[0]
    leaders.of([b"c"])
    assert long not in asked[2]


@pytest.mark.parametrize("length", [0, 5, 12, 30, -1])
def test_a_reply_that_ends_early_is_said(length):
    reply = response(b"a", b"b", 12.5) + response(b"other", b"b", 1.0)[:length]
    with pytest.raises(SimulationError, match="no leader of vehicle other"):
        Leaders(lambda message: reply, 150.0).of([b"a", b"other"])


def test_a_refusal_is_said():
    reply = struct.pack("!BBB", 7 + 4, tc.CMD_GET_VEHICLE_VARIABLE, tc.RTYPE_ERR) + text(b"gone")
    with pytest.raises(SimulationError, match="no leader of vehicle a"):
        Leaders(lambda message: reply, 150.0).of([b"a"])
