"""The protocol's official client, from npm, and the server understand each other."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from monitor.fake_source import FakeSource, text
from monitor.npm import FOLDER, missing

pytest.importorskip("aiohttp", reason="setup/requirements/monitor.txt is not installed")

from sim.monitor.server import MonitorServer
from sim.monitor.settings import ServerSettings


@pytest.mark.not_quick
def test_foxgloves_own_client_does_everything_that_it_can(tmp_path: Path) -> None:
    reason = missing()
    if reason:
        pytest.skip(reason)
    source = FakeSource()

    async def run() -> str:
        server = MonitorServer(source, ServerSettings(port=0))
        await server.start()
        words = ("/number,/text", "/add", json.dumps({"a": 40, "b": 2}))
        uris = "package://sim/a.stl,package://sim/none.stl"
        program = await asyncio.create_subprocess_exec(
            "node",
            str(FOLDER / "test" / "client.mjs"),
            f"ws://localhost:{server.port}",
            *words,
            uris,
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await asyncio.wait_for(program.communicate(), 60)
        await server.close()
        assert program.returncode == 0
        return out.decode()

    found = json.loads(asyncio.run(run()))
    assert found["errors"] == []
    assert found["subprotocol"] == "foxglove.websocket.v1"
    assert "clientPublish" in found["serverInfo"]["capabilities"]
    assert found["serverInfo"]["supportedEncodings"] == ["ros1", "json"]
    assert [one["topic"] for one in found["channels"]] == ["/number", "/text", "/blob"]
    assert found["messages"]["/number"][0] == {"time": "7", "message": {"data": 2.5}}
    assert found["messages"]["/text"][0] == {"time": "8", "message": {"data": "hi"}}
    assert found["response"] == {"sum": "42"}
    assert found["failure"] == "/add: a request has 16 bytes, got 1"
    assert found["jsonResponse"] == {"sum": 42}
    everything, one, watched = found["parameters"]
    assert watched["parameters"] == [{"name": "/a", "value": 5}]
    assert everything["id"] == "all" and everything["parameters"] == [
        {"name": "/a", "value": 1},
        {"name": "/b/c", "value": [0.5, 2.0], "type": "float64_array"},
    ]
    assert one["parameters"] == [{"name": "/set/by_client", "value": 1.0, "type": "float64"}]
    assert isinstance(source.values["/set/by_client"], float)
    assert {"name": "/text", "publisherIds": ["/talker"]} in found["graph"]["publishedTopics"]
    there, gone = sorted(found["assets"], key=lambda one: one["requestId"])
    assert there["data"] == "solid a" and "no such file" in gone["error"]
    assert source.published["/from_client"][0] == text("hello")
    assert source.published["/from_client/json"][0] == b'{"data": "hello"}'
    assert found["time"] == "1500000000"
    assert any("channel 4000000000 not found" in one["message"] for one in found["statuses"])
    # The client's subscriptions and its topic ended with it.
    assert source.subscribed == [] and source.published["/from_client"][-1] == b"closed"


@pytest.mark.not_quick
def test_the_committed_page_is_what_its_sources_build(tmp_path: Path) -> None:
    reason = missing()
    if reason:
        pytest.skip(reason)
    for words in (["npx", "tsc", "--noEmit"], ["node", "build.mjs", str(tmp_path)]):
        done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    page = FOLDER / "page"
    assert {path.name for path in page.iterdir()} == {path.name for path in tmp_path.iterdir()}
    for path in page.iterdir():
        assert path.read_bytes() == (tmp_path / path.name).read_bytes(), f"{path}: npm run build"
    assert sum(path.stat().st_size for path in page.iterdir()) < 3_000_000
