from __future__ import annotations

import numpy as np
import pytest
from nets import MERGE_NET, ROOT, netconvert

from sim.traffic.elevation import RoadHeights
from sim.traffic.roads.network import Network

GRADE = 0.06


@pytest.fixture(scope="module")
def town() -> Network:
    return Network.read(ROOT / "networks" / "town" / "town.net.xml")


@pytest.fixture(scope="module")
def ramp(tmp_path_factory) -> RoadHeights:
    """Return a road of 200 m along +y that climbs 6 %, then 100 m level."""
    folder = tmp_path_factory.mktemp("ramp")
    (folder / "r.nod.xml").write_text(
        '<nodes><node id="a" x="0" y="0"/><node id="b" x="0" y="200" z="12"/><node id="c" x="0" '
        'y="300" z="12"/></nodes>'
    )
    edge = '<edge id="{0}{1}" from="{0}" to="{1}" numLanes="2" width="3.5" spreadType="center"/>'
    (folder / "r.edg.xml").write_text(
        f"<edges>{edge.format('a', 'b')}{edge.format('b', 'c')}</edges>"
    )
    netconvert(folder, "r", folder / "r.net.xml", "--offset.disable-normalization")
    return RoadHeights(Network.read(folder / "r.net.xml"))


def attitude(
    heights: RoadHeights,
    x: float,
    y: float,
    yaw: float,
    z: float = 0.0,
    length: float = 4.6,
    width: float = 1.8,
):
    return tuple(
        float(v[0])
        for v in heights.attitude(
            np.array([[x, y, z]]), np.array([yaw]), np.array([length]), np.array([width])
        )
    )


def test_a_flat_network_is_level(town):
    heights = RoadHeights(Network.read(MERGE_NET))
    assert heights.flat and attitude(heights, 3.0, 4.0, 1.0, z=9.0) == (0.0, 0.0, 0.0)
    assert not RoadHeights(town).flat


@pytest.mark.parametrize(
    "yaw, pitch, roll", [(np.pi / 2, -1, 0), (-np.pi / 2, 1, 0), (0.0, 0, 1), (np.pi, 0, -1)]
)
def test_uphill_the_nose_is_up_and_across_the_slope_the_upper_side_is(ramp, yaw, pitch, roll):
    z, seen_pitch, seen_roll = attitude(ramp, 0.5, 100.0, yaw, z=6.0)
    tilt = np.arctan(GRADE)
    assert z == pytest.approx(6.0, abs=1e-3)
    assert (seen_pitch, seen_roll) == (
        pytest.approx(pitch * tilt, abs=1e-4),
        pytest.approx(roll * tilt, abs=1e-4),
    )


def test_over_the_top_a_vehicle_stands_on_its_axles(ramp):
    """The centre is on the edge of the top.

    Its axles are 0.35 of its length before and behind it.
    """
    z, pitch, _ = attitude(ramp, 0.0, 200.0, np.pi / 2, z=12.0, length=10.0)
    assert z == pytest.approx(12.0 - 0.5 * 3.5 * GRADE, abs=2e-3)
    assert pitch == pytest.approx(-np.arctan(3.5 * GRADE / 7.0), abs=1e-4)


def test_off_the_road_a_body_keeps_its_height(ramp):
    assert attitude(ramp, 60.0, 100.0, 0.3, z=2.5) == (2.5, 0.0, 0.0)
    assert attitude(ramp, 1e6, -1e6, 0.3, z=2.5)[0] == 2.5
    z, pitch, _ = attitude(ramp, -3.6, 100.0, np.pi / 2, z=6.2)
    assert z == pytest.approx(6.0, abs=1e-3) and pitch == pytest.approx(-np.arctan(GRADE), abs=1e-4)


def test_of_two_levels_a_body_stays_on_its_own(town):
    heights = RoadHeights(town)
    at = np.array([[236.0, 1.0, z] for z in (6.2, 5.5, 3.5, 1.0, 0.0)])
    np.testing.assert_allclose(heights.height(at), [6.0, 6.0, 6.0, 0.0, 0.0], atol=1e-6)


def test_every_lane_is_at_the_nets_height(town):
    heights = RoadHeights(town)
    for lane in town.lanes:
        path = town.path(lane)
        if path is None or lane.internal:
            continue
        x, y, z, _, _ = path.at(np.arange(0.0, path.length, 3.0))
        np.testing.assert_allclose(
            heights.height(np.column_stack([x, y, z])), z, atol=5e-3, err_msg=lane.id
        )


def test_empty_arrays_are_allowed(ramp):
    assert [
        len(v) for v in ramp.attitude(np.empty((0, 3)), np.empty(0), np.empty(0), np.empty(0))
    ] == [0, 0, 0]


@pytest.mark.parametrize(
    "length, width, at_bumper", [(4.6, 1.8, 0.02), (12.0, 2.5, 0.05)], ids=["car", "bus"]
)
def test_a_body_on_a_lane_is_at_sumos_height_where_sumo_measures_it(town, length, width, at_bumper):
    """SUMO's z is that of the front bumper, ours that of the centre.

    The centre is half a length further back, and lower by the slope.
    """
    heights, steepest, compared = RoadHeights(town), 0.0, 0
    for lane in town.lanes:
        path = town.path(lane)
        front = np.arange(length, path.length, 1.0)
        if not len(front):
            continue
        x, y, z, _, _ = path.at(front)
        rear_x, rear_y, _, _, _ = path.at(front - length)
        yaw = np.arctan2(y - rear_y, x - rear_x)
        centre = np.column_stack(
            [x - 0.5 * length * np.cos(yaw), y - 0.5 * length * np.sin(yaw), z]
        )
        shown, pitch, _ = heights.attitude(
            centre, yaw, np.full(len(front), length), np.full(len(front), width)
        )
        np.testing.assert_allclose(
            shown - 0.5 * length * np.sin(pitch), z, atol=at_bumper, err_msg=lane.id
        )
        assert np.abs(shown - z).max() <= 0.5 * length * GRADE + at_bumper, lane.id
        steepest, compared = (
            max(steepest, float(np.abs(np.sin(pitch)).max())),
            compared + len(front),
        )
    assert steepest > 0.9 * GRADE / np.hypot(1.0, GRADE) and compared > 1000
