"""One shared subscription to a topic for all of its clients.

It exists from the first client's subscription to the last one's end.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import suppress
from typing import Callable, Deque, Dict, Optional, Set, Tuple

from sim.monitor.source import MonitorSource, Topic

_Message = Tuple[bytes, int, str]
# Messages that came since they were last handed out, which is many times a second.
MOST_ARRIVED = 1000


class ClientSubscription:
    """One client's subscription to a topic, limited in rate.

    ``put`` is called with a message and its time, at most ``rate`` times a second (0: without
    limit). The newest message always arrives.
    """

    def __init__(self, put: Callable[[bytes, int], None]) -> None:
        self._put = put
        self._period = 0.0
        self._next = 0.0
        self._held: Optional[Tuple[bytes, int]] = None
        self._timer: Optional[asyncio.TimerHandle] = None

    def limit(self, rate: float) -> None:
        """Set the maximum of messages a second; 0: without limit."""
        self._period = 1.0 / rate if rate > 0.0 else 0.0

    def offer(self, data: bytes, time: int) -> None:
        """Forward a message now or when due, unless a newer one comes."""
        if self._period == 0.0:
            self._put(data, time)
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now >= self._next and self._timer is None:
            self._next = now + self._period
            self._put(data, time)
            return
        self._held = (data, time)
        if self._timer is None:
            self._timer = loop.call_at(self._next, self._due)

    def clear(self) -> None:
        """Drop the held message; forward the next one without delay."""
        self._held, self._next = None, 0.0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Stop forwarding messages."""
        self._put = lambda data, time: None
        if self._timer is not None:
            self._timer.cancel()

    def _due(self) -> None:
        self._timer = None
        held, self._held = self._held, None
        if held is not None:
            self._next = asyncio.get_running_loop().time() + self._period
            self._put(*held)


class Feed:
    """Subscriptions to one topic, with the last message of each latching publisher.

    Messages queue until :meth:`hand_out`: the event loop polls all feeds together, as a wake-up for
    each message costs more than its delivery.
    """

    def __init__(self, source: MonitorSource, topic: Topic) -> None:
        self._loop = asyncio.get_running_loop()
        self._subscriptions: Set[ClientSubscription] = set()
        self._latched: Dict[str, Tuple[bytes, int]] = {}
        self._arrived: Deque[_Message] = deque(maxlen=MOST_ARRIVED)
        self._lock = threading.Lock()
        # Deliver at once in playback: after a seek no older message may remain queued.
        self._at_once = source.playback is not None
        self._stop = source.subscribe(topic, self._arrive)

    def add(self, subscription: ClientSubscription) -> None:
        """Add a subscription and send it the latched messages."""
        for data, time in list(self._latched.values()):
            subscription.offer(data, time)
        self._subscriptions.add(subscription)

    def remove(self, subscription: ClientSubscription) -> bool:
        """Remove a subscription; return whether it was the last one."""
        self._subscriptions.discard(subscription)
        if self._subscriptions:
            return False
        self._stop()
        return True

    def hand_out(self) -> None:
        """Deliver the queued messages to the subscriptions."""
        if not self._arrived:
            return
        with self._lock:
            arrived = list(self._arrived)
            self._arrived.clear()
        for data, time, latched_by in arrived:
            if latched_by:
                self._latched[latched_by] = (data, time)
            for subscription in list(self._subscriptions):
                subscription.offer(data, time)

    def _arrive(self, data: bytes, time: int, latched_by: str) -> None:
        with self._lock:
            self._arrived.append((data, time, latched_by))
        if self._at_once:
            # The loop may have closed, at the program's end.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.hand_out)
