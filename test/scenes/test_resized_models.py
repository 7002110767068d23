"""Resized models: measured sizes, masses, and impossible cases."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from support.public_data import MODELS, absent

from scenes.translated import ROOT, info_of, model_folder, placed
from sim.errors import InputError
from sim.scenes.gazebo import model_sdf
from sim.scenes.gazebo.inertia import stretched_inertia
from sim.sdf.measure import OK, measure_model
from sim.transforms import rotation_from_rpy

# The sun is a light without a size.
OWN = sorted(
    path.parent for path in (ROOT / "models").glob("**/model.config") if path.parent.name != "sun"
)


def translated(tmp_path: Path, folder: Path, scale) -> etree._Element:
    """Return a model's SDF at another size, also written for measuring."""
    info = info_of(folder)
    text = model_sdf(placed(info, "thing", 0.0, 0.0, scale=scale), info, model_path=[str(MODELS)])
    (tmp_path / "out.sdf").write_text(text)
    return etree.fromstring(text)


def box_link(name: str, pose: str, size: str) -> str:
    return (
        f'<link name="{name}"><pose>{pose}</pose><collision '
        f'name="c"><geometry><box><size>{size}</size></box></geometry></collision></link>'
    )


def assert_measures(tmp_path: Path, folder: Path, scale) -> None:
    before, after = measure_model(folder), measure_model(tmp_path / "out.sdf")
    np.testing.assert_allclose(after.lower, before.lower * scale, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(after.upper, before.upper * scale, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("folder", OWN, ids=lambda folder: folder.name)
def test_all_models_of_our_own_grow_evenly(tmp_path, folder) -> None:
    translated(tmp_path, folder, (1.5, 1.5, 1.5))
    assert_measures(tmp_path, folder, (1.5, 1.5, 1.5))


@pytest.mark.skipif(not MODELS.is_dir(), reason=absent(MODELS))
@pytest.mark.not_quick
def test_the_public_models_grow_evenly(tmp_path) -> None:
    """Meshes, includes, malformed files and all."""
    grown = 0
    for folder in sorted(path.parent for path in MODELS.glob("*/model.config")):
        if measure_model(folder, [str(MODELS)]).status == OK:
            translated(tmp_path, folder, (0.5, 0.5, 0.5))
            assert_measures(tmp_path, folder, (0.5, 0.5, 0.5))
            grown += 1
    assert grown >= 40


@pytest.mark.skipif(not MODELS.is_dir(), reason=absent(MODELS))
@pytest.mark.parametrize(
    "name", ["suv", "grey_wall", "cabinet", "house_1", "dumpster", "bookshelf"]
)
def test_public_models_of_boxes_and_meshes_take_any_factors(tmp_path, name) -> None:
    translated(tmp_path, MODELS / name, (0.6, 1.7, 1.2))
    assert_measures(tmp_path, MODELS / name, (0.6, 1.7, 1.2))


def test_a_link_on_its_side_grows_along_the_model_s_axes(tmp_path) -> None:
    """Turned by 90 degrees about x and z, in two levels."""
    quarter = math.pi / 2.0
    inside = (
        f'<link name="a"><pose>1 2 3 {quarter} 0 {quarter}</pose><collision name="c"><pose>0.1 '
        f"0.2 0.3 0 {quarter} 0</pose>"
        "<geometry><box><size>0.2 0.4 0.8</size></box></geometry></collision></link>"
    )
    folder = model_folder(tmp_path, "lying", inside)
    translated(tmp_path, folder, (2.0, 0.5, 1.5))
    assert_measures(tmp_path, folder, (2.0, 0.5, 1.5))


def test_frames_and_relative_poses_are_followed(tmp_path) -> None:
    quarter = math.pi / 2.0
    inside = (
        f'<frame name="f"><pose>1 0 0 0 0 {quarter}</pose></frame>'
        + box_link("a", "0 0 0 0 0 0", "1 1 1")
        + '<link name="b"><pose relative_to="f">2 0 0 0 0 0</pose><collision '
        'name="c"><geometry><box><size>1 2 3</size></box></geometry>'
        "</collision></link>"
    )
    folder = model_folder(tmp_path, "framed", inside, "1.7")
    translated(tmp_path, folder, (3.0, 0.5, 1.0))
    assert_measures(tmp_path, folder, (3.0, 0.5, 1.0))


def test_nested_and_included_models_grow_with_what_holds_them(tmp_path) -> None:
    quarter = math.pi / 2.0
    model_folder(tmp_path, "inner", box_link("a", "0.5 0 0 0 0 0", "1 2 3"), "1.4")
    folder = model_folder(
        tmp_path,
        "outer",
        f"<include><uri>model://inner</uri><pose>1 1 0 0 0 {quarter}</pose></include>"
        f'<model name="nested"><pose>0 0 5 {quarter} 0 '
        f"0</pose>{box_link('a', '0 1 0 0 0 0', '1 1 2')}</model>",
    )
    root = translated(tmp_path, folder, (2.0, 3.0, 0.5))
    assert root.find(".//include") is None
    assert_measures(tmp_path, folder, (2.0, 3.0, 0.5))


def test_shears_are_refused_with_object_file_and_line(tmp_path) -> None:
    folder = model_folder(tmp_path, "askew", "\n\n" + box_link("a", "0 0 0 0 0 0.5", "1 2 3"))
    with pytest.raises(InputError, match=r"askew/model\.sdf:3: .*'thing'.*shear"):
        translated(tmp_path, folder, (2.0, 1.0, 1.0))
    translated(tmp_path, folder, (1.3, 1.3, 2.0))
    assert_measures(tmp_path, folder, (1.3, 1.3, 2.0))


def test_round_collisions_stay_round(tmp_path) -> None:
    ball = model_folder(
        tmp_path,
        "ball",
        '<link name="a"><collision '
        'name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision></link>',
    )
    with pytest.raises(InputError, match="sphere"):
        translated(tmp_path, ball, (1.0, 1.0, 1.2))
    can = model_folder(
        tmp_path,
        "can",
        '<link name="a"><collision '
        'name="c"><geometry><cylinder><radius>0.2</radius><length>1</length></cylinder>'
        "</geometry></collision></link>",
    )
    with pytest.raises(InputError, match=r"cylinder.*1.5 1"):
        translated(tmp_path, can, (1.5, 1.0, 1.0))
    root = translated(tmp_path, can, (1.5, 1.5, 0.7))
    assert (root.findtext(".//radius"), root.findtext(".//length")) == (repr(0.2 * 1.5), "0.7")


def test_a_round_visual_is_drawn_inside_of_its_collision(tmp_path) -> None:
    inside = (
        '<link name="a"><collision name="c"><geometry><box><size>1 1 '
        "1</size></box></geometry></collision>"
        '<visual name="v"><geometry><sphere><radius>0.5</radius></sphere></geometry></visual>'
        "</link>"
    )
    root = translated(tmp_path, model_folder(tmp_path, "globe", inside), (2.0, 1.2, 1.5))
    assert float(root.findtext(".//visual//radius")) == pytest.approx(0.6)


def test_polyline_capsule_ellipsoid_plane_and_heightmap_grow(tmp_path) -> None:
    def visual(name: str, geometry: str) -> str:
        return f'<visual name="{name}"><geometry>{geometry}</geometry></visual>'

    inside = (
        '<link name="a"><collision name="c"><geometry><box><size>1 1 '
        "1</size></box></geometry></collision>"
        + visual(
            "p",
            "<polyline><point>0 0</point><point>1 0</point><point>1 "
            "2</point><height>1</height></polyline>",
        )
        + visual("k", "<capsule><radius>0.5</radius><length>1</length></capsule>")
        + visual("e", "<ellipsoid><radii>1 2 3</radii></ellipsoid>")
        + visual("q", "<plane><normal>0 0 1</normal><size>4 5</size></plane>")
        + visual(
            "h",
            "<heightmap><uri>file://media/x.png</uri><size>10 10 2</size><pos>0 0 "
            "1</pos></heightmap>",
        )
        + "</link>"
    )
    root = translated(tmp_path, model_folder(tmp_path, "kinds", inside), (2.0, 2.0, 3.0))
    assert [point.text for point in root.iter("point")] == ["0 0", "2 0", "2 4"]
    assert root.findtext(".//polyline/height") == "3"
    # Height with caps: 2 m; three times that is 6 m, with 2 m of caps.
    assert (root.findtext(".//capsule/radius"), root.findtext(".//capsule/length")) == ("1", "4")
    assert root.findtext(".//radii") == "2 4 9" and root.findtext(".//plane/size") == "8 10"
    assert (
        root.findtext(".//heightmap/size") == "20 20 6"
        and root.findtext(".//heightmap/pos") == "0 0 3"
    )


def box_inertia(mass: float, x: float, y: float, z: float) -> np.ndarray:
    return mass / 12.0 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])


@given(
    size=st.tuples(*[st.floats(0.05, 3.0)] * 3),
    scale=st.tuples(*[st.floats(0.5, 2.0)] * 3),
    turn=st.tuples(*[st.floats(-3.0, 3.0)] * 3),
)
@settings(max_examples=60, deadline=None)
def test_a_box_s_inertia_is_that_of_the_resized_box(size, scale, turn) -> None:
    """Also for an inertia in axes turned against the box's."""
    grown = np.array(size) * scale
    density = 700.0
    mass, grown_mass = density * np.prod(size), density * np.prod(grown)
    axes = rotation_from_rpy(*turn)
    result = stretched_inertia(
        axes.T @ box_inertia(mass, *size) @ axes, axes.T @ np.diag(scale) @ axes
    )
    np.testing.assert_allclose(
        axes @ result @ axes.T, box_inertia(grown_mass, *grown), rtol=1e-9, atol=1e-9 * grown_mass
    )


def test_a_cylinder_s_inertia_is_that_of_the_resized_cylinder() -> None:
    def cylinder(mass: float, radius: float, length: float) -> np.ndarray:
        across = mass * (3.0 * radius**2 + length**2) / 12.0
        return np.diag([across, across, mass * radius**2 / 2.0])

    np.testing.assert_allclose(
        stretched_inertia(cylinder(2.0, 0.3, 1.0), np.diag([1.5, 1.5, 0.5])),
        cylinder(2.0 * 1.5**2 * 0.5, 0.45, 0.5),
    )


def test_mass_inertia_and_its_place_are_written(tmp_path) -> None:
    inertia = box_inertia(6.0, 1.0, 2.0, 3.0)
    inside = (
        '<link name="a"><inertial><pose>0.5 1 1.5 0 0 0</pose><mass>6</mass><inertia>'
        f"<ixx>{inertia[0, 0]}</ixx><iyy>{inertia[1, 1]}</iyy><izz>{inertia[2, 2]}</izz></inertia>"
        "</inertial>"
        '<collision name="c"><geometry><box><size>1 2 3</size></box></geometry></collision></link>'
    )
    root = translated(tmp_path, model_folder(tmp_path, "heavy", inside), (2.0, 1.0, 0.5))
    assert float(root.findtext(".//mass")) == pytest.approx(6.0)
    expected = box_inertia(6.0, 2.0, 2.0, 1.5)
    assert [float(root.findtext(f".//{tag}")) for tag in ("ixx", "iyy", "izz")] == pytest.approx(
        list(np.diagonal(expected))
    )
    assert root.findtext(".//inertial/pose") == "1 1 0.75 0 0 0"


def test_joints_move_and_their_axes_turn_with_the_model(tmp_path) -> None:
    inside = (
        box_link("a", "0 0 0 0 0 0", "1 1 1")
        + box_link("b", "2 0 0 0 0 0", "1 1 1")
        + '<joint name="j" type="prismatic"><pose>0.5 0 0 0 0 '
        "0</pose><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>"
        "<limit><lower>-1</lower><upper>1e16</upper></limit></axis></joint>"
        '<joint name="k" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0.6 0 '
        "0.8</xyz></axis></joint>"
    )
    root = translated(tmp_path, model_folder(tmp_path, "sliding", inside), (3.0, 1.0, 1.0))
    slide, turn = root.iter("joint")
    assert slide.findtext("pose") == "1.5 0 0 0 0 0" and slide.findtext("axis/xyz") == "1 0 0"
    assert (
        slide.findtext("axis/limit/lower") == "-3" and slide.findtext("axis/limit/upper") == "1e16"
    )
    assert [float(word) for word in turn.findtext("axis/xyz").split()] == pytest.approx(
        np.array([1.8, 0.0, 0.8]) / math.hypot(1.8, 0.8)
    )


def test_the_name_is_the_object_s_and_its_own_pose_is_left_out(tmp_path) -> None:
    folder = model_folder(
        tmp_path, "moved", "<pose>1 2 3 0 0 0</pose>" + box_link("a", "0 0 0 0 0 0", "1 1 1")
    )
    root = translated(tmp_path, folder, (1.0, 1.0, 1.0))
    assert root.find("model").get("name") == "thing" and root.find("model/pose") is None


def test_uris_are_what_the_caller_says(tmp_path) -> None:
    folder = model_folder(
        tmp_path,
        "meshed",
        '<link name="a"><visual '
        'name="v"><geometry><mesh><uri>meshes/m.stl</uri></mesh></geometry></visual></link>',
    )
    (folder / "meshes").mkdir()
    (folder / "meshes" / "m.stl").write_bytes(
        (b"\0" * 80)
        + (1).to_bytes(4, "little")
        + np.array([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1], "<f4").tobytes()
        + b"\0\0"
    )
    info = info_of(folder)
    text = model_sdf(
        placed(info, "thing", 0.0, 0.0, scale=(2.0, 1.0, 1.0)),
        info,
        lambda path: f"model://there{path}",
    )
    assert f"<uri>model://there{folder}/meshes/m.stl</uri><scale>2 1 1</scale>" in text


def test_a_missing_include_and_a_model_of_the_mission_are_named(tmp_path) -> None:
    folder = model_folder(
        tmp_path,
        "lacking",
        box_link("a", "0 0 0 0 0 0", "1 1 1") + "<include><uri>model://nowhere</uri></include>",
    )
    info = replace(
        info_of(ROOT / "models" / "primitives" / "cube"),
        folder=str(folder),
        sdf=str(folder / "model.sdf"),
    )
    with pytest.raises(InputError, match="nowhere"):
        model_sdf(placed(info, "thing", 0.0, 0.0), info)
    with pytest.raises(InputError, match="mission"):
        model_sdf(placed(info, "thing", 0.0, 0.0), replace(info, sdf=""))
