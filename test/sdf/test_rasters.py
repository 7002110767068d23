"""Heights and boxes of heightmaps and images equal gzserver 11.1's."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.measure import measure_model
from sim.sdf.measure.rasters import heightmap_bounds, image_boxes
from sim.sdf.types import Heightmap, Image

from .documents import model_folder

Picture = pytest.importorskip("PIL.Image")


def picture(folder, pixels, name="h.png"):
    path = str(folder / name)
    Picture.fromarray(np.asarray(pixels)).save(path)
    return path


def grey(*spots):
    """Return five by five pixels of brightness 20 with brighter spots.

    Spots are (row, column, brightness).
    """
    pixels = np.full((5, 5), 20, np.uint8)
    for row, column, value in spots:
        pixels[row, column] = value
    return pixels


def test_the_brightest_pixel_is_at_the_full_height_and_black_at_zero(tmp_path):
    heightmap = Heightmap(
        picture(tmp_path, grey((1, 2, 120), (0, 0, 70))), (10.0, 20.0, 3.0), (1.0, 2.0, 3.0)
    )
    lower, upper = heightmap_bounds(heightmap)
    np.testing.assert_allclose([lower, upper], [[-4, -8, 3.5], [6, 12, 6]])


def test_a_black_image_is_flat_and_a_coloured_one_uses_its_blue(tmp_path):
    np.testing.assert_allclose(
        heightmap_bounds(Heightmap(picture(tmp_path, grey() * 0), (1.0, 1.0, 3.0)))[1],
        [0.5, 0.5, 0],
    )
    colour = np.zeros((5, 5, 3), np.uint8)
    colour[..., 0], colour[1, 1] = 10, (100, 200, 50)
    lower, upper = heightmap_bounds(Heightmap(picture(tmp_path, colour, "c.png"), (1.0, 1.0, 3.0)))
    assert (lower[2], upper[2]) == (0, 3)


def test_of_sixteen_bits_gazebo_takes_eight_and_one_metre(tmp_path):
    pixels = np.zeros((5, 5), np.uint16)
    pixels[1:4, 2] = 0x0140, 0x2020, 0xFF10
    lower, upper = heightmap_bounds(
        Heightmap(picture(tmp_path, pixels), (10.0, 20.0, 6.0), (0.0, 0.0, 2.0))
    )
    np.testing.assert_allclose([lower, upper], [[-5, -10, 2], [5, 10, 2 + 0.25098]], atol=1e-5)


def test_an_images_dark_pixels_become_few_boxes(tmp_path):
    pixels = np.full((8, 16), 255, np.uint8)
    pixels[2:4, 4:12] = 0
    pixels[6, 0] = 100
    boxes = image_boxes(Image(picture(tmp_path, pixels), 0.5, 100, 2.0))
    np.testing.assert_allclose(boxes, [[[0, 3, 0], [0.5, 3.5, 2]], [[2, 1, 0], [6, 2, 2]]])
    assert len(image_boxes(Image(str(tmp_path / "h.png"), 0.5, 99, 2.0))) == 1


def test_random_pixels_are_covered_exactly(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 256, (12, 9)).astype(np.uint8)
    covered = np.zeros_like(pixels, int)
    for lower, upper in image_boxes(Image(picture(tmp_path, pixels), 1.0, 127, 1.0)):
        covered[int(lower[1]) : int(upper[1]), int(lower[0]) : int(upper[0])] += 1
    np.testing.assert_array_equal(covered, pixels <= 127)


@pytest.mark.parametrize(
    "geometry, size, center",
    [
        (
            "<heightmap><uri>model://m/h.png</uri><size>10 20 3</size><pos>1 2 3</pos></heightmap>",
            [10, 20, 2.5],
            [11, 2, 4.75],
        ),
        (
            "<image><uri>model://m/h.png</uri><scale>0.5</scale><threshold>100</threshold><height>2</height></image>",
            [2.5, 2.5, 2],
            [11.25, 1.25, 1],
        ),
    ],
)
def test_a_model_of_a_picture(tmp_path, geometry, size, center):
    folder = model_folder(
        tmp_path,
        "m",
        '<link name="l"><collision name="c"><pose>10 0 0 0 0 '
        f"0</pose><geometry>{geometry}</geometry>"
        "</collision></link>",
    )
    picture(folder, grey((1, 2, 120)))
    result = measure_model(folder)
    assert result.status == "ok" and str(folder / "h.png") in result.files
    np.testing.assert_allclose([*result.size, *result.center], [*size, *center], atol=1e-9)
    assert ("image" in result.geometries) == any(
        "Gazebo classic builds nothing of <image>" in note for note in result.notes
    )


def test_bad_pictures(tmp_path):
    (tmp_path / "a.png").write_text("no picture")
    for name, message in (("a.png", "is not a readable picture"), ("b.png", "cannot be read")):
        with pytest.raises(InputError, match=message):
            heightmap_bounds(Heightmap(str(tmp_path / name)))
