"""State shared by all clients: numbered topics and services, feeds, middleware."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Tuple, TypeVar

from sim.errors import InputError
from sim.monitor import protocol
from sim.monitor.catalogue import Catalogue
from sim.monitor.feed import ClientSubscription, Feed
from sim.monitor.pace import Pace
from sim.monitor.source import Graph, MonitorSource, MonitorView, Service, Topic

R = TypeVar("R")


class MonitorHub:
    """State that clients share; used in the event loop's thread only."""

    def __init__(self, source: MonitorSource, read_only: bool = False) -> None:
        self.source = source
        # A recording accepts neither messages nor calls.
        self.read_only = read_only or source.playback is not None
        self.channels: Catalogue[Topic] = Catalogue()
        self.services: Catalogue[Service] = Catalogue()
        self.graph = Graph()
        self.problems: Tuple[str, ...] = ()
        self.simulator = ""
        self.pace = Pace()
        # By channel; for a recording by channel and subscription, as each subscription begins with
        # the latest messages at that time.
        self._feeds: Dict[Tuple[int, int], Feed] = {}
        self._threads = ThreadPoolExecutor(8, "monitor")

    def capabilities(self) -> List[str]:
        """Return the capabilities that the protocol announces to clients."""
        able = ["time", "parameters", "parametersSubscribe", "connectionGraph", "assets"]
        if self.source.playback is not None:
            able.append("playbackControl")
        return able if self.read_only else [*able, "clientPublish", "services"]

    def check_writable(self) -> None:
        """Raise InputError if the monitor is read-only."""
        if self.read_only:
            played = self.source.playback is not None
            reason = "a recording is played" if played else "start it with read_only:=false"
            raise InputError("monitor", f"is read-only: {reason}")

    async def in_thread(self, function: Callable[..., R], *arguments: Any) -> R:
        """Run a slow function in a thread beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *arguments)

    def take(self, view: MonitorView) -> List[str]:
        """Take over a view; return frames that announce its changes."""
        frames = []
        came, gone = self.channels.update(view.topics)
        if gone:
            frames.append(protocol.text("unadvertise", channelIds=gone))
        if came:
            frames.append(self._advertise(came))
        came, gone = self.services.update(() if self.read_only else view.services)
        if gone:
            frames.append(protocol.text("unadvertiseServices", serviceIds=gone))
        if came:
            frames.append(self._advertise_services(came))
        self.graph, self.problems, self.simulator = view.graph, view.problems, view.simulator
        return frames

    def welcome(self) -> List[str]:
        """Return the frames that announce topics and services to new clients."""
        frames = []
        if self.channels.all():
            frames.append(self._advertise(list(self.channels.all())))
        if self.services.all():
            frames.append(self._advertise_services(list(self.services.all())))
        return frames

    def subscribe(self, channel: int, subscription: ClientSubscription) -> None:
        """Add a subscription to a channel; raises InputError if unknown."""
        key = self._key(channel, subscription)
        if key not in self._feeds:
            try:
                topic = self.channels.get(channel)
            except KeyError:
                raise InputError("subscribe", f"channel {channel} not found") from None
            self._feeds[key] = Feed(self.source, topic)
        self._feeds[key].add(subscription)

    def unsubscribe(self, channel: int, subscription: ClientSubscription) -> None:
        """Remove a subscription."""
        key = self._key(channel, subscription)
        if self._feeds[key].remove(subscription):
            del self._feeds[key]

    def hand_out(self) -> None:
        """Deliver the queued messages of all topics."""
        for feed in list(self._feeds.values()):
            feed.hand_out()

    def _key(self, channel: int, subscription: ClientSubscription) -> Tuple[int, int]:
        return channel, id(subscription) if self.source.playback is not None else 0

    async def call(self, request: protocol.ServiceRequest) -> bytes:
        """Call a service for a client."""
        self.check_writable()
        try:
            service = self.services.get(request.service)
        except KeyError:
            raise InputError("service", f"service {request.service} not found") from None
        as_json = protocol.is_json(request.encoding, service.name)
        return await self.source.call(service, request.data, as_json)

    def close(self) -> None:
        """End the threads without waiting for blocked calls."""
        self._threads.shutdown(wait=False)

    def _advertise(self, numbers: List[int]) -> str:
        found = [protocol.channel(number, self.channels.get(number)) for number in numbers]
        return protocol.text("advertise", channels=found)

    def _advertise_services(self, numbers: List[int]) -> str:
        found = [protocol.service(number, self.services.get(number)) for number in numbers]
        return protocol.text("advertiseServices", services=found)
