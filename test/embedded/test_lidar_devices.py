"""Lasers of the lidars that a ray sensor can stand for."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.lidar.devices import lidar_devices


def test_the_devices_have_the_rings_of_their_data_sheets():
    vlp, hdl32, hdl64 = (lidar_devices()[name] for name in ("VLP-16", "HDL-32", "HDL-64"))
    assert np.degrees(vlp.elevations) == pytest.approx(
        [-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15]
    )
    assert vlp.rings.tolist() == [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]
    assert np.degrees(hdl32.elevations[:6]) == pytest.approx(
        [-30.67, -9.33, -29.33, -8.0, -28.0, -6.67], abs=0.005
    )
    assert np.degrees([min(hdl32.elevations), max(hdl32.elevations)]) == pytest.approx(
        [-30.67, 10.67], abs=0.005
    )
    assert np.degrees([min(hdl64.elevations), max(hdl64.elevations)]) == pytest.approx(
        [-24.33, 2.0], abs=0.005
    )
    assert [len(device.elevations) for device in (vlp, hdl32, hdl64)] == [16, 32, 64]
    # Points a second: 300 000, 700 000 and 1.3 million.
    assert [
        len(device.elevations) / device.firing_time for device in (vlp, hdl32, hdl64)
    ] == pytest.approx([3e5, 7e5, 1.33e6], rel=0.04)
