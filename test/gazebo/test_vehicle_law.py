"""The vehicle plugin's law in C++ gives the forces and readings of ``sim.vehicle``, and refuses the
same files and names the same keys."""

from __future__ import annotations

import dataclasses
import importlib.util
import math
import os
import shutil
import subprocess
from pathlib import Path
from typing import Callable, List, Sequence, Tuple, get_type_hints

import numpy as np
import pytest
import yaml

from sim.errors import InputError
from sim.gzserver.installation import prefix_folder, triplet
from sim.sdf.model_path import ModelPath
from sim.vehicle.parameters import VehicleParameters, load_parameters
from sim.vehicle.vehicle import Vehicle

pytestmark = pytest.mark.not_quick
ROOT = Path(__file__).resolve().parents[2]
PLAIN_CAR = ROOT / "test" / "vehicle" / "plain_car" / "vehicle.yaml"
OTHERS = [
    {
        "center_of_mass_x": 0.3,
        "steering": {"time_constant": 0.0, "delay": 0.0},
        "drive": {"delay": 0.0, "front_share": 0.2},
        "wheel": {"rays": 5, "vertical_stiffness": 180000.0, "mass": 35.0},
    },
    {
        "wheel": {"friction": 0.3, "slip_time_constant": 0.005},
        "brake": {"time_constant": 0.0},
        "command_timeout": 0.1,
    },
]


def _rigid_body():
    """The module with which the tests of ``sim.vehicle`` drive."""
    spec = importlib.util.spec_from_file_location(
        "rigid_body", ROOT / "test" / "vehicle" / "rigid_body.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def law(tmp_path_factory) -> str:
    """The program vehicle_law, compiled by this machine's g++ with yaml-cpp of the system or of the
    Gazebo prefix."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++ on this machine")
    usr = next(
        (
            usr
            for usr in (Path("/usr"), prefix_folder(os.environ) / "usr")
            if (usr / "include" / "yaml-cpp" / "yaml.h").is_file()
        ),
        None,
    )
    if usr is None:
        pytest.skip("no headers of yaml-cpp; install libyaml-cpp-dev or run ./run setup gazebo")
    own = (
        []
        if usr == Path("/usr")
        else [
            "-isystem",
            usr / "include",
            "-L",
            usr / "lib" / triplet(),
            f"-Wl,-rpath,{usr / 'lib' / triplet()}",
        ]
    )
    program, folder = tmp_path_factory.mktemp("law") / "vehicle_law", ROOT / "gazebo" / "vehicle"
    names = ("parameters_reader", "model_path", "law_main")
    sources = [
        *sorted((ROOT / "laws" / "vehicle").glob("*.cc")),
        *(folder / f"{name}.cc" for name in names),
    ]
    # Compiled as one, as the plugin's are: what their headers instantiate is most of the work.
    whole = program.with_suffix(".cc")
    whole.write_text("".join(f'#include "{source}"\n' for source in sources))
    subprocess.run(
        [
            str(part)
            for part in (
                compiler,
                "-std=c++17",
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I",
                ROOT,
                "-I",
                ROOT / "gazebo",
                whole,
                *own,
                "-lyaml-cpp",
                "-o",
                program,
            )
        ],
        check=True,
        timeout=300,
    )
    return str(program)


def _run(law: str, *arguments: object, lines: Sequence[str] = ()) -> subprocess.CompletedProcess:
    return subprocess.run(
        [law, *map(str, arguments)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=120,
    )


class Recorder:
    """A vehicle that writes down what it is told, as ``vehicle_law`` reads it, and what it
    answers."""

    def __init__(self, parameters: VehicleParameters) -> None:
        self.vehicle, self.parameters = Vehicle(parameters), parameters
        self.lines: List[str] = []
        self.readings: List[List[float]] = []

    @property
    def rays(self) -> np.ndarray:
        return self.vehicle.rays

    def tell(self, verb: str, *values: float) -> None:
        self.lines.append(" ".join([verb, *(repr(float(value)) for value in values)]))
        method = {
            "command": self.vehicle.command,
            "twist": self.vehicle.command_twist,
            "neutral": self.vehicle.neutral,
            "reset": self.vehicle.reset,
        }[verb]
        method(*values)

    def step(self, time: float, dt: float, rotation, velocity, spin, distances, *_) -> tuple:
        self.lines.append(
            " ".join(
                [
                    "step",
                    *(
                        repr(float(value))
                        for value in (time, dt, *rotation, *velocity, *spin, *distances)
                    ),
                ]
            )
        )
        vehicle = self.vehicle
        force, torque = vehicle.step(time, dt, rotation, velocity, spin, distances)
        odometry = vehicle.odometry
        self.readings.append(
            [
                *force,
                *torque,
                *vehicle.wheel_speeds,
                *vehicle.wheel_angles,
                *vehicle.normal_forces,
                vehicle.steering_angle,
                *vehicle.steering_angles,
                odometry.x,
                odometry.y,
                odometry.yaw,
                odometry.speed,
                odometry.lateral_speed,
                odometry.yaw_rate,
                float(vehicle.timed_out),
            ]
        )
        return force, torque

    def compare(self, law: str, path: Path) -> np.ndarray:
        """Asserts that the program answers alike, and gives the readings."""
        done = _run(law, path, lines=self.lines)
        assert done.stderr == ""
        answered = np.array(
            [[float(word) for word in line.split()] for line in done.stdout.splitlines()]
        )
        expected = np.array(self.readings)
        assert answered.shape == expected.shape
        np.testing.assert_allclose(answered, expected, rtol=1e-9, atol=1e-9)
        return expected


def _write(path: Path, changes: dict) -> VehicleParameters:
    values = yaml.safe_load(PLAIN_CAR.read_text())
    for key, value in changes.items():
        values[key] = {**values.get(key, {}), **value} if isinstance(value, dict) else value
    path.write_text(yaml.safe_dump(values))
    return load_parameters(path)


def _act(random: np.random.Generator, body, recorder: Recorder) -> None:
    """One random thing that can happen to a vehicle."""
    angle, speed, soon = (
        random.uniform(-0.8, 0.8),
        random.choice([0.0, 0.01, 3.0, 12.0, 25.0, -4.0]),
        random.choice([0.0, 1.0]) * (body.time + 0.1),
    )
    event = random.integers(9)
    if event < 4:
        recorder.tell("command", soon, angle, speed, random.choice([0.0, 0.5, 6.0, -2.0]))
    elif event < 6:
        recorder.tell("twist", soon, speed, angle)
    elif event == 6:
        recorder.tell("neutral", soon)
    elif event == 7:
        recorder.tell("reset")
    else:
        body.position = body.position + np.array([0.0, 0.0, 0.6])


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3, 4, 5))]
)
def test_law_agrees_over_random_drives(law: str, tmp_path: Path, seed: int):
    random = np.random.default_rng(seed)
    path = tmp_path / "vehicle.yaml"
    parameters = _write(path, ([{}, *OTHERS])[seed % 3])
    body = _rigid_body().Body(
        parameters,
        dt=(0.005, 0.001)[seed % 2],
        speed=random.uniform(-3.0, 15.0),
        slope=random.uniform(-0.2, 0.2),
        bank=random.uniform(-0.1, 0.1),
    )
    body.vehicle = recorder = Recorder(parameters)
    for _ in range(30):
        _act(random, body, recorder)
        body.run(random.uniform(0.02, 0.6))
    readings = recorder.compare(law, path)
    timed_out, loads, forward = readings[:, -1], readings[:, 14:18], readings[:, -4]
    assert {0.0, 1.0} == set(timed_out) and (loads == 0.0).any() and (loads > 0.0).all(axis=1).any()
    assert np.abs(forward).max() > 1.0


@pytest.mark.parametrize("speed, slope", [(0.0, 0.1), (0.2, 0.0), (0.5, -0.15)])
def test_standstill_holds_alike(law: str, speed: float, slope: float):
    body = _rigid_body().Body(load_parameters(PLAIN_CAR), speed=speed, slope=slope)
    body.vehicle = recorder = Recorder(load_parameters(PLAIN_CAR))
    body.run(4.0)
    assert abs(body.speed) < 1e-6
    recorder.compare(law, PLAIN_CAR)


def test_law_agrees_on_any_attitude_and_ground(law: str):
    random = np.random.default_rng(7)
    recorder = Recorder(load_parameters(PLAIN_CAR))
    for index in range(2000):
        rotation, _ = np.linalg.qr(
            np.eye(3) + random.choice([0.05, 0.5, 3.0]) * random.normal(size=(3, 3))
        )
        distances = np.where(random.random(4) < 0.2, math.inf, random.uniform(0.2, 0.75, 4))
        if index % 20 == 0:
            recorder.tell("command", 0.0, *random.normal(size=3) * [0.3, 8.0, 2.0])
        recorder.step(
            index * 0.01,
            0.01,
            rotation.ravel(),
            random.normal(size=3) * 5.0,
            random.normal(size=3),
            distances,
        )
    recorder.compare(law, PLAIN_CAR)


@pytest.mark.parametrize("field", ["stamp", "steering_angle", "speed", "acceleration"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_commands_that_are_not_finite_are_refused_alike(law: str, field: str, value: str):
    command = {
        "stamp": 0.0,
        "steering_angle": 0.0,
        "speed": 0.0,
        "acceleration": 0.0,
        field: float(value),
    }
    with pytest.raises(InputError) as refused:
        Vehicle(load_parameters(PLAIN_CAR)).command(**command)
    done = _run(law, PLAIN_CAR, lines=[" ".join(["command", *map(repr, command.values())])])
    assert (done.returncode, done.stderr.strip()) == (2, str(refused.value))


def _refusals(law: str, path: Path) -> Tuple[str, str]:
    """What Python and C++ say of a file, empty if it is good; asserts that they agree on that, and
    on the place that they name."""
    try:
        load_parameters(path)
        expected, place = "", ""
    except InputError as error:
        expected, place = str(error), ": ".join(str(error).split(": ")[:2])
    done = _run(law, path)
    assert done.returncode == (2 if expected else 0), (expected, done.stderr)
    assert done.stderr.startswith(place) and done.stderr.count("\n") <= 1
    return expected, done.stderr.strip()


def _fields(kind: type = VehicleParameters, prefix: tuple = ()) -> List[tuple]:
    """Path of keys of each number or list of numbers, the range of these, and whether it is a
    list."""
    found: List[tuple] = []
    for field in dataclasses.fields(kind):
        hint = get_type_hints(kind)[field.name]
        found += (
            _fields(hint, (*prefix, field.name))
            if dataclasses.is_dataclass(hint)
            else [
                ((*prefix, field.name), field.metadata["range"], "most" in field.metadata),
            ]
        )
    return found


def _with(path: Path, keys: tuple, change: Callable[[dict, str], object]) -> Path:
    values = yaml.safe_load(PLAIN_CAR.read_text())
    section = values
    for key in keys[:-1]:
        section = section.setdefault(key, {})
    change(section, keys[-1])
    path.write_text(yaml.safe_dump(values))
    return path


@pytest.mark.parametrize(
    "keys, allowed, listed", [pytest.param(*each, id=".".join(each[0])) for each in _fields()]
)
def test_every_key_has_the_same_range_and_need(
    law: str, tmp_path: Path, keys: tuple, allowed: tuple, listed: bool
):
    path = tmp_path / "vehicle.yaml"
    for bound, outside in zip(allowed, (-math.inf, math.inf)):
        beyond = float(np.nextafter(bound, outside))
        good, bad = ([bound], [beyond]) if listed else (bound, beyond)
        _refusals(
            law, _with(path, keys, lambda section, key, good=good: section.__setitem__(key, good))
        )
        for said in _refusals(
            law, _with(path, keys, lambda section, key, bad=bad: section.__setitem__(key, bad))
        ):
            assert f"{allowed[0]:g} to {allowed[1]:g}" in said
    _refusals(law, _with(path, keys, lambda section, key: section.pop(key, None)))
    for said in _refusals(
        law, _with(path, keys, lambda section, key: section.__setitem__(f"{key}_x", 1))
    ):
        assert "unknown key" in said and keys[-1] in said.rpartition(": ")[2]


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
    assert all(_refusals(law, path))


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
    assert all(_refusals(law, path))


def test_files_that_cannot_be_read_are_refused_alike(law: str, tmp_path: Path):
    for said in _refusals(law, tmp_path / "absent.yaml"):
        assert "No such file" in said
    for said in _refusals(law, tmp_path):
        assert "Is a directory" in said


@pytest.mark.parametrize(
    "text", ["mass: [1", "mass: 1\n---\nmass: 2\n", "mass: *nowhere", "\tmass: 1"]
)
def test_broken_yaml_is_named_by_both(law: str, tmp_path: Path, text: str):
    path = tmp_path / "vehicle.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match="is not valid YAML: "):
        load_parameters(path)
    done = _run(law, path)
    assert (
        done.returncode == 2
        and done.stderr.startswith(f"{path}: is not valid YAML: ")
        and done.stderr.count("\n") == 1
    )


def test_a_value_that_contains_itself_is_refused(law: str, tmp_path: Path):
    path = tmp_path / "vehicle.yaml"
    path.write_text("mass: &a [*a, *a]")
    done = _run(law, path)
    assert done.returncode == 2 and f"{path}: mass: must be a number, not a list" in done.stderr


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
    done = _run(law, "--resolve", uri, *folders)
    try:
        assert (done.stdout.strip(), done.returncode) == (ModelPath(folders).resolve(uri), 0)
    except InputError as error:
        assert (done.stderr.strip(), done.returncode) == (str(error).strip(), 2)
