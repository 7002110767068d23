"""Panels of users' packages, and Python scripts of a page: permission and end."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

import pytest

from monitor.fake_source import FakeSource

aiohttp = pytest.importorskip("aiohttp", reason="setup/requirements/monitor.txt is not installed")

from sim.errors import InputError  # noqa: E402
from sim.monitor import server as server_module  # noqa: E402
from sim.monitor.panels import panel_files  # noqa: E402
from sim.monitor.server import MonitorServer  # noqa: E402
from sim.monitor.settings import MonitorOptions, ServerSettings, settings_of  # noqa: E402

PYTHON = (sys.executable, "-c", "import sys; exec(sys.stdin.read())")


def nowhere(uri: str) -> Path:
    raise InputError(uri, "package not found")


def test_panels_are_files_with_names_of_their_own(tmp_path: Path) -> None:
    speed, other = tmp_path / "speed.js", tmp_path / "below" / "speed.js"
    other.parent.mkdir()
    for path in (speed, other, tmp_path / "a b.js"):
        path.write_text("export const title = 'speed'")
    (found,) = panel_files(["package://mine/speed.js"], lambda uri: speed)
    assert (found.name, found.path) == ("speed", speed)
    for uris, words in (
        ([str(tmp_path / "none.js")], "is not a .js file"),
        ([str(tmp_path)], "is not a .js file"),
        ([str(speed), str(other)], "two are called speed"),
        ([str(tmp_path / "a b.js")], "its name has more"),
        (["package://mine/speed.js"], "package not found"),
    ):
        with pytest.raises(InputError, match=words):
            panel_files(uris, nowhere)


def test_the_page_gets_panels_with_the_token_alone(tmp_path: Path) -> None:
    (tmp_path / "speed.js").write_text("export const title = 'speed'")
    options = MonitorOptions(port=0, token="secret", panels=str(tmp_path / "speed.js"))

    async def run() -> None:
        server = MonitorServer(FakeSource(), settings_of(options, tmp_path, nowhere))
        await server.start()
        url = f"http://127.0.0.1:{server.port}/panels"
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{url}?token=secret") as answer:
                assert await answer.json() == ["speed"]
            async with session.get(f"{url}/speed?token=secret") as answer:
                assert answer.headers["Content-Type"].startswith("text/javascript")
                assert await answer.text() == "export const title = 'speed'"
            for path, status in (
                ("", 403),
                ("/speed", 403),
                ("/none?token=secret", 404),
                ("/..%2fsecret?token=secret", 404),
            ):
                async with session.get(url + path) as answer:
                    assert answer.status == status, path
        await server.close()

    asyncio.run(run())


def test_scripts_need_a_token_and_a_writable_monitor(tmp_path: Path) -> None:
    settings = settings_of(MonitorOptions(scripts=True), tmp_path, nowhere, PYTHON)
    assert settings.scripts == PYTHON and len(settings.access.token) > 16
    assert settings.metadata() == {"scripts": "true"}
    shown = settings_of(MonitorOptions(show_sensors=True), tmp_path, nowhere, PYTHON)
    assert shown.scripts == () and shown.metadata() == {"sensors": "true"}
    with pytest.raises(InputError, match="read-only"):
        settings_of(MonitorOptions(scripts=True, read_only=True), tmp_path, nowhere, PYTHON)
    with pytest.raises(InputError, match="leave it out"):
        settings_of(MonitorOptions(scripts=True, token="known"), tmp_path, nowhere, PYTHON)
    assert settings.address(8765) == f"{settings.place(8765)}?token={settings.access.token}"
    again = settings_of(
        MonitorOptions(scripts=True), tmp_path, nowhere, PYTHON, settings.access.token
    )
    assert again == settings


class Page:
    """Client that runs scripts."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.printed = socket, ""

    async def ask(self, op: str, **fields: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, **fields}))

    async def frame(self, op: str) -> Dict[str, Any]:
        while True:
            frame = await self.socket.receive(timeout=120)
            assert frame.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), frame
            found = json.loads(frame.data) if isinstance(frame.data, str) else {"op": ""}
            self.printed += found["text"] if found["op"] == "script" else ""
            if found["op"] == op:
                return dict(found)

    async def ended(self, number: int) -> int:
        while True:
            found = await self.frame("script")
            if found["id"] == number and "status" in found:
                return int(found["status"])

    async def prints(self, words: str) -> None:
        while words not in self.printed:
            await self.frame("script")


def gone(process: int) -> bool:
    """Return whether a process has ended, even if not yet reaped."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


def all_end(processes: List[int]) -> bool:
    for _ in range(1000):
        if all(map(gone, processes)):
            return True
        time.sleep(0.01)
    return False


def test_a_script_prints_fails_is_stopped_and_ends_with_its_page() -> None:
    waits = "import os, time; print(f'{os.getpid()} waits', flush=True); time.sleep(1000)"

    async def run() -> List[int]:
        settings = ServerSettings(port=0, scripts=PYTHON)
        server = MonitorServer(FakeSource(), settings)
        await server.start()
        url = f"ws://127.0.0.1:{server.port}/"
        words = {"protocols": ("foxglove.sdk.v1",), "max_msg_size": 0}
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(url, **words) as socket:
                page = Page(socket)
                await page.ask("runScript", id=1, code="print('grüße')")
                assert await page.ended(1) == 0 and page.printed == "grüße\n"
                await page.ask("runScript", id=2, code="1 / 0")
                assert await page.ended(2) == 1 and "ZeroDivisionError" in page.printed
                for number in range(3, 8):
                    await page.ask("runScript", id=number, code=waits)
                assert "4 run already" in (await page.frame("status"))["message"]
                assert await page.ended(7) == 2
                await page.ask("runScript", id=9, code=5)
                assert "a text 'code'" in (await page.frame("status"))["message"]
                while page.printed.count("waits") < 4:
                    await page.frame("script")
                await page.ask("stopScript", id=3)
                assert await page.ended(3) != 0
                # Endless output drops its oldest part and needs no more memory.
                await page.ask("runScript", id=10, code="while True: print('x' * 1000)")
                await page.prints("x" * 1000)
                found = [int(one) for one in re.findall(r"(\d+) waits", page.printed)]
            for _ in range(1000):
                if all(map(gone, found)):
                    break
                await asyncio.sleep(0.01)
        await server.close()
        return found

    processes = asyncio.run(run())
    assert len(processes) == 4 and all(map(gone, processes))


DEAF = """
import os, signal, subprocess, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(os.getpid(), subprocess.Popen(["sleep", "1000"]).pid, "wait", flush=True)
time.sleep(1000)
"""
LEAVES = "import subprocess; print(subprocess.Popen(['sleep', '1000']).pid, 'stays', flush=True)"


def test_nothing_of_a_script_outlives_its_stop_or_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "SHUTDOWN_TIMEOUT", 0.1)

    async def run() -> List[int]:
        server = MonitorServer(FakeSource(), ServerSettings(port=0, scripts=PYTHON))
        await server.start()
        url = f"ws://127.0.0.1:{server.port}/"
        async with aiohttp.ClientSession() as session, session.ws_connect(
            url, protocols=("foxglove.sdk.v1",)
        ) as socket:
            page = Page(socket)
            # The script has ended, but its child process holds the output.
            await page.ask("runScript", id=1, code=LEAVES)
            await page.prints("stays")
            left = int(page.printed.split()[0])
            await page.ask("stopScript", id=1)
            await page.ended(1)
            assert all_end([left])
            page.printed = ""
            await page.ask("runScript", id=2, code=DEAF)
            await page.prints("wait")
            await server.close()
        return [int(one) for one in page.printed.split()[:2]]

    processes = asyncio.run(run())
    assert len(processes) == 2 and all_end(processes)


def test_a_monitor_runs_no_scripts_unless_it_is_told_to() -> None:
    async def run() -> str:
        server = MonitorServer(FakeSource(), ServerSettings(port=0))
        await server.start()
        async with aiohttp.ClientSession() as session, session.ws_connect(
            f"ws://127.0.0.1:{server.port}/", protocols=("foxglove.sdk.v1",)
        ) as socket:
            page = Page(socket)
            info = await page.frame("serverInfo")
            assert info["metadata"] == {}
            await page.ask("runScript", id=1, code="print(1)")
            said = (await page.frame("status"))["message"]
        await server.close()
        return str(said)

    assert "scripts:=true" in asyncio.run(run())
