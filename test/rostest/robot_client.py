"""CRCL client over TCP that sends, polls and waits, for tests.

Poses are in the world frame; SI units.
"""

from __future__ import annotations

import socket
import time
from typing import Sequence

import numpy as np

from sim.crcl import (
    CRCLProgram,
    CRCLStatus,
    EndCanon,
    GetStatus,
    InitCanon,
    MoveTo,
    Point,
    Pose,
    SetEndEffector,
    Vector,
)
from sim.crcl.codec import read_status, write_command, write_program
from sim.crcl.framing import Framer


def crcl_pose(world_from_tool: np.ndarray) -> Pose:
    """Convert (4, 4) to a CRCL pose."""
    (x, z), place = world_from_tool[:3, [0, 2]].T.tolist(), world_from_tool[:3, 3].tolist()
    return Pose(Point(*place), Vector(*x), Vector(*z))


def matrix(pose: Pose) -> np.ndarray:
    """Convert a CRCL pose to (4, 4)."""
    x, z = (
        np.array([pose.x_axis.i, pose.x_axis.j, pose.x_axis.k]),
        np.array([pose.z_axis.i, pose.z_axis.j, pose.z_axis.k]),
    )
    result = np.eye(4)
    result[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
    result[:3, 3] = pose.point.x, pose.point.y, pose.point.z
    return result


class CrclRobot:
    """One connection; wall times in s."""

    def __init__(self, port: int, timeout: float = 200.0) -> None:
        end = time.monotonic() + timeout
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=60.0)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self._framer, self._ready = Framer(), []
        self._id = 0

    def close(self) -> None:
        self._socket.close()

    def next_id(self) -> int:
        self._id += 1
        return self._id

    def send(self, command: object) -> None:
        self._socket.sendall(write_command(command))

    def send_document(self, document: bytes) -> None:
        self._socket.sendall(document)

    def send_program(self, commands: Sequence[object]) -> int:
        """Send a program around these commands, and return its last id."""
        start, end = InitCanon(self.next_id()), EndCanon(self.next_id())
        self._socket.sendall(write_program(CRCLProgram(start, end, tuple(commands))))
        return end.command_id

    def status(self) -> CRCLStatus:
        """Return the answer to one GetStatus."""
        self.send(GetStatus(self.next_id()))
        while not self._ready:
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionError("the server closed the connection")
            self._ready += self._framer.feed(data)
        return read_status(self._ready.pop(0))

    def wait(self, command_id: int, timeout: float = 300.0) -> CRCLStatus:
        """Wait for a command's end and return its status."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            status = self.status()
            command = status.command_status
            if command.command_state == "CRCL_Error" or (
                command.command_id == command_id and command.command_state == "CRCL_Done"
            ):
                return status
            time.sleep(0.02)
        raise TimeoutError(
            f"command {command_id} still {command.command_state} after {timeout:g} s; current "
            f"{command.command_id}"
        )

    def do(
        self, kind: type, *values: object, timeout: float = 200.0, **named: object
    ) -> CRCLStatus:
        """Send one command and wait for its end."""
        number = self.next_id()
        self.send(kind(number, *values, **named))
        return self.wait(number, timeout)

    def move(self, world_from_tool: np.ndarray, straight: bool = True) -> MoveTo:
        """Return a motion for a program."""
        return MoveTo(self.next_id(), straight, crcl_pose(world_from_tool))

    def grip(self, setting: float) -> SetEndEffector:
        return SetEndEffector(self.next_id(), setting)
