"""Objects moved by a mission, and none if the simulator has ended."""

from __future__ import annotations

from typing import Dict, Sequence

import numpy as np
import pytest

rospy = pytest.importorskip("rospy")

from sim.arrays import Array  # noqa: E402
from sim.errors import SimulationError  # noqa: E402
from sim.msg import Scene, SceneObject  # noqa: E402
from sim.ros.conversions import pose_from_matrix  # noqa: E402
from sim.ros.scenes import mission_objects  # noqa: E402
from sim.ros.scenes.mission_objects import moved_objects  # noqa: E402
from sim.transforms import transform_from_rpy  # noqa: E402

PLACES = {"cube": (1.0, 2.0, 0.5), "table": (0.0, 3.0, 0.0), "can": (4.0, 0.0, 0.0)}


class Simulator:
    """Returns poses of models, one by one.

    It ends by raising an error, or after ``answers``, when it has no models any more.
    """

    def __init__(
        self, places: Dict[str, Sequence[float]], error: object = None, answers: int = 99
    ) -> None:
        self._places, self._error, self._answers = places, error, answers

    def poses(self, names: Sequence[str]) -> Dict[str, Array]:
        if isinstance(self._error, Exception):
            raise self._error
        found = (name for name in names[: self._answers] if name in self._places)
        return {name: transform_from_rpy(self._places[name]) for name in found}


def scene() -> Scene:
    objects = [
        SceneObject(name=name, pose=pose_from_matrix(transform_from_rpy(place)))
        for name, place in PLACES.items()
    ]
    return Scene(objects=objects)


def test_objects_that_are_elsewhere_or_gone_are_named() -> None:
    places = {"robot": (0.0, 0.0, 0.0), "cube": (1.0, 2.2, 0.5), "table": (0.0, 3.01, 0.0)}
    moved = moved_objects(scene(), "robot", Simulator(places))
    assert moved == {"cube": pytest.approx(np.array((1.0, 2.2, 0.5))), "can": None}


def test_a_simulator_that_ends_has_moved_nothing() -> None:
    """It still answers, but has no models any more. Even the robot is missing."""
    places = {"robot": (0.0, 0.0, 0.0), **PLACES}
    for answers in range(4):
        assert moved_objects(scene(), "robot", Simulator(places, answers=answers)) is None
    assert moved_objects(scene(), "robot", Simulator(places)) == {}
    assert moved_objects(scene(), "robot", Simulator({"robot": (0.0, 0.0, 0.0)})) == {
        "cube": None,
        "table": None,
        "can": None,
    }


@pytest.mark.parametrize("asked", [True, False])
def test_one_that_has_ended_is_an_error_unless_all_end(
    asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mission_objects, "asked_to_end", lambda: asked)
    simulator = Simulator({}, SimulationError("no answer"))
    if asked:
        assert moved_objects(scene(), "robot", simulator) is None
    else:
        with pytest.raises(SimulationError, match="no answer"):
            moved_objects(scene(), "robot", simulator)
