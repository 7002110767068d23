"""Client mode: an external CRCL robot in place of a robot controller.

It takes orders, sends commands over TCP and gives feedback from statuses. One thread owns the
connection: it polls a status every period, takes streamed ones too, and reconnects after a loss.
"""

from __future__ import annotations

import itertools
import logging
import selectors
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Callable, Deque, List, Optional, Tuple

from sim.crcl import CRCLCommand, CRCLStatus, GetStatus, StopMotion
from sim.crcl.codec import located, read_status, write_command
from sim.crcl.external.commands import beginning, commands
from sim.crcl.external.measured import measured, state_of
from sim.crcl.framing import Framed, Framer
from sim.crcl.session.feedback import UNKNOWN, Feedback, SessionState
from sim.errors import InputError, SimError, SimulationError
from sim.robot_orders import STOP, RobotOrder

log = logging.getLogger(__name__)
# Name of the robot's statuses in messages.
SOURCE = "status of the external robot"


@dataclass(frozen=True)
class ExternalOptions:
    """Options of the connection to an external robot.

    ``period`` between polls and ``timeout`` of a silent robot are in wall s; ``joints`` is the
    number of reported joints.
    """

    host: str
    port: int = 64444
    period: float = 0.02
    timeout: float = 5.0
    joints: int = 6
    retry: float = 1.0


class ExternalRobot:
    """An external robot behind a robot controller's interface.

    ``report`` receives each feedback in this robot's thread; ``now`` gives its time stamp.
    """

    def __init__(
        self, options: ExternalOptions, report: Callable[[Feedback], None], now: Callable[[], float]
    ) -> None:
        self.options, self._report, self._now = options, report, now
        self.error = "not connected yet"
        self._ids = itertools.count(1).__next__
        self._orders: Deque[RobotOrder] = deque()
        self._order: Optional[RobotOrder] = None
        self._pending: List[Tuple[int, bytes]] = []
        self._sent: Optional[int] = None
        self._preparing = self._unready = False
        self._state, self._why = SessionState.READY, ""
        self._status: Optional[CRCLStatus] = None
        self._document, self._malformed = b"", ""
        self._measured: Optional[Feedback] = None
        self._ended = False
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="external CRCL robot", daemon=True)
        self._thread.start()

    def take(self, order: RobotOrder) -> None:
        """Execute an order in place of the current one."""
        self._orders.append(order)
        self._wake.send(b"!")

    def close(self) -> None:
        self._ended = True
        self._wake.send(b"!")
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while not self._ended:
            try:
                self._connected()
            except (OSError, SimError) as error:
                self._lose(str(error))
            except Exception as error:
                # Reconnect after any answer of the robot.
                log.exception("external robot")
                self._lose(f"unexpected {type(error).__name__}: {error}")
            if not self._ended:
                self._idle()

    def _idle(self) -> None:
        """Reject orders while disconnected. Reports the reason with the last measurement."""
        self._tell_lost()
        end = time.monotonic() + self.options.retry
        while time.monotonic() < end and not self._ended:
            self._drain(0.05)
            if self._orders:
                self._order = self._orders.pop()
                self._orders.clear()
                self._tell_lost()

    def _tell_lost(self) -> None:
        known = self._measured or Feedback(self._now(), 0, SessionState.ERROR, orientation=UNKNOWN)
        self._report(
            replace(
                known,
                id=self._order.id if self._order else 0,
                state=SessionState.ERROR,
                description=self.error,
            )
        )

    def _lose(self, why: str) -> None:
        former, self.error = (
            self.error,
            f"external robot {self.options.host}:{self.options.port}: {why}",
        )
        if self.error != former:
            log.error("%s; trying again every %g s", self.error, self.options.retry)
        self._pending, self._sent, self._status, self._state = [], None, None, SessionState.ERROR

    def _connected(self) -> None:
        with socket.create_connection(
            (self.options.host, self.options.port), timeout=self.options.timeout
        ) as link, selectors.DefaultSelector() as events:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.error = ""
            events.register(link, selectors.EVENT_READ)
            events.register(self._woken, selectors.EVENT_READ)
            framer, heard, asked = Framer(), time.monotonic(), 0.0
            self._prepare(link)
            while not self._ended:
                wall = time.monotonic()
                if wall >= asked + self.options.period:
                    link.sendall(write_command(GetStatus(self._ids())))
                    asked = wall
                if wall > heard + self.options.timeout:
                    raise SimulationError(f"no status for {self.options.timeout:g} s")
                for key, _ in events.select(max(0.0, asked + self.options.period - wall)):
                    if key.fileobj is link:
                        data = link.recv(65536)
                        if not data:
                            raise SimulationError("it closed the connection")
                        for document in framer.feed(data):
                            heard = time.monotonic()
                            self._hear(document, link)
                self._take_orders(link)

    def _drain(self, wait: float = 0.0) -> None:
        """Empty the socket that wakes this thread."""
        if wait:
            with selectors.DefaultSelector() as events:
                events.register(self._woken, selectors.EVENT_READ)
                events.select(wait)
        try:
            while self._woken.recv(4096):
                pass
        except BlockingIOError:
            pass

    def _take_orders(self, link: socket.socket) -> None:
        """Begin received orders.

        A stop does not wait until the robot is ready; the robot is prepared again afterwards.
        """
        self._drain()
        while self._orders:
            if self._preparing:
                if STOP not in [order.type for order in tuple(self._orders)]:
                    return
                while self._orders[0].type != STOP:
                    self._orders.popleft()
                self._unready = True
            elif self._unready and self._orders[0].type not in (STOP, "InitCanon"):
                self._prepare(link)
                return
            self._begin(self._orders.popleft(), link)

    def _prepare(self, link: socket.socket) -> None:
        self._pending, self._preparing, self._unready = (
            _written(beginning(self._ids, self.options.joints)),
            True,
            False,
        )
        self._go_on(link)

    def _begin(self, order: RobotOrder, link: socket.socket) -> None:
        """Send an order's first command.

        An unsendable command is an error of that order alone; it ends the previous order as any
        other does.
        """
        working = self._state == SessionState.WORKING
        self._order, self._state, self._why = order, SessionState.WORKING, ""
        self._pending, self._sent, self._preparing = [], None, order.type == "InitCanon"
        self._unready = self._unready and not self._preparing
        try:
            self._pending = _written(commands(order, self._ids, self.options.joints))
        except Exception as error:  # noqa: BLE001 - whatever an order holds, the next one is taken
            log.warning(
                "external robot: order %d (%s) cannot be sent: %s", order.id, order.type, error
            )
            self._preparing, self._state = False, SessionState.ERROR
            if working:
                link.sendall(write_command(StopMotion(self._ids(), "Fast")))
            self._why = (
                f"{order.type} cannot be sent to the external robot: "
                f"{type(error).__name__}: {error}"
            )
        else:
            self._go_on(link)
        self._tell()

    def _go_on(self, link: socket.socket) -> None:
        """Send the next command, or record that all were sent."""
        if self._pending:
            self._sent, document = self._pending.pop(0)
            link.sendall(document)
        else:
            self._sent, self._preparing = None, False
            if self._state == SessionState.WORKING:
                self._state = SessionState.DONE

    def _hear(self, document: Framed, link: socket.socket) -> None:
        try:
            if isinstance(document, InputError):
                raise document
            self._status, self._document = read_status(document, SOURCE), document
        except InputError as error:
            self._warn(error)
            return
        if self._sent is not None and self._status.command_status.command_id == self._sent:
            state, words = (
                state_of(self._status),
                self._status.command_status.state_description or "",
            )
            if state == SessionState.ERROR and self._preparing:
                log.error(
                    "external robot %s:%d does not get ready: %s",
                    self.options.host,
                    self.options.port,
                    words,
                )
            if state == SessionState.ERROR:
                self._pending, self._sent, self._preparing, self._state, self._why = (
                    [],
                    None,
                    False,
                    SessionState.ERROR,
                    words,
                )
            elif state == SessionState.DONE:
                self._go_on(link)
        self._tell()

    def _tell(self) -> None:
        if self._status is None:
            return
        number = self._order.id if self._order else 0
        state = self._state if self._order else SessionState.READY
        try:
            self._measured = measured(
                self._status, self._now(), number, state, self._why if self._order else ""
            )
        except InputError as error:
            self._warn(located(error, self._document, SOURCE))
            return
        self._malformed = ""
        self._report(self._measured)

    def _warn(self, error: InputError) -> None:
        """Log a fault of statuses once; they arrive often."""
        if str(error) != self._malformed:
            self._malformed = str(error)
            log.warning("external robot %s:%d: %s", self.options.host, self.options.port, error)


def _written(several: List[CRCLCommand]) -> List[Tuple[int, bytes]]:
    """Write commands as documents with their ids. Raises InputError for an unwritable one."""
    return [(command.command_id, write_command(command)) for command in several]
