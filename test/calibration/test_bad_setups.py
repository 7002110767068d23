"""Bad set-ups: none ends in "good", and each is explained."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

pytest.importorskip("mujoco")
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.recording import BoardRecording
from sim.calibration.result import GOOD
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SETTINGS

from .bad_setups import KINDS, spoiled
from .synthetic import BOARD_2017

SEEN = (1, 4, 8, 9)
# Of each kind, together 200; settings without a board come to those.
MANY = 19
AWAY = ((-9.0, 0.0, 1.5, 0, 0, 0), (2.19, 2.4, 1.5, 0, 0, 3.14), (2.19, 0.0, -4.0, 0, 0, 3.14))


@lru_cache(None)
def recording(number: int) -> BoardRecording:
    """Record three frames of a setting at K = 1."""
    with SuiteScene(SETTINGS[number]) as scene:
        return scene.recording(3, 1.0, number)


@pytest.mark.parametrize(
    "number", [SEEN[0], *(pytest.param(number, marks=pytest.mark.slow) for number in SEEN[1:])]
)
def test_the_same_recordings_are_good_as_they_are(number: int) -> None:
    assert calibrate(BOARD_2017, [recording(number)]).verdict == GOOD


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_setup(kind: str) -> None:
    judged(kind, 0)


def test_a_board_before_a_turning_camera_is_found_but_not_good() -> None:
    """Its level edges are where they were; its upright ones are not."""
    board, seen = spoiled("moving", recording(SEEN[0]), 12)
    found = calibrate(board, [seen])
    assert found.pose is not None
    assert found.verdict != GOOD
    assert any("0 % of an edge" in reason for reason in found.reasons), found.reasons


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_bad_setups(kind: str) -> None:
    for seed in range(1, MANY + 1):
        judged(kind, seed)


@pytest.mark.slow
@pytest.mark.parametrize("number", SEEN)
@pytest.mark.parametrize("place", AWAY)
def test_no_board(number: int, place: tuple) -> None:
    with SuiteScene(replace(SETTINGS[number], board=place)) as scene:
        found = calibrate(BOARD_2017, [scene.recording(3, 1.0, number)])
    assert found.verdict != GOOD
    assert found.reasons


def judged(kind: str, seed: int) -> None:
    board, seen = spoiled(kind, recording(SEEN[seed % len(SEEN)]), seed)
    found = calibrate(board, [seen])
    assert found.verdict != GOOD, f"{kind}, seed {seed}"
    assert found.reasons
