"""Weather and time of day in the world loaded by gzserver."""

from __future__ import annotations

import numpy as np
import pytest

from sim.gzserver.pool_world import WorldPace, write_world
from sim.rendering.conditions import Conditions, conditions_of
from sim.rendering.daylight import sun_direction
from sim.resources import resource
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_world

MODELS = ModelPath([str(resource("models")), str(resource("worlds"))])


def written(tmp_path, conditions):
    target = str(tmp_path / "merge.world")
    write_world(str(resource("worlds", "merge.world")), target, (), WorldPace(), MODELS, conditions)
    return read_world(target, MODELS.paths)[0].look, open(target).read()


def test_an_hour_is_written_as_sun_and_ambient_light(tmp_path):
    evening, _ = written(tmp_path, conditions_of("dry", 17.0))
    suns = [light for light in evening.lights if light.kind == "directional"]
    assert len(suns) == 1
    np.testing.assert_allclose(suns[0].direction, -sun_direction(17.0), atol=1e-5)
    night, _ = written(tmp_path, conditions_of("dry", 0.0))
    assert max(night.ambient) < 0.3 * max(evening.ambient)


def test_fog_is_written_with_its_density_and_clear_air_is_not(tmp_path):
    _, text = written(tmp_path, conditions_of("fog", 12.0))
    assert "<density>0.03</density>" in text
    _, text = written(tmp_path, conditions_of("cloudy", 12.0))
    assert "<fog>" not in text


@pytest.mark.parametrize("name", ["dry", "clear"])
def test_without_weather_the_world_stays(tmp_path, name):
    look, _ = written(tmp_path, conditions_of(name))
    assert look == written(tmp_path, Conditions())[0]
    assert look == read_world(resource("worlds", "merge.world"), MODELS.paths)[0].look
