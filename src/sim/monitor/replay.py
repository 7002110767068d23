"""A finished recording as the source of the monitor's server."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

from sim.bags.seekable import SeekableRecording
from sim.errors import InputError
from sim.monitor.player import Player
from sim.monitor.scene import SCENE, SceneRecord, scene_record
from sim.monitor.source import Deliver, Graph, Publication, Service, Source, Topic, View

PUBLISHER = "/recording"
WORLD = "/gazebo/world"


class ReplaySource(Source):
    """Topics of a recording, played; ``assets`` reads what models are made of. The world is that of
    the recording's scene, or ``world``, a file."""

    def __init__(
        self, recording: SeekableRecording, assets: Callable[[str], bytes], world: str = ""
    ) -> None:
        self._assets = assets
        self._scene = _scene_of(recording)
        if world:
            self._scene.parameters[WORLD] = world
        self._left_out = tuple(f"not shown: {one}" for one in recording.left_out)
        # Publishers that latch and those that do not have a channel each.
        self._topics = tuple(
            dict.fromkeys(
                Topic(one.topic, one.kind, one.definition, one.md5)
                for one in sorted(recording.channels)
                if one.topic != SCENE
            )
        )
        self._player = self.playback = Player(recording)

    def view(self) -> View:
        """What was recorded."""
        names = {topic.name: frozenset({PUBLISHER}) for topic in self._topics}
        damage = (self._player.problem,) if self._player.problem else ()
        return View(self._topics, (), Graph(names), self._left_out + damage)

    def now(self) -> Optional[int]:
        """The time that is played."""
        return self._player.position

    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        """Hands a topic's messages over as they are played."""
        self._player.subscribe(topic.name, deliver)
        return lambda: self._player.unsubscribe(deliver)

    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        """Nothing listens."""
        raise InputError(topic, "cannot be published to: a recording is played")

    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        """Nothing answers."""
        raise InputError(service.name, "cannot be called: a recording is played")

    def parameters(self) -> Dict[str, Any]:
        """Those of the recorded simulation that a viewer needs."""
        return dict(self._scene.parameters)

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """They stay as they were."""
        raise InputError("parameters", "cannot be set: a recording is played")

    def asset(self, uri: str) -> bytes:
        """A file, or a model that was in the simulator."""
        scheme, _, name = uri.partition("://")
        if scheme != "simulator":
            return self._assets(uri)
        if name not in self._scene.models:
            raise InputError(uri, "the recording does not say what this model looked like")
        return self._scene.models[name].encode()

    def close(self) -> None:
        """Ends the player, and closes the file."""
        self._player.close()


def _scene_of(recording: SeekableRecording) -> SceneRecord:
    merged = SceneRecord({}, {})
    for one in recording.last(SCENE, recording.end, 1000):
        try:
            found = scene_record(one.data)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(SCENE, f"is not as the monitor writes it: {error}") from None
        merged.parameters.update(found.parameters)
        merged.models.update(found.models)
    return merged
