"""The server over real sockets: framing, polling, streaming, several clients.

Also clients that vanish, hang, send garbage or flood.
"""

from __future__ import annotations

import logging
import socket
import struct
import threading

import pytest
from crcl_controller import Controller, at
from crcl_robot import Client, Robot, until

from sim.crcl import (
    CRCLProgram,
    Dwell,
    EndCanon,
    GetStatus,
    InitCanon,
    MoveTo,
    SetLengthUnits,
    StopMotion,
)
from sim.crcl.codec import read_status, write_command, write_status
from sim.crcl.server import ServerOptions
from sim.crcl.server.reception import Reception
from sim.crcl.session import SessionState
from sim.errors import InputError

MOVE = MoveTo(2, True, at(0.4, 0.0, 0.3))


class Watcher:
    polls = commands = False


@pytest.fixture()
def slow():
    """Robot with motions longer than a test."""
    with Robot(slow=1000.0, lost_timeout=0.2) as robot:
        yield robot


def reset(client: Client) -> None:
    """Ends a connection as a crash does: no farewell, unread data lost."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.socket.close()


def test_a_session_from_the_first_status_to_the_last() -> None:
    with Robot(slow=1000.0) as robot, robot.client() as client:
        assert client.state() == "0 Ready"
        client.done(InitCanon(1))
        client.send(MOVE)
        client.wait("2 Working")
        robot.slow = 0.0
        client.wait("2 Done")
        client.done(EndCanon(3))
        assert robot.types == ["InitCanon", "MoveTo", "EndCanon"]


@pytest.mark.parametrize("dead_timeout", [0.1, 256.0, 1e5])
def test_a_peer_may_be_waited_for_as_long_as_one_likes(dead_timeout) -> None:
    with Robot(dead_timeout=dead_timeout) as robot, robot.client() as client:
        assert client.state() == "0 Ready"


def test_a_server_whose_port_cannot_be_told_serves_all_the_same(caplog) -> None:
    robot = Robot()
    robot.server._bound = lambda port: {}[port]
    with caplog.at_level(logging.ERROR), robot, robot.client():
        silent = robot.client()
        silent.send(InitCanon(1))
        until(
            lambda: silent.read().command_status.command_state == "CRCL_Done",
            "streamed statuses, so that it ticks",
        )
        silent.socket.close()
    assert "CRCL server on port" in caplog.text


def test_documents_may_come_split_and_merged() -> None:
    with Robot() as robot, robot.client() as client:
        stream = b"".join(
            map(
                write_command,
                (InitCanon(1), GetStatus(1), SetLengthUnits(2, "millimeter"), GetStatus(1)),
            )
        )
        for k in range(0, len(stream), 7):
            client.socket.sendall(stream[k : k + 7])
        first, second = client.read(), client.read()
        assert (first.command_status.command_id, second.command_status.command_id) == (1, 2)
        assert second.pose_status.pose.point.x == pytest.approx(400.0)
        client.socket.sendall(write_command(GetStatus(1)) * 50)
        ids = [client.read().command_status.status_id for _ in range(50)]
        assert ids == sorted(set(ids))


def test_an_unwritable_measurement_is_left_out_and_stops_nothing() -> None:
    controller = Controller()
    reception = Reception(controller.session)
    controller.done(InitCanon(1), SetLengthUnits(2, "millimeter"))
    controller.give(MoveTo(3, True, at(400.0, 0.0, 300.0)))
    controller.report(SessionState.WORKING, position=(1e307, 0.0, 0.0))
    told = read_status(reception.take(Watcher(), write_command(GetStatus(9))))
    assert (
        told.command_status.command_id,
        told.command_status.command_state,
        told.pose_status,
    ) == (3, "CRCL_Working", None)
    assert controller.last.type == "MoveTo"


def test_a_program_over_tcp() -> None:
    with Robot(slow=0.01) as robot, robot.client() as client:
        client.send(
            CRCLProgram(
                init_canon=InitCanon(1), middle_command=(MOVE, Dwell(3, 0.1)), end_canon=EndCanon(4)
            )
        )
        client.wait("4 Done")
        assert robot.types == ["InitCanon", "MoveTo", "Dwell", "EndCanon"]


def test_one_commands_and_the_others_watch_and_may_stop(slow) -> None:
    with slow.client() as first, slow.client() as second:
        first.done(InitCanon(1))
        first.send(MOVE)
        first.wait("2 Working")
        second.send(MoveTo(7, True, at(0.1, 0.0, 0.3)))
        told = second.read().command_status
        assert (
            told.command_id == 7
            and told.command_state == "CRCL_Error"
            and "commands this robot" in told.state_description
        )
        assert second.state() == "2 Working" and slow.types == ["InitCanon", "MoveTo"]
        second.socket.sendall(b"<CRCLCommandInstance><nonsense/></CRCLCommandInstance>")
        assert second.read().command_status.command_state == "CRCL_Error"
        assert first.state() == "2 Working"
        second.send(StopMotion(9, "Fast"))
        assert "stopped by StopMotion 9 of another client, 127.0.0.1:" in first.wait("2 Error")
        assert second.state() == "9 Done" and slow.orders[-1].text == "Fast"
        first.done(EndCanon(3))
        assert second.state() == "3 Done"
        second.done(InitCanon(1))
        assert slow.types[-1] == "InitCanon"


@pytest.mark.parametrize(
    "leave", [reset, lambda client: client.socket.close()], ids=["reset", "closed"]
)
@pytest.mark.parametrize(
    "unfinished", [b"", b"<CRCLCommandInstance><CRCLCommand xsi:ty"], ids=["", "mid-document"]
)
def test_a_commanding_client_that_vanishes_stops_the_robot(slow, leave, unfinished) -> None:
    client = slow.client()
    client.done(InitCanon(1))
    client.send(MOVE)
    client.wait("2 Working")
    client.socket.sendall(unfinished)
    leave(client)
    with slow.client() as watcher:
        assert "that commanded" in watcher.wait("2 Error")
        assert (slow.types[-1], slow.orders[-1].text) == ("StopMotion", "Fast")
        watcher.send(Dwell(3, 0.1))
        assert "InitCanon begins one" in watcher.wait("3 Error")
        watcher.done(InitCanon(4))
        watcher.done(Dwell(5, 0.1))


def test_a_client_that_comes_back_in_time_begins_a_session() -> None:
    with Robot(slow=1000.0, lost_timeout=600.0) as robot:
        client = robot.client()
        client.done(InitCanon(1))
        client.done(SetLengthUnits(5, "inch"))
        client.send(MOVE)
        client.wait("2 Working")
        reset(client)
        with robot.client() as again:
            again.done(InitCanon(3))
            assert robot.session.settings.units.length == "meter"
            until(lambda: robot.server._orphaned, "wait for the client that is gone")
            robot.server.call(lambda: robot.server._stop_orphan("it"))
            assert again.state() == "3 Done"


def test_a_silent_commanding_client_is_given_up_where_that_is_wanted() -> None:
    with Robot(
        slow=1000.0, silence_timeout=0.2, lost_timeout=0.0, streaming="never"
    ) as robot, robot.client() as hung, robot.client() as watcher:
        hung.done(InitCanon(1))
        hung.send(MOVE)
        assert "is gone" in watcher.wait("2 Error")


def test_a_client_that_reads_nothing_is_dropped_and_harms_nobody() -> None:
    with Robot(
        slow=1000.0, dead_timeout=0.3, lost_timeout=0.0
    ) as robot, robot.client() as greedy, robot.client() as other:
        greedy.done(InitCanon(1))
        greedy.send(MOVE)
        many = write_command(GetStatus(1)) * 500
        greedy.socket.settimeout(0.05)

        def shout() -> bool:
            try:
                greedy.socket.sendall(many)
            except socket.timeout:
                pass
            except OSError:
                return True
            return False

        until(shout, "end of the connection")
        assert "is gone" in other.wait("2 Error")


def test_peers_that_die_without_a_word_are_looked_for_by_the_kernel() -> None:
    with Robot(dead_timeout=4.0) as robot, robot.client() as client:
        client.ask()
        peer = next(iter(robot.server.clients))._transport.get_extra_info("socket")
        assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 4000
        assert (
            peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
            + peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT)
            <= 4
        )


HOSTILE = {
    "binary": bytes(range(256)) * 8 + b"<",
    "no xml": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "unknown command": b"<CRCLCommandInstance><CRCLCommand "
    b"xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
    b"xsi:type='FlyType'><CommandID>1"
    b"</CommandID></CRCLCommand></CRCLCommandInstance>",
    "not a number": b"<CRCLCommandInstance><CRCLCommand "
    b"xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
    b"xsi:type='DwellType'><CommandID>3"
    b"</CommandID><DwellTime>NaN</DwellTime></CRCLCommand></CRCLCommandInstance>",
    "entities": b"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b "
    b"'&a;&a;&a;&a;&a;&a;&a;&a;'>]><CRCLCommandInstance><Name>&b;</Name></CRCLCommandInstance>",
    "files": b"<!DOCTYPE x [<!ENTITY a SYSTEM "
    b"'file:///etc/passwd'>]><CRCLCommandInstance><Name>&a;</Name></CRCLCommandInstance>",
    "deep": b"<CRCLCommandInstance>" + b"<a>" * 20000 + b"</a>" * 20000 + b"</CRCLCommandInstance>",
    "long": b"<CRCLCommandInstance>" + b"<Name>x</Name>" * 200000 + b"</CRCLCommandInstance>",
    "a status": None,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_any_bad_input_is_an_error_with_a_reason_and_stops(slow, name) -> None:
    with slow.client() as client:
        client.done(InitCanon(1))
        client.send(MOVE)
        client.wait("2 Working")
        data = HOSTILE[name] or write_status(slow.server.call(slow.session.status))
        client.socket.sendall(data)
        client.socket.sendall(b" ")
        with slow.client() as watcher:
            state = until(
                lambda: (lambda found: found if " Error " in found else None)(watcher.state()),
                "error",
            )
            assert len(state) > len("2 Error something") and "root:" not in state
            until(lambda: slow.types[-1] == "StopMotion", "stop")
        client.done(InitCanon(1))


def test_a_taken_port_is_reported_and_tried_again(caplog) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    with caplog.at_level(logging.ERROR), Robot(port=port, retry=0.05) as robot:
        until(lambda: robot.server.error, "error")
        assert f"127.0.0.1:{port}" in robot.server.error and "in use" in robot.server.error
        taken.close()
        until(lambda: robot.server.port == port, "port")
        assert robot.server.error == "" and len(caplog.records) == 1
        with robot.client() as client:
            assert client.state() == "0 Ready"


def test_many_clients_get_whole_documents_of_their_own() -> None:
    with Robot() as robot:
        counts = []

        def poll() -> None:
            with robot.client() as client:
                ids = [client.ask().command_status.status_id for _ in range(40)]
                counts.append(len(set(ids)))

        threads = [threading.Thread(target=poll) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert counts == [40] * 12
        until(lambda: not robot.server.clients, "end of all connections")


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": 70000},
        {"streaming": "sometimes"},
        {"status_period": 0.0},
        {"status_period": float("inf")},
        {"lost_timeout": -1.0},
        {"idle_timeout": -1.0},
        {"most_per_address": 0},
        {"reserve": 0},
    ],
)
def test_options_that_make_no_sense_are_refused(wrong) -> None:
    with pytest.raises(InputError):
        ServerOptions(**wrong)
