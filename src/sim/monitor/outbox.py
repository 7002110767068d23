"""Bounded queue of frames to one client.

A slow client costs neither memory nor others' time: the oldest messages of each subscription are
dropped first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Deque, Dict, Optional

from sim.monitor.protocol import Frame

# Of one subscription; one message is kept whatever its size.
MOST_BYTES = 512 * 1024
MOST_MESSAGES = 200
# Frames that answer or announce something are never dropped.
MOST_ANSWERS_BYTES = 64 * 1024 * 1024


class Overflow(Exception):
    """A client has left more data unread than the limit."""


class _Waiting:
    def __init__(self) -> None:
        self.frames: Deque[Frame] = deque()
        self.size = self.dropped = 0

    def put(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.size += len(frame)
        while len(self.frames) > 1 and (self.size > MOST_BYTES or len(self.frames) > MOST_MESSAGES):
            self.size -= len(self.frames.popleft())
            self.dropped += 1

    def take(self) -> Frame:
        frame = self.frames.popleft()
        self.size -= len(frame)
        return frame


class Outbox:
    """Send queue: first answers, then the time, then subscriptions (round robin)."""

    def __init__(self) -> None:
        self._answers: Deque[Frame] = deque()
        self._answers_size = 0
        self._time: Optional[bytes] = None
        self._waiting: Dict[int, _Waiting] = {}
        self._turn: Deque[int] = deque()
        self._some = asyncio.Event()

    def answer(self, frame: Frame) -> None:
        """Queue a frame that must arrive; raises Overflow beyond the limit."""
        if self._answers_size + len(frame) > MOST_ANSWERS_BYTES and self._answers:
            raise Overflow
        self._answers.append(frame)
        self._answers_size += len(frame)
        self._some.set()

    def time(self, frame: bytes) -> None:
        """Queue the time; it replaces an unsent one."""
        self._time = frame
        self._some.set()

    def message(self, subscription: int, frame: Frame) -> None:
        """Queue a message; drops the subscription's oldest ones beyond its limits."""
        waiting = self._waiting.setdefault(subscription, _Waiting())
        if not waiting.frames:
            self._turn.append(subscription)
        waiting.put(frame)
        self._some.set()

    def forget(self, subscription: int) -> None:
        """Drop the queued messages of an ended subscription."""
        waiting = self._waiting.pop(subscription, None)
        if waiting is not None and waiting.frames:
            self._turn.remove(subscription)

    def clear(self) -> None:
        """Drop the queued messages of all subscriptions."""
        for waiting in self._waiting.values():
            waiting.frames.clear()
            waiting.size = 0
        self._turn.clear()

    def dropped(self) -> Dict[int, int]:
        """Return counts of newly dropped messages by subscription, where not 0."""
        found = {}
        for number, waiting in self._waiting.items():
            if waiting.dropped:
                found[number], waiting.dropped = waiting.dropped, 0
        return found

    @property
    def size(self) -> int:
        """Number of queued bytes."""
        return self._answers_size + sum(waiting.size for waiting in self._waiting.values())

    async def next(self) -> Frame:
        """Wait for the next frame to send."""
        while True:
            frame = self._next()
            if frame is not None:
                return frame
            self._some.clear()
            await self._some.wait()

    def _next(self) -> Optional[Frame]:
        if self._answers:
            answer = self._answers.popleft()
            self._answers_size -= len(answer)
            return answer
        if self._time is not None:
            now, self._time = self._time, None
            return now
        if not self._turn:
            return None
        number = self._turn.popleft()
        waiting = self._waiting[number]
        frame = waiting.take()
        if waiting.frames:
            self._turn.append(number)
        return frame
