"""Public gazebo_models at hand are read and measured.

Figures of well-known ones are compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from support.public_data import MODELS, absent

from sim.errors import InputError
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.reader import read_model

FOLDERS = sorted(path.parent for path in MODELS.glob("*/model.config"))

pytestmark = pytest.mark.skipif(not FOLDERS, reason=absent(MODELS))

REFUSED = {
    "iris_with_standoffs_demo": "model 'iris_with_standoffs' not found",
    "submarine": "submarine/model.sdf:77: not well-formed XML",
    "sun": "has a light but no <model>",
}
UNBOUNDED = ("ground_plane", "winding_valley_heightmap")

# Size and centre in m. The boxes and cylinders follow from the files by hand; cars and bus are the
# extreme vertices of their .obj files times the scale.
KNOWN = {
    "cafe_table": ((0.913, 0.913, 0.775), (0.0, 0.0, 0.3875)),
    "bookshelf": ((0.92, 0.405, 1.2), (0.0, -0.1925, 0.6)),
    "grey_wall": ((7.5, 0.2, 2.8), (0.0, 0.0, 1.4)),
    "wood_cube_10cm": ((0.1, 0.1, 0.1), (0.0, 0.0, 0.05)),
    "cricket_ball": ((0.075, 0.075, 0.075), (0.0, 0.0, 0.0375)),
    "hatchback": ((4.00, 2.14, 1.57), (0.34, 0.0, 0.77)),
    "bus": ((2.71, 12.49, 3.70), (0.0, -0.05, 1.85)),
}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_model_is_read_and_measured(folder):
    if folder.name in REFUSED:
        with pytest.raises(InputError, match=REFUSED[folder.name]):
            read_model(folder, [str(MODELS)])
        return
    model, _ = read_model(folder, [str(MODELS)])
    bounds = model_bounds(model)
    if folder.name in UNBOUNDED:
        assert bounds is None
        return
    size = bounds[1] - bounds[0]
    # From a gear of 12 mm to a house of 17 m.
    assert size.min() > 0.01 and size.max() < 20.0


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_known_sizes_and_centres(name):
    if not (MODELS / name).is_dir():
        pytest.skip(absent(MODELS / name))
    lower, upper = model_bounds(read_model(MODELS / name, [str(MODELS)])[0])
    size, center = KNOWN[name]
    np.testing.assert_allclose(upper - lower, size, atol=0.006)
    np.testing.assert_allclose((upper + lower) / 2, center, atol=0.006)


def test_the_cars_box_is_that_of_its_vertices():
    path = MODELS / "hatchback" / "meshes" / "hatchback.obj"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    lines = [line.split() for line in path.read_text().splitlines()]
    vertices = (
        np.array([[float(value) for value in line[1:4]] for line in lines if line[:1] == ["v"]])
        * 0.0254
    )
    # The collision is turned by 90 degrees about z: (x, y) -> (-y, x).
    turned = vertices @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    lower, upper = model_bounds(read_model(MODELS / "hatchback", [str(MODELS)])[0])
    np.testing.assert_allclose([lower, upper], [turned.min(axis=0), turned.max(axis=0)], atol=1e-6)
