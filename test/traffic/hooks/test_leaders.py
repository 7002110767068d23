"""SUMO's answers about leaders, short and long, as its protocol writes them, and what is none."""

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


class Sumo:
    """Gives one reply to each message, in two halves."""

    def __init__(self, reply: bytes) -> None:
        self.reply, self.asked, self.pending = reply, [], False

    def begin_exchange(self, message: bytes) -> None:
        assert not self.pending
        self.asked.append(message)
        self.pending = True

    def end_exchange(self) -> bytes:
        assert self.pending
        self.pending = False
        return self.reply


def leaders_of(leaders: Leaders, names):
    leaders.ask(names)
    return leaders.answer()


def test_leaders_of_short_and_long_names():
    long = b"v" * 300
    sumo = Sumo(response(b"a", b"b", 12.5) + response(long, long, -1.0) + response(b"c", b"", -1.0))
    leaders = Leaders(sumo, 150.0)
    for _ in range(2):
        found, distances = leaders_of(leaders, [b"a", long, b"c"])
        assert found == [b"b", long, b""] and distances.tolist() == [12.5, -1.0, -1.0]
    assert sumo.asked[0] == sumo.asked[1] and long in sumo.asked[0]
    leaders_of(leaders, [b"c"])
    assert long not in sumo.asked[2]


def test_of_nobody_nothing_is_asked():
    sumo = Sumo(b"")
    found, distances = leaders_of(Leaders(sumo, 150.0), [])
    assert found == [] and len(distances) == 0 and sumo.asked == []


@pytest.mark.parametrize("length", [0, 5, 12, 30, -1])
def test_a_reply_that_ends_early_is_said(length):
    reply = response(b"a", b"b", 12.5) + response(b"other", b"b", 1.0)[:length]
    with pytest.raises(SimulationError, match="no leader of vehicle other"):
        leaders_of(Leaders(Sumo(reply), 150.0), [b"a", b"other"])


def test_a_refusal_is_said():
    reply = struct.pack("!BBB", 7 + 4, tc.CMD_GET_VEHICLE_VARIABLE, tc.RTYPE_ERR) + text(b"gone")
    with pytest.raises(SimulationError, match="no leader of vehicle a"):
        leaders_of(Leaders(Sumo(reply), 150.0), [b"a"])
