"""TCP server with a robot, and a minimal client, for tests.

A thread executes orders in wall time.
"""

from __future__ import annotations

import socket
import threading
import time
from typing import Any, Callable, List, Optional

from sim.crcl import CRCLCommand, CRCLStatus, GetStatus
from sim.crcl.codec import read_status, write_command, write_program
from sim.crcl.framing import Framer
from sim.crcl.server import Server, ServerOptions
from sim.crcl.session import Feedback, GripperFeedback, Session, SessionOptions, SessionState
from sim.robot_orders import MOTIONS, RobotOrder

# Wall s that anything may take on a busy machine.
PATIENCE = 120.0


def until(condition: Callable[[], Any], what: str) -> Any:
    """Wait for a condition to become true and return its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.005)
    raise AssertionError(f"no {what} in {PATIENCE:g} s")


class Robot:
    """Robot with motions of ``slow`` s.

    Other orders take one cycle of 4 ms. ``slow`` may be changed during a motion.
    """

    def __init__(
        self, slow: float = 0.05, options: SessionOptions = SessionOptions(), **server: Any
    ) -> None:
        self.orders: List[RobotOrder] = []
        self.slow, self._begun = slow, 0.0
        self.session = Session(self._take, options, self._changed)
        self.server = Server(self.session, ServerOptions(**{"port": 0, **server}), time.monotonic)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Robot:
        self.server.start()
        self._thread.start()
        if self.server.options.port == 0:
            until(lambda: self.server.port and self.session.feedback, "port and feedback")
        return self

    def __exit__(self, *error: Any) -> None:
        self.server.close()
        self._ended.set()
        self._thread.join()

    def client(self) -> Client:
        return Client(self.server.port)

    def _changed(self, asked: bool) -> None:
        self.server.changed(asked)

    def _take(self, order: RobotOrder) -> bool:
        self.orders.append(order)
        self._begun = time.monotonic()
        return True

    def _run(self) -> None:
        while not self._ended.wait(0.004):
            order: Optional[RobotOrder] = self.orders[-1] if self.orders else None
            lasts = self.slow if order and order.type in MOTIONS else 0.0
            state = (
                SessionState.READY
                if order is None
                else SessionState.DONE
                if time.monotonic() - self._begun >= lasts
                else SessionState.WORKING
            )
            feedback = Feedback(
                time.monotonic(),
                order.id if order else 0,
                state,
                joints=(0.1,) * 6,
                velocities=(0.0,) * 6,
                efforts=(0.0,) * 6,
                position=(0.4, 0.0, 0.3),
                orientation=(1.0, 0.0, 0.0, 0.0),
                gripper=GripperFeedback(width=0.05),
            )
            self.server.post(self.session.hear, feedback)

    @property
    def types(self) -> List[str]:
        return [order.type for order in self.orders]


class Client:
    """Sends documents and reads statuses, one socket, no thread."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.adopt(socket.create_connection((address, port), timeout=PATIENCE))

    def adopt(self, connected: socket.socket) -> None:
        """Takes a socket that is connected."""
        self.socket = connected
        self.framer, self.waiting = Framer(), []

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: Any) -> None:
        self.socket.close()

    def send(self, *commands: CRCLCommand) -> None:
        for command in commands:
            self.socket.sendall(
                write_program(command) if hasattr(command, "init_canon") else write_command(command)
            )

    def read(self) -> CRCLStatus:
        """The next status that comes."""
        while not self.waiting:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("closed by the server")
            self.waiting += self.framer.feed(data)
        return read_status(self.waiting.pop(0))

    def ask(self) -> CRCLStatus:
        self.send(GetStatus(999999))
        return self.read()

    def state(self) -> str:
        """Id, state and description, polled."""
        told = self.ask().command_status
        return f"{told.command_id} {told.command_state[5:]} {told.state_description or ''}".strip()

    def wait(self, words: str) -> str:
        return until(
            lambda: (lambda state: state if state.startswith(words) else None)(self.state()),
            f"state {words}",
        )

    def done(self, *commands: CRCLCommand) -> None:
        for command in commands:
            self.send(command)
            self.wait(f"{command.command_id} Done")
