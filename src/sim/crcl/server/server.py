"""CRCL server over TCP for one session and many clients.

Statuses are polled and streamed, dead clients are detected. It runs in one thread, which owns the
session; :meth:`Server.submit` runs other threads' work there.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import math
import threading
from typing import Any, Callable, Optional, Set, TypeVar

from sim.crcl.codec import Schemas
from sim.crcl.server.connection import ClientConnection
from sim.crcl.server.options import ServerOptions
from sim.crcl.server.places import ClientPlaces
from sim.crcl.server.reception import Reception
from sim.crcl.session.session import Session
from sim.errors import SimulationError

log = logging.getLogger(__name__)
Result = TypeVar("Result")

# s between two looks at the clock, the session and its clients; a status period has a whole number
# of them.
LONGEST_PAUSE = 0.05


class Server:
    """CRCL server of one session; ``now`` gives simulated s.

    If its port is taken, it sets ``error`` and tries again; ``bound`` is called with the port once
    it is bound.
    """

    def __init__(
        self,
        session: Session,
        options: ServerOptions,
        now: Callable[[], float],
        bound: Callable[[int], None] = lambda port: None,
    ) -> None:
        self.session, self.options = session, options
        self.reception: Reception[ClientConnection] = Reception(
            session, Schemas(options.schemas) if options.schemas else None
        )
        self.clients: Set[ClientConnection] = set()
        self._places = ClientPlaces(options)
        self.port: Optional[int] = None
        self.error = ""
        self.documents = 0
        self._now, self._bound = now, bound
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="crcl server", daemon=True)
        self._listener: Optional[asyncio.Server] = None
        self._orphaned: Optional[asyncio.TimerHandle] = None
        self._streamed = 0.0

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop a working robot, and end all connections."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=2.0)

    def submit(self, work: Callable[[], Result]) -> concurrent.futures.Future[Result]:
        """Run ``work`` in the thread that owns the session."""
        answer: concurrent.futures.Future[Result] = concurrent.futures.Future()

        def do() -> None:
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001 - goes to who asked
                answer.set_exception(error)

        self.post(do)
        return answer

    def call(self, work: Callable[[], Result]) -> Result:
        """Like :meth:`submit`, but wait for the result."""
        try:
            return self.submit(work).result(timeout=5.0)
        except concurrent.futures.TimeoutError:
            raise SimulationError("the CRCL server does not answer") from None

    def post(self, work: Callable[..., Any], *values: Any) -> None:
        """Like :meth:`submit`, but without a waiting caller."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *values)

    def time(self) -> float:
        """Return wall s since an arbitrary origin."""
        return self._loop.time()

    def changed(self, asked: bool) -> None:
        """Stream a status at once after a change of a command's state.

        ``asked``: a program requested the status.
        """
        for client in tuple(self.clients):
            if asked and client is self.reception.commander:
                client.send(self.reception.status())
            elif self._streams(client):
                client.stream(self.reception.status())

    def joined(self, client: ClientConnection) -> None:
        leaves = self._places.admit(client, self.clients, self.reception.commander)
        self.clients.add(client)
        if leaves is not None:
            log.warning(
                "CRCL client %s gives way to %s: there are %d", leaves, client, len(self.clients)
            )
            leaves.drop()

    def take(self, client: ClientConnection, framed: Any) -> Optional[bytes]:
        """Handle a document and return its answer.

        After any exception the robot stops and the server goes on.
        """
        self.documents += 1
        try:
            return self.reception.take(client, framed)
        except Exception as error:
            log.exception("CRCL document of %s", client)
            self.session.refuse(f"unexpected {type(error).__name__}: {error}")
            return None
        finally:
            if client.commands and client.commanding_since is None:
                client.commanding_since = self.time()

    def left(self, client: ClientConnection, why: str) -> None:
        """Handle a lost client. The robot stops unless another client takes over in time."""
        self.clients.discard(client)
        self._places.promote(self.clients)
        if not self.reception.gone(client):
            return
        log.warning(
            "connection of the commanding CRCL client %s lost%s; the robot stops in %g s",
            client,
            f" ({why})" if why else "",
            self.options.lost_timeout,
        )
        if self._orphaned:
            self._orphaned.cancel()
        self._orphaned = self._loop.call_later(
            self.options.lost_timeout, self._stop_orphan, str(client)
        )

    def _stop_orphan(self, name: str) -> None:
        self._orphaned = None
        if self.reception.commander is None and self.session.working:
            self.session.refuse(
                f"the client that commanded ({name}) is gone since {self.options.lost_timeout:g} s"
            )

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.create_task(self._serve())
        try:
            self._loop.run_forever()
        finally:
            if self.session.working:
                self.session.refuse("the CRCL server ends")
            if self._listener:
                self._listener.close()
            for client in tuple(self.clients):
                client.drop()
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.close()

    async def _serve(self) -> None:
        self._listener = await self._listen()
        self.error, self.port = "", self._listener.sockets[0].getsockname()[1]
        try:
            self._bound(self.port)
        except Exception:
            # The robot is served, whichever client cannot be informed.
            log.exception("CRCL server on port %d", self.port)
        pause = self.options.status_period / math.ceil(self.options.status_period / LONGEST_PAUSE)
        while True:
            await asyncio.sleep(pause)
            try:
                self._tick()
            except Exception:
                # The server outlives whatever goes wrong in it.
                log.exception("CRCL server")

    async def _listen(self) -> asyncio.Server:
        while True:
            try:
                return await self._loop.create_server(
                    lambda: ClientConnection(self), self.options.address, self.options.port
                )
            except OSError as error:
                former, self.error = (
                    self.error,
                    f"cannot listen on {self.options.address}:{self.options.port}: "
                    f"{error.strerror or error}",
                )
                if self.error != former:
                    log.error(
                        "%s; trying again every %g s. Another server may have the port: take "
                        "another one, or end that",
                        self.error,
                        self.options.retry,
                    )
                await asyncio.sleep(self.options.retry)

    def _tick(self) -> None:
        wall = self.time()
        self.session.tick(wall, self._now())
        for client in tuple(self.clients):
            if (
                client.stuck_since is not None
                and wall - client.stuck_since > self.options.dead_timeout
            ):
                log.warning("CRCL client %s does not read its statuses and is disconnected", client)
                client.drop()
        commander = self.reception.commander
        for client in self._places.idle(self.clients, commander, wall):
            if not self._streams(client):
                log.info(
                    "CRCL client %s has been silent for %g s and is disconnected",
                    client,
                    self.options.idle_timeout,
                )
                client.drop()
        if (
            commander
            and 0.0 < self.options.silence_timeout < wall - commander.heard
            and self.session.working
        ):
            log.warning(
                "commanding CRCL client %s has been silent for %g s and is disconnected",
                commander,
                self.options.silence_timeout,
            )
            commander.drop()
        if wall >= self._streamed + self.options.status_period - 1e-3:
            self._streamed = wall
            for client in tuple(self.clients):
                if self._streams(client):
                    client.stream(self.reception.status())

    def _streams(self, client: ClientConnection) -> bool:
        """Return whether a client gets streamed statuses.

        With ``auto``, one that has commanded for a while and never polled.
        """
        if self.options.streaming != "auto":
            return self.options.streaming == "always"
        since = client.commanding_since
        return (
            not client.polls
            and since is not None
            and self.time() - since >= self.options.stream_after
        )
