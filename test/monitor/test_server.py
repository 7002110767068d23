"""The monitor's server with several clients, slow ones, and refused ones."""

from __future__ import annotations

import asyncio
import gc
import json
import struct
import warnings
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, AsyncIterator, Callable, Dict, Optional

import pytest

from monitor.fake_source import BLOB, NUMBER, TEXT, FakeSource, text

aiohttp = pytest.importorskip("aiohttp", reason="setup/requirements/monitor.txt is not installed")

from sim.errors import InputError  # noqa: E402
from sim.monitor import outbox  # noqa: E402
from sim.monitor import server as server_module  # noqa: E402
from sim.monitor.access import Access  # noqa: E402
from sim.monitor.client import MonitorClient  # noqa: E402
from sim.monitor.hub import MonitorHub  # noqa: E402
from sim.monitor.operations.calls import MAX_CALLS  # noqa: E402
from sim.monitor.server import MAX_CLIENTS, MAX_FRAME_SIZE, MonitorServer  # noqa: E402
from sim.monitor.settings import ServerSettings  # noqa: E402

PROTOCOL = "foxglove.websocket.v1"


@asynccontextmanager
async def served(source: FakeSource, settings: ServerSettings) -> AsyncIterator[MonitorServer]:
    server = MonitorServer(source, replace(settings, port=0))
    await server.start()
    try:
        yield server
    finally:
        await server.close()


async def deaf(server: MonitorServer, op: str, **fields: Any) -> Any:
    """Return the writer of a client that sends a request, then reads nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    head = (
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {PROTOCOL}\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    body = json.dumps({"op": op, **fields})
    # Masked by zeros, as a client's frames must be masked.
    frame = b"\x81" + bytes([0x80 | len(body)]) + bytes(4) + body.encode()
    writer.write(head.encode() + frame)
    await writer.drain()
    await reader.readuntil(b"\r\n\r\n")
    return writer


# The third channel of the source.
ALL_BLOBS = {"subscriptions": [{"id": 1, "channelId": 3}]}


class Viewer:
    """Client that subscribes by topic and reads frames one by one."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.channels = socket, {}

    async def frame(self, wanted: Callable[[Any], bool]) -> Any:
        while True:
            frame = await self.socket.receive(timeout=120)
            assert frame.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), frame
            found = json.loads(frame.data) if isinstance(frame.data, str) else frame.data
            if isinstance(found, dict) and found["op"] == "advertise":
                self.channels.update({one["topic"]: one["id"] for one in found["channels"]})
            if wanted(found):
                return found

    async def op(self, name: str) -> Dict[str, Any]:
        return await self.frame(lambda found: isinstance(found, dict) and found["op"] == name)

    async def message(self, subscription: int) -> bytes:
        head = struct.pack("<BI", 1, subscription)
        return (await self.frame(lambda f: isinstance(f, bytes) and f.startswith(head)))[13:]

    async def subscribe(self, number: int, topic: str) -> None:
        await self.ask(
            "subscribe", subscriptions=[{"id": number, "channelId": self.channels[topic]}]
        )

    async def ask(self, op: str, **fields: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, **fields}))


@asynccontextmanager
async def viewer(server: MonitorServer, **headers: str) -> AsyncIterator[Viewer]:
    url = f"ws://127.0.0.1:{server.port}/"
    async with aiohttp.ClientSession() as session, session.ws_connect(
        url, protocols=(PROTOCOL,), headers=headers, max_msg_size=0
    ) as socket:
        made = Viewer(socket)
        await made.op("advertise")
        yield made


async def became(condition: Callable[[], bool]) -> None:
    """Wait until the other side fulfils a condition."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen in 20 s")


def test_clients_share_a_subscription_and_late_ones_get_latched() -> None:
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as first:
            assert source.subscribed == []
            await first.subscribe(1, "/number")
            assert await first.message(1) == struct.pack("<d", 2.5)
            async with viewer(server) as second:
                await second.subscribe(5, "/number")
                assert await second.message(5) == struct.pack("<d", 2.5)
                assert source.subscribed == ["/number"]
                source.deliver["/number"](struct.pack("<d", 3.0), 9, "")
                for one, number in ((first, 1), (second, 5)):
                    assert await one.message(number) == struct.pack("<d", 3.0)
            assert source.subscribed == ["/number"]
            await first.ask("unsubscribe", subscriptionIds=[1])
            await became(lambda: source.subscribed == [])

    asyncio.run(run())


def test_a_client_that_reads_nothing_slows_nobody_and_costs_no_memory() -> None:
    source = FakeSource()
    size, count = 1_000_000, 60

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as reading:
            writer = await deaf(server, "subscribe", **ALL_BLOBS)
            await became(lambda: "/blob" in source.deliver)
            await reading.subscribe(2, "/blob")
            await reading.ask("fetchAsset", uri="package://sim/a.stl", requestId=1)
            await reading.frame(lambda found: isinstance(found, bytes) and found[0] == 4)
            for number in range(count):
                sent = struct.pack("<I", size) + bytes([number % 256]) * size
                source.deliver["/blob"](sent, number, "")
                assert (await reading.message(2))[4] == number % 256
            # The outbox also holds the report of dropped messages.
            kept = max(client.outbox.size for client in server.clients)
            assert kept <= max(outbox.MOST_BYTES, size + 10_000)
            writer.close()

    asyncio.run(run())


def test_nothing_remains_of_an_abandoned_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It holds for a silent client and for one that sends endless requests."""
    monkeypatch.setattr(server_module, "HEARTBEAT_PERIOD", 0.5)
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings()) as server:
            connections = server._runner.server
            assert connections is not None
            silent = await deaf(server, "subscribe", **ALL_BLOBS)
            await became(lambda: "/blob" in source.deliver)
            while server.clients:
                source.deliver["/blob"](bytes(1_000_000), 1, "")
                await asyncio.sleep(0.02)
            await became(lambda: not connections.connections)
            silent.close()
            monkeypatch.setattr(server_module, "HEARTBEAT_PERIOD", 600.0)
            asking = await deaf(server, "subscribe", **ALL_BLOBS)
            await became(lambda: source.subscribed == ["/blob"])
            source.deliver["/blob"](bytes(20_000_000), 1, "")
            monkeypatch.setattr(outbox, "MOST_ANSWERS_BYTES", 1000)
            frame = b"\x81\x82" + bytes(4) + b"[]"
            with suppress(ConnectionError):
                while server.clients:
                    asking.write(frame)
                    await asyncio.sleep(0.001)
            await became(lambda: not connections.connections)
            asking.close()

    asyncio.run(run())


def test_a_rate_is_kept_and_the_newest_message_always_comes() -> None:
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as one:
            await one.subscribe(1, "/text")
            assert await one.message(1) == text("hi")
            await one.ask("limitRate", subscriptionId=1, rate=4)
            await one.ask("limitRate", subscriptionId=9, rate=4)
            assert "subscription 9 not found" in (await one.op("status"))["message"]
            for number in range(50):
                source.deliver["/text"](text(str(number)), number, "")
            # All fifty came at once: the first, and when the period is over the newest.
            assert await one.message(1) == text("0")
            assert await one.message(1) == text("49")

    asyncio.run(run())


def test_a_topic_that_changes_its_type_is_another_channel() -> None:
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as one:
            old = one.channels["/text"]
            await one.subscribe(1, "/text")
            await one.message(1)
            source.topics = (NUMBER, replace(TEXT, type="std_msgs/Int8", definition="int8 data"))
            source.problems = ("topic /odd is not shown",)
            gone = await one.op("unadvertise")
            assert set(gone["channelIds"]) == {old, one.channels["/blob"]}
            came = (await one.op("advertise"))["channels"]
            assert [(c["topic"], c["schema"]) for c in came] == [("/text", "int8 data")]
            assert came[0]["id"] not in (old, *gone["channelIds"])
            assert (await one.op("status"))["message"] == "topic /odd is not shown"
            assert source.subscribed == []

    asyncio.run(run())


@pytest.mark.parametrize(
    "frame, said",
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"op": "dance"}', "'dance' is not one of: subscribe"),
        ('{"op": "subscribe", "subscriptions": [{"id": true, "channelId": 1}]}', "'id' of type"),
        ('{"op": "subscribe", "subscriptions": 3}', "must be a list of objects"),
        ('{"op": "unsubscribe", "subscriptionIds": [4]}', "subscription 4 not found"),
        ('{"op": "limitRate", "subscriptionId": [4], "rate": 1}', "subscription [4] not found"),
        ('{"op": "stopScript", "id": []}', "needs a number 'id'"),
        (
            '{"op": "setParameters", "parameters": [{"name": "/a", "value": ["x"], '
            '"type": "float64_array"}]}',
            "/a: is not a float64_array",
        ),
        pytest.param("[" * 100_000, "is not JSON", id="deep"),
        ('{"op": "advertise", "channels": [{"id": 1, "topic": "/x", "encoding": "cdr",'
         ' "schemaName": "a/B"}]}', "encoding 'cdr' is not one of: ros1, json"),
        ('{"op": "fetchAsset", "uri": 3}', "needs a text 'uri'"),
        ('{"op": "getParameters", "parameterNames": [1]}', "must be a list of names"),
        (b"", "0 bytes"),
        (b"\x09abc", "begin with 09"),
        (b"\x02" + struct.pack("<III", 1, 1, 4000000000), "cut short"),
        (b"\x01" + struct.pack("<I", 77), "no channel 77"),
    ],
)  # fmt: skip
def test_wrong_frames_are_reported_and_the_connection_stays(frame: Any, said: str) -> None:
    async def run() -> None:
        async with served(FakeSource(), ServerSettings()) as server, viewer(server) as one:
            await (one.socket.send_str if isinstance(frame, str) else one.socket.send_bytes)(frame)
            status = await one.frame(lambda f: isinstance(f, dict) and f.get("level") == 2)
            assert said in status["message"]
            await one.subscribe(1, "/text")
            assert await one.message(1) == text("hi")

    asyncio.run(run())


def test_a_file_that_cannot_be_read_is_answered_with_the_reason() -> None:
    async def run() -> bytes:
        async with served(FakeSource(), ServerSettings()) as server, viewer(server) as one:
            await one.ask("fetchAsset", uri="package://sim/locked.stl", requestId=7)
            return bytes(await one.frame(lambda f: isinstance(f, bytes) and f[:1] == b"\x04"))

    answer = asyncio.run(run())
    assert struct.unpack_from("<IB", answer, 1) == (7, 1)
    assert b"locked.stl: cannot be read: Permission denied" in answer


def test_a_frame_that_is_too_large_ends_that_connection_alone() -> None:
    async def run() -> None:
        async with served(FakeSource(), ServerSettings()) as server, viewer(server) as other:
            async with viewer(server) as one:
                with suppress(ConnectionError):
                    await one.socket.send_bytes(bytes(MAX_FRAME_SIZE + 1))
                await became(lambda: len(server.clients) == 1)
            await other.subscribe(1, "/text")
            assert await other.message(1) == text("hi")

    asyncio.run(run())


def test_clients_beyond_the_maximum_are_refused() -> None:
    async def run() -> None:
        async with served(FakeSource(), ServerSettings()) as server, AsyncExitStack() as stack:
            refused = 0
            for _ in range(100):
                try:
                    one = await stack.enter_async_context(viewer(server))
                except aiohttp.WSServerHandshakeError as error:
                    assert error.status == 503
                    refused += 1
            assert len(server.clients) == MAX_CLIENTS == 100 - refused
            await one.subscribe(1, "/text")
            assert await one.message(1) == text("hi")
            await one.socket.close()
            await became(lambda: len(server.clients) == MAX_CLIENTS - 1)
            async with viewer(server):
                assert len(server.clients) == MAX_CLIENTS

    asyncio.run(run())


def test_a_message_of_50_mb_arrives_whole_beside_anothers_text() -> None:
    source, size = FakeSource(), 50_000_000

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as one:
            async with viewer(server) as other:
                await one.subscribe(2, "/blob")
                await became(lambda: "/blob" in source.deliver)
                source.deliver["/blob"](struct.pack("<I", size) + bytes(size), 1, "")
                await other.subscribe(1, "/text")
                assert await other.message(1) == text("hi")
                assert len(await one.message(2)) == size + 4
            await became(lambda: all(not client.outbox.size for client in server.clients))

    asyncio.run(run())


def test_a_service_that_hangs_holds_up_nothing_and_calls_are_counted() -> None:
    class Hanging(FakeSource):
        async def call(self, service: Any, request: bytes, as_json: bool = False) -> bytes:
            await asyncio.Event().wait()
            return b""

    async def run() -> None:
        async with served(Hanging(), ServerSettings()) as server, viewer(server) as one:
            for number in range(MAX_CALLS + 1):
                head = struct.pack("<BIII", 2, 1, number, 4)
                await one.socket.send_bytes(head + b"ros1" + bytes(16))
            failure = await one.op("serviceCallFailure")
            assert failure["callId"] == MAX_CALLS and str(MAX_CALLS) in failure["message"]
            await one.subscribe(1, "/text")
            assert await one.message(1) == text("hi")

    asyncio.run(run())


def test_leaving_at_once_leaves_no_pending_request() -> None:
    async def body() -> None:
        hub = MonitorHub(FakeSource())
        asking = MonitorClient(hub, lambda *_: None)
        asking.handle(json.dumps({"op": "getParameters", "parameterNames": []}))
        asking.close()
        await asyncio.sleep(0)
        hub.close()

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        asyncio.run(body())
        gc.collect()
    assert not [one for one in said if "never awaited" in str(one.message)]


def test_subscribers_learn_of_a_silent_master_and_a_new_simulator() -> None:
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings()) as server, viewer(server) as page, viewer(
            server
        ) as foreign:
            await page.ask("subscribeSimulator")
            assert (await page.op("simulator"))["uri"] == "rosrpc://here:1"
            source.lost = True
            told = [(await foreign.frame(lambda found: isinstance(found, dict)))["op"]]
            while told[-1] != "unadvertiseServices":
                told.append((await foreign.frame(lambda f: isinstance(f, dict)))["op"])
            assert told[-3:] == ["status", "unadvertise", "unadvertiseServices"]
            assert (await page.op("simulator"))["uri"] == ""
            source.lost, source.simulator = False, "rosrpc://other:2"
            assert (await page.op("simulator"))["uri"] == "rosrpc://other:2"
            told.append((await foreign.op("advertiseServices"))["op"])
            assert "simulator" not in told

    asyncio.run(run())


def test_read_only_clients_cannot_publish_call_or_set() -> None:
    source = FakeSource()

    async def run() -> None:
        async with served(source, ServerSettings(read_only=True)) as server, viewer(server) as one:
            await one.ask("setParameters", parameters=[{"name": "/a", "value": 2}])
            assert "read-only" in (await one.op("status"))["message"]
            await one.ask("advertise", channels=[
                {"id": 1, "topic": "/x", "encoding": "ros1", "schemaName": "std_msgs/String"}
            ])  # fmt: skip
            assert "read-only" in (await one.op("status"))["message"]
            await one.socket.send_bytes(b"\x02" + struct.pack("<III", 1, 1, 4) + b"ros1")
            assert "read-only" in (await one.op("serviceCallFailure"))["message"]
            await one.subscribe(1, "/text")
            assert await one.message(1) == text("hi")
            assert source.values["/a"] == 1 and source.published == {}

    asyncio.run(run())


def test_a_used_port_and_an_open_host_without_a_token_are_refused() -> None:
    async def run() -> None:
        async with served(FakeSource(), ServerSettings()) as server:
            elsewhere = MonitorServer(FakeSource(), ServerSettings(port=server.port, any_port=True))
            await elsewhere.start()
            assert elsewhere.port not in (0, server.port)
            await elsewhere.close()
            with pytest.raises(InputError, match=f"port: {server.port} is in use"):
                await MonitorServer(FakeSource(), ServerSettings(port=server.port)).start()
        with pytest.raises(InputError, match="give a token"):
            MonitorServer(FakeSource(), ServerSettings(host="0.0.0.0"))

    asyncio.run(run())


@pytest.mark.parametrize(
    "origin, host, token, refused",
    [
        (None, "localhost:8765", "", ""),
        ("http://localhost:8765", "localhost:8765", "", ""),
        ("http://[::1]:8765", "[::1]:8765", "", ""),
        ("https://app.foxglove.dev", "127.0.0.1:8765", "", ""),
        ("https://evil.example", "localhost:8765", "", "pages of https://evil.example"),
        ("null", "localhost:8765", "", "pages of null"),
        ("http://localhost:9999", "localhost:8765", "", "pages of http://localhost:9999"),
        # A name that its owner has pointed at this machine.
        ("http://evil.example:8765", "evil.example:8765", "", "is not of this machine"),
        (None, "localhost:8765", "other", ""),
    ],
)
def test_only_our_own_pages_may_connect(
    origin: Optional[str], host: str, token: str, refused: str
) -> None:
    assert refused in Access().refusal(origin, host, token)
    assert bool(Access().refusal(origin, host, token)) == bool(refused)


def test_beyond_this_machine_a_token_is_asked_for() -> None:
    access = Access("secret")
    assert "token" in access.refusal(None, "10.0.0.1:8765", "")
    assert "token" in access.refusal("http://10.0.0.1:8765", "10.0.0.1:8765", "guess")
    assert access.refusal("http://10.0.0.1:8765", "10.0.0.1:8765", "secret") == ""
    assert "may not connect" in access.refusal("http://evil.example", "10.0.0.1:8765", "secret")


def test_a_foreign_page_and_a_client_of_another_protocol_get_a_reason(tmp_path: Any) -> None:
    (tmp_path / "index.html").write_text("the page")

    async def run() -> None:
        async with served(FakeSource(), ServerSettings(page=tmp_path)) as server:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                async with viewer(server, Origin="https://evil.example"):
                    pass
            assert refused.value.status == 403
            async with aiohttp.ClientSession() as session:
                url = f"http://127.0.0.1:{server.port}/"
                with pytest.raises(aiohttp.WSServerHandshakeError) as wrong:
                    await session.ws_connect(url)
                assert wrong.value.status == 400
                async with session.get(url) as answer:
                    assert await answer.text() == "the page"
                    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
                async with session.get(url + "..%2f..%2fetc/passwd") as outside:
                    assert outside.status in (403, 404)

    asyncio.run(run())


def test_the_end_does_not_wait_for_connected_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """aiohttp's default timeout of a minute would delay a restarted master's page."""
    monkeypatch.setattr(server_module, "SHUTDOWN_TIMEOUT", 0.1)

    async def run() -> None:
        server = MonitorServer(FakeSource(), ServerSettings(port=0))
        await server.start()
        async with viewer(server):
            await asyncio.wait_for(server.close(), 120.0)

    asyncio.run(run())


def test_failed_work_is_tried_again() -> None:
    async def run() -> None:
        done, tries = asyncio.Event(), []

        async def work() -> None:
            tries.append(None)
            if len(tries) == 1:
                raise RuntimeError("once")
            done.set()

        task = asyncio.ensure_future(server_module.repeat(0.0, work))
        await asyncio.wait_for(done.wait(), 120.0)
        task.cancel()

    asyncio.run(run())


def test_blob_is_the_third_channel() -> None:
    """The client that does not read subscribes by number."""
    assert FakeSource().topics[2] is BLOB
