"""Shadows, fog, textures and sky against geometry and published formulas."""

from __future__ import annotations

import numpy as np
import pytest

from sim.rendering import renderer, shadows
from sim.rendering.conditions import Conditions
from sim.rendering.types import Quality
from sim.sdf.look import Light, SceneSettings
from sim.sdf.types import Box, Mesh, Plane, Sphere, Visual

from ..bodies import pose
from .pictures import BACKGROUND, GREEN, PLAIN, RED, Watched, camera, seen, visual

SLANT = np.array([-1.0, 0.0, -1.0]) / np.sqrt(2.0)
SUNNY = SceneSettings(
    (0.2, 0.2, 0.2),
    BACKGROUND,
    (Light("directional", direction=tuple(SLANT), diffuse=(0.8, 0.8, 0.8), cast_shadows=True),),
)
GROUND = seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), (1.0, 1.0, 1.0, 1.0)))
DOWN = np.pi / 2


@pytest.mark.parametrize("shift", [(0.0, 0.0), (4.0e5, -5.0e6)])
@pytest.mark.parametrize("level", ["middle", "best"])
def test_a_shadow_lies_where_the_sun_puts_it(level, shift):
    """A plate's shadow is 3 m towards -x, as large as the plate.

    The plate of 2 m is 3 m above the ground, under a sun at 45 degrees in +x.
    """
    plate = seen("plate", visual(Box((2.0, 2.0, 0.02)), RED))
    watched = Watched([], SUNNY, Quality(level))
    watched.physics.add(GROUND, "ground", pose(*shift))
    watched.physics.add(plate, "plate", pose(shift[0], shift[1], 3.0))
    # Above the shadow's middle, below the plate; the picture's right is -y, its top +x.
    at = pose(shift[0] - 3.0, shift[1], 2.5, pitch=DOWN)
    picture = watched.frame(camera(301, 301, 1.6), at).color[..., 0].astype(int)
    focal = 150.5 / np.tan(0.8)
    lit, dark = 255 * (0.2 + 0.8 * np.sqrt(0.5)), 51
    assert abs(picture[5, 5] - lit) <= 2 and abs(picture[150, 150] - dark) <= 2
    shadow = picture < 0.5 * (lit + dark)
    rows, columns = np.nonzero(shadow)
    # Within 6 cm, a texel of the map.
    size, texel = 2.0 * focal / 2.5, 0.06 * focal / 2.5
    # Within 6 cm, a texel of the map.
    for places in (rows, columns):
        assert abs(np.ptp(places) + 1 - size) < 2 * texel + 2
        assert abs(places.mean() - 150.0) < texel + 1


@pytest.mark.parametrize("level", ["middle", "best"])
def test_things_left_out_of_shadow_maps_are_never_visible(level, monkeypatch):
    """Pictures equal those with all things in each shadow map.

    They show a field of boxes in all directions, one after another.
    """
    rng = np.random.default_rng(5)
    places = np.column_stack([rng.uniform(-90.0, 90.0, (150, 2)), rng.uniform(1.0, 12.0, 150)])
    sizes = rng.uniform(0.2, 5.0, (150, 3))
    field = [
        seen(f"thing{k}", visual(Box(tuple(size)), RED, pose(*place, yaw=0.1 * k)))
        for k, (place, size) in enumerate(zip(places, sizes))
    ]
    watched = Watched([GROUND, *field], SUNNY, Quality(level))
    views = [pose(z=3.0, yaw=yaw, pitch=0.3 * (yaw > 3.0)) for yaw in np.arange(0.0, 6.2, 0.7)]
    pictures = {}
    for margin in (shadows.MARGIN, 10.0 * shadows.SIZE):
        monkeypatch.setattr(shadows, "MARGIN", margin)
        pictures[margin] = np.array([watched.frame(camera(), view).color for view in views])
    less, whole = pictures.values()
    np.testing.assert_array_equal(less, whole)
    # Were more left out, it would be seen.
    monkeypatch.setattr(shadows, "MARGIN", -300.0)
    other = np.array([watched.frame(camera(), view).color for view in views])
    assert (other != whole).any(axis=-1).mean() > 0.001


def test_only_level_ground_is_left_out_of_shadow_maps(monkeypatch):
    """Every pixel is as if all ground were drawn into the maps."""
    wide = Plane((0.0, 0.0, 1.0), (400.0, 400.0))
    field = [
        seen("lawn", visual(wide, GREEN, name="terrain")),
        seen("deck", visual(Box((6.0, 4.0, 0.001)), RED, pose(12.0, 3.0, 2.0))),
        seen(
            "slope", visual(Plane((0.0, -0.3, 1.0), (9.0, 9.0)), RED, pose(9.0, -8.0, 1.5), "park")
        ),
        seen("box", visual(Box((1.0, 1.0, 3.0)), RED, pose(6.0, 0.0, 1.5))),
    ]
    watched = Watched(field, SUNNY, Quality("best"))
    views = [pose(z=4.0, yaw=yaw, pitch=0.3) for yaw in (-0.7, 0.0, 0.7)]
    whole, left_out = renderer.over_something, []

    def noted(drawn, above_nothing):
        casting = whole(drawn, above_nothing)
        left_out.append(len(drawn.mesh) - len(casting.mesh))
        return casting

    pictures = []
    for wanted in (noted, lambda drawn, _: drawn, lambda drawn, _: drawn.of(np.arange(0))):
        monkeypatch.setattr(renderer, "over_something", wanted)
        pictures.append(np.array([watched.frame(camera(), view).color for view in views]))
    assert left_out == [1, 1, 1]
    np.testing.assert_array_equal(pictures[0], pictures[1])
    assert (pictures[0] != pictures[2]).any(axis=-1).mean() > 0.01


def test_a_round_thing_in_the_sun_has_no_shadow_on_its_bright_side():
    """Faces that see the sun are as bright with a map as without one."""
    ball = seen("ball", visual(Sphere(1.0), (1.0, 1.0, 1.0, 1.0), pose(6.0)))
    behind = SceneSettings(
        SUNNY.ambient,
        BACKGROUND,
        (Light("directional", direction=(0.8, 0.36, -0.48), cast_shadows=True),),
    )
    plain, mapped = (
        Watched([ball], behind, Quality(level)).frame(camera()).color[..., 0].astype(int)
        for level in ("cheap", "middle")
    )
    bright = plain > 120
    assert bright.sum() > 3000
    assert (np.abs(plain - mapped)[bright] > 12).mean() < 0.02


def test_fog_takes_contrast_as_its_visibility_says():
    """Koschmieder: exp(-3 d / V) of a thing's colour is left at d, 5 % at V."""
    watched = Watched(
        [seen("wall", visual(Box((0.2, 500.0, 500.0)), RED, pose(20.1)))],
        PLAIN,
        conditions=Conditions(visibility=60.0),
    )
    middle = watched.frame(camera()).color[240, 320] / 255.0
    share = np.exp(-1.0)
    np.testing.assert_allclose(
        middle, share * np.array([1.0, 0.0, 0.0]) + (1 - share) * np.array(BACKGROUND), atol=0.01
    )


def test_wet_ground_is_darker_and_mirrors_the_sky_far_away():
    ground = seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), (0.3, 0.3, 0.3, 1.0)))
    dry, wet = (
        Watched([ground], PLAIN, conditions=Conditions(wetness=share))
        .frame(camera(far=300.0), pose(z=1.5))
        .color.astype(int)
        for share in (0.0, 1.0)
    )
    assert (wet[470, 320] < 0.8 * dry[470, 320]).all()
    assert (np.abs(wet[250, 320] - 255 * np.array(BACKGROUND)) < 70).all()
    assert wet[250, 320, 2] > dry[250, 320, 2] + 20


def test_the_sky_is_bright_at_the_horizon_by_day_and_dark_at_night():
    noon, night = (
        Watched([], PLAIN, conditions=Conditions(time_of_day=hour)).frame(camera()).color.sum(2)
        for hour in (12.0, 0.0)
    )
    assert noon[230, 320] > noon[5, 320] + 60 and night.max() < 100


def test_a_texture_repeats_and_its_far_part_is_its_mean(tmp_path):
    """Near squares of 0.5 m are black and white, far ones grey. Far is 80 m."""
    import cv2

    squares = np.kron([[0, 255], [255, 0]], np.ones((32, 32))).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "squares.png"), np.dstack([squares] * 3))
    (tmp_path / "floor.mtl").write_text("newmtl floor\nKd 1 1 1\nmap_Kd squares.png\n")
    (tmp_path / "floor.obj").write_text(
        "mtllib floor.mtl\nusemtl floor\n"
        "v -100 -100 0\nv 100 -100 0\nv 100 100 0\nv -100 100 0\n"
        "vt -100 -100\nvt 100 -100\nvt 100 100\nvt -100 100\n"
        "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
    )
    floor = Visual("floor", np.eye(4), Mesh(str(tmp_path / "floor.obj")), unpainted=True)
    watched = Watched([seen("floor", floor)], PLAIN)
    down = watched.frame(camera(400, 400, 1.0), pose(0.01, 0.01, 2.0, pitch=DOWN)).color[..., 0]
    columns = down[199].astype(int)
    changes = np.flatnonzero(np.abs(np.diff(columns > 127)))
    assert len(changes) >= 4
    np.testing.assert_allclose(np.diff(changes), 100 / np.tan(0.5) / 2.0, atol=1.1)
    far = watched.frame(camera(far=200.0), pose(0.0, 0.0, 1.0)).color[246:250].astype(int)
    assert far.std() < 25 and abs(far.mean() - 127) < 20


def test_colours_are_those_of_materials_at_every_level():
    for level in ("middle", "best"):
        watched = Watched(
            [seen("floor", visual(Box((1.0, 1.0, 1.0)), GREEN, pose(3.0)))], PLAIN, Quality(level)
        )
        assert tuple(watched.frame(camera()).color[240, 320]) == (0, 255, 0)


def test_a_street_lamp_lights_the_ground_below_it_at_night_alone():
    """Ground nearer to its foot is brighter; by day it is off."""
    lamp = visual(Box((0.5, 0.2, 0.1)), (0.5, 0.5, 0.5, 1.0), pose(10.0, 0.0, 6.0), "street_lamp_1")
    post = seen("lamps", lamp)
    ground = seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), (0.5, 0.5, 0.5, 1.0)))
    night, day, dark = (
        Watched(models, PLAIN, conditions=Conditions(time_of_day=hour))
        .frame(camera(far=200.0), pose(z=2.0, pitch=-0.15))
        .color.astype(int)
        for models, hour in (([ground, post], 0.0), ([ground, post], 12.0), ([ground], 0.0))
    )
    foot = 239 + int(467 * np.tan(np.arctan(2.0 / 10.0) + 0.15))
    assert night[foot, 320].sum() > 3 * dark[foot, 320].sum()
    assert night[foot, 320].sum() > night[foot, 40].sum() > dark[foot, 40].sum()
    assert (night == 255).any(axis=2).sum() > 50 and day[..., 0].max() < 255


def test_a_car_at_night_has_its_lamps_on_and_lights_the_way_ahead():
    car = seen("car_1", visual(Box((4.6, 1.8, 1.5)), RED, pose(z=0.75)))
    ground = seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), (0.5, 0.5, 0.5, 1.0)))
    watched = Watched([ground], PLAIN, conditions=Conditions(time_of_day=0.0))
    watched.physics.add(car, "car_1", pose(12.0, yaw=np.pi))
    towards = watched.frame(camera(), pose(z=1.2)).color.astype(int)
    white = (towards > 200).all(axis=2)
    columns = np.nonzero(white[:, :])[1]
    # Two lamps, as far apart as 0.72 of the car's width.
    assert columns.min() < 319 < columns.max()
    assert np.ptp(columns) == pytest.approx(467 * (0.72 * 1.8 + 0.2) / 9.7, abs=6)
    ahead, behind = towards[330, 320], watched.frame(camera(), pose(25.0, z=1.2)).color[330, 320]
    assert ahead.sum() > 2 * behind.astype(int).sum()
