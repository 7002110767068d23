"""Appearance of a world: ambient light, background, lights."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.look import SceneSettings
from sim.sdf.reader import read_world

SUN = """<sdf version="1.6"><light name="sun" type="directional"><pose>0 0 10 0 0 0</pose>
<diffuse>0.8 0.7 0.6 1</diffuse>
    <direction>-0.5 0.1 -0.9</direction></light></sdf>"""


def look_of(tmp_path, body: str) -> SceneSettings:
    path = tmp_path / "test.world"
    path.write_text(f'<sdf version="1.6"><world name="w">{body}</world></sdf>')
    return read_world(path, [str(tmp_path)])[0].look


def test_scene_and_lights(tmp_path):
    look = look_of(
        tmp_path,
        """<scene><ambient>0.1 0.2 0.3 1</ambient><background>0.4 0.5 0.6 1</background></scene>
        <light name="a" type="spot"><pose>1 2 3 0 0 1.5707963267948966</pose>
        <direction>1 0 0</direction>
          <attenuation><range>7</range><linear>0.1</linear></attenuation>
          <spot><outer_angle>1.0</outer_angle><falloff>2</falloff></spot></light>
        <light name="b" type="point"/>""",
    )
    assert look.ambient == (0.1, 0.2, 0.3) and look.background == (0.4, 0.5, 0.6)
    spot, point = look.lights
    assert (spot.kind, spot.position, spot.range, spot.attenuation, spot.cutoff, spot.falloff) == (
        "spot",
        (1, 2, 3),
        7,
        (1, 0.1, 0),
        0.5,
        2,
    )
    # Directions turn with the light's pose.
    np.testing.assert_allclose(spot.direction, (0, 1, 0), atol=1e-12)
    assert point.kind == "point"


def test_an_included_sun(tmp_path):
    folder = tmp_path / "sun"
    folder.mkdir()
    (folder / "model.config").write_text(
        '<model><name>sun</name><sdf version="1.6">model.sdf</sdf></model>'
    )
    (folder / "model.sdf").write_text(SUN)
    (light,) = look_of(tmp_path, "<include><uri>model://sun</uri></include>").lights
    assert light.kind == "directional" and light.diffuse == (0.8, 0.7, 0.6)
    np.testing.assert_allclose(
        light.direction, np.array([-0.5, 0.1, -0.9]) / np.sqrt(1.07), atol=1e-12
    )


def test_without_anything_there_is_ambient_light_alone(tmp_path):
    look = look_of(tmp_path, "")
    assert (
        look.lights == ()
        and look.ambient == SceneSettings.ambient
        and look.background == SceneSettings.background
    )


@pytest.mark.parametrize(
    "body, words",
    [
        ('<light name="a" type="laser"/>', "directional, point, spot"),
        ('<light name="a" type="spot"><direction>0 0 0</direction></light>', "zero"),
        ("<scene><ambient>red</ambient></scene>", "red green blue"),
    ],
)
def test_wrong_lights_are_refused_by_line(tmp_path, body, words):
    with pytest.raises(InputError, match=words) as error:
        look_of(tmp_path, body)
    assert "test.world" in str(error.value)
