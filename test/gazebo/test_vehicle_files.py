"""The C++ reader of vehicles' files refuses the same as ``sim.vehicle.parameters``.

It names the same keys.
"""

from __future__ import annotations

import math
import subprocess
from pathlib import Path
from typing import List, Optional, Tuple

import numpy as np
import pytest
import yaml
from support.cpp import COMPILED, compiled, header_folder
from support.parts import ROOT

from sim.errors import InputError
from sim.gzserver.installation import triplet
from sim.sdf.model_path import ModelPath
from sim.vehicle.parameters import VehicleParameters, load_parameters, table

pytestmark = [pytest.mark.not_quick, COMPILED]
PLAIN_CAR = ROOT / "test" / "vehicle" / "plain_car" / "vehicle.yaml"


@pytest.fixture(scope="module")
def law(tmp_path_factory) -> str:
    """Return the program vehicle_files, built with the system's or the prefix's yaml-cpp."""
    usr = header_folder("yaml-cpp/yaml.h")
    if usr is None:
        pytest.skip("no headers of yaml-cpp; install libyaml-cpp-dev or run ./run setup gazebo")
    libraries = usr / "lib" / triplet()
    own = ["-isystem", usr / "include", "-L", libraries, f"-Wl,-rpath,{libraries}"]
    program, folder = tmp_path_factory.mktemp("law") / "vehicle_files", ROOT / "gazebo" / "vehicle"
    names = ("parameters_reader", "model_path", "files_main")
    sources = [
        *(ROOT / "laws" / "vehicle" / f"{name}.cc" for name in ("checks", "parameters")),
        ROOT / "laws" / "vehicle" / "parameters_table.cc",
        *(folder / f"{name}.cc" for name in names),
    ]
    # Compiled as one, as the plugin's are: what their headers instantiate is most of the work.
    whole = program.with_suffix(".cc")
    whole.write_text("".join(f'#include "{source}"\n' for source in sources))
    return compiled(program, [whole], *([] if usr == Path("/usr") else own), "-lyaml-cpp")


def _said(law: str, *paths: Path) -> List[str]:
    """Return the C++ reader's message for each file, empty if valid."""
    done = subprocess.run(
        [law, *map(str, paths)], check=True, capture_output=True, text=True, timeout=120
    )
    return done.stdout.splitlines()


def _write(path: Path, changes: dict) -> VehicleParameters:
    values = yaml.safe_load(PLAIN_CAR.read_text())
    for key, value in changes.items():
        values[key] = {**values.get(key, {}), **value} if isinstance(value, dict) else value
    path.write_text(yaml.safe_dump(values))
    return load_parameters(path)


def _refusals(law: str, *paths: Path) -> List[Tuple[str, str]]:
    """Return the messages of Python and C++ for each file, empty if valid.

    Asserts that both agree on validity and on the named place.
    """
    found = []
    for path, said in zip(paths, _said(law, *paths)):
        try:
            load_parameters(path)
            expected = ""
        except InputError as error:
            expected = str(error)
        assert bool(expected) == bool(said), (expected, said)
        assert said.startswith(": ".join(expected.split(": ")[:2]))
        found.append((expected, said))
    assert len(found) == len(paths)
    return found


def _with(path: Path, keys: tuple, value: Optional[float], most: int) -> Path:
    """Return the plain car's file with another number, or without it. A list keeps one entry."""
    values = yaml.safe_load(PLAIN_CAR.read_text())
    section = values
    for key in keys[:-1]:
        section = section.setdefault(key, {})
    section.pop(keys[-1], None)
    if value is not None:
        section[keys[-1]] = [value] if most else value
    path.write_text(yaml.safe_dump(values))
    return path


@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_every_number_has_its_range_in_both_readers(law: str, tmp_path: Path, bound: str):
    good, bad = [], []
    for name, number in table().items():
        keys = tuple(name.split("."))
        limit = getattr(number, bound)
        beyond = float(np.nextafter(limit, math.inf if bound == "upper" else -math.inf))
        for files, value in ((good, limit), (bad, beyond)):
            files.append(_with(tmp_path / f"{len(files)}_{value}.yaml", keys, value, number.most))
    _refusals(law, *good)
    for number, both in zip(table().values(), _refusals(law, *bad)):
        assert all(f"{number.lower:g} to {number.upper:g}" in said for said in both)


def test_every_number_that_a_file_must_give_is_missed_by_both(law: str, tmp_path: Path):
    files = [_with(tmp_path / f"{name}.yaml", tuple(name.split(".")), None, 0) for name in table()]
    for number, both in zip(table().values(), _refusals(law, *files)):
        assert all(("missing; add this key" in said) == number.required for said in both)


def test_every_misspelt_number_is_unknown_to_both(law: str, tmp_path: Path):
    files = []
    for name in table():
        *section, key = name.split(".")
        files.append(_with(tmp_path / f"{name}.yaml", (*section, f"{key}_x"), 1.0, 0))
    for name, both in zip(table(), _refusals(law, *files)):
        assert all("unknown key" in said and name.split(".")[-1] in said for said in both)


@pytest.mark.parametrize(
    "text",
    [
        "true",
        "No",
        "~",
        "",
        "'1500'",
        "1.5e-3",
        "-.5E+3",
        "1e",
        "1.5e+3",
        ".inf",
        "-.INF",
        ".nan",
        "1500 kg",
        '"it\'s"',
        "[1, 'two', {a: 3.0}]",
        "{}",
        "-0.0",
        "-0",
        "123456789012345678",
        "1.0e+22",
        "0.00001",
        "+1500.",
    ],
)
def test_every_kind_of_value_is_read_alike(law: str, tmp_path: Path, text: str):
    path = tmp_path / "vehicle.yaml"
    path.write_text(PLAIN_CAR.read_text().replace("mass: 1500.0", f"mass: {text}"))
    _refusals(law, path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- 1",
        "mass",
        "masss: 1",
        "xyzzy: 1",
        "1: 2",
        "wheel: 3",
        "wheel: {radios: 1}",
        "steering: [1]",
    ],
)
def test_every_kind_of_file_is_refused_alike(law: str, tmp_path: Path, text: str):
    path = tmp_path / "vehicle.yaml"
    path.write_text(text)
    assert all(_refusals(law, path)[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"front_axle_x": -2.0},
        {"front_axle_x": -1.35},
        {"center_of_mass_x": 2.0},
        {"center_of_mass_x": -1.35},
        {"suspension": {"stiffness": 5000.0}},
        {"wheel": {"mass": 20.0}},
        {"wheel": {"mass": 400.0, "vertical_stiffness": 200000.0}},
        {"engine": {"speeds": [100.0, 100.0], "torques": [50.0, 50.0]}},
        {"engine": {"speeds": [100.0, 200.0], "torques": [50.0]}},
        {"engine": {"speeds": [100.0], "torques": [50.0], "idle_speed": 100.0}},
        {"engine": {"speeds": 100.0}},
        {"gearbox": {"ratios": [3.5, 3.5]}},
        {"gearbox": {"ratios": [17.0 - gear for gear in range(17)]}},
    ],
)
def test_geometry_and_powertrain_are_checked_alike(law: str, tmp_path: Path, changes: dict):
    path = tmp_path / "vehicle.yaml"
    with pytest.raises(InputError):
        _write(path, changes)
    assert all(_refusals(law, path)[0])


def test_files_that_cannot_be_read_are_refused_alike(law: str, tmp_path: Path):
    for said in _refusals(law, tmp_path / "absent.yaml")[0]:
        assert "No such file" in said
    for said in _refusals(law, tmp_path)[0]:
        assert "Is a directory" in said


@pytest.mark.parametrize(
    "text", ["mass: [1", "mass: 1\n---\nmass: 2\n", "mass: *nowhere", "\tmass: 1"]
)
def test_broken_yaml_is_named_by_both(law: str, tmp_path: Path, text: str):
    path = tmp_path / "vehicle.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match="is not valid YAML: "):
        load_parameters(path)
    (said,) = _said(law, path)
    assert said.startswith(f"{path}: is not valid YAML: ")


def test_a_value_that_contains_itself_is_refused(law: str, tmp_path: Path):
    path = tmp_path / "vehicle.yaml"
    path.write_text("mass: &a [*a, *a]")
    (said,) = _said(law, path)
    assert f"{path}: mass: must be a number, not a list" in said


@pytest.mark.parametrize(
    "uri",
    [
        "model://ego_car/vehicle.yaml",
        "model://ego_car/nothing.yaml",
        "model://no_car/vehicle.yaml",
        "model://",
        "model://ego_car/../../etc/passwd",
        "http://example.org/x.yaml",
        "",
        "file://",
        "ego_car/vehicle.yaml",
        "absent.yaml",
        str(PLAIN_CAR),
        f"file://{PLAIN_CAR}",
        "MODEL://ego_car//vehicle.yaml",
        " model://ego_car/vehicle.yaml ",
    ],
)
@pytest.mark.parametrize("folders", [[], [str(ROOT / "worlds"), str(ROOT / "models")]])
def test_uris_are_resolved_alike(law: str, uri: str, folders: list):
    done = subprocess.run(
        [law, "--resolve", uri, *folders], check=False, capture_output=True, text=True, timeout=120
    )
    try:
        assert (done.stdout.strip(), done.returncode) == (ModelPath(folders).resolve(uri), 0)
    except InputError as error:
        assert (done.stderr.strip(), done.returncode) == (str(error).strip(), 2)
