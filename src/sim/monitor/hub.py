"""What all clients share: topics and services by number, one feed per topic that is wanted, and the
middleware behind them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Tuple, TypeVar

from sim.errors import InputError
from sim.monitor import protocol
from sim.monitor.catalogue import Catalogue
from sim.monitor.feed import Feed, Subscription
from sim.monitor.source import Graph, Service, Source, Topic, View

R = TypeVar("R")


class Hub:
    """The state that clients share; all in the event loop's thread."""

    def __init__(self, source: Source, read_only: bool = False) -> None:
        self.source = source
        # What was recorded takes neither messages nor calls.
        self.read_only = read_only or source.playback is not None
        self.channels: Catalogue[Topic] = Catalogue()
        self.services: Catalogue[Service] = Catalogue()
        self.graph = Graph()
        self.problems: Tuple[str, ...] = ()
        self.simulator = ""
        # By channel; where a recording is played, by channel and subscription, since each begins
        # with what was the case when it came.
        self._feeds: Dict[Tuple[int, int], Feed] = {}
        self._threads = ThreadPoolExecutor(8, "monitor")

    def capabilities(self) -> List[str]:
        """What clients may do."""
        able = ["time", "parameters", "parametersSubscribe", "connectionGraph", "assets"]
        if self.source.playback is not None:
            able.append("playbackControl")
        return able if self.read_only else [*able, "clientPublish", "services"]

    def check_writable(self) -> None:
        """InputError where clients may only look."""
        if self.read_only:
            played = self.source.playback is not None
            reason = "a recording is played" if played else "start it with read_only:=false"
            raise InputError("monitor", f"is read-only: {reason}")

    async def in_thread(self, function: Callable[..., R], *arguments: Any) -> R:
        """Runs what may take a while beside the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *arguments)

    def take(self, view: View) -> List[str]:
        """Takes over what there is; returns the frames that tell clients what has changed."""
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
        """The frames that tell a client what there is."""
        frames = []
        if self.channels.all():
            frames.append(self._advertise(list(self.channels.all())))
        if self.services.all():
            frames.append(self._advertise_services(list(self.services.all())))
        return frames

    def subscribe(self, channel: int, subscription: Subscription) -> None:
        """Adds a subscription to a channel; InputError where there is none."""
        key = self._key(channel, subscription)
        if key not in self._feeds:
            try:
                topic = self.channels.get(channel)
            except KeyError:
                raise InputError("subscribe", f"there is no channel {channel}") from None
            self._feeds[key] = Feed(self.source, topic)
        self._feeds[key].add(subscription)

    def unsubscribe(self, channel: int, subscription: Subscription) -> None:
        """Takes a subscription out."""
        key = self._key(channel, subscription)
        if self._feeds[key].remove(subscription):
            del self._feeds[key]

    def hand_out(self) -> None:
        """Hands what came of all topics to their subscriptions."""
        for feed in list(self._feeds.values()):
            feed.hand_out()

    def _key(self, channel: int, subscription: Subscription) -> Tuple[int, int]:
        return channel, id(subscription) if self.source.playback is not None else 0

    async def call(self, request: protocol.ServiceRequest) -> bytes:
        """Calls a service for a client."""
        self.check_writable()
        try:
            service = self.services.get(request.service)
        except KeyError:
            raise InputError("service", f"there is no service {request.service}") from None
        as_json = protocol.is_json(request.encoding, service.name)
        return await self.source.call(service, request.data, as_json)

    def close(self) -> None:
        """Ends the threads, without waiting for what hangs in them."""
        self._threads.shutdown(wait=False)

    def _advertise(self, numbers: List[int]) -> str:
        found = [protocol.channel(number, self.channels.get(number)) for number in numbers]
        return protocol.text("advertise", channels=found)

    def _advertise_services(self, numbers: List[int]) -> str:
        found = [protocol.service(number, self.services.get(number)) for number in numbers]
        return protocol.text("advertiseServices", services=found)
