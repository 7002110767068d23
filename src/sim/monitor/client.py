"""One client: what it asks, and what it is subscribed to."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, Sequence, Set, Tuple

from sim.errors import InputError, SimError
from sim.monitor import protocol
from sim.monitor.feed import Subscription
from sim.monitor.graph import update
from sim.monitor.hub import Hub
from sim.monitor.outbox import Outbox
from sim.monitor.playback import PlaybackRequest, PlaybackState
from sim.monitor.scripts import Scripts
from sim.monitor.source import Graph, Publication

# Calls of services that have not been answered yet, and channels, of one client.
MOST_CALLS = 32
MOST_SUBSCRIPTIONS = 1000
DROPPED = "dropped"
# What scripts print waits to be sent as messages do, of a subscription that no client can have.
SCRIPTS = -1
# The exit status of a script that was not started.
REFUSED = 2


class Client:
    """A client's requests, one method each; :meth:`handle` takes a frame. ``told`` gets what a
    request of this client has made of a recording that is played; ``scripts`` is the program that
    runs its scripts."""

    def __init__(
        self,
        hub: Hub,
        told: Callable[[Client, PlaybackState, str], None],
        scripts: Sequence[str] = (),
    ) -> None:
        self.outbox = Outbox()
        self._hub, self._told = hub, told
        self._scripts = Scripts(scripts, self._script_says)
        self._subscriptions: Dict[int, Tuple[int, Subscription]] = {}
        self._publications: Dict[int, Publication] = {}
        # Parameters by what the client knows of them.
        self._watched: Dict[str, Any] = {}
        self._graph: Graph = Graph()
        self._wants_graph = False
        # As the client knows it, where it has asked.
        self._simulator: Optional[str] = None
        self._tasks: Set[asyncio.Task[None]] = set()
        self._calls = 0
        self._says_dropped = False
        self._requests: Dict[str, Callable[[Dict[str, Any]], None]] = {
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "limitRate": self._limit_rate,
            "advertise": self._advertise,
            "unadvertise": self._unadvertise,
            "getParameters": self._get_parameters,
            "setParameters": self._set_parameters,
            "subscribeParameterUpdates": self._watch_parameters,
            "unsubscribeParameterUpdates": self._unwatch_parameters,
            "subscribeConnectionGraph": self._subscribe_graph,
            "unsubscribeConnectionGraph": self._unsubscribe_graph,
            "subscribeSimulator": self._subscribe_simulator,
            "fetchAsset": self._fetch_asset,
            "runScript": self._run_script,
            "stopScript": self._stop_script,
        }

    def handle(self, frame: protocol.Frame) -> None:
        """Does what a frame asks; what is wrong with it becomes a status that the client shows."""
        try:
            if isinstance(frame, bytes):
                message = protocol.decoded(frame)
                if isinstance(message, protocol.ServiceRequest):
                    self._call(message)
                elif isinstance(message, PlaybackRequest):
                    self._control(message)
                else:
                    self._publish(message)
                return
            request = protocol.parsed(frame)
            action = self._requests.get(request["op"])
            if action is None:
                known = ", ".join(self._requests)
                raise InputError("op", f"{request['op']!r} is not one of: {known}")
            action(request)
        except SimError as error:
            self.status(protocol.ERROR, str(error))

    def status(self, level: int, message: str, name: str = "") -> None:
        """Says something to the user; what has a name stands in the place of what had it before."""
        fields = {"id": name} if name else {}
        self.outbox.answer(protocol.text("status", level=level, message=message, **fields))

    def clear_status(self, name: str) -> None:
        """Takes back what was said under a name."""
        self.outbox.answer(protocol.text("removeStatus", statusIds=[name]))

    def channels_gone(self, channels: Set[int]) -> None:
        """Ends the subscriptions to topics that are gone."""
        for number, (channel, subscription) in list(self._subscriptions.items()):
            if channel in channels:
                self._end(number, channel, subscription)

    def graph_changed(self, graph: Graph) -> None:
        """Tells who watches the graph what has changed of it."""
        if self._wants_graph:
            fields = update(self._graph, graph)
            self._graph = graph
            if fields:
                self.outbox.answer(protocol.text("connectionGraphUpdate", **fields))

    def simulator_is(self, uri: str) -> None:
        """Tells who watches the simulator that it is another, or gone."""
        if self._simulator not in (None, uri):
            self._tell_simulator(uri)

    def parameters_are(self, values: Mapping[str, Any]) -> None:
        """Tells who watches parameters which of these have changed, or are gone."""
        found = []
        for name, before in self._watched.items():
            value = self._watched[name] = values.get(name)
            if value != before:
                found.append({"name": name} if value is None else protocol.parameter(name, value))
        if found:
            self.outbox.answer(protocol.text("parameterValues", parameters=found))

    def playback(self, state: PlaybackState, request: str = "") -> None:
        """Says how a recording is played; after a seek nothing of before it is sent any more."""
        if state.sought:
            self.outbox.clear()
            for _, subscription in self._subscriptions.values():
                subscription.clear()
        self.outbox.answer(protocol.playback_state(state, request))
        self.outbox.time(protocol.time(state.time))

    @property
    def watches_parameters(self) -> bool:
        """Whether it wants to know when parameters change."""
        return bool(self._watched)

    def report_dropped(self) -> None:
        """Says which topics send more than this client takes, and takes it back when that is
        over."""
        lost = self.outbox.dropped()
        if lost:
            topics = self._hub.channels.all()
            names = sorted(
                f"{topics[self._subscriptions[number][0]].name} ({count})"
                for number, count in lost.items()
                if number in self._subscriptions
            )
            if SCRIPTS in lost:
                names.append(f"what scripts print ({lost[SCRIPTS]})")
            text = "more is published than this page takes; dropped: " + ", ".join(names)
            self.status(protocol.WARNING, text, DROPPED)
        elif self._says_dropped:
            self.clear_status(DROPPED)
        self._says_dropped = bool(lost)

    def close(self) -> None:
        """Ends all that it has asked for."""
        for number, (channel, subscription) in list(self._subscriptions.items()):
            self._end(number, channel, subscription)
        for publication in self._publications.values():
            publication.close()
        self._publications.clear()
        self._scripts.close()
        for task in list(self._tasks):
            task.cancel()

    def _subscribe(self, request: Dict[str, Any]) -> None:
        for one in protocol.objects(request, "subscriptions", id=int, channelId=int):
            number, channel = one["id"], one["channelId"]
            if number in self._subscriptions:
                raise InputError("subscribe", f"subscription {number} exists already")
            if len(self._subscriptions) >= MOST_SUBSCRIPTIONS:
                raise InputError("subscribe", f"more than {MOST_SUBSCRIPTIONS} subscriptions")
            subscription = Subscription(
                lambda data, time, number=number: self.outbox.message(  # type: ignore[misc]
                    number, protocol.message(number, time, data)
                )
            )
            self._subscriptions[number] = (channel, subscription)
            try:
                self._hub.subscribe(channel, subscription)
            except SimError:
                del self._subscriptions[number]
                raise

    def _unsubscribe(self, request: Dict[str, Any]) -> None:
        for number in protocol.numbers(request, "subscriptionIds"):
            if number not in self._subscriptions:
                raise InputError("unsubscribe", f"there is no subscription {number}")
            self._end(number, *self._subscriptions[number])

    def _end(self, number: int, channel: int, subscription: Subscription) -> None:
        del self._subscriptions[number]
        subscription.close()
        self._hub.unsubscribe(channel, subscription)
        self.outbox.forget(number)

    def _limit_rate(self, request: Dict[str, Any]) -> None:
        number, rate = request.get("subscriptionId"), request.get("rate")
        if not isinstance(number, int) or number not in self._subscriptions:
            raise InputError("limitRate.subscriptionId", f"there is no subscription {number}")
        if isinstance(rate, bool) or not isinstance(rate, (int, float)) or not 0 <= rate < 1e6:
            raise InputError("limitRate.rate", f"{rate!r} is no number of messages a second")
        self._subscriptions[number][1].limit(float(rate))

    def _advertise(self, request: Dict[str, Any]) -> None:
        self._hub.check_writable()
        kinds = {"id": int, "topic": str, "encoding": str, "schemaName": str}
        for one in protocol.objects(request, "channels", **kinds):
            as_json = protocol.is_json(one["encoding"], f"advertise {one['topic']}")
            if one["id"] in self._publications:
                raise InputError("advertise", f"channel {one['id']} exists already")
            self._publications[one["id"]] = self._hub.source.advertise(
                one["topic"], one["schemaName"], as_json
            )

    def _unadvertise(self, request: Dict[str, Any]) -> None:
        for number in protocol.numbers(request, "channelIds"):
            self._publication(number).close()
            del self._publications[number]

    def _publication(self, number: int) -> Publication:
        if number not in self._publications:
            raise InputError("channel", f"this client has advertised no channel {number}")
        return self._publications[number]

    def _publish(self, message: protocol.ClientMessage) -> None:
        self._publication(message.channel).publish(message.data)

    def _call(self, request: protocol.ServiceRequest) -> None:
        async def call() -> None:
            try:
                answer = await self._hub.call(request)
                self.outbox.answer(protocol.response(request, answer))
            except SimError as error:
                self._refuse(request, str(error))
            finally:
                self._calls -= 1

        if self._calls >= MOST_CALLS:
            self._refuse(request, f"{MOST_CALLS} calls of this client wait for their answers")
        else:
            # Frames that came at once are all here before the first call begins.
            self._calls += 1
            self._run(call)

    def _control(self, request: PlaybackRequest) -> None:
        if self._hub.source.playback is None:
            raise InputError("playback", "no recording is played: ./run monitor bag:=FILE does so")
        self._told(self, self._hub.source.playback.control(request), request.request)

    def _refuse(self, request: protocol.ServiceRequest, reason: str) -> None:
        self.outbox.answer(
            protocol.text(
                "serviceCallFailure",
                serviceId=request.service,
                callId=request.call,
                message=reason,
            )
        )

    def _get_parameters(self, request: Dict[str, Any]) -> None:
        names, number = _names(request), request.get("id")

        async def get() -> None:
            there = await self._hub.in_thread(self._hub.source.parameters)
            found = {name: there[name] for name in (names or there) if name in there}
            self._answer_parameters(found, number)

        self._run(get)

    def _set_parameters(self, request: Dict[str, Any]) -> None:
        self._hub.check_writable()
        given = protocol.objects(request, "parameters", name=str)
        values = {one["name"]: protocol.parameter_value(one) for one in given}

        async def put() -> None:
            await self._hub.in_thread(self._hub.source.set_parameters, values)
            if request.get("id") is not None:
                there = await self._hub.in_thread(self._hub.source.parameters)
                found = {name: there[name] for name in values if name in there}
                self._answer_parameters(found, request["id"])

        self._run(put)

    def _answer_parameters(self, values: Mapping[str, Any], number: Any) -> None:
        fields: Dict[str, Any] = {} if number is None else {"id": number}
        found = [protocol.parameter(name, value) for name, value in values.items()]
        self.outbox.answer(protocol.text("parameterValues", parameters=found, **fields))

    def _watch_parameters(self, request: Dict[str, Any]) -> None:
        names = _names(request)

        async def watch() -> None:
            there = await self._hub.in_thread(self._hub.source.parameters)
            # Without names all that there are.
            for name in names or there:
                self._watched.setdefault(name, there.get(name))

        self._run(watch)

    def _unwatch_parameters(self, request: Dict[str, Any]) -> None:
        for name in _names(request) or tuple(self._watched):
            self._watched.pop(name, None)

    def _subscribe_graph(self, request: Dict[str, Any]) -> None:
        self._wants_graph, self._graph = True, Graph()
        self.graph_changed(self._hub.graph)

    def _unsubscribe_graph(self, request: Dict[str, Any]) -> None:
        self._wants_graph = False

    def _subscribe_simulator(self, request: Dict[str, Any]) -> None:
        self._tell_simulator(self._hub.simulator)

    def _tell_simulator(self, uri: str) -> None:
        self._simulator = uri
        self.outbox.answer(protocol.text("simulator", uri=uri))

    def _fetch_asset(self, request: Dict[str, Any]) -> None:
        uri, number = request.get("uri"), request.get("requestId")
        if not isinstance(uri, str) or not isinstance(number, int) or not 0 <= number < 2**32:
            raise InputError("fetchAsset", "needs a text 'uri' and a number 'requestId'")

        async def fetch() -> None:
            try:
                data = await self._hub.in_thread(self._hub.source.asset, uri)
                self.outbox.answer(protocol.asset(number, data))
            except SimError as error:
                self.outbox.answer(protocol.no_asset(number, str(error)))
            except OSError as error:
                reason = f"{uri}: cannot be read: {error.strerror}"
                self.outbox.answer(protocol.no_asset(number, reason))

        self._run(fetch)

    def _run_script(self, request: Dict[str, Any]) -> None:
        number, code = request.get("id"), request.get("code")
        if not isinstance(number, int) or not isinstance(code, str):
            raise InputError("runScript", "needs a number 'id' and a text 'code'")
        self._hub.check_writable()
        try:
            self._scripts.start(number, code)
        except InputError as error:
            # Its panel waits for an end.
            self._script_says(number, f"{error}\n", REFUSED)
            raise

    def _stop_script(self, request: Dict[str, Any]) -> None:
        number = request.get("id")
        if not isinstance(number, int):
            raise InputError("stopScript", "needs a number 'id'")
        self._scripts.stop(number)

    def _script_says(self, number: int, text: str, status: Optional[int]) -> None:
        fields = {} if status is None else {"status": status}
        self.outbox.message(SCRIPTS, protocol.text("script", id=number, text=text, **fields))

    def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        async def guarded() -> None:
            try:
                await work()
            except SimError as error:
                self.status(protocol.ERROR, str(error))

        task = asyncio.ensure_future(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _names(request: Mapping[str, Any]) -> Tuple[str, ...]:
    found = request.get("parameterNames", [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise InputError(f"{request['op']}.parameterNames", "must be a list of names")
    return tuple(found)
