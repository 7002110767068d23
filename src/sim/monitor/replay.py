"""A finished recording as the source of the monitor's server."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

from sim.bags.seekable import SeekableRecording
from sim.errors import InputError
from sim.monitor.player import RecordingPlayer
from sim.monitor.scene import SCENE, SceneRecord, scene_record
from sim.monitor.source import (
    Deliver,
    Graph,
    MonitorSource,
    MonitorView,
    Publication,
    Service,
    Topic,
)

PUBLISHER = "/recording"
WORLD = "/gazebo/world"


class ReplaySource(MonitorSource):
    """Source that plays the topics of a recording.

    ``assets`` reads the files of models. The world is that of the recording's scene, or the file
    ``world``.
    """

    def __init__(
        self, recording: SeekableRecording, assets: Callable[[str], bytes], world: str = ""
    ) -> None:
        self._assets = assets
        self._scene = _scene_of(recording)
        if world:
            self._scene.parameters[WORLD] = world
        self._left_out = tuple(f"not shown: {one}" for one in recording.left_out)
        # A topic with latching and other publishers has one channel for each.
        self._topics = tuple(
            dict.fromkeys(
                Topic(one.topic, one.kind, one.definition, one.md5)
                for one in sorted(recording.channels)
                if one.topic != SCENE
            )
        )
        self._player = self.playback = RecordingPlayer(recording)

    def view(self) -> MonitorView:
        """Return the recorded topics."""
        names = {topic.name: frozenset({PUBLISHER}) for topic in self._topics}
        damage = (self._player.problem,) if self._player.problem else ()
        return MonitorView(self._topics, (), Graph(names), self._left_out + damage)

    def now(self) -> Optional[int]:
        """Return the playback time in ns."""
        return self._player.position

    def subscribe(self, topic: Topic, deliver: Deliver) -> Callable[[], None]:
        """Deliver a topic's messages during playback."""
        self._player.subscribe(topic.name, deliver)
        return lambda: self._player.unsubscribe(deliver)

    def advertise(self, topic: str, type_name: str, as_json: bool = False) -> Publication:
        """Raise InputError, as a recording cannot be published to."""
        raise InputError(topic, "cannot be published to: a recording is played")

    async def call(self, service: Service, request: bytes, as_json: bool = False) -> bytes:
        """Raise InputError, as a recording cannot answer calls."""
        raise InputError(service.name, "cannot be called: a recording is played")

    def parameters(self) -> Dict[str, Any]:
        """Return the recorded parameters that a viewer needs."""
        return dict(self._scene.parameters)

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """Raise InputError, as recorded parameters are constant."""
        raise InputError("parameters", "cannot be set: a recording is played")

    def asset(self, uri: str) -> bytes:
        """Return a file, or the document of a recorded model."""
        scheme, _, name = uri.partition("://")
        if scheme != "simulator":
            return self._assets(uri)
        if name not in self._scene.models:
            raise InputError(uri, "the recording does not say what this model looked like")
        return self._scene.models[name].encode()

    def close(self) -> None:
        """End the player and close the file."""
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
