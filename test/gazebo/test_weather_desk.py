"""Weather changes received by gzserver's plugin over its socket."""

from __future__ import annotations

import json
import socket
from typing import Any, Dict

import numpy as np
import pytest

from sim.gzserver.weather_desk import VARIABLE, WeatherDesk
from sim.rendering.conditions import Conditions, WeatherSettings
from sim.rendering.daylight import daylight, sun_direction
from sim.sdf.look import Light, SceneSettings

LOOK = SceneSettings(
    ambient=(0.4, 0.4, 0.4),
    background=(0.6, 0.7, 0.8),
    lights=(Light("directional", diffuse=(0.9, 0.8, 0.7), direction=(0.0, 0.6, -0.8)),),
)


@pytest.fixture
def ask(tmp_path):
    desk = WeatherDesk(
        str(tmp_path), WeatherSettings("wet", Conditions(12.0, wetness=0.7)), lambda: LOOK
    )

    def exchange(line: str) -> Dict[str, Any]:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(desk.environment()[VARIABLE])
            connection.sendall((line + "\n").encode())
            return json.loads(connection.makefile().read())

    yield exchange
    desk.close()


def test_an_hour_is_told_as_sun_and_ambient_light(ask) -> None:
    answer = ask('{"weather": "dry", "time_of_day": "17"}')
    assert (answer["weather"], answer["message"]) == ("dry", "weather dry, 17 h")
    (sun,) = answer["suns"]
    np.testing.assert_allclose(sun["direction"], -sun_direction(17.0))
    np.testing.assert_allclose(sun["color"], daylight(17.0).sun)
    assert answer["fog"] == 0.0


def test_fog_by_name_and_by_number(ask) -> None:
    thick = ask('{"weather": "fog", "time_of_day": ""}')
    assert thick["fog"] == pytest.approx(0.03)
    np.testing.assert_allclose(thick["background"], thick["fog_color"], atol=1e-6)
    answer = ask(
        '{"weather": "", "time_of_day": "", "custom": '
        '{"clouds": 0, "visibility": 1e1, "rain": 0, "wetness": 5e-05}}'
    )
    assert answer["fog"] == pytest.approx(0.3) and answer["weather"] == "fog"
    assert answer["message"] == "weather fog, 12 h"


def test_the_worlds_own_light_comes_back(ask) -> None:
    ask('{"weather": "rain", "time_of_day": "22"}')
    answer = ask('{"weather": "clear", "time_of_day": "world"}')
    np.testing.assert_allclose(answer["ambient"], LOOK.ambient)
    np.testing.assert_allclose(answer["background"], LOOK.background)
    (sun,) = answer["suns"]
    np.testing.assert_allclose(sun["color"], (0.9, 0.8, 0.7))
    np.testing.assert_allclose(sun["direction"], (0.0, 0.6, -0.8))


@pytest.mark.parametrize(
    "line, error",
    [
        ('{"weather": "fig", "time_of_day": ""}', "did you mean fog"),
        ('{"weather": "", "time_of_day": "26"}', "0 to 24"),
        (
            '{"weather": "", "time_of_day": "", "custom": '
            '{"clouds": 0, "visibility": 1, "rain": 0, "wetness": 0}}',
            "5 m or more",
        ),
        ("{", "unexpected ParserError"),
    ],
)
def test_invalid_requests_are_refused_and_change_nothing(ask, line: str, error: str) -> None:
    assert error in ask(line)["error"]
    assert ask('{"weather": "", "time_of_day": ""}')["message"] == "weather wet, 12 h"
