"""Services of live scenes, below a node's name.

``generate``, ``spawn``, ``respawn``, ``clear`` and ``list``.
"""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Dict, List, Mapping, Optional

import rospy

from sim import srv
from sim.errors import InputError, SimulationError
from sim.ros.node.services import offer
from sim.ros.scenes.announcer import Announcer
from sim.ros.scenes.messages import (
    failure_messages,
    failures_text,
    mission_message,
    request_from_message,
    scene_message,
)
from sim.scenes import manifest
from sim.scenes.live.live_scene import LiveScene, UpdateOutcome
from sim.scenes.live.piece import Piece
from sim.scenes.live.sources import (
    LoadedSource,
    SceneRequest,
    SceneSources,
    names_no_scene,
    sampled_again,
)
from sim.scenes.scene import Scene
from sim.scenes.settling import moved_text


class _AtOnce:
    """Runs handlers in the thread of their request.

    Handlers take the lock themselves, since sampling takes seconds.
    """

    def call(self, function: Callable[[], Any]) -> Any:
        return function()


class SceneServices:
    """Offers the services during its lifetime.

    ``prefix``: of names in the simulator; ``changed`` is called after each change of the scene.
    """

    def __init__(
        self,
        sources: SceneSources,
        live: LiveScene,
        announcer: Announcer,
        prefix: str,
        changed: Callable[[], None],
    ) -> None:
        self._sources, self._live, self._announcer, self._prefix, self._changed = (
            sources,
            live,
            announcer,
            prefix,
            changed,
        )
        self._turn, self._standing = threading.RLock(), SceneRequest()
        handlers = {
            "generate": (srv.SceneGenerate, self._generate),
            "spawn": (srv.SceneSpawn, self._spawn),
            "respawn": (srv.SceneRespawn, self._respawn),
            "clear": (srv.SceneClear, self._clear),
            "list": (srv.SceneList, self._list),
        }
        self._services: List[rospy.Service] = [
            offer(rospy.resolve_name(f"~{name}"), kind, _AtOnce(), handler)
            for name, (kind, handler) in handlers.items()
        ]

    def load(self, request: SceneRequest) -> LoadedSource:
        """Return the scene of a request; its seed is logged for reproduction."""
        loaded = self._sources.load(request)
        rospy.loginfo(
            "scene: %s, seed %d: %d objects, %d entities of the mission",
            loaded.scene.scenario,
            loaded.scene.seed,
            len(loaded.pieces),
            len(loaded.scene.mission()),
        )
        for text in loaded.warnings:
            rospy.logwarn("scene: %s", text)
        return loaded

    def show(
        self,
        scene: Optional[Scene],
        pieces: Mapping[str, Piece],
        all_or_nothing: bool,
        request: SceneRequest = SceneRequest(),
    ) -> UpdateOutcome:
        """Spawn a scene in place of the present one, and publish it.

        It was sampled for ``request``.
        """
        with self._turn:
            begin = time.perf_counter()
            outcome = self._live.show(scene, pieces, all_or_nothing)
            if not outcome.undone:
                self._standing = request
            self._announcer.publish(outcome, time.perf_counter() - begin)
        self._changed()
        for name, text in outcome.failures.items():
            rospy.logwarn("scene: %s: %s", name, text)
        return outcome

    def _generate(self, request: srv.SceneGenerateRequest) -> Dict[str, Any]:
        loaded = self.load(request_from_message(request.source))
        now = rospy.Time.now().to_sec()
        return {
            "manifest": manifest.dumps(loaded.scene),
            "seed": loaded.scene.seed,
            "status_message": f"sampled in {loaded.scene.iterations} iterations",
            "scene": scene_message(loaded.scene, loaded.pieces, now, self._prefix),
            "mission": mission_message(loaded.scene, now),
        }

    def _spawn(self, request: srv.SceneSpawnRequest) -> Dict[str, Any]:
        self._check_empty()
        loaded = self.load(request_from_message(request.source))
        with self._turn:
            self._check_empty()
            outcome = self.show(loaded.scene, loaded.pieces, request.all_or_nothing, loaded.request)
        answer = {
            **_said(outcome, f"{len(outcome.added)} objects stand"),
            "seed": loaded.scene.seed,
            "spawned": outcome.added,
        }
        return self._remarked(answer, loaded)

    def _check_empty(self) -> None:
        if self._live.pieces or self._live.scene is not None:
            raise InputError(
                "spawn",
                "a scene of this spawner stands; respawn turns it into another, clear takes it "
                "away",
            )

    def _respawn(self, request: srv.SceneRespawnRequest) -> Dict[str, Any]:
        given = request_from_message(request.source)
        wanted: Optional[SceneRequest] = given
        if names_no_scene(given):
            wanted = sampled_again(self._standing, given) if self._live.scene is not None else None
        loaded = self.load(wanted) if wanted else None
        with self._turn:
            if loaded is None:
                if self._live.scene is None:
                    raise InputError(
                        "source",
                        "is empty, and no scene is shown; fill in one of scene, manifest and "
                        "scenario",
                    )
                loaded = LoadedSource(self._live.scene, self._live.wanted, self._standing)
            begin = time.perf_counter()
            outcome = self.show(loaded.scene, loaded.pieces, request.all_or_nothing, loaded.request)
            seconds = time.perf_counter() - begin
        text = (
            f"{len(outcome.added)} added, {len(outcome.removed)} removed, {len(outcome.moved)} "
            f"moved, {len(outcome.replaced)} replaced, "
            f"{len(outcome.unchanged)} unchanged"
        )
        answer = {
            **_said(outcome, text),
            "seed": loaded.scene.seed,
            "added": outcome.added,
            "removed": outcome.removed,
            "moved": outcome.moved,
            "replaced": outcome.replaced,
            "unchanged": len(outcome.unchanged),
            "seconds": seconds,
        }
        return self._remarked(answer, loaded)

    def _remarked(self, answer: Dict[str, Any], loaded: LoadedSource) -> Dict[str, Any]:
        """Add warnings to an answer.

        They come from the program and, with ``~settle`` s, from the settling of its objects.
        """
        remarks, settle = list(loaded.warnings), float(rospy.get_param("~settle", 0.0))
        if settle > 0.0:
            try:
                found = self._live.settle(settle)
                answer["unsettled"] = [f"{name} {said}" for name, said in found.items()]
                remarks += [moved_text(found, settle)] if found else []
            except SimulationError as error:
                remarks.append(f"settling: {error}")
        return {**answer, "status_message": "; ".join([answer["status_message"], *remarks])}

    def _clear(self, request: srv.SceneClearRequest) -> Dict[str, Any]:
        with self._turn:
            outcome = self.show(None, {}, False)
        return {
            **_said(outcome, f"{len(outcome.removed)} objects removed"),
            "removed": outcome.removed,
        }

    def _list(self, request: srv.SceneListRequest) -> Dict[str, Any]:
        scene, pieces, now = self._live.scene, dict(self._live.pieces), rospy.Time.now().to_sec()
        return {
            "status_message": f"{scene.scenario}, seed {scene.seed}"
            if scene
            else "no scene is shown",
            "scene": scene_message(scene, pieces, now, self._prefix),
            "mission": mission_message(scene, now),
            "missing": self._live.missing(),
            "manifest": manifest.dumps(scene) if scene else "",
            "scenarios": self._sources.programs.names(),
        }


def _said(outcome: UpdateOutcome, done: str) -> Dict[str, Any]:
    """Return the answer's fields for success and failure."""
    failures = failure_messages(outcome.failures)
    if not failures:
        return {"success": True, "status_message": done, "failures": failures}
    end = "; nothing was changed" if outcome.undone else f"; {done}"
    return {
        "success": False,
        "status_message": failures_text(outcome.failures) + end,
        "failures": failures,
    }
