"""KITTI's formats against its texts and one of its recordings [KITTI]."""

from __future__ import annotations

from typing import Dict, Tuple

import numpy as np
import pytest

from sim.dataset import kitti_format as kitti
from sim.dataset.mercator import MercatorProjection
from sim.embedded.cameras.types import ThingBox
from sim.errors import InputError
from sim.transforms import transform_from_rpy

FIELDS = [
    "lat",
    "lon",
    "alt",
    "roll",
    "pitch",
    "yaw",
    "vn",
    "ve",
    "vf",
    "vl",
    "vu",
    "ax",
    "ay",
    "az",
    "af",
    "al",
    "au",
    "wx",
    "wy",
    "wz",
    "wf",
    "wl",
    "wu",
    "pos_accuracy",
    "vel_accuracy",
    "navstat",
    "numsats",
    "posmode",
    "velmode",
    "orimode",
]
# Drive 0001 of 2011_09_26: attitude, velocities, then accelerations and rates about both axes.
RECORDED = {
    "rpy": (0.035752, 0.00903, -2.6087069803847),
    "vn": -6.811441479104,
    "ve": -11.275641809511,
    "vf": 13.172716663769,
    "vu": -0.032919903047354,
    "a": (-0.44519814607457, 0.042957369847256, 10.209865300506),
    "af": -0.34030092211055,
    "al": -0.31686915378551,
    "au": 10.209117821189,
    "w": (0.0090951755733632, -0.023140741253985, -0.017909034508194),
    "wf": 0.0089018002187228,
    "wl": -0.022495299354602,
    "wu": -0.018809330937153,
}


def fields(state: kitti.InertialState) -> Dict[str, float]:
    words = kitti.oxts((49.0, 8.4, 0.0), state).split()
    assert len(words) == len(FIELDS)
    return dict(zip(FIELDS, map(float, words)))


def test_a_car_north_on_a_slope_has_level_velocities() -> None:
    """Velocities are along level axes, wx wy wz about the vehicle's axes.

    10 m/s up a slope of 0.1 rad are 10 cos 0.1 forward and 10 sin 0.1 up; wf wl wu are the body's
    rates 0, -0.2, 0.3 pitched by 0.1. At rest in its axes, gravity's reaction is 9.8 upwards.
    """
    pose = transform_from_rpy((0.0, 0.0, 0.0), (0.0, -0.1, np.pi / 2))
    turn = pose[:3, :3]
    rates = np.array([0.0, -0.2, 0.3])
    state = kitti.InertialState(pose, turn @ (10.0, 0.0, 0.0), turn @ rates, np.zeros(3))
    sine, cosine = np.sin(0.1), np.cos(0.1)
    expected = {"vn": 10.0 * cosine, "ve": 0.0, "vf": 10.0 * cosine, "vl": 0.0, "vu": 10.0 * sine}
    expected.update(ax=9.8 * sine, ay=0.0, az=9.8 * cosine, af=0.0, al=0.0, au=9.8)
    expected.update(wx=0.0, wy=-0.2, wz=0.3, wf=-0.3 * sine, wl=-0.2, wu=0.3 * cosine)
    expected.update(roll=0.0, pitch=-0.1, yaw=np.pi / 2, lat=49.0, lon=8.4)
    found = fields(state)
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-9)
    assert found["vu"] == pytest.approx(0.998, abs=5e-4)


def test_axes_are_those_of_kittis_own_recordings() -> None:
    """Level quantities follow from the others, within lever arms."""
    pose = transform_from_rpy((0.0, 0.0, 0.0), RECORDED["rpy"])
    turn = pose[:3, :3]
    velocity = np.array([RECORDED["ve"], RECORDED["vn"], RECORDED["vu"]])
    acceleration = turn @ RECORDED["a"] - (0.0, 0.0, kitti.GRAVITY)
    found = fields(kitti.InertialState(pose, velocity, turn @ RECORDED["w"], acceleration))
    for name in ("vn", "ve", "vf", "vu"):
        assert found[name] == pytest.approx(RECORDED[name], abs=0.001)
    for name in ("af", "al", "au"):
        assert found[name] == pytest.approx(RECORDED[name], abs=0.015)
    for name in ("wf", "wl", "wu"):
        assert found[name] == pytest.approx(RECORDED[name], abs=3e-5)
    assert [found[f"a{axis}"] for axis in "xyz"] == pytest.approx(RECORDED["a"], abs=1e-9)
    assert [found[f"w{axis}"] for axis in "xyz"] == pytest.approx(RECORDED["w"], abs=1e-9)


@pytest.mark.parametrize(
    "box, region",
    [
        ((5, 7, 5, 9), (5, 7, 6, 10)),  # One column.
        ((99, 7, 99, 7), (98, 7, 99, 8)),  # The last column.
        ((3, 79, 8, 79), (3, 78, 9, 79)),  # The last row.
        ((0, 0, 0, 0), (0, 0, 1, 1)),
    ],
)
def test_regions_without_care_have_an_area(
    box: Tuple[int, int, int, int], region: Tuple[float, ...]
) -> None:
    pose = transform_from_rpy((10.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    thing = ThingBox("other", 1, 0, *box, np.array([4.0, 1.8, 1.5]), pose, 0.0, 0.0)
    words = kitti.label(thing, "Car", 10.0, (100, 80)).split()
    assert words[:4] == ["DontCare", "-1", "-1", "-10"]
    assert tuple(map(float, words[4:8])) == region
    assert words[8:] == ["-1", "-1", "-1", "-1000", "-1000", "-1000", "-10"]


@pytest.mark.parametrize("latitude", [-33.0, 0.0, 49.0, 80.0])
def test_the_kits_projection_returns_the_places(latitude: float) -> None:
    """By convertOxtsToPose of the kit.

    Scale s = cos(lat0), x = s r lon, y = s r log(tan((90 + lat) pi / 360)).
    """
    projection = MercatorProjection(latitude, 8.4)
    scale = np.cos(np.radians(latitude)) * 6378137.0

    def kit(place: Tuple[float, float, float]) -> np.ndarray:
        return scale * np.array([place[1], np.log(np.tan(np.pi / 4 + place[0] / 2))])

    origin = projection.locate(np.zeros(3))
    assert np.degrees(origin[:2]) == pytest.approx([latitude, 8.4], abs=1e-12)
    found = projection.locate(np.array([300.0, -400.0, 12.0]))
    np.testing.assert_allclose(kit(found) - kit(origin), [300.0, -400.0], atol=1e-6)
    assert found[2] == 12.0


@pytest.mark.parametrize("place", [(89.0, 0.0), (0.0, 181.0), (float("nan"), 0.0)])
def test_an_origin_off_the_map_is_refused(place: Tuple[float, float]) -> None:
    with pytest.raises(InputError, match="must be from"):
        MercatorProjection(*place)
