"""Places on earth against PROJ 9.5's, to 0.2 mm."""

from __future__ import annotations

import math

import pytest

from sim.errors import InputError
from sim.openscenario.opendrive.geo_reference import GeoReference, Offset


@pytest.mark.parametrize(
    ("text", "latitude", "longitude", "place"),
    [
        ("+proj=utm +zone=32 +ellps=GRS80 +units=m", 48.5, 11.25, (666206.5018, 5374320.3544)),
        ("+proj=utm +zone=33 +south", -33.25, 17.5, (732908.4300, 6318210.3768)),
        (
            "+proj=tmerc +lat_0=37.35 +lon_0=-121.97 +k=1 +x_0=10 +y_0=-20 +datum=WGS84 +no_defs",
            37.4,
            -121.9,
            (6208.0266, 5531.5338),
        ),
    ],
)
def test_a_place_is_where_proj_has_it(text: str, latitude: float, longitude: float, place: tuple):
    found = GeoReference("a", text).place(math.radians(latitude), math.radians(longitude))
    assert found == pytest.approx(place, abs=2e-4)


def test_the_header_shifts_and_turns_the_files_axes():
    latitude, longitude = math.radians(48.5), math.radians(11.25)
    plain = GeoReference("a", "+proj=utm +zone=32").place(latitude, longitude)
    moved = GeoReference("a", "+proj=utm +zone=32", Offset(6e5, 5e6, 0.5)).place(
        latitude, longitude
    )
    x, y = moved[0] + 6e5, moved[1] + 5e6
    cos, sin = math.cos(0.5), math.sin(0.5)
    assert (cos * x - sin * y, sin * x + cos * y) == pytest.approx(plain)


@pytest.mark.parametrize(
    "text", ["EPSG:25832", "+proj=utm", "+proj=tmerc +ellps=bessel", "+proj=utm +zone=x"]
)
def test_a_projection_that_is_not_known_is_named(text: str):
    with pytest.raises(InputError, match=r"roads\.xodr:3: <geoReference> is "):
        GeoReference("roads.xodr:3", text).place(0.8, 0.2)
