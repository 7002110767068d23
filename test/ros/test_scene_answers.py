"""Additions to answers of spawn and respawn: warnings, and unsettled objects."""

from __future__ import annotations

import pytest

rospy = pytest.importorskip("rospy")

from sim.errors import SimulationError  # noqa: E402
from sim.ros.scenes.scene_services import SceneServices  # noqa: E402
from sim.scenes.live.sources import LoadedSource  # noqa: E402
from sim.scenes.scene import Scene  # noqa: E402


class LiveScene:
    def __init__(self, found) -> None:
        self.found, self.asked = found, []

    def settle(self, seconds):
        self.asked.append(seconds)
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def answer(monkeypatch, settle, found, warnings=()):
    monkeypatch.setattr(rospy, "get_param", lambda name, default: settle)
    services = SceneServices.__new__(SceneServices)
    services._live = LiveScene(found)
    said = services._remarked(
        {"status_message": "2 objects stand", "success": True},
        LoadedSource(Scene("a", 1, "2D", ()), {}, warnings=warnings),
    )
    return said, services._live.asked


def test_without_settling_nothing_is_waited_for(monkeypatch):
    assert answer(monkeypatch, 0.0, {"a": "sank 10 mm"}) == (
        {"status_message": "2 objects stand", "success": True},
        [],
    )


def test_unsettled_objects_and_warnings_are_in_the_answer(monkeypatch):
    said, asked = answer(
        monkeypatch,
        2,
        {"cube": "sank 10 mm", "bowl": "rose 25.8 m"},
        ("x.scenic:4: did you mean width?",),
    )
    assert (
        asked == [2.0]
        and said["unsettled"] == ["cube sank 10 mm", "bowl rose 25.8 m"]
        and said["success"]
    )
    assert (
        said["status_message"]
        == "2 objects stand; x.scenic:4: did you mean width?; within 2 s cube sank 10 mm, bowl "
        "rose 25.8 m"
    )


def test_an_answer_notes_that_time_stands(monkeypatch):
    said, _ = answer(monkeypatch, 2, SimulationError("physics is paused"))
    assert (
        said["status_message"] == "2 objects stand; settling: physics is paused"
        and "unsettled" not in said
    )
