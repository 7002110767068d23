"""Measurement of models: parts, frames, files, and bad models."""

from __future__ import annotations

import numpy as np
import pytest

from sim.sdf.measure import measure_model

from .documents import BOX, model_folder
from .meshes import STL, dae, write

RIGHT_ANGLE = np.pi / 2


def collision(geometry=BOX, pose="", name="c"):
    return (
        f'<collision name="{name}">{f"<pose>{pose}</pose>" if pose else ""}{geometry}</collision>'
    )


def visual(geometry=BOX, pose=""):
    return collision(geometry, pose).replace("collision", "visual")


def link(content=None, pose="0 0 0 0 0 0", name="l"):
    return (
        f'<link name="{name}">'
        f"<pose>{pose}</pose>{collision() if content is None else content}</link>"
    )


def shape(text):
    return f"<geometry>{text}</geometry>"


def measured(root, body, version="1.6", name="m"):
    return measure_model(model_folder(root, name, body, version), [str(root)])


def assert_box(result, size, center):
    assert result.status == "ok", result.notes
    np.testing.assert_allclose(result.size, size, atol=1e-6)
    np.testing.assert_allclose(result.center, center, atol=1e-6)


def test_link_and_collision_poses_count_and_the_models_own_does_not(tmp_path):
    result = measured(
        tmp_path,
        "<pose>50 0 0 0 0 "
        f"1</pose>{link(collision(pose=f'1 0 0 0 0 {RIGHT_ANGLE}'), f'0 5 0 0 0 {RIGHT_ANGLE}')}",
    )
    assert_box(result, [1, 2, 3], [0, 6, 0])
    assert (
        result.geometries == ("box",) and result.simple and not result.static and result.notes == ()
    )
    assert result.sdf == str(tmp_path / "m" / "model.sdf")
    assert sorted(result.files) == [
        str(tmp_path / "m" / name) for name in ("model.config", "model.sdf")
    ]


@pytest.mark.parametrize(
    "geometry, size, center",
    [
        ("<box><size>1 2 3</size></box>", [1, 2, 3], [0, 0, 0]),
        ("<cylinder><radius>1</radius><length>3</length></cylinder>", [2, 2, 3], [0, 0, 0]),
        ("<sphere><radius>1.5</radius></sphere>", [3, 3, 3], [0, 0, 0]),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", [2, 4, 6], [0, 0, 0]),
        ("<capsule><radius>1</radius><length>2</length></capsule>", [2, 2, 4], [0, 0, 0]),
        # gzserver: [10 14] [0 3] [0 2] with a pose of 10 in x; the height is that of the first
        # outline.
        (
            "<polyline><height>2</height><point>0 0</point><point>4 0</point><point>4 "
            "3</point><point>0 3</point></polyline>"
            "<polyline><height>5</height><point>1 1</point><point>2 1</point><point>2 "
            "2</point><point>1 2</point></polyline>",
            [4, 3, 2],
            [2, 1.5, 1],
        ),
    ],
)
def test_kinds_of_geometry(tmp_path, geometry, size, center):
    result = measured(tmp_path, link(collision(shape(geometry), "10 0 0 0 0 0")))
    assert_box(result, size, np.add(center, [10, 0, 0]))
    kind = geometry[1 : geometry.index(">")]
    assert result.geometries == (kind,) and result.simple == (kind in ("box", "cylinder", "sphere"))
    points = np.concatenate(result.pieces)
    np.testing.assert_allclose(
        [points.min(axis=0), points.max(axis=0)], [result.lower, result.upper], atol=1e-6
    )


@pytest.mark.parametrize(
    "body, status, geometries, simple, note",
    [
        (
            link(collision(shape("<plane/>"))),
            "unbounded",
            ("plane",),
            False,
            "contains an infinite plane",
        ),
        (
            link(collision(shape("<plane/>")) + collision(name="d")),
            "unbounded",
            ("plane", "box"),
            False,
            "contains an infinite plane",
        ),
        (link(""), "empty", (), False, "nothing that could be measured"),
        ("", "empty", (), False, "nothing that could be measured"),
        (
            link(collision(shape("<empty/>"))),
            "empty",
            ("empty",),
            True,
            "nothing that could be measured",
        ),
        (
            link()
            + link(name="k", content=collision(shape("<sphere><radius>1</radius></sphere>"))),
            "ok",
            ("box", "sphere"),
            False,
            "",
        ),
        (link(visual()), "ok", (), False, "measured by its visuals"),
        (
            link(collision(shape("<empty/>")) + visual()),
            "ok",
            ("empty",),
            True,
            "measured by its visuals",
        ),
        (link("<collision name='c'/>"), "error", (), False, "has no <geometry>"),
        (link("<collision>" + BOX + "</collision>"), "error", (), False, "has no name"),
        (
            link(collision(shape("<mesh><uri>model://no/a.dae</uri></mesh>"))),
            "error",
            (),
            False,
            "model 'no' not found",
        ),
        ("<include><uri>model://m</uri></include>", "error", (), False, "cyclic include"),
    ],
)
def test_status(tmp_path, body, status, geometries, simple, note):
    result = measured(tmp_path, body)
    assert (result.status, result.geometries, result.simple) == (status, geometries, simple)
    assert note in "; ".join(result.notes)
    assert result.status == "ok" or (
        result.pieces == () and result.footprint().shape == (0, 2) and (result.size == 0).all()
    )


def test_visuals_are_measured_without_collisions(tmp_path):
    plane = shape("<plane><normal>1 0 0</normal><size>4 6</size></plane>")
    assert_box(measured(tmp_path, link(visual(plane, "2 0 0 0 0 0"))), [0, 6, 4], [2, 0, 0])
    broken = collision() + visual(shape("<mesh><uri>model://no/a.dae</uri></mesh>"))
    assert_box(measured(tmp_path, link(broken), name="n"), [1, 2, 3], [0, 0, 0])


def test_lights_and_actors_are_empty_and_a_bare_folder_an_error(tmp_path):
    folder = model_folder(tmp_path, "sun", "")
    for tag in ("light", "actor"):
        (folder / "model.sdf").write_text(f'<sdf version="1.6"><{tag} name="a"/></sdf>')
        assert measure_model(folder).status == "empty"
    assert measure_model(tmp_path).status == "error"
    assert "no such file" in measure_model(tmp_path / "nowhere.sdf").notes[0]


@pytest.mark.parametrize(
    "version, lower",
    [("1.6", [-5.16839062, 1.58988895, 8.5]), ("1.7", [-5.16839062, 1.58988895, 8.5])],
)
def test_an_included_model_with_frames(tmp_path, version, lower):
    """The corners equal gzserver's."""
    frames = (
        '<link name="k"><pose>0 5 0 0 0 1.5707963</pose></link><frame name="f" '
        'attached_to="k"><pose>1 0 0 0 0 0</pose></frame>'
        '<link name="l"><pose relative_to="f">1 0 0 0 0 0</pose><collision name="c"><pose '
        'relative_to="k">0 0 7 0 0 0</pose>'
        f"{BOX}</collision></link>"
    )
    # A collision's pose relative to another link counts from there: 0 0 7 above k, which is 2 m
    # from l.
    inner = measured(tmp_path, frames, "1.7", name="inner")
    outer = measured(
        tmp_path,
        f"{link()}<include><uri>model://inner</uri><name>n</name><pose>0 0 3 0 0 "
        "1</pose></include>",
        version,
    )
    assert outer.geometries == ("box", "box")
    # gzserver writes the included model as text of six digits before it resolves it.
    np.testing.assert_allclose(outer.lower, np.minimum(lower, [-0.5, -1, -1.5]), atol=1e-5)
    assert inner.status == "ok" and str(tmp_path / "inner" / "model.sdf") in outer.files


def test_an_includes_pose_replaces_the_models_own(tmp_path):
    measured(tmp_path, f"<pose>10 0 0 0 0 0</pose>{link()}", name="inner")
    for pose, x in (("", 10), ("<pose>0 1 0 0 0 0</pose>", 0)):
        result = measured(
            tmp_path, f"<include><uri>model:///inner</uri>{pose}</include>", name=f"m{x}"
        )
        assert_box(result, [1, 2, 3], [x, 1 if pose else 0, 0])


def test_submesh_center_and_scale(tmp_path):
    folder = model_folder(
        tmp_path,
        "m",
        link(
            collision(
                shape(
                    "<mesh><uri>model://m/a.dae</uri><scale>2 3 "
                    "4</scale><submesh><name>Right</name><center>1</center></submesh></mesh>"
                ),
                "7 0 0 0 0 0",
            )
        ),
    )
    write(folder, "a.dae", dae())
    result = measure_model(folder)
    assert_box(result, [2, 6, 0], [7, 0, 0])
    assert str(folder / "a.dae") in result.files and not result.simple


@pytest.mark.parametrize(
    "uri",
    [
        "model://old_name/a.stl",
        "model:///m/a.stl",
        "file://a.stl",
        "a.stl",
        " model://m//a.stl ",
        "model://the_old_one/a.stl",
    ],
)
def test_a_mesh_is_found_in_the_models_folder_whatever_name_that_has(tmp_path, uri):
    folder = model_folder(tmp_path, "m", "")
    write(folder, "a.stl", STL)
    (folder / "model.config").write_text(
        '<model><name>The Old One</name><sdf version="1.6">model.sdf</sdf></model>'
    )
    (folder / "model.sdf").write_text(
        '<sdf version="1.6"><model name="Old Name">'
        f"{link(collision(shape(f'<mesh><uri>{uri}</uri></mesh>')))}</model></sdf>"
    )
    assert_box(measure_model(folder), [1, 2, 0], [0.5, 1, 0])


def test_a_model_of_that_name_on_the_path_comes_first(tmp_path):
    other, folder = model_folder(tmp_path / "path", "old_name", ""), model_folder(tmp_path, "m", "")
    write(other, "a.stl", STL.replace("1 0 0", "7 0 0"))
    write(folder, "a.stl", STL)
    (folder / "model.sdf").write_text(
        '<sdf version="1.6"><model name="old_name">'
        f"{link(collision(shape('<mesh><uri>model://old_name/a.stl</uri></mesh>')))}</model></sdf>"
    )
    assert_box(measure_model(folder, [str(tmp_path / "path")]), [7, 2, 0], [3.5, 1, 0])


def test_pieces_are_one_for_each_connected_part(tmp_path):
    folder = model_folder(
        tmp_path, "m", link(collision(shape("<mesh><uri>a.stl</uri></mesh>"), "0 0 1 0 0 0"))
    )
    write(
        folder,
        "a.stl",
        STL + STL.replace("0 0 0", "9 9 9").replace("1 0 0", "9 8 9").replace("0 2 0", "8 9 7"),
    )
    pieces = sorted(measure_model(folder).pieces, key=lambda piece: piece[0, 0])
    np.testing.assert_allclose(sorted(pieces[0].tolist()), [[0, 0, 1], [0, 2, 1], [1, 0, 1]])
    np.testing.assert_allclose(sorted(pieces[1].tolist()), [[8, 9, 8], [9, 8, 10], [9, 9, 10]])


def test_a_hole_stays_free(tmp_path):
    square = (
        "<point>{a} {a}</point><point>{b} {a}</point><point>{b} {b}</point><point>{a} {b}</point>"
    )
    outlines = "".join(
        f"<polyline><height>1</height>{square.format(a=-half, b=half)}</polyline>"
        for half in (2, 1)
    )
    result = measured(tmp_path, link(collision(shape(outlines))))
    volumes = [
        abs(np.linalg.det(np.array([piece[1] - piece[0], piece[2] - piece[0], [0, 0, 1]]))) / 2
        for piece in result.pieces
    ]
    assert sum(volumes) == pytest.approx(16 - 4)
    for piece in result.pieces:
        assert not (np.abs(piece[:, :2].mean(axis=0)) < 0.99).all()


def test_the_footprint_is_convex_and_counterclockwise(tmp_path):
    result = measured(
        tmp_path,
        link(pose="0 0 0 0 0 0.3")
        + link(collision(shape("<sphere><radius>1</radius></sphere>")), "4 0 0 0 0 0", "k"),
    )
    outline = result.footprint()
    edges = np.roll(outline, -1, axis=0) - outline
    after = np.roll(edges, -1, axis=0)
    assert (edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all()
    np.testing.assert_allclose(outline.max(axis=0)[0], 5, atol=1e-6)
    np.testing.assert_allclose(outline.min(axis=0), result.lower[:2], atol=1e-6)
