"""Recordings are played back by time, from any time, at any speed."""

from __future__ import annotations

import asyncio
import json
import struct
import threading
import time
from pathlib import Path
from typing import Any, Callable, Collection, List, Tuple

import pytest

from monitor.fake_source import BLOB, NUMBER, TEXT, FakeSource, text

pytest.importorskip("aiohttp", reason="setup/requirements/monitor.txt is not installed")
pytest.importorskip("mcap", reason="setup/requirements/bags.txt is not installed")

from sim.bags.channel import Channel
from sim.bags.opening import open_recording
from sim.bags.writers import RecordingWriter, new_recording
from sim.errors import InputError, SimulationError
from sim.monitor import recorder as recorder_module
from sim.monitor.playback import ENDED, PAUSED, PLAYING, PlaybackRequest
from sim.monitor.player import RecordingPlayer
from sim.monitor.recorder import Recorder
from sim.monitor.replay import ReplaySource
from sim.monitor.scene import SceneRecord
from sim.monitor.server import MonitorServer
from sim.monitor.settings import ServerSettings

SECOND = 10**9
KINDS = ("mcap", "bag")
DOUBLE = Channel(
    "/number", "std_msgs/Float64", "float64 data\n", "fdb28210bfa9d7c91146260178d9a584", False
)
LATCHED = Channel(
    "/map", "std_msgs/String", "string data\n", "992ce8a1687cec8c8bd883ec73ca41d1", True
)
TF = Channel(
    "/tf", "tf2_msgs/TFMessage", "string data\n", "94810edda583a504dfda3829e70d7eec", False
)
# Same type, published once: recognized by name, or by being latched.
FIXED = (TF._replace(topic="/tf_static"), TF._replace(topic="/arm/tf_static", latched=True))


def number(value: float) -> bytes:
    return struct.pack("<d", value)


def recorded(path: Path) -> Path:
    """Write a recording for the tests; return its path.

    A number each 0.1 s from 0 to 9.9 s, begun at 5 s; a latched text and static frames at the first
    instant; three tf frames in the second before 10 s, one long before.
    """
    writer = new_recording(path)
    writer.write(LATCHED, 5 * SECOND, text("town"))
    writer.write(TF, 5 * SECOND, text("long ago"))
    for channel in FIXED:
        writer.write(channel, 5 * SECOND, text("mounted"))
    for i in range(100):
        writer.write(DOUBLE, 5 * SECOND + i * SECOND // 10, number(float(i)))
        if i in (42, 45, 48):
            writer.write(TF, 5 * SECOND + i * SECOND // 10, text(str(i)))
    writer.close()
    return path


class Heard:
    """Messages that a listener received."""

    def __init__(self) -> None:
        self.messages: List[Tuple[int, bytes]] = []

    def __call__(self, data: bytes, at: int, latched_by: str) -> None:
        self.messages.append((at, data))

    def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(4000):
            if condition():
                return
            time.sleep(0.005)
        raise AssertionError(f"it did not happen in 20 s: {self.messages[-5:]}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_recording_is_read_from_any_time_on(kind: str, tmp_path: Path) -> None:
    recording = open_recording(recorded(tmp_path / f"run.{kind}"))
    assert (recording.begin, recording.end) == (5 * SECOND, 5 * SECOND + 99 * SECOND // 10)
    assert {(one.topic, one.latched) for one in recording.channels} == {
        ("/number", False),
        ("/map", True),
        ("/tf", False),
        ("/tf_static", False),
        ("/arm/tf_static", True),
    }
    values = [one.data for one in recording.messages(["/number"], 10 * SECOND)]
    assert values == [number(float(i)) for i in range(50, 100)]
    both = [one.channel.topic for one in recording.messages(["/number", "/tf"], 9 * SECOND)][:4]
    assert both == ["/number", "/number", "/number", "/tf"]
    assert [one.data for one in recording.last("/number", 10 * SECOND, 3)] == [
        number(48.0),
        number(49.0),
        number(50.0),
    ]
    assert [one.data for one in recording.last("/tf", 10 * SECOND, 9, 9 * SECOND)] == [
        text(str(i)) for i in (42, 45, 48)
    ]
    assert list(recording.messages([], 0)) == [] and recording.last("/none", 10**18, 5) == []
    recording.close()


def test_definitions_that_fill_a_chunk_have_no_time(tmp_path: Path) -> None:
    writer = new_recording(tmp_path / "run.mcap")
    writer.add(LATCHED._replace(definition="string data\n#" + " " * 2**21))
    writer.write(DOUBLE, 5 * SECOND, number(1.0))
    writer.close()
    recording = open_recording(tmp_path / "run.mcap")
    assert (recording.begin, recording.end) == (5 * SECOND, 5 * SECOND)
    recording.close()


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_played_as_fast_as_asked_and_from_where_one_seeks(kind: str, tmp_path: Path) -> None:
    player = RecordingPlayer(open_recording(recorded(tmp_path / f"run.{kind}")))
    assert player.state().status == PAUSED
    numbers, names, frames = Heard(), Heard(), Heard()
    player.subscribe("/number", numbers)
    assert player.state().status == PLAYING
    state = player.control(PlaybackRequest(False, 1.0, 10 * SECOND))
    assert (state.status, state.time, state.sought) == (PAUSED, 10 * SECOND, True)
    # In pause, too, a subscriber gets the latest messages at that time.
    numbers.until(lambda: numbers.messages[-1:] == [(10 * SECOND, number(50.0))])
    for topic, heard in (("/map", names), ("/tf", frames)):
        player.subscribe(topic, heard)
    names.until(lambda: [data for _, data in names.messages] == [text("town")])
    before = [text(str(i)) for i in (42, 45, 48)]
    frames.until(lambda: [data for _, data in frames.messages] == before)
    fixed, mounted = Heard(), Heard()
    for channel, heard in zip(FIXED, (fixed, mounted)):
        player.subscribe(channel.topic, heard)
    said = [(5 * SECOND, text("mounted"))]
    fixed.until(lambda: fixed.messages == said and mounted.messages == said)
    numbers.messages.clear()
    begun = time.monotonic()
    player.control(PlaybackRequest(True, 50.0))
    numbers.until(lambda: player.state().status == ENDED and len(numbers.messages) >= 49)
    assert time.monotonic() - begun >= 4.9 / 50
    assert [data for _, data in numbers.messages] == [number(float(i)) for i in range(51, 100)]
    # Playing at the end restarts; times beyond are clamped.
    assert player.control(PlaybackRequest(True, 1.0)).time == player.begin
    assert player.control(PlaybackRequest(False, 1.0, 10**18)).time == player.end
    for wrong in (0.0, -1.0, float("nan"), 1e6):
        with pytest.raises(InputError, match="playback speed"):
            player.control(PlaybackRequest(True, wrong))
    player.unsubscribe(numbers)
    player.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_recording_stops_and_says_so(kind: str, tmp_path: Path) -> None:
    path = recorded(tmp_path / f"run.{kind}")
    whole = path.read_bytes()
    begin = whole.index(text("45")) - 60 if kind == "bag" else 60
    path.write_bytes(whole[:begin] + b"\xff" * 150 + whole[begin + 150 :])
    source = ReplaySource(open_recording(path), lambda uri: b"")
    heard = Heard()
    source.playback.control(PlaybackRequest(False, 1.0, 10 * SECOND))
    source.subscribe(next(one for one in source.view().topics if one.name == "/tf"), heard)
    heard.until(lambda: bool(source.view().problems))
    assert str(path) in source.view().problems[0]
    source.close()


def test_other_files_are_refused_as_recordings(tmp_path: Path) -> None:
    for name, content, words in (
        ("none.bag", None, "is not a file"),
        ("run.txt", b"", "neither with .bag"),
        ("run.mcap", b"x" * 100, "not a complete MCAP"),
        ("run.bag", b"x" * 100, "neither a bag of ROS 1"),
    ):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(InputError, match=words):
            open_recording(path)
    cut = recorded(tmp_path / "cut.mcap")
    cut.write_bytes(cut.read_bytes()[:-40])
    with pytest.raises(InputError, match=r"complete MCAP|index"):
        open_recording(cut)


class Simulation(FakeSource):
    def scene(self, known: Collection[str]) -> SceneRecord:
        return SceneRecord(
            {"/gazebo/world": "/w/town.world"},
            {} if "car" in known else {"car": "<sdf><model name='car'/></sdf>"},
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_recorder_writes_what_comes_and_the_scene(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "LOOK", 0.02)
    source = Simulation(NUMBER, TEXT)
    recorder = Recorder(source, tmp_path / "new")
    path = recorder.start("", kind, [])
    with pytest.raises(InputError, match="is being recorded"):
        recorder.start("other", kind, [])
    for at in (10, 11):
        source.deliver["/number"](number(float(at)), at * SECOND, "")
    heard = Heard()
    # Topics that appear later are recorded too.
    source.topics = (NUMBER, TEXT, BLOB)
    heard.until(lambda: "/blob" in source.deliver)
    progress = recorder.stop()
    assert (progress.active, progress.dropped, progress.problem) == (False, 0, "")
    # The source sends a number and a text to each subscriber.
    assert progress.messages == 5 and source.subscribed == [] and recorder.progress() is None
    replay = ReplaySource(open_recording(path), lambda uri: uri.encode())
    assert [topic.name for topic in replay.view().topics] == ["/number", "/text"]
    assert replay.parameters() == {"/gazebo/world": "/w/town.world"}
    assert replay.asset("simulator://car") == b"<sdf><model name='car'/></sdf>"
    assert replay.asset("model://a") == b"model://a"
    with pytest.raises(InputError, match="does not say"):
        replay.asset("simulator://van")
    replay.playback.control(PlaybackRequest(False, 1.0, replay.playback.end))
    replay.subscribe(replay.view().topics[0], heard)
    heard.until(lambda: heard.messages[-1:] == [(11 * SECOND, number(11.0))])
    replay.close()


class Full(RecordingWriter):
    """Writer of a full disk."""

    def add(self, channel: Channel) -> None:
        raise OSError(28, "No space left on device")

    def write(self, channel: Channel, time: int, data: bytes) -> None:
        self.add(channel)

    def close(self) -> None:
        pass


def test_a_recording_that_cannot_go_on_lets_go_of_its_topics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "LOOK", 0.02)
    source = Simulation(NUMBER, TEXT)
    recorder = Recorder(source, tmp_path)

    def problem() -> str:
        progress = recorder.progress()
        return "" if progress is None else progress.problem

    with monkeypatch.context() as full:
        full.setattr(recorder_module, "new_recording", lambda path: Full())
        recorder.start("run", "mcap", [])
    Heard().until(lambda: "No space left" in problem() and source.subscribed == [])
    recorder.start("next", "mcap", [])
    assert recorder.stop().problem == "" and source.subscribed == []


class Hanging(FakeSource):
    """Source with a simulator that does not answer."""

    def __init__(self) -> None:
        super().__init__(NUMBER)
        self.answers = threading.Event()

    def scene(self, known: Collection[str]) -> SceneRecord:
        assert self.answers.wait(120)
        raise SimulationError("has not answered")


def test_a_simulator_that_hangs_keeps_no_recording_from_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "PATIENCE", 0.1)
    source = Hanging()
    recorder = Recorder(source, tmp_path)
    path = recorder.start("run", "mcap", [])
    source.deliver["/number"](number(5.0), 10 * SECOND, "")
    assert recorder.stop().problem == "" and source.subscribed == []
    source.answers.set()
    recording = open_recording(path)
    assert recording.last("/number", 10 * SECOND, 1)[0].data == number(5.0)
    recording.close()


def test_wrong_recording_requests_are_refused(tmp_path: Path) -> None:
    recorder = Recorder(FakeSource(), tmp_path)
    for name, kind, topics, words in (
        ("../up", "mcap", [], "letters, digits"),
        (".hidden", "mcap", [], "letters, digits"),
        ("run", "csv", [], "'csv' is not one of: mcap, bag"),
        ("run", "bag", ["/none"], "topic '/none' not found"),
    ):
        with pytest.raises(InputError, match=words):
            recorder.start(name, kind, topics)
    (tmp_path / "run.mcap").write_bytes(b"")
    with pytest.raises(InputError, match="exists already"):
        recorder.start("run", "mcap", [])
    with pytest.raises(InputError, match="nothing is being recorded"):
        recorder.stop()
    with pytest.raises(InputError, match="cannot be written to"):
        Recorder(FakeSource(), tmp_path / "run.mcap" / "below").start("run", "mcap", [])


def test_clients_control_it_by_foxgloves_frames(tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    source = ReplaySource(open_recording(recorded(tmp_path / "run.mcap")), lambda uri: b"")

    async def state(socket: Any, request: bytes) -> Tuple[int, ...]:
        while True:
            data = (await socket.receive(timeout=120)).data
            if isinstance(data, bytes) and data[0] == 5 and data[19:] == request:
                return struct.unpack_from("<BQfB", data, 1)

    async def run() -> None:
        server = MonitorServer(source, ServerSettings(port=0))
        await server.start()
        url = f"ws://127.0.0.1:{server.port}/"
        words = {"protocols": ("foxglove.sdk.v1",)}
        async with aiohttp.ClientSession() as session, session.ws_connect(
            url, **words
        ) as first, session.ws_connect(url, **words) as second:
            info = json.loads((await first.receive()).data)
            assert {"playbackControl", "time"} <= set(info["capabilities"])
            assert not {"services", "clientPublish"} & set(info["capabilities"])
            assert info["dataStartTime"] == {"sec": 5, "nsec": 0}
            assert info["dataEndTime"] == {"sec": 14, "nsec": 900000000}
            assert await state(second, b"") == (PAUSED, 5 * SECOND, 1.0, 0)
            seek = struct.pack("<BBfBQI", 3, 1, 2.0, 1, 9 * SECOND, 2) + b"r7"
            await first.send_bytes(seek)
            assert await state(first, b"r7") == (PAUSED, 9 * SECOND, 2.0, 1)
            assert await state(second, b"") == (PAUSED, 9 * SECOND, 2.0, 1)
            # A truncated frame and an invalid speed: a status reports them, nothing changes.
            for wrong in (seek[:-1], struct.pack("<BBfBQI", 3, 0, 0.0, 0, 0, 0)):
                await first.send_bytes(wrong)
                while True:
                    data = (await first.receive(timeout=120)).data
                    if isinstance(data, str) and json.loads(data)["op"] == "status":
                        break
            assert source.playback.state().status == PAUSED
        await server.close()

    asyncio.run(run())
    source.close()
