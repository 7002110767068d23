"""Views of an environment for people: geometry, mark, plain view, Gymnasium's recorder."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import pytest

pytest.importorskip("gymnasium")
import gymnasium
from environments.test_drive_env import TASK

import sim.environments.gym  # noqa: F401 - registers the environments
from sim.arrays import Array
from sim.environments.drive_env import DriveEnv
from sim.environments.sensors import Pictures
from sim.environments.view import MARK_COLOR, ViewOptions
from sim.errors import SimulationError
from sim.traffic.ego_state import EgoState

pytestmark = pytest.mark.not_quick
ACROSS = 60.0


def drawn(view: ViewOptions) -> Tuple[Array, EgoState]:
    """Return a picture at the start and the ego."""
    env = DriveEnv(TASK, traffic_seeds=(1,), render_mode="rgb_array", view=view)
    try:
        env.reset(seed=1)
        return env.render(), env.loop.ego
    finally:
        env.close()


def marked(picture: Array) -> Array:
    """Return pixels (n, 2) of the mark, from the middle."""
    far = np.abs(picture.astype(int) - MARK_COLOR).sum(axis=2)
    rows, columns = np.nonzero(far < 60)
    height, width = picture.shape[:2]
    return np.column_stack([columns - 0.5 * (width - 1), 0.5 * (height - 1) - rows])


@pytest.mark.parametrize("opengl", [True, False])
def test_the_ego_is_in_the_middle_and_as_it_heads(
    opengl: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not opengl:

        def fail(*_: Any) -> Array:
            raise SimulationError("no OpenGL here")

        monkeypatch.setattr(Pictures, "take", fail)
    picture, ego = drawn(ViewOptions(pixels=(600, 400), across=ACROSS))
    assert picture.shape == (400, 600, 3) and picture.dtype == np.uint8
    pixels = marked(picture)
    assert len(pixels) > 50
    np.testing.assert_allclose(pixels.mean(axis=0), 0.0, atol=2.5)
    along = pixels @ (np.cos(ego.yaw), np.sin(ego.yaw))
    across = pixels @ (-np.sin(ego.yaw), np.cos(ego.yaw))
    # The outline is 0.3 m around the ego's box and two pixels wide.
    scale, around = 600 / ACROSS, 0.6 if opengl else 0.0
    assert np.ptp(along) / scale == pytest.approx(ego.length + around, abs=0.4)
    assert np.ptp(across) / scale == pytest.approx(ego.width + around, abs=0.4)


def test_the_mark_is_above_the_car_that_is_seen_from_behind() -> None:
    picture, _ = drawn(ViewOptions("behind", pixels=(320, 240)))
    pixels = marked(picture)
    assert len(pixels) > 20
    assert abs(pixels[:, 0].mean()) < 2.0


def test_behind_needs_opengl(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Array:
        raise SimulationError("no OpenGL here")

    monkeypatch.setattr(Pictures, "take", fail)
    with pytest.raises(SimulationError, match="no OpenGL here"):
        drawn(ViewOptions("behind"))


@pytest.mark.parametrize(
    "options, said",
    [
        ({"kind": "side"}, "kind is 'side'; allowed: above, behind"),
        ({"pixels": (0, 10)}, "out of range"),
        ({"pixels": 640}, "give width and height"),
        ({"across": -1.0}, "out of range"),
    ],
)
def test_wrong_views_are_named(options: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ViewOptions(**options)


def test_gymnasiums_own_maker_takes_a_render_mode() -> None:
    env = gymnasium.make("sim/MergeJam-v0", render_mode="rgb_array", task=TASK)
    try:
        env.reset(seed=1)
        assert env.render_mode == "rgb_array"
        assert env.render().shape == (480, 640, 3)
    finally:
        env.close()
