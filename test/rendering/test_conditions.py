"""Weather and time of day: names, the sun's position, errors."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.rendering.conditions import WEATHERS, Conditions, conditions_of, hour_of
from sim.rendering.daylight import daylight, sun_direction
from sim.rendering.lighting import lighting_of
from sim.sdf.look import SceneSettings
from sim.vehicle.weather import WEATHERS as TYRES


def test_every_weather_has_a_look_and_a_grip():
    assert set(WEATHERS) == set(TYRES)


@pytest.mark.parametrize(
    "field, value, right",
    [
        ("clouds", 1.2, "from 0 to 1"),
        ("rain", -0.1, "from 0 to 1"),
        ("wetness", np.nan, "from 0 to 1"),
        ("visibility", 1.0, "5 m or more"),
        ("time_of_day", 25.0, "from 0 to 24"),
    ],
)
def test_values_out_of_range_are_refused_with_the_range(field, value, right):
    with pytest.raises(InputError, match=right):
        Conditions(**{field: value})


def test_an_unknown_weather_is_refused_with_the_nearest():
    with pytest.raises(InputError, match="did you mean cloudy"):
        conditions_of("clowdy")


@pytest.mark.parametrize("text, hour", [("world", None), ("0", 0.0), ("13.5", 13.5)])
def test_hours_are_read(text, hour):
    assert hour_of(text) == hour


@pytest.mark.parametrize("text", ["noon", "-1", "24.5", "nan"])
def test_hours_that_are_none_are_refused(text):
    with pytest.raises(InputError, match="0 to 24"):
        hour_of(text)


def test_the_sun_rises_in_the_east_and_peaks_in_the_south():
    """90 deg - latitude + declination at noon, as far below at midnight."""
    morning, noon, evening, night = (sun_direction(hour) for hour in (7.0, 12.0, 17.0, 0.0))
    assert morning[0] > 0.5 > -0.5 > evening[0]
    np.testing.assert_allclose(noon[0], 0.0, atol=1e-12)
    assert noon[1] < 0.0 and np.degrees(np.arcsin(noon[2])) == pytest.approx(57.0)
    assert np.degrees(np.arcsin(night[2])) == pytest.approx(-27.0)


def test_night_is_darker_and_clouds_move_light_from_sun_to_sky():
    light = {
        hour: daylight(hour).above.sum() + daylight(hour).sun.sum() for hour in (0.0, 6.0, 12.0)
    }
    assert light[0.0] < 0.2 * light[12.0] < light[6.0] < light[12.0]
    clear, cloudy = (
        lighting_of(SceneSettings(), conditions_of(name, 12.0)) for name in ("dry", "cloudy")
    )
    assert clear.shadows and not cloudy.shadows
    assert (cloudy.above > clear.above).all()


def test_without_an_hour_the_world_keeps_its_own_light():
    look = SceneSettings()
    light = lighting_of(look, Conditions())
    assert tuple(light.above) == look.ambient and tuple(light.background) == look.background
    assert not light.sky and light.fog == 0.0 and light.shadows
