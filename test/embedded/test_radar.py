"""Radar detections of known targets, and of empty worlds.

Place, speed and cross section are known.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.radar import RadarScanner
from sim.embedded.lidar.radar_law import RadarLaw, RadarSettings
from sim.embedded.lidar.radar_sensor import PLUGIN
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor

from .bodies import IDENTITY, box, ground, pose
from .mounted import carrying, mount

QUIET = RadarSettings(
    0.5, 200.0, -0.6, 0.6, -0.1, 0.1, false_alarm_probability=1e-9, reference_range=1000.0
)
FAN = Rays(Fan(241, -0.6, 0.6), Fan(31, -0.1, 0.1), 0.5, 200.0)
# m, and the surface that it shows from behind, m2.
CUBE = 2.0


def radar(**said: float) -> Sensor:
    plugin = Plugin("radar", PLUGIN, {name: str(value) for name, value in said.items()})
    return Sensor("radar", "ray", IDENTITY, 20.0, FAN, (plugin,))


def scan_of(target_speed: float, own_speed: float, seed: int = 1, **said: float) -> np.ndarray:
    """Return detections of a cube 50 m ahead on a plane. Both move along x; m/s."""
    said = {"false_alarm_probability": 1e-9, "reference_range": 1000.0, **said}
    physics = Physics()
    eye = carrying(box((0.2, 0.2, 0.2)), [radar(**said)], "eye")
    physics.add_many(
        [
            (eye, "eye", pose(z=1.0)),
            (box((CUBE, CUBE, CUBE)), "cube", pose(x=51.0, z=1.2)),
            (ground(), "ground", IDENTITY),
        ]
    )
    taker = SnapshotTaker(physics, Traffic(physics))
    last = taker.take()
    positions = last.positions.copy()
    for name, speed in (("cube", target_speed), ("eye", own_speed)):
        rows = [row for (model, _), row in last.links.rows.items() if model == name]
        positions[rows, 0] -= 0.01 * speed
    before = replace(last, time=last.time - 0.01, positions=positions)
    scanner = RadarScanner(RayTargets(ModelPath([])), mount(eye), seed)
    found = scanner.scan(Exposure((before, last)))
    assert found is not None
    return found


def test_a_target_is_where_it_is_as_fast_as_it_is():
    found = scan_of(20.0, 35.0)
    near = found[np.abs(found[:, 0] - 50.0) < 0.5]
    assert len(near)
    assert np.abs(near[:, 3] + 15.0).max() < 0.2
    assert np.abs(near[:, 1]).max() < 1.3 * CUBE / 2 / 50.0


def test_its_cross_section_is_that_of_metal_of_its_size():
    """On the mean of many scans, since each is of chance."""
    sums = []
    for seed in range(30):
        found = scan_of(0.0, 0.0, seed)
        near = found[np.abs(found[:, 0] - 50.0) < 0.5]
        sums.append((10.0 ** (near[:, 4] / 10.0)).sum())
    assert np.mean(sums) == pytest.approx(3.5 * CUBE**2, rel=0.35)


def test_speeds_beyond_the_doppler_limit_are_folded():
    found = scan_of(-50.0, 35.0)
    near = found[np.abs(found[:, 0] - 50.0) < 0.5]
    assert np.abs(near[:, 3] - (-85.0 + 140.0)).max() < 0.2


def echo(distance: float, rcs: float) -> np.ndarray:
    return np.array([[distance, 0.01, 0.0, 3.0, rcs]])


@pytest.mark.parametrize("rcs, distance", [(10.0, 180.0), (1.0, 100.0), (100.0, 250.0)])
def test_a_target_is_found_as_often_as_theory_says(rcs, distance):
    """Swerling's first case: Pd = Pfa^(1 / (1 + S)), S as rcs / range^4."""
    settings = replace(QUIET, reference_range=180.0, range_max=400.0)
    threshold = -np.log(settings.false_alarm_probability)
    reference = threshold / -np.log(0.9) - 1.0
    signal = reference * rcs / 10.0 * (180.0 / distance) ** 4
    expected = settings.false_alarm_probability ** (1.0 / (1.0 + signal))
    law, trials = RadarLaw(settings, 3, "front"), 2000
    found = sum(len(law.scan(echo(distance, rcs))) > 0 for _ in range(trials))
    assert stats.binomtest(found, trials, expected).pvalue > 1e-4


def test_false_alarms_match_their_probability_in_all_cells():
    settings = replace(QUIET, false_alarm_probability=1e-5)
    cells = (199.5 / 0.4) * (1.2 / 0.035) * (140.0 / 0.2)
    law = RadarLaw(settings, 5, "front")
    scans = [law.scan(np.empty((0, 5))) for _ in range(300)]
    count, mean = sum(map(len, scans)), 300 * 1e-5 * cells
    assert stats.poisson.cdf(count, mean) > 1e-4 and stats.poisson.sf(count, mean) > 1e-4
    found = np.vstack(scans)
    for column, low, high in ((0, 0.5, 200.0), (1, -0.6, 0.6), (2, -0.1, 0.1), (3, -70.0, 70.0)):
        assert stats.kstest(found[:, column], "uniform", (low, high - low)).pvalue > 1e-4


def test_one_seed_and_name_give_one_run_and_others_another():
    def run(seed, name):
        law = RadarLaw(replace(QUIET, false_alarm_probability=1e-6), seed, name)
        return np.vstack([law.scan(echo(100.0, 1.0)) for _ in range(5)])

    assert np.array_equal(run(1, "front"), run(1, "front"))
    for other in (run(2, "front"), run(1, "rear")):
        assert not np.array_equal(run(1, "front"), other)


def test_two_in_one_cell_are_one_and_in_two_are_two():
    law = RadarLaw(QUIET, 1, "front")
    one, beside = echo(50.1, 10.0), echo(50.1, 10.0)
    beside[0, 3] += 0.5
    assert len(law.scan(np.vstack([one, one]))) == 1
    assert len(law.scan(np.vstack([one, beside]))) == 2


def test_the_ground_returns_nothing():
    found = scan_of(0.0, 0.0, reference_range=180.0)
    assert len(found) and np.abs(found[:, 0] - 51.0).max() < 2.0


@pytest.mark.parametrize(
    "said, message",
    [
        ({"range_resolution": 0.0}, "range_resolution is 0.0"),
        ({"false_alarm_probability": 0.5}, "write a number above 0 and below 0.1"),
        ({"false_alarm_probability": 0.01}, "false returns a scan"),
        ({"max_speed": "fast"}, "<max_speed> is 'fast'; write a number"),
    ],
)
def test_impossible_radars_are_refused(said, message):
    with pytest.raises(InputError, match=message.replace("<", ".")):
        eye = carrying(box((0.2, 0.2, 0.2)), [radar(**said)], "eye")
        RadarScanner(RayTargets(ModelPath([])), mount(eye), 0)
