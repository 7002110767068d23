"""Assignment of driver modules to vehicles from YAML."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.traffic.hooks.config import SHIPPED, parse_modules, read_modules
from sim.traffic.hooks.gap_maker import GapMaker

ROOT = Path(__file__).resolve().parents[3]


def parsed(*entries):
    return parse_modules({"drivers": list(entries)}, "x.yaml")


@pytest.mark.parametrize(
    "name", ["imperfect_human", "aggressive_merger", "gap_maker", "reference_driver", "mixed"]
)
def test_the_shipped_files_are_sound_and_say_the_defaults(name):
    specs = read_modules(ROOT / "config" / "drivers" / f"{name}.yaml")
    for spec in specs:
        plain = spec.driver()
        made = spec.driver(**spec.parameters)
        same = {key: value for key, value in vars(plain).items() if not key.startswith("_")}
        assert {key: value for key, value in vars(made).items() if not key.startswith("_")} == same
    assert name == "mixed" or (specs[0].name == name and set(specs[0].parameters) == set(same))


def test_a_class_of_ones_own_is_loaded_by_name():
    spec = parsed(
        {
            "class": "sim.traffic.hooks.gap_maker:GapMaker",
            "name": "mine",
            "vehicles": "bus_*",
            "types": ["bus"],
            "budget": 0.1,
        }
    )[0]
    assert spec.driver is GapMaker and (
        spec.name,
        spec.vehicles,
        spec.types,
        spec.budget,
        spec.share,
    ) == ("mine", "bus_*", ("bus",), 0.1, 1.0)


def test_a_share_is_drawn_from_names_and_seed_alone():
    spec = parsed({"class": "gap_maker", "share": 0.3})[0]
    names = [f"flow.{k}" for k in range(4000)]
    chosen = np.array([spec.wants(name, "car", 7) for name in names])
    assert abs(chosen.mean() - 0.3) < 4.0 * np.sqrt(0.3 * 0.7 / 4000)
    assert [spec.wants(name, "car", 7) for name in reversed(names)] == chosen[::-1].tolist()
    assert (np.array([spec.wants(name, "car", 8) for name in names]) != chosen).mean() > 0.3
    other = parsed({"class": "gap_maker", "share": 0.3, "name": "other"})[0]
    both = np.mean([spec.wants(name, "car", 7) and other.wants(name, "car", 7) for name in names])
    assert abs(both - 0.09) < 0.03


def test_patterns_and_types_must_both_fit():
    spec = parsed({"class": "gap_maker", "vehicles": "In1_*", "types": ["car", "van"]})[0]
    assert (
        spec.wants("In1_Out.3", "van", 0)
        and not spec.wants("In2_Out.3", "van", 0)
        and not spec.wants("In1_Out.3", "bus", 0)
    )


@pytest.mark.parametrize(
    "entry, message",
    [
        (
            {"class": "nope"},
            r"x.yaml: drivers\[0\].class: 'nope' is not one of: imperfect_human, "
            r"aggressive_merger, "
            r"gap_maker, reference_driver; a class of your own",
        ),
        (
            {"class": "no_such_module:X"},
            r"class: module 'no_such_module' cannot be imported \(ModuleNotFoundError",
        ),
        (
            {"class": "math:X"},
            r"class: module 'math' has no class 'X' with a method control\(view\)",
        ),
        ({"class": "pathlib:Path"}, r"has no class 'Path' with a method control"),
        (
            {"class": "gap_maker", "parameters": {"sigth": 3.0}},
            r"drivers\[0\].parameters: unknown key 'sigth'; did you mean 'sight'\?",
        ),
        (
            {"class": "gap_maker", "parameters": {"sight": -3.0}},
            r"drivers\[0\].parameters: sight: -3 is out of range; it must be between 1 and 150",
        ),
        (
            {"class": "gap_maker", "parameters": {"sight": "far"}},
            r"drivers\[0\].parameters: sight: a number is needed, not 'far'",
        ),
        (
            {"class": "gap_maker", "parameters": [1]},
            r"drivers\[0\].parameters: a mapping with the keys",
        ),
        ({"class": "gap_maker", "share": 1.5}, r"drivers\[0\].share: 1.5 is out of range"),
        ({"class": "gap_maker", "budget": 0}, r"drivers\[0\].budget: 0 is out of range"),
        (
            {"class": "gap_maker", "vehicle": "*"},
            r"drivers\[0\]: unknown key 'vehicle'; did you mean 'vehicles'\?",
        ),
        ({}, "the key 'class' is missing"),
    ],
)
def test_errors_are_reported_before_the_run(entry, message):
    with pytest.raises(InputError, match=message):
        parsed(entry)


def test_a_module_that_exits_when_it_is_imported_is_said_so(tmp_path, monkeypatch):
    (tmp_path / "leaves_at_once.py").write_text("import sys\nsys.exit(7)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(
        InputError, match=r"class: module 'leaves_at_once' cannot be imported \(SystemExit: 7\)"
    ):
        parsed({"class": "leaves_at_once:Driver"})


def test_a_name_is_given_once():
    with pytest.raises(InputError, match=r"drivers\[1\].name: driver 'gap_maker' exists already"):
        parsed({"class": "gap_maker"}, {"class": "gap_maker"})


def test_all_that_is_shipped_is_there():
    assert all(parsed({"class": name}) for name in SHIPPED)
