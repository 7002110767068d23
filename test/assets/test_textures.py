"""Textures of generated worlds.

They repeat seamlessly, have the mean colour expected by scenery, and equal the committed ones.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sim.assets.surfaces import FINISHES
from sim.assets.textures.catalogue import DRAWN, file_name, texture, write_model
from sim.errors import InputError
from sim.resources import resource
from sim.sdf.reader import read_model

COMMITTED = resource("models", "surfaces", "materials", "textures")
REPEATING = sorted(name for name in DRAWN if name != "signs")
# Walls end at the ground.
OVER_THE_SIDES = {name: 1 for name in REPEATING if name.startswith("facade_")}


def committed(name: str) -> np.ndarray:
    image = cv2.imread(str(COMMITTED / file_name(name)))
    assert image is not None, name
    return image[..., ::-1]


@pytest.mark.parametrize("name", REPEATING)
def test_an_image_has_its_mean_and_no_seam(name: str) -> None:
    image = committed(name).astype(float)
    np.testing.assert_allclose(
        image.mean(axis=(0, 1)) / 255.0, FINISHES[name].mean, atol=0.012, err_msg=name
    )
    for axis in (OVER_THE_SIDES[name],) if name in OVER_THE_SIDES else (0, 1):
        across = np.abs(np.diff(image, axis=axis, append=image.take([0], axis=axis))).mean(axis=2)
        # Neighbouring rows differ over the border no more than at other joints.
        steps = across.mean(axis=1 - axis)
        assert steps[-1] <= 1.3 * steps[:-1].max(), axis


@pytest.mark.parametrize("name", REPEATING)
def test_an_image_has_something_to_see_from_near_and_from_far(name: str) -> None:
    """Trackers need contrast in each octave. A smooth picture has less than one grey level."""
    grey = cv2.cvtColor(np.ascontiguousarray(committed(name)), cv2.COLOR_RGB2GRAY).astype(float)
    for _ in range(5):
        assert np.abs(cv2.Laplacian(grey, cv2.CV_64F)).mean() > 1.5, grey.shape
        grey = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("name", ["slabs", "paint", "tiles", "signs"])
def test_committed_images_equal_the_programs(name: str) -> None:
    difference = np.abs(texture(name).astype(int) - committed(name))
    assert difference.mean() < 6.0 and (name != "signs" or difference.max() == 0)
    assert np.abs(texture(name, seed=2).astype(int) - committed(name)).mean() > 8.0 or (
        name == "signs"
    )


def test_the_model_has_a_material_for_each_image(tmp_path) -> None:
    write_model(tmp_path / "surfaces", ["water"])
    script = (tmp_path / "surfaces" / "materials" / "scripts" / "surfaces.material").read_text()
    assert script == (COMMITTED.parent / "scripts" / "surfaces.material").read_text()
    for name, finish in FINISHES.items():
        assert f"material {finish.script}\n" in script and f"texture {file_name(name)}\n" in script
    model, messages = read_model(COMMITTED.parents[1] / "model.sdf", [])
    assert model.name == "surfaces" and not messages
    assert sum(file.stat().st_size for file in COMMITTED.iterdir()) < 2.5e6


def test_an_unknown_image_is_refused() -> None:
    with pytest.raises(InputError, match="'lava': not one of: lane, asphalt"):
        texture("lava")
