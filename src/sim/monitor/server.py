"""Server of the page (HTTP) and the protocol (WebSocket) on one port.

It runs in one thread.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from contextlib import suppress
from typing import Awaitable, Callable, List, Set
from uuid import uuid4

from aiohttp import WSMsgType, web

from sim.errors import InputError, SimError
from sim.monitor import protocol
from sim.monitor.access import is_loopback
from sim.monitor.client import MonitorClient
from sim.monitor.hub import MonitorHub
from sim.monitor.outbox import Overflow
from sim.monitor.playback import PlaybackState
from sim.monitor.settings import ServerSettings
from sim.monitor.source import MonitorSource, MonitorView

log = logging.getLogger(__name__)
MAX_CLIENTS = 64
# A frame of a client; larger ones end its connection with code 1009.
MAX_FRAME_SIZE = 16 * 1024 * 1024  # bytes
# Periods in wall time of polling the graph, delivering messages, reporting drops, and pinging
# clients; the time is sent with every second delivery.
POLL_PERIOD = 1.0  # s
DELIVERY_PERIOD = 0.02  # s
REPORT_PERIOD = 5.0  # s
HEARTBEAT_PERIOD = 60.0  # s
SHUTDOWN_TIMEOUT = 1.0  # s of wall time, that connections get to end with the server
LOST = "master"
PROBLEMS = "problems"
POLICY = (
    # The page generates the code that decodes messages from their definitions.
    "default-src 'self'; script-src 'self' 'unsafe-eval'; img-src 'self' blob: data:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss: blob:; frame-ancestors 'none'"
)


class MonitorServer:
    """Server of a source until :meth:`close`."""

    def __init__(self, source: MonitorSource, settings: ServerSettings) -> None:
        if not is_loopback(settings.host) and not settings.access.token:
            raise InputError("host", f"{settings.host} is reached from elsewhere: give a token")
        self._settings, self._hub = settings, MonitorHub(source, settings.read_only)
        self.clients: Set[MonitorClient] = set()
        self._tasks: List[asyncio.Task[None]] = []
        self._session, self._lost = uuid4().hex, ""
        self._status = -1 if source.playback is None else source.playback.state().status
        self._somebody, self._ticks = asyncio.Event(), 0
        app = web.Application(client_max_size=1024, middlewares=[_headers])
        app.router.add_get("/", self._root)
        app.router.add_get("/panels", self._list_panels)
        app.router.add_get("/panels/{name}", self._panel)
        if settings.page is not None:
            app.router.add_static("/", settings.page)
        # The end of the server does not wait for connected clients.
        self._runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=SHUTDOWN_TIMEOUT
        )
        self.port = 0

    async def start(self) -> None:
        """Open the port; raises InputError if another program uses it."""
        await self._look()
        await self._runner.setup()
        try:
            await self._listen()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno != errno.EADDRINUSE:
                raise InputError(
                    "host", f"cannot listen on {self._settings.host}: {error}"
                ) from None
            raise InputError(
                "port",
                f"{self._settings.port} is in use, maybe by another monitor; choose another, or 0 "
                "for any that is free",
            ) from None
        self.port = self._runner.addresses[0][1]
        for period, work in (
            (POLL_PERIOD, self._look),
            (DELIVERY_PERIOD, self._tick),
            (REPORT_PERIOD, self._report),
            (POLL_PERIOD, self._watch_parameters),
        ):
            self._tasks.append(asyncio.ensure_future(repeat(period, work)))

    async def _listen(self) -> None:
        host, port = self._settings.host, self._settings.port
        try:
            await web.TCPSite(self._runner, host, port, reuse_address=True).start()
        except OSError as error:
            if not self._settings.any_port or error.errno != errno.EADDRINUSE:
                raise
            await web.TCPSite(self._runner, host, 0, reuse_address=True).start()

    @property
    def address(self) -> str:
        """Address for the user's browser."""
        return self._settings.address(self.port)

    @property
    def place(self) -> str:
        """Address without the token."""
        return self._settings.place(self.port)

    async def close(self) -> None:
        """End all connections."""
        for task in self._tasks:
            task.cancel()
        # Their scripts have as long to end as they have.
        for client in list(self.clients):
            client.close()
        await self._runner.cleanup()
        self._hub.close()

    async def _root(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._connect(request)
        if self._settings.page is None:
            raise web.HTTPNotFound(
                text="the monitor was started without a page; connect by WebSocket"
            )
        return web.FileResponse(self._settings.page / "index.html")

    def _check_token(self, request: web.Request) -> None:
        if not self._settings.access.has_token(request.query.get("token", "")):
            raise web.HTTPForbidden(text="the token is missing or wrong")

    async def _list_panels(self, request: web.Request) -> web.StreamResponse:
        self._check_token(request)
        return web.json_response([one.name for one in self._settings.panels])

    async def _panel(self, request: web.Request) -> web.StreamResponse:
        self._check_token(request)
        for one in self._settings.panels:
            if one.name == request.match_info["name"]:
                # Some systems' lists of types have another one for .js.
                return web.FileResponse(one.path, headers={"Content-Type": "text/javascript"})
        raise web.HTTPNotFound(text="panel not found")

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        refusal = self._settings.access.refusal(
            request.headers.get("Origin"), request.host, request.query.get("token", "")
        )
        if refusal:
            raise web.HTTPForbidden(text=refusal)
        if len(self.clients) >= MAX_CLIENTS:
            raise web.HTTPServiceUnavailable(text=f"{MAX_CLIENTS} clients are connected already")
        offered = request.headers.get("Sec-WebSocket-Protocol", "")
        if not {name.strip() for name in offered.split(",")} & set(protocol.SUBPROTOCOLS):
            raise web.HTTPBadRequest(
                text=f"offer one of the subprotocols {', '.join(protocol.SUBPROTOCOLS)}"
            )
        socket = web.WebSocketResponse(
            protocols=protocol.SUBPROTOCOLS,
            max_msg_size=MAX_FRAME_SIZE,
            heartbeat=HEARTBEAT_PERIOD,
            compress=False,
        )
        await socket.prepare(request)
        unread = False
        try:
            await self._serve(socket)
        except Overflow:
            unread = True
        finally:
            transport = request.transport
            if transport is not None and (unread or transport.is_closing()):
                # A client that reads nothing would keep connection and buffer for ever.
                transport.abort()
        return socket

    async def _serve(self, socket: web.WebSocketResponse) -> None:
        """Serve until the connection ends; raises Overflow if answers stay unread."""
        client = MonitorClient(self._hub, self._played, self._settings.scripts)
        self._greet(client)
        self.clients.add(client)
        self._somebody.set()
        sending = asyncio.ensure_future(_send(socket, client))
        try:
            async for frame in socket:
                if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    client.handle(frame.data)
        finally:
            self.clients.discard(client)
            client.close()
            sending.cancel()

    def _greet(self, client: MonitorClient) -> None:
        playback = self._hub.source.playback
        span = {}
        if playback is not None:
            span = {
                "dataStartTime": protocol.stamp(playback.begin),
                "dataEndTime": protocol.stamp(playback.end),
            }
        client.outbox.answer(
            protocol.text(
                "serverInfo",
                name="sim monitor",
                capabilities=self._hub.capabilities(),
                supportedEncodings=[] if self._hub.read_only else list(protocol.ENCODINGS),
                metadata=self._settings.metadata(),
                sessionId=self._session,
                **span,
            )
        )
        if playback is not None:
            client.playback(playback.state())
        if self._lost:
            client.link.status(protocol.ERROR, self._lost, LOST)
        for frame in self._hub.welcome():
            client.outbox.answer(frame)
        self._say_problems(client)

    def _tell(self, action: Callable[[MonitorClient], None]) -> None:
        for client in list(self.clients):
            # The next heartbeat ends clients that leave so much unread.
            with suppress(Overflow):
                action(client)

    async def _look(self) -> None:
        before, was_lost = self._hub.problems, self._lost
        numbers = set(self._hub.channels.all())
        try:
            view, self._lost = await self._hub.in_thread(self._hub.source.view), ""
        except SimError as error:
            view, self._lost = MonitorView(), str(error)
        frames = self._hub.take(view)
        gone = numbers - set(self._hub.channels.all())

        def tell(client: MonitorClient) -> None:
            # First, since topics that a silent master no longer lists have not ended.
            if self._lost and not was_lost:
                client.link.status(protocol.ERROR, self._lost, LOST)
            elif was_lost and not self._lost:
                client.link.clear_status(LOST)
            client.subscriptions.remove_channels(gone)
            for frame in frames:
                client.outbox.answer(frame)
            client.watch.update()
            if before != self._hub.problems:
                self._say_problems(client)

        self._tell(tell)

    def _say_problems(self, client: MonitorClient) -> None:
        if self._hub.problems:
            client.link.status(protocol.WARNING, "\n".join(self._hub.problems), PROBLEMS)
        else:
            client.link.clear_status(PROBLEMS)

    async def _tick(self) -> None:
        if not self.clients:
            self._somebody.clear()
            await self._somebody.wait()
        self._hub.hand_out()
        self._ticks += 1
        if self._ticks % 2:
            return
        now = self._hub.source.now()
        if now is not None:
            self._hub.pace.note(time.monotonic(), now)
            frame = protocol.time(now)
            self._tell(lambda client: client.outbox.time(frame))

        playback = self._hub.source.playback
        if playback is not None and playback.state().status != self._status:
            # By itself, as at the end.
            state = playback.state()
            self._status = state.status
            self._tell(lambda client: client.playback(state))

    def _played(self, asking: MonitorClient, state: PlaybackState, request: str) -> None:
        """Send the playback state to all clients after a client's request."""
        self._status = state.status
        self._tell(lambda client: client.playback(state, request if client is asking else ""))

    async def _report(self) -> None:
        self._tell(lambda client: client.subscriptions.report_dropped())
        if self._hub.source.playback is None:
            self._tell(lambda client: client.watch.report_pace())

    async def _watch_parameters(self) -> None:
        if not any(client.parameters.active for client in self.clients):
            return
        try:
            there = await self._hub.in_thread(self._hub.source.parameters)
        except SimError:
            return
        self._tell(lambda client: client.parameters.update(there))


async def _send(socket: web.WebSocketResponse, client: MonitorClient) -> None:
    """Send a client's queued frames at the rate of its socket."""
    with suppress(ConnectionError):
        while not socket.closed:
            frame = await client.outbox.next()
            if isinstance(frame, str):
                await socket.send_str(frame)
            else:
                await socket.send_bytes(frame)


async def repeat(period: float, work: Callable[[], Awaitable[None]]) -> None:
    """Call a coroutine periodically until cancelled; log exceptions."""
    while True:
        await asyncio.sleep(period)
        try:
            await work()
        except Exception:
            # Failed work is tried again in the next period.
            log.exception("%s", work.__qualname__)


@web.middleware
async def _headers(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-cache"
    return response
