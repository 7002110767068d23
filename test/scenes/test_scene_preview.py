"""Images of scenes: content without a display, readable labels."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="previews need matplotlib, setup/requirements/plots.txt")

from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.translated import WAYPOINT, own_models, placed, scene_of, waypoint
from sim.errors import InputError
from sim.scenes.coverage import coverage
from sim.scenes.preview import draw, picture
from sim.scenes.preview.coverage_picture import draw_coverage
from sim.scenes.preview.footprints import footprint, heading_of
from sim.scenes.preview.labels import LabelTarget, place_labels


@pytest.fixture
def models():
    return {**own_models("cube", "cafe_table", "hoop", "bookshelf"), "waypoint": WAYPOINT}


@pytest.fixture
def room(models):
    return scene_of(
        placed(models["cafe_table"], "table", 1.0, 0.0),
        placed(models["cube"], "cube", 1.0, 0.0, 0.775, 0.3),
        placed(models["hoop"], "hoop", -2.0, 1.0),
        waypoint("waypoint", 2.0, 3.0, -1.5),
        workspace=((-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)),
        ego="waypoint",
    )


@pytest.mark.not_quick
def test_pictures_are_the_same_bytes_each_time_and_need_no_display(
    tmp_path, monkeypatch, models, room
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    for name, magic in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        first = draw(room, models, tmp_path / name).read_bytes()
        assert first.startswith(magic) and len(first) > 5000
        assert draw(room, models, tmp_path / f"again_{name}").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.png",
        "a.svg",
        "again_a.png",
        "again_a.svg",
    ]


def test_every_name_is_written_once_inside_the_axes(models, room) -> None:
    figure = picture(room, models)
    axes = figure.axes[0]
    assert sorted(text.get_text() for text in axes.texts) == ["cube", "hoop", "table", "waypoint"]
    box = axes.get_window_extent()
    for text in axes.texts:
        x, y = axes.transData.transform(text.get_position())
        assert box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
    assert axes.get_xlabel() == "x (m)" and "seed 1" in axes.get_title(loc="left")


@pytest.mark.not_quick
def test_names_are_no_formulas(tmp_path, models, room) -> None:
    odd = "a$^$b"
    named = replace(
        room,
        scenario=odd,
        ego=odd,
        objects=tuple(
            replace(item, name=odd if item.name == room.ego else item.name, model=item.model)
            for item in room.objects
        ),
    )
    assert odd in [text.get_text() for text in picture(named, models).axes[0].texts]
    draw(named, models, tmp_path / "odd.png")
    draw_coverage(
        coverage(
            [replace(named, objects=tuple(replace(item, model=odd) for item in named.objects))]
        ),
        tmp_path / "coverage.png",
    )
    draw_coverage(coverage([replace(named, ego="", objects=())]), tmp_path / "nothing.png")


def test_the_footprint_is_that_of_the_pieces_where_they_stand(models) -> None:
    hoop = footprint(placed(models["hoop"], "hoop", 3.0, 2.0), models)
    assert len(hoop.interiors) == 1 and hoop.centroid.x == pytest.approx(3.0, abs=1e-3)
    # The bookshelf's collisions lie behind its origin, by 0.19 m.
    shelf = footprint(placed(models["bookshelf"], "shelf", 3.0, 2.0, yaw=math.pi / 2.0), models)
    assert shelf.centroid.x == pytest.approx(3.1925, abs=1e-3) and shelf.bounds[3] - shelf.bounds[
        1
    ] == pytest.approx(0.92, abs=1e-3)
    grown = footprint(placed(models["cube"], "cube", 0.0, 0.0, scale=(2.0, 1.0, 1.0)), models)
    assert grown.area == pytest.approx(0.4 * 0.2)


def test_without_the_models_boxes_are_drawn(room) -> None:
    assert footprint(room.objects[0], {}).area == pytest.approx(0.913**2)
    assert len(picture(room, {}).axes[0].texts) == 4


def test_heading_0_looks_along_y(models) -> None:
    assert heading_of(placed(models["cube"], "cube", 0.0, 0.0)) == pytest.approx((0.0, 1.0))
    assert heading_of(waypoint("waypoint", 0.0, 0.0, math.pi / 2.0)) == pytest.approx((-1.0, 0.0))


@pytest.mark.not_quick
def test_a_scene_of_nothing_and_a_wrong_name(tmp_path, models, room) -> None:
    draw(scene_of(), models, tmp_path / "nothing.png")
    with pytest.raises(InputError, match=r".png or .svg"):
        draw(room, models, tmp_path / "room.gif")
    with pytest.raises(InputError, match="cannot be written"):
        draw(room, models, tmp_path / "no" / "room.png")
    draw(replace(room, ego=""), models, tmp_path / "room.svg")


@given(
    st.lists(st.tuples(st.floats(50, 750), st.floats(50, 550)), min_size=2, max_size=12),
    st.floats(2.0, 40.0),
)
@settings(max_examples=15, deadline=None)
@pytest.mark.not_quick
def test_labels_do_not_cover_each_other(centers, radius) -> None:
    circle = radius * np.array(
        [[math.cos(angle), math.sin(angle)] for angle in np.linspace(0.0, 6.0, 30)]
    )
    anchors = [LabelTarget(center, circle + center, (70.0, 14.0)) for center in centers]
    middles = np.array([spot.center for spot in place_labels(anchors, (0.0, 0.0, 800.0, 600.0))])
    gaps = np.abs(middles[:, None] - middles[None]) - np.array([70.0, 14.0])
    clear = (gaps > -1e-6).any(axis=2) | np.eye(len(middles), dtype=bool)
    assert clear.all()
