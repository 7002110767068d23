"""Streamed statuses go to clients that command and never poll.

A client that reads one status per request gets only its answers.
"""

from __future__ import annotations

import socket
import time

import pytest
from crcl_controller import at
from crcl_robot import PATIENCE, Client, Robot, until
from nist_client import Failed, NistClient

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    ConfigureJointReport,
    ConfigureJointReports,
    CRCLProgram,
    Dwell,
    EndCanon,
    GetStatus,
    InitCanon,
    JointSpeedAccel,
    Message,
    MoveThroughTo,
    MoveTo,
    SetAngleUnits,
    SetLengthUnits,
    SetTransSpeed,
    StopMotion,
    TransSpeedAbsolute,
)
from sim.crcl.codec import write_command
from sim.crcl.server import ServerOptions

HERE = at(400.0, 0.0, 300.0)
PROGRAM = CRCLProgram(
    init_canon=InitCanon(1),
    middle_command=(
        SetLengthUnits(2, "millimeter"),
        SetAngleUnits(3, "degree"),
        SetLengthUnits(4, "inch"),
        SetLengthUnits(5, "millimeter"),
        SetTransSpeed(6, TransSpeedAbsolute(200.0)),
        MoveTo(7, True, HERE),
        MoveThroughTo(8, True, (at(390.0, 0.0, 300.0), HERE), 2),
        GetStatus(9),
        ConfigureJointReports(10, True, (ConfigureJointReport(1, True, False, True),)),
        ActuateJoints(11, (ActuateJoint(1, 5.0, JointSpeedAccel()),)),
        Dwell(12, 0.1),
        Message(13, "done"),
    ),
    end_canon=EndCanon(14),
)


def quiet_for(client: Client, seconds: float) -> bool:
    """Return whether nothing arrives for a while."""
    client.socket.settimeout(seconds)
    try:
        return not client.socket.recv(1)
    except socket.timeout:
        return True


@pytest.mark.not_quick
def test_a_client_by_nists_rules_runs_a_program_on_a_default_server() -> None:
    with Robot(**vars(ServerOptions(port=0))) as robot, NistClient(robot.server.port) as client:
        time.sleep(1.0)
        assert len(client.run(PROGRAM)) == 13
        assert client.unread() == 0 and client.questions >= 13


@pytest.mark.not_quick
def test_the_same_client_fails_where_statuses_are_streamed_to_all() -> None:
    """So the client above is one that unasked statuses lead astray."""
    with Robot(streaming="always", status_period=0.02, dead_timeout=600.0) as robot, NistClient(
        robot.server.port
    ) as client, pytest.raises(Failed):
        time.sleep(1.0)
        client.run(PROGRAM)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        write_command(StopMotion(1, "Fast")),
        write_command(GetStatus(1)),
        write_command(GetStatus(1)) + write_command(InitCanon(1)),
        b"<CRCLCommandInstance><CRCLCommand",
    ],
    ids=["nothing", "StopMotion", "a question", "question and command", "half a document"],
)
def test_nothing_is_streamed_to(said: bytes) -> None:
    with Robot(stream_after=0.0, status_period=0.01) as robot, robot.client() as client:
        client.socket.sendall(said)
        for _ in range(said.count(b"GetStatus")):
            client.read()
        assert quiet_for(client, 0.5)


def test_a_commanding_client_is_streamed_to_until_it_polls() -> None:
    with Robot(stream_after=0.05, status_period=0.02) as robot, robot.client() as client:
        client.send(InitCanon(1))
        states = []
        until(lambda: states.append(client.read().command_status) or len(states) > 5, "stream")
        assert {one.command_id for one in states} == {1} and states[-1].command_state == "CRCL_Done"
        client.send(Dwell(2, 0.0))
        until(
            lambda: (
                states.append(client.read().command_status)
                or (states[-1].command_id, states[-1].command_state) == (2, "CRCL_Done")
            ),
            "stream",
        )
        assert (2, "CRCL_Working") in {(one.command_id, one.command_state) for one in states}, (
            "a change of state is streamed at once"
        )
        client.send(GetStatus(9))
        until(lambda: any(one.polls for one in robot.server.clients), "the question")
        while not quiet_for(client, 0.3):
            client.socket.recv(1 << 20)
        assert quiet_for(client, 0.3)


@pytest.mark.not_quick
def test_unread_statuses_are_replaced_by_newer_ones() -> None:
    with Robot(streaming="always", status_period=0.002, dead_timeout=600.0) as robot:
        client, narrow = Client.__new__(Client), socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        narrow.settimeout(PATIENCE)
        narrow.connect(("127.0.0.1", robot.server.port))
        client.adopt(narrow)
        first = robot.client()
        until(lambda: first.read().command_status.status_id > 4000, "thousands of statuses")
        now = first.ask().command_status.status_id
        first.socket.close()
        ids = []
        until(
            lambda: ids.append(client.read().command_status.status_id) or ids[-1] >= now,
            "a status of today",
        )
        assert len(ids) < 300, f"{len(ids)} old statuses of {now} were waiting"
        client.socket.close()


def test_a_client_that_reads_nothing_may_stop_the_robot() -> None:
    with Robot(
        slow=100.0, streaming="always", status_period=0.002, dead_timeout=600.0
    ) as robot, robot.client() as deaf:
        deaf.send(InitCanon(1), MoveTo(2, True, at(0.4, 0.0, 0.3)))
        until(lambda: any(one.stuck_since for one in robot.server.clients), "statuses that wait")
        deaf.send(StopMotion(3, "Fast"))
        until(lambda: robot.types[-1] == "StopMotion", "stop")
