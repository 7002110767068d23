"""Renamed definitions work by their old names, with one warning."""

from __future__ import annotations

import importlib
import warnings
from typing import List, Tuple

import pytest

from sim.deprecation import current_value

RENAMED: List[Tuple[str, str, str]] = [
    ("sim.noise.models.model", "Model", "NoiseModel"),
    ("sim.openscenario.storyboard.world", "World", "StoryboardWorld"),
    ("sim.scenes.dynamic.backend", "Around", "SurroundingTraffic"),
    ("sim.scenes.dynamic.backend", "Drive", "CarCommand"),
    ("sim.scenes.dynamic.backend", "State", "ModelMotion"),
    ("sim.traffic.hooks", "Side", "AdjacentLane"),
    ("sim.traffic.hooks.view", "Side", "AdjacentLane"),
]


@pytest.mark.parametrize("module, old, new", RENAMED)
def test_an_old_name_warns_once_and_is_the_same(module: str, old: str, new: str) -> None:
    found = importlib.import_module(module)
    vars(found).pop(old, None)
    with pytest.warns(DeprecationWarning, match=rf"\.{old} is deprecated; use .*\.{new}$"):
        assert getattr(found, old) is getattr(found, new)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert getattr(found, old) is getattr(found, new)


def test_an_old_value_of_a_setting_warns_and_becomes_the_new() -> None:
    said: List[str] = []
    assert current_value("ours", {"ours": "board_fit"}, "~method", said.append) == "board_fit"
    assert said == ["~method: 'ours' is deprecated; use 'board_fit'"]
    assert current_value("velas", {"ours": "board_fit"}, "~method", said.append) == "velas"
    assert len(said) == 1


def test_other_names_are_refused_as_usual() -> None:
    with pytest.raises(
        AttributeError, match=r"'sim\.noise\.models\.model' has no attribute 'Modell'"
    ):
        importlib.import_module("sim.noise.models.model").Modell  # noqa: B018
