"""Carries out a client's subscriptions to topics, and reports dropped messages."""

from __future__ import annotations

from typing import Any, Dict, Set, Tuple

from sim.errors import InputError, SimError
from sim.monitor import protocol
from sim.monitor.feed import ClientSubscription
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import ClientLink, Operations
from sim.monitor.operations.scripts import SCRIPTS

MAX_SUBSCRIPTIONS = 1000  # of one client
DROPPED = "dropped"


class TopicSubscriptions:
    """Topic subscriptions of one client, by the client's numbers."""

    def __init__(self, hub: MonitorHub, link: ClientLink) -> None:
        self._hub, self._link = hub, link
        self._open: Dict[int, Tuple[int, ClientSubscription]] = {}
        self._reports_dropped = False
        self.operations: Operations = {
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "limitRate": self._limit_rate,
        }

    def remove_channels(self, channels: Set[int]) -> None:
        """End the subscriptions to topics that are gone."""
        for number, (channel, subscription) in list(self._open.items()):
            if channel in channels:
                self._end(number, channel, subscription)

    def clear(self) -> None:
        """Drop all queued messages, as after a seek."""
        self._link.outbox.clear()
        for _, subscription in self._open.values():
            subscription.clear()

    def report_dropped(self) -> None:
        """Report the topics that exceed this client's rate; clear the report afterwards."""
        lost = self._link.outbox.dropped()
        if lost:
            topics = self._hub.channels.all()
            names = sorted(
                f"{topics[self._open[number][0]].name} ({count})"
                for number, count in lost.items()
                if number in self._open
            )
            if SCRIPTS in lost:
                names.append(f"output of scripts ({lost[SCRIPTS]})")
            text = "messages arrive faster than this page reads; dropped: " + ", ".join(names)
            self._link.status(protocol.WARNING, text, DROPPED)
        elif self._reports_dropped:
            self._link.clear_status(DROPPED)
        self._reports_dropped = bool(lost)

    def close(self) -> None:
        """End all subscriptions."""
        for number, (channel, subscription) in list(self._open.items()):
            self._end(number, channel, subscription)

    def _subscribe(self, request: Dict[str, Any]) -> None:
        for one in protocol.objects(request, "subscriptions", id=int, channelId=int):
            number, channel = one["id"], one["channelId"]
            if number in self._open:
                raise InputError("subscribe", f"subscription {number} exists already")
            if len(self._open) >= MAX_SUBSCRIPTIONS:
                raise InputError("subscribe", f"more than {MAX_SUBSCRIPTIONS} subscriptions")
            subscription = ClientSubscription(
                lambda data, time, number=number: self._link.outbox.message(  # type: ignore[misc]
                    number, protocol.message(number, time, data)
                )
            )
            self._open[number] = (channel, subscription)
            try:
                self._hub.subscribe(channel, subscription)
            except SimError:
                del self._open[number]
                raise

    def _unsubscribe(self, request: Dict[str, Any]) -> None:
        for number in protocol.numbers(request, "subscriptionIds"):
            if number not in self._open:
                raise InputError("unsubscribe", f"subscription {number} not found")
            self._end(number, *self._open[number])

    def _end(self, number: int, channel: int, subscription: ClientSubscription) -> None:
        del self._open[number]
        subscription.close()
        self._hub.unsubscribe(channel, subscription)
        self._link.outbox.forget(number)

    def _limit_rate(self, request: Dict[str, Any]) -> None:
        number, rate = request.get("subscriptionId"), request.get("rate")
        if not isinstance(number, int) or number not in self._open:
            raise InputError("limitRate.subscriptionId", f"subscription {number} not found")
        if isinstance(rate, bool) or not isinstance(rate, (int, float)) or not 0 <= rate < 1e6:
            raise InputError("limitRate.rate", f"{rate!r} is not a number of messages a second")
        self._open[number][1].limit(float(rate))
