"""Parameters of crcl_bridge: defaults, units, registration, sensors, errors."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import yaml

rospy = pytest.importorskip("rospy")
pytest.importorskip("sim.msg")

from sim.errors import InputError  # noqa: E402
from sim.noise.registration import RegistrationOffsets  # noqa: E402
from sim.rate import Rate  # noqa: E402
from sim.ros.crcl.parameters import BridgeParameters  # noqa: E402
from sim.ros.crcl.registration import shift_from  # noqa: E402
from sim.ros.crcl.sensors import sensors_of  # noqa: E402
from sim.transforms import quaternion_from_rotvec, quaternion_product  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def test_the_shipped_defaults() -> None:
    shipped = yaml.safe_load((ROOT / "config" / "crcl_bridge.yaml").read_text())
    parameters = BridgeParameters(**shipped)
    options = parameters.session_options({}, {}, None)
    assert (
        options.defaults.trans_speed == Rate(0.5, True) and options.defaults.units.length == "meter"
    )
    assert parameters.port == 64444 and parameters.address == "127.0.0.1"


def test_rates_units_and_joints_that_slide() -> None:
    options = BridgeParameters(
        units={"length": "millimeter"},
        defaults={"rot_speed": 1, "rot_accel": "12.5 %", "coordinated": False},
        joints="1, 2,3",
    ).session_options({}, {}, None)
    assert (options.defaults.rot_speed, options.defaults.rot_accel) == (
        Rate(1.0),
        Rate(0.125, True),
    )
    assert (
        options.defaults.units.length == "millimeter"
        and not options.defaults.coordinated
        and options.translational == (1, 2, 3)
    )


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"units": {"length": "mm"}}, "'mm' is not one of: meter, millimeter, inch"),
        ({"units": {"mass": "kg"}}, "unknown key 'mass'"),
        ({"defaults": {"trans_speed": "120 %"}}, "at most 100 %"),
        ({"defaults": {"trans_speed": 0}}, "must be at least 1e-06"),
        ({"defaults": {"rot_speed": "1e-9 %"}}, "must be at least 0.0001 %"),
        ({"defaults": {"trans_speed": "fast"}}, "a number is needed"),
        ({"joints": "1,b"}, "'b' is not the number of a joint"),
        ({"defaults": {"trans_speed": "x %"}}, "not a percentage"),
        ({"defaults": {"coordinated": 3}}, "true or false"),
    ],
)
def test_wrong_parameters_are_named(wrong, words) -> None:
    with pytest.raises(InputError, match=words):
        BridgeParameters(**wrong).session_options({}, {}, None)


@pytest.mark.parametrize(
    "wrong",
    [[], {"a": 1}, {"a": {"topic": "/x"}}, {"a": {"topic": "/x", "type": "std_msgs/String"}}],
)
def test_wrong_sensors_are_named(wrong) -> None:
    with pytest.raises(InputError, match="sensors"):
        sensors_of(wrong)


POINTS = [[0.5359, 0.1577], [0.7231, -0.4003], [0.5238, -0.1067], [0.7473, 0.1554]]
OFFSETS = [[0.0, 0.005], [-0.009, -0.007], [-0.004, 0.0], [0.005, 0.0]]


@pytest.mark.parametrize(
    "frame", [None, [0.2, -0.1, 0.8, 0.0, 0.0, math.pi / 2]], ids=["world", "turned"]
)
def test_applying_the_registration_to_a_reported_pose_gives_truth(tmp_path, frame) -> None:
    rotations = [[0.0, 0.0, 0.01], [0.0, 0.0, -0.01], [0.01, 0.0, 0.0], [0.0, 0.02, 0.0]]
    content = {
        "points": POINTS,
        "offsets": OFFSETS,
        "rotations": rotations,
        **({"frame": frame} if frame else {}),
    }
    path = tmp_path / "registration.yaml"
    path.write_text(yaml.safe_dump(content))
    true, turn = np.array([0.6, -0.2, 0.4]), np.array([0.5, 0.5, -0.5, 0.5])
    place, quaternion = shift_from(str(path))(tuple(true), tuple(turn))
    registration = RegistrationOffsets(POINTS, OFFSETS, rotations)
    if frame:
        from sim.transforms import transform_from_pose

        world_from_cell = transform_from_pose(frame)
        cell = world_from_cell[:3, :3].T @ (np.array(place) - world_from_cell[:3, 3])
        found = world_from_cell[:3, :3] @ registration.apply(cell)[0][0] + world_from_cell[:3, 3]
        back = quaternion_product(
            quaternion_from_rotvec(registration.rotation(cell) @ world_from_cell[:3, :3].T),
            np.array([quaternion]),
        )[0]
    else:
        found, back = (
            one[0] for one in registration.apply(np.array(place), np.array([quaternion]))
        )
    assert np.abs(found - true).max() < 1e-11 and np.abs(np.array(place) - true).max() > 1e-3
    assert min(np.abs(back - turn).max(), np.abs(back + turn).max()) < 1e-9


def test_a_wrong_registration_is_named(tmp_path) -> None:
    path = tmp_path / "registration.yaml"
    path.write_text("points: [[0, 0]]\n")
    with pytest.raises(InputError, match=r"registration.yaml: the key 'offsets' is missing"):
        shift_from(str(path))


def test_ids_are_strict_always_never_or_by_what_the_client_shows() -> None:
    for given, strict in ((True, "always"), (False, "never"), ("auto", "auto"), ("never", "never")):
        assert BridgeParameters(strict_ids=given).session_options({}, {}, None).strict_ids == strict
    with pytest.raises(InputError, match="'sometimes' is not one of: always, never, auto"):
        BridgeParameters(strict_ids="sometimes").session_options({}, {}, None)


def test_sensors_are_topics_or_the_robots_own_under_another_name() -> None:
    topics, aliases = sensors_of(
        {
            "ATINetFT": {"robot": "wrench"},
            "parts": {"topic": "/bin/count", "type": "std_msgs/Int32"},
        }
    )
    assert (topics, aliases) == (
        {"parts": ("/bin/count", "std_msgs/Int32")},
        {"ATINetFT": "wrench"},
    )
    for wrong, words in (
        (
            {"a": {"robot": "force"}},
            "sensors/a/robot: 'force' is not one of the robot's own sensors: wrench, holding, "
            "width",
        ),
        ({"a": {"robot": "wrench", "topic": "/b"}}, "unknown key 'topic'"),
        ({"a": {"topic": "/b"}}, "the key 'type' is missing"),
    ):
        with pytest.raises(InputError, match=words):
            sensors_of(wrong)
