"""Publishes the present scene: latched topics below a node's name, and diagnostics."""

from __future__ import annotations

from typing import Dict, Optional

import diagnostic_updater
import rospy
from diagnostic_msgs.msg import DiagnosticStatus
from geometry_msgs.msg import PoseArray

from sim.msg import Mission
from sim.msg import Scene as SceneMessage
from sim.ros.conversions import WORLD_FRAME, header
from sim.ros.scenes.messages import mission_message, pose_arrays, scene_message
from sim.scenes.live.live_scene import LiveScene, UpdateOutcome


class Announcer:
    """``~scene``, ``~mission``, ``~mission/TYPE`` and ``/diagnostics``."""

    def __init__(self, live: LiveScene, prefix: str) -> None:
        self._live, self._prefix = live, prefix
        self._scene = rospy.Publisher("~scene", SceneMessage, queue_size=1, latch=True)
        self._mission = rospy.Publisher("~mission", Mission, queue_size=1, latch=True)
        self._types: Dict[str, rospy.Publisher] = {}
        self._outcome: Optional[UpdateOutcome] = None
        self._seconds = 0.0
        self._updater = diagnostic_updater.Updater()
        self._updater.setHardwareID("scene")
        self._updater.add("scene", self._status)

    def publish(self, outcome: Optional[UpdateOutcome] = None, seconds: float = 0.0) -> None:
        """Publish the present scene, and the outcome of its last change.

        The change took ``seconds``.
        """
        self._outcome, self._seconds = outcome, seconds
        time, scene = rospy.Time.now().to_sec(), self._live.scene
        self._scene.publish(scene_message(scene, self._live.pieces, time, self._prefix))
        self._mission.publish(mission_message(scene, time))
        arrays = pose_arrays(scene, time)
        for kind in arrays:
            if kind not in self._types:
                self._types[kind] = rospy.Publisher(
                    f"~mission/{kind}", PoseArray, queue_size=1, latch=True
                )
        for kind, publisher in self._types.items():
            publisher.publish(arrays.get(kind) or PoseArray(header(time, WORLD_FRAME), []))

    def update(self) -> None:
        """Publish diagnostics; call it about once a second."""
        self._updater.force_update()

    def _status(
        self, status: diagnostic_updater.DiagnosticStatusWrapper
    ) -> diagnostic_updater.DiagnosticStatusWrapper:
        scene, failures = self._live.scene, self._outcome.failures if self._outcome else {}
        if failures:
            name, text = next(iter(failures.items()))
            status.summary(
                DiagnosticStatus.ERROR, f"{len(failures)} objects failed; {name}: {text}"
            )
        elif scene is None:
            status.summary(DiagnosticStatus.OK, "no scene")
        else:
            status.summary(DiagnosticStatus.OK, f"{scene.scenario}, seed {scene.seed}")
        for key, value in (
            ("objects", len(self._live.pieces)),
            ("mission_entities", len(scene.mission()) if scene else 0),
            ("failures", len(failures)),
            ("last_change_ms", round(1e3 * self._seconds, 1)),
        ):
            status.add(key, str(value))
        return status
