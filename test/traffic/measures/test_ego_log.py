"""Log of an ego: kinematics, conflicts, and figures of known motions."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from small_runs import car_at

from sim.errors import InputError
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.ego_log import COLUMNS, EgoLog, EgoOnLane
from sim.traffic.measures.ego_steps import one_step
from sim.traffic.measures.thresholds import Thresholds

STEP = 0.1


def one(x: float, speed: float) -> Boxes:
    return Boxes(np.array([[x, 0.0]]), *(np.array([v]) for v in (0.0, speed, 5.0, 2.0)))


def feed(log: EgoLog, speeds, leader=None, lane: str = "a_0", limit: float = 10.0) -> None:
    """Drive the ego along x at these speeds. A leader is given by x and speed of each step."""
    x = 0.0
    for step, speed in enumerate(speeds):
        ego = car_at(x, 0.0, 0.0, speed)
        traffic = one(*(leader[step] if leader else (1e4, 0.0)))
        at = one_step(step * STEP, ego, np.array([3], np.uint32), traffic)
        log.take(EgoOnLane(ego, lane, limit, at))
        x += speed * STEP


def test_the_series_has_speed_acceleration_and_jerk(tmp_path):
    log = EgoLog("ego", STEP, Thresholds(), tmp_path)
    feed(log, [5.0, 5.0, 5.2, 5.6, 5.6])
    log.close()
    rows = list(csv.DictReader((tmp_path / "ego.csv").open()))
    assert tuple(rows[0]) == COLUMNS
    assert [float(row["acceleration"]) for row in rows] == pytest.approx([0, 0, 2, 4, 0])
    assert [float(row["jerk"]) for row in rows] == pytest.approx([0, 0, 20, 20, -40])
    assert [float(row["time"]) for row in rows] == pytest.approx(np.arange(5) * STEP) and {
        row["lane"] for row in rows
    } == {"a_0"}
    assert {row["gap"] for row in rows} == {""}


def test_time_loss_is_what_a_drive_at_the_limit_would_have_saved(tmp_path):
    log = EgoLog("ego", STEP, Thresholds(), None)
    feed(log, [10.0] * 100 + [5.0] * 100 + [0.0] * 100)
    figures = log.figures()
    assert figures["time_loss_s"] == pytest.approx(0.0 + 5.0 + 10.0) and figures[
        "distance_m"
    ] == pytest.approx(150.0)
    assert figures["strongest_braking_mps2"] == pytest.approx(50.0) and figures["off_road_s"] == 0.0


def test_off_the_road_there_is_no_time_loss():
    log = EgoLog("ego", STEP, Thresholds(), None)
    feed(log, [0.0] * 30, lane="", limit=0.0)
    assert log.figures()["off_road_s"] == pytest.approx(3.0) and log.figures()["time_loss_s"] == 0.0


def test_a_conflict_counts_once_and_again_when_it_returns():
    log = EgoLog("ego", STEP, Thresholds(time_to_collision=3.0, deceleration=3.0), None)
    places, speeds, x = [], [], 0.0
    for step in range(300):
        closing = step // 50 in (1, 4)
        speeds.append(10.0)
        places.append((x + 4.8 + 25.0, 0.0 if closing else 10.0))
        x += 1.0
    feed(log, speeds, places)
    figures = log.figures()
    assert figures["ttc_conflicts"] == 2 and figures["ttc_exposed_s"] == pytest.approx(10.0)
    assert figures["ttc_s"]["min"] == pytest.approx(2.5, abs=1e-6) and figures["drac_mps2"][
        "max"
    ] == pytest.approx(10.0**2 / 50.0)
    assert figures["drac_conflicts"] == 0


def test_percentiles_are_of_steps_on_a_collision_course():
    log = EgoLog("ego", STEP, Thresholds(), None)
    speeds = [10.0] * 101
    feed(log, speeds, [(k + 4.8 + 100.0 - 0.5 * k, 5.0) for k in range(101)])
    found = log.figures()["ttc_s"]
    assert (found["min"], found["p50"]) == pytest.approx((10.0, 15.0)) and found[
        "p5"
    ] == pytest.approx(10.5)


def test_without_traffic_there_is_nothing_to_measure():
    figures = EgoLog("ego", STEP, Thresholds(), None).figures()
    assert (
        figures["ttc_s"]["min"] is None
        and figures["drac_mps2"]["max"] is None
        and figures["pet_conflicts"] == 0
    )


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_a_threshold_must_be_positive(value):
    with pytest.raises(InputError, match="time_to_collision"):
        Thresholds(time_to_collision=value)


def test_a_full_disk_is_named_and_leaves_no_empty_log(tmp_path):
    log = EgoLog("ego", 0.1, Thresholds(), tmp_path)
    (tmp_path / "ego.csv").unlink()
    (tmp_path / "ego.csv").symlink_to("/dev/full")
    log.close()
    full = EgoLog("ego", 0.1, Thresholds(), tmp_path)
    feed(full, [10.0] * 5)
    with pytest.raises(OSError, match=r"No space left on device: .*ego.csv"):
        full.close()
    assert list(tmp_path.iterdir()) == []
    full.close()
