"""The suite's table and figures, from results by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, Optional

import cv2
import pytest

pytest.importorskip("matplotlib")
from sim.calibration.suite.figures import draw_figures, is_valid, settings_table, table


def result(method: str, e_t: Optional[float], e_r: Optional[float], **others: Any) -> Dict:
    case = {"setting": 1, "lidar": "vlp16", "noise": 1.0, "frames": 1, "seed": 1, **others}
    return {**case, "method": method, "e_t": e_t, "e_r": e_r, "seconds": 2.0}


@pytest.mark.parametrize(
    ("e_t", "e_r", "valid"),
    [(0.02, 0.1, True), (0.11, 0.1, False), (0.02, 3.1, False), (None, None, False)],
)
def test_an_outcome_is_valid_within_its_limits(
    e_t: Optional[float], e_r: Optional[float], valid: bool
) -> None:
    assert is_valid(result("board_fit", e_t, e_r)) is valid


def test_the_table_has_all_errors_and_the_share_of_valid_outcomes() -> None:
    errors = [(0.01, 0.1), (0.03, 0.3), (0.7, 20.0), (None, None)]
    rows = table([result("velas", *pair, setting=1 + i) for i, pair in enumerate(errors)])
    assert rows.splitlines()[-1] == (
        "| vlp16 | 1 | 1 | velas | 30.00 / 700.00 | 0.300 / 20.000 | 3 of 4 | 50 % | 2.0 |"
    )


def test_settings_have_errors_at_each_noise_with_most_frames() -> None:
    trials = [(0.0, 1, 30, 0.001), (0.0, 2, 30, 0.003), (0.0, 1, 1, 0.5), (2.0, 1, 30, None)]
    rows = settings_table(
        [
            result("board_fit", e_t, 0.1, noise=noise, seed=seed, frames=frames)
            for noise, seed, frames, e_t in trials
        ]
    )
    assert rows.splitlines() == [
        "| lidar | setting | method | K = 0: e_t [mm], e_r [deg] | K = 2: e_t [mm], e_r [deg] |",
        "|---|---|---|---|---|",
        "| vlp16 | 1 | board_fit | 2.00, 0.100 | - |",
    ]


@pytest.mark.not_quick
def test_methods_are_compared_where_there_are_several(tmp_path: Path) -> None:
    """Also if one of them has only invalid outcomes."""
    fitted = [
        result("board_fit", 0.001 * i, 0.02 * i, lidar=lidar) for i in (1, 2, 3) for lidar in "ab"
    ]
    paths = draw_figures(fitted, tmp_path)
    assert [path.stem for path in paths] == [
        f"error_against_{one}" for one in ("frames", "noise", "lidar")
    ]
    paths = draw_figures([*fitted, result("velas", None, None, lidar="a")], tmp_path)
    assert paths[-1].name == "comparison.png"
    picture = cv2.imread(str(paths[-1]))
    assert picture is not None
    assert picture.shape[1] > 700
    assert picture.std() > 5.0
