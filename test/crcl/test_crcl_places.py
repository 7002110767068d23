"""Many connections cannot keep out a commander or a StopMotion.

Idle ones are ended, each address has a limit, and some places are in reserve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

import pytest
from crcl_controller import at
from crcl_robot import Client, Robot, until

from sim.crcl import InitCanon, MoveTo, StopMotion
from sim.crcl.server import ServerOptions
from sim.crcl.server.places import ClientPlaces


@dataclass(eq=False)
class Peer:
    address: str
    heard: float
    reserve: bool = False


class Hall:
    """Peers that come and stay."""

    def __init__(self, **options: object) -> None:
        self.places = ClientPlaces(ServerOptions(**options))
        self.peers: List[Peer] = []
        self.commander: Optional[Peer] = None
        self.time = 0.0

    def come(self, address: str = "a") -> Optional[Peer]:
        """Admit a newcomer as the last of ``peers``; return the evicted peer."""
        self.time += 1.0
        newcomer = Peer(address, self.time)
        leaves = self.places.admit(newcomer, self.peers, self.commander)
        self.peers.append(newcomer)
        if leaves:
            self.peers.remove(leaves)
        return leaves


def test_beyond_the_places_the_reserve_goes_to_whoever_comes_last() -> None:
    hall = Hall(most_clients=3, reserve=2)
    assert [hall.come() for _ in range(5)] == [None] * 5
    assert [one.reserve for one in hall.peers] == [False] * 3 + [True] * 2
    first, second = hall.peers[3:]
    assert hall.come() is first and hall.come() is second
    assert len(hall.peers) == 5


def test_one_address_cannot_take_all_places() -> None:
    hall = Hall(most_clients=100, most_per_address=4, reserve=1)
    for _ in range(4):
        hall.come("crowd")
    assert hall.come("crowd") is None and hall.peers[-1].reserve
    assert hall.come("other") is None and not hall.peers[-1].reserve


def test_a_commander_in_the_reserve_stays_without_a_place() -> None:
    hall = Hall(most_clients=1, reserve=1)
    hall.come()
    hall.come()
    hall.commander = commander = hall.peers[-1]
    assert hall.come() is None
    waiting = hall.peers[-1]
    assert hall.come() is waiting and commander in hall.peers


def test_a_client_in_the_reserve_gets_a_freed_place() -> None:
    hall = Hall(most_clients=1, reserve=1)
    hall.come()
    hall.come()
    hall.peers.pop(0)
    hall.places.promote(hall.peers)
    assert not hall.peers[0].reserve


def test_the_idle_are_named_but_for_those_of_the_commanders_address() -> None:
    hall = Hall(idle_timeout=10.0)
    for address in "aab":
        hall.come(address)
    assert list(hall.places.idle(hall.peers, None, 12.5)) == hall.peers[:2]
    assert list(hall.places.idle(hall.peers, hall.peers[1], 30.0)) == hall.peers[2:]
    assert list(Hall(idle_timeout=0.0).places.idle(hall.peers, None, 1e9)) == []


def crowd(robot: Robot, count: int) -> List[Client]:
    """Open silent connections."""
    clients = [robot.client() for _ in range(count)]
    until(lambda: len(robot.server.clients) >= min(count, 100), "connections")
    return clients


@pytest.mark.parametrize("count", [100, 150])
def test_a_hundred_silent_connections_block_no_commander_or_stop(count: int) -> None:
    with Robot(slow=100.0, most_per_address=100) as robot:
        silent = crowd(robot, count)
        with robot.client() as commander, robot.client() as stopper:
            commander.done(InitCanon(1))
            commander.send(MoveTo(2, True, at(0.4, 0.0, 0.3)))
            commander.wait("2 Working")
            with robot.client() as late:
                late.send(StopMotion(3, "Fast"))
                until(lambda: robot.types[-1] == "StopMotion", "stop")
            commander.wait("2 Error")
            del stopper
        for one in silent:
            one.socket.close()


def test_by_default_one_address_has_sixty_places_and_the_reserve() -> None:
    with Robot() as robot:
        silent = crowd(robot, 62)
        assert sum(one.reserve for one in robot.server.clients) == 2
        with robot.client() as late:
            late.done(InitCanon(1))
        for one in silent:
            one.socket.close()


@pytest.mark.not_quick
def test_only_an_idle_connection_is_ended() -> None:
    with Robot(idle_timeout=0.5) as robot, robot.client() as idle:
        assert idle.socket.recv(1) == b"", "closed by the server"
    with Robot(idle_timeout=0.2, streaming="always") as robot, robot.client() as watcher:
        first = watcher.read().command_status.status_id
        until(lambda: watcher.read().command_status.status_id > first + 40, "statuses for 2 s")
    with Robot(
        idle_timeout=0.3, slow=1.0
    ) as robot, robot.client() as commander, robot.client() as emergency:
        commander.send(InitCanon(1), MoveTo(2, True, at(0.4, 0.0, 0.3)))
        until(
            lambda: robot.session.standing.command_id == 2 and not robot.session.working,
            "end of the motion",
        )
        emergency.send(StopMotion(3, "Fast"))
        until(lambda: robot.types[-1] == "StopMotion", "stop")
