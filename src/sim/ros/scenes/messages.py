"""Scenes as messages. Frame world, metres and radians, as in the library."""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, Optional

from geometry_msgs.msg import Pose, PoseArray, Vector3

from sim.msg import Mission, MissionEntity, SceneFailure, SceneSource
from sim.msg import Scene as SceneMessage
from sim.msg import SceneObject as ObjectMessage
from sim.ros.conversions import header, pose_from_matrix
from sim.scenes.live.piece import Piece
from sim.scenes.live.sources import SceneRequest
from sim.scenes.scene import Scene, SceneObject
from sim.transforms import transform_from_pose


def request_from_message(message: SceneSource) -> SceneRequest:
    """Convert a message to a request, field by field."""
    return SceneRequest(
        message.scene,
        message.manifest,
        message.scenario,
        message.models,
        message.seed,
        message.mode,
        message.parameters,
        message.max_iterations,
    )


def scene_message(
    scene: Optional[Scene], pieces: Mapping[str, Piece], time: float, prefix: str = ""
) -> SceneMessage:
    """Convert a scene with spawned ``pieces``; empty without a scene."""
    if scene is None:
        return SceneMessage(
            header=header(time), objects=[_object(piece) for piece in pieces.values()]
        )
    ego = (
        scene.ego
        if any(item.name == scene.ego for item in scene.mission()) or not scene.ego
        else prefix + scene.ego
    )
    return SceneMessage(
        header(time),
        scene.scenario,
        scene.mode,
        scene.seed,
        ego,
        [_object(piece) for piece in pieces.values()],
    )


def _object(piece: Piece) -> ObjectMessage:
    width, length, height = piece.item.size
    along_model = (length, width, height) if piece.info.front == "x" else (width, length, height)
    return ObjectMessage(
        piece.name,
        piece.item.model,
        pose_from_matrix(piece.pose),
        Vector3(*along_model),
        Vector3(*piece.item.scale),
        piece.info.static,
    )


def mission_message(scene: Optional[Scene], time: float) -> Mission:
    """Convert the mission of a scene."""
    if scene is None:
        return Mission(header=header(time))
    return Mission(
        header(time),
        scene.scenario,
        scene.seed,
        scene.ego,
        [_entity(item) for item in scene.mission()],
    )


def _entity(item: SceneObject) -> MissionEntity:
    return MissionEntity(
        item.name, item.model, _pose(item), item.orientation[2], item.origin[5], Vector3(*item.size)
    )


def pose_arrays(scene: Optional[Scene], time: float) -> Dict[str, PoseArray]:
    """Return the poses of the mission's entities by type.

    The types are converted to valid parts of topic names.
    """
    arrays: Dict[str, PoseArray] = {}
    for item in scene.mission() if scene else ():
        arrays.setdefault(topic_word(item.model), PoseArray(header(time), [])).poses.append(
            _pose(item)
        )
    return arrays


def topic_word(model: str) -> str:
    """Convert a model's name to a valid part of a topic name."""
    word = re.sub(r"[^A-Za-z0-9_]", "_", model)
    return word if word[0].isalpha() else "_" + word


def failure_messages(failures: Mapping[str, str]) -> List[SceneFailure]:
    return [SceneFailure(name, text) for name, text in failures.items()]


def failures_text(failures: Mapping[str, str]) -> str:
    """Return a line on the failures, with the first message."""
    first = next(iter(failures))
    rest = f" (and {len(failures) - 1} more, in failures)" if len(failures) > 1 else ""
    return f"{first}: {failures[first]}{rest}"


def _pose(item: SceneObject) -> Pose:
    return pose_from_matrix(transform_from_pose(item.origin))
