"""Records topics of a source into a file, in a separate thread."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Collection, Deque, Dict, Optional, Set, Tuple

from sim.bags.channel import Channel
from sim.bags.writers import WRITERS, RecordingWriter, new_recording
from sim.errors import InputError, SimError
from sim.monitor.scene import SCENE, scene_message
from sim.monitor.source import MonitorSource, Topic

SCENE_CHANNEL = Channel(
    SCENE, "std_msgs/String", "string data\n", "992ce8a1687cec8c8bd883ec73ca41d1", True
)
# Its messages would contradict the times of a recording that is played.
NEVER = ("/clock",)
# Bytes queued for writing; messages beyond are dropped and counted.
MOST_WAITING = 64 * 1024 * 1024
# Wall s between two looks for topics and models that have come.
LOOK = 1.0
# Wall s that a look may take once the recording is to end.
PATIENCE = 2.0


@dataclass(frozen=True)
class RecordingProgress:
    """Progress of a recording; ``problem``: the reason of an unexpected end."""

    path: Path
    active: bool
    messages: int = 0
    size: int = 0
    dropped: int = 0
    problem: str = ""


class Recorder:
    """One recording at a time, into files of one folder."""

    def __init__(self, source: MonitorSource, folder: Path) -> None:
        self._source, self._folder = source, folder
        self._lock = threading.Lock()
        self._current: Optional[_Recording] = None

    def start(self, name: str, kind: str, topics: Collection[str]) -> Path:
        """Start a recording of some topics (empty: of all); return its file.

        Raises InputError for a wrong name, format or topic, and during another recording.
        """
        name, kind = name or time.strftime("%Y%m%d-%H%M%S"), kind or "mcap"
        if kind not in WRITERS:
            raise InputError("format", f"{kind!r} is not one of: {', '.join(WRITERS)}")
        if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*", name):
            raise InputError(
                "name", f"{name!r} has more than letters, digits, and . - _, or begins with a dot"
            )
        if not name.endswith(f".{kind}"):
            name += f".{kind}"
        there = self._source.view().topics
        known = {topic.name for topic in there}
        for topic in topics:
            if topic not in known:
                raise InputError("topics", f"topic {topic!r} not found")
        with self._lock:
            if self._current is not None and self._current.progress().active:
                raise InputError("record", f"{self._current.path} is being recorded; stop it first")
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                writer = new_recording(self._folder / name)
            except OSError as error:
                raise InputError(self._folder, f"cannot be written to: {error.strerror}") from None
            path = self._folder / name
            self._current = _Recording(self._source, writer, path, topics, there)
            return self._current.path

    def stop(self) -> RecordingProgress:
        """End the recording and close its file; raises InputError without one."""
        with self._lock:
            if self._current is None:
                raise InputError("record", "nothing is being recorded")
            current, self._current = self._current, None
        return current.close()

    def progress(self) -> Optional[RecordingProgress]:
        """Return the progress; None without a recording."""
        # Without the lock, which a start holds while it subscribes.
        current = self._current
        return None if current is None else current.progress()


class _Recording:
    """Running recording.

    ``there`` are the existing topics; a thread polls for new topics and models.
    """

    def __init__(
        self,
        source: MonitorSource,
        writer: RecordingWriter,
        path: Path,
        topics: Collection[str],
        there: Collection[Topic],
    ) -> None:
        self.path = path
        self._source, self._writer, self._wanted = source, writer, frozenset(topics)
        self._changed = threading.Condition()
        self._waiting: Deque[Tuple[Channel, int, bytes]] = deque()
        self._waiting_size = 0
        self._progress = RecordingProgress(path, True)
        self._stops: Dict[Topic, Callable[[], None]] = {}
        self._models: Set[str] = set()
        self._closing = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self._writing = threading.Thread(target=self._write, name="writer", daemon=True)
        self._writing.start()
        self._subscribe(there)
        self._watcher.start()

    def progress(self) -> RecordingProgress:
        with self._changed:
            return self._progress

    def close(self) -> RecordingProgress:
        self._closing.set()
        # The source may block, for instance while the simulator ends.
        self._watcher.join(PATIENCE)
        self._unsubscribe()
        with self._changed:
            self._progress = replace(self._progress, active=False)
            self._changed.notify_all()
        self._writing.join()
        return self._progress

    def _watch(self) -> None:
        while True:
            # An unreachable source is polled again later.
            with suppress(SimError):
                self._subscribe(self._source.view().topics)
            with suppress(SimError):
                self._note_scene()
            if self._closing.wait(LOOK):
                break
        self._unsubscribe()

    def _subscribe(self, topics: Collection[Topic]) -> None:
        for topic in topics:
            if topic in self._stops or topic.name in NEVER or self._closing.is_set():
                continue
            if not self._wanted or topic.name in self._wanted:
                self._stops[topic] = self._source.subscribe(topic, self._receiver(topic))

    def _unsubscribe(self) -> None:
        with suppress(KeyError):
            while True:
                _, stop = self._stops.popitem()
                stop()

    def _note_scene(self) -> None:
        scene = self._source.scene(self._models)
        if scene.models or not self._models:
            self._models.update(scene.models)
            self._put(SCENE_CHANNEL, self._source.now() or 0, scene_message(scene))

    def _receiver(self, topic: Topic) -> Callable[[bytes, int, str], None]:
        def receive(data: bytes, now: int, latched_by: str) -> None:
            channel = Channel(topic.name, topic.type, topic.definition, topic.md5, bool(latched_by))
            self._put(channel, now, data)

        return receive

    def _put(self, channel: Channel, now: int, data: bytes) -> None:
        with self._changed:
            if not self._progress.active:
                return
            if self._waiting_size + len(data) > MOST_WAITING:
                self._progress = replace(self._progress, dropped=self._progress.dropped + 1)
                return
            self._waiting.append((channel, now, bytes(data)))
            self._waiting_size += len(data)
            self._changed.notify_all()

    def _write(self) -> None:
        try:
            while self._write_some():
                pass
            self._writer.close()
        except Exception as error:  # noqa: BLE001 - a full disk, or what a library lets through
            with self._changed:
                problem = f"{self.path}: {error!r}; what was written before may be cut short"
                self._progress = replace(self._progress, active=False, problem=problem)
            self._closing.set()

    def _write_some(self) -> bool:
        with self._changed:
            while not self._waiting and self._progress.active:
                self._changed.wait()
            some = list(self._waiting)
            self._waiting.clear()
            self._waiting_size = 0
        for channel, now, data in some:
            self._writer.write(channel, now, data)
        with self._changed:
            self._progress = replace(
                self._progress,
                messages=self._progress.messages + len(some),
                size=self._progress.size + sum(len(data) for _, _, data in some),
            )
            return self._progress.active or bool(self._waiting)
