"""Plays a recording: delivers its messages at their times, in a thread.

New subscribers, and all after a seek, first get the latest message of their topic; of latched
topics and topics with partial messages (tf) several.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Dict, FrozenSet, Iterator, List, Optional

from sim.bags.channel import Channel
from sim.bags.seekable import RecordedMessage, SeekableRecording
from sim.errors import InputError, SimError
from sim.monitor.playback import (
    ENDED,
    PAUSED,
    PLAYING,
    Playback,
    PlaybackRequest,
    PlaybackState,
)
from sim.monitor.source import Deliver

# Types with partial messages (some frames each), and their validity in ns.
PARTS = {"tf2_msgs/TFMessage": 10**9, "tf/tfMessage": 10**9}
# Treated as latched, even if a file does not mark it so.
LASTING = ("/tf_static",)
MOST_BEFORE = 200
# Delay of messages in s of wall time beyond which the playback time waits.
MOST_LATE = 0.5
FASTEST = 100.0


class _Listener:
    def __init__(self, topic: str, deliver: Deliver) -> None:
        self.topic, self.deliver = topic, deliver


class RecordingPlayer(Playback):
    """Player of a recording; starts with the first listener."""

    def __init__(self, recording: SeekableRecording) -> None:
        self.begin, self.end = recording.begin, recording.end
        self.problem = ""
        self._recording = recording
        self._channels: Dict[str, List[Channel]] = {}
        for channel in recording.channels:
            self._channels.setdefault(channel.topic, []).append(channel)
        self._changed = threading.Condition()
        self._listeners: List[_Listener] = []
        self._fresh: List[_Listener] = []
        self._playing: Optional[bool] = None
        self._speed, self._sought, self._closed = 1.0, False, False
        # The position, and the wall time at which it was taken.
        self._from, self._since = self.begin, time.monotonic()
        self._topics: FrozenSet[str] = frozenset()
        self._upcoming: Iterator[RecordedMessage] = iter(())
        self._head: Optional[RecordedMessage] = None
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    @property
    def position(self) -> int:
        """Current playback time in ns."""
        with self._changed:
            return self._position()

    def state(self) -> PlaybackState:
        """Return status, time and speed."""
        with self._changed:
            return self._state(False)

    def control(self, request: PlaybackRequest) -> PlaybackState:
        """Play, pause or seek; playing at the end restarts."""
        if not 0.0 < request.speed <= FASTEST:
            raise InputError(
                "playback speed", f"{request.speed:g} is not above 0 and at most {FASTEST:g}"
            )
        with self._changed:
            seek = request.seek
            if request.play and seek is None and self._position() >= self.end:
                seek = self.begin
            at = self._position() if seek is None else min(max(seek, self.begin), self.end)
            self._from, self._since = at, time.monotonic()
            self._playing, self._speed = request.play, request.speed
            self._sought = self._sought or seek is not None
            self._changed.notify_all()
            return replace(self._state(seek is not None), time=at)

    def subscribe(self, topic: str, deliver: Deliver) -> None:
        """Deliver the messages of a topic until :meth:`unsubscribe`."""
        with self._changed:
            listener = _Listener(topic, deliver)
            self._listeners.append(listener)
            self._fresh.append(listener)
            if self._playing is None:
                self._playing, self._since = True, time.monotonic()
            self._changed.notify_all()

    def unsubscribe(self, deliver: Deliver) -> None:
        """End a subscription."""
        with self._changed:
            self._listeners = [one for one in self._listeners if one.deliver is not deliver]
            self._fresh = [one for one in self._fresh if one.deliver is not deliver]
            self._changed.notify_all()

    def close(self) -> None:
        """End the thread and close the file."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()
        self._recording.close()

    def _position(self) -> int:
        if not self._playing:
            return self._from
        passed = (time.monotonic() - self._since) * self._speed
        return min(self._from + int(passed * 1e9), self.end)

    def _state(self, sought: bool) -> PlaybackState:
        at = self._position()
        status = (ENDED if at >= self.end else PLAYING) if self._playing else PAUSED
        return PlaybackState(status, at, self._speed, sought)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._step()
            except SimError as error:
                with self._changed:
                    self.problem = str(error)
                    self._from, self._playing = self._position(), False
                    self._head, self._upcoming = None, iter(())

    def _step(self) -> None:
        """Apply changes, then deliver due messages or wait for the next one."""
        with self._changed:
            fresh, self._fresh = self._fresh, []
            sought, self._sought = self._sought, False
            listeners, position = list(self._listeners), self._position()
        topics = frozenset(one.topic for one in listeners)
        if not sought:
            self._deliver([one for one in listeners if one not in fresh], position)
        if sought or topics != self._topics:
            self._topics = topics
            self._upcoming = self._recording.messages(topics, position + 1)
            self._head = next(self._upcoming, None)
        for one in listeners if sought else fresh:
            self._catch_up(one, position)
        with self._changed:
            if not (self._closed or self._sought or self._fresh or listeners != self._listeners):
                self._changed.wait(self._until_next())

    def _until_next(self) -> Optional[float]:
        """Return the wall time in s until the next message.

        None: the end is reached or the player is paused.
        """
        if self._head is None or not self._playing:
            return None
        return max(0.0, (self._head.time - self._position()) / 1e9 / self._speed)

    def _deliver(self, listeners: List[_Listener], until: int) -> None:
        while self._head is not None and self._head.time <= until and not self._interrupted():
            for one in listeners:
                if one.topic == self._head.channel.topic:
                    one.deliver(self._head.data, self._head.time, "")
            self._wait_for(self._head.time)
            self._head = next(self._upcoming, None)

    def _interrupted(self) -> bool:
        return self._sought or self._closed

    def _wait_for(self, delivered: int) -> None:
        """Set the time back to a delivered message if delivery is late."""
        with self._changed:
            late = (self._position() - delivered) / 1e9 / self._speed
            if self._playing and not self._sought and late > MOST_LATE:
                self._from, self._since = delivered, time.monotonic()

    def _catch_up(self, listener: _Listener, position: int) -> None:
        channels = self._channels.get(listener.topic, [])
        holds = max((PARTS.get(channel.kind, 0) for channel in channels), default=0)
        # Static transforms share the type of tf, but are published once.
        lasts = listener.topic in LASTING or any(channel.latched for channel in channels)
        if lasts:
            before = self._recording.last(listener.topic, position, MOST_BEFORE)
        elif holds:
            before = self._recording.last(
                listener.topic, position, MOST_BEFORE, max(0, position - holds)
            )
        else:
            before = self._recording.last(listener.topic, position, 1)
        for one in before:
            listener.deliver(one.data, one.time, "")
