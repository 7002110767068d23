"""Profiles: chains by topic, inheritance, override, errors with file and path."""

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.noise.chain import NoiseChain
from sim.noise.models.catalogue import MODELS
from sim.noise.profile import ALL_MODELS, matches, read_profile

BASE = """
seed: 7
chains:
  lidar:
    topic: ["/*/*lidar*/points", "!/*/old_lidar/points"]
    type: sensor_msgs/PointCloud2
    models:
      range: {model: lidar_range, sigma: 0.02, source: manual}
      loss: {model: message_loss, probability: 0.1}
  gyro:
    topic: /ego/imu/imu
    type: sensor_msgs/Imu
    models:
      white: {model: gaussian, of: angular_velocity, sigma: 0.1}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE)
    return tmp_path


def read(folder: Path, text: str, name: str = "mine"):
    (folder / f"{name}.yaml").write_text(text)
    return read_profile(name, [folder])


def refused(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as error:
        read(folder, text)
    return str(error.value)


def chain_of(step: str, kind: str = "sensor_msgs/Imu") -> str:
    return f"chains: {{c: {{topic: /a, type: {kind}, models: {{s: {step}}}}}}}"


def test_a_profile_is_chains_of_models_by_topic(folder: Path) -> None:
    profile = read_profile("base", [folder])
    assert profile.seed == 7 and [chain.name for chain in profile.chains] == ["lidar", "gyro"]
    lidar = profile.chain_for("/ego/front_lidar/points", "sensor_msgs/PointCloud2")
    assert [step.name for step in lidar.steps] == ["range", "loss"] and lidar.steps[
        0
    ].model == MODELS["lidar_range"](sigma=0.02)
    assert lidar.steps[0].part == "beams" and lidar.bases == ["beams"]
    assert profile.named_topics == ["/ego/imu/imu"] and profile.has_patterns


@pytest.mark.parametrize("name", ["false", "on", "no", "Yes", "null", "1"])
def test_names_of_chains_and_steps_stay_text(folder: Path, name: str) -> None:
    """YAML 1.1 reads such keys as booleans, nothing or numbers."""
    step = f"{name}: {{model: gaussian, of: angular_velocity, sigma: 0.1}}"
    chain = f"{{topic: /a, type: sensor_msgs/Imu, models: {{{step}}}}}"
    (found,) = read(folder, f"chains: {{{name}: {chain}}}").chains
    assert (found.name, [one.name for one in found.steps]) == (name, [name])
    (changed,) = read_profile("mine", [folder], [f"chains: {{{name}: {{seed: 3}}}}"]).chains
    assert (changed.name, changed.seed) == (name, 3)


@pytest.mark.parametrize(
    "topic, kind, found",
    [
        ("/ego/lidar/points", "sensor_msgs/PointCloud2", "lidar"),
        ("/ego/lidar/points", "sensor_msgs/LaserScan", None),
        ("/ego/old_lidar/points", "sensor_msgs/PointCloud2", None),
        ("/a/b/lidar/points", "sensor_msgs/PointCloud2", None),
        ("/ego/imu/imu", "", "gyro"),
    ],
)
def test_chains_are_found_by_topic_and_type(folder: Path, topic, kind, found) -> None:
    spec = read_profile("base", [folder]).chain_for(topic, kind)
    assert (spec.name if spec else None) == found


@pytest.mark.parametrize(
    "topic, pattern, fits",
    [
        ("/a/b/c", "/a/*/c", True),
        ("/a/b/x/c", "/a/*/c", False),
        ("/a/b/x/c", "/a/**/c", True),
        ("/a/b1", "/a/b?", True),
        ("/a/b", "/a/b?", False),
        ("/a/b", "/a", False),
    ],
)
def test_patterns(topic, pattern, fits) -> None:
    assert matches(topic, [pattern]) == fits


def test_full_topic_names_precede_patterns_and_later_ones_earlier(folder: Path) -> None:
    profile = read(
        folder,
        """
chains:
  exact: {topic: /ego/imu/imu, type: sensor_msgs/Imu}
  all: {topic: /**, type: sensor_msgs/Imu}
  some: {topic: /ego/**, type: sensor_msgs/Imu}""",
    )
    names = [
        profile.chain_for(topic, "sensor_msgs/Imu").name
        for topic in ("/ego/imu/imu", "/ego/imu2/imu", "/other/imu")
    ]
    assert names == ["exact", "some", "all"]


def test_a_child_overrides_one_number_adds_and_removes_steps(folder: Path) -> None:
    profile = read(
        folder,
        """
inherit: base
seed: 8
chains:
  gyro: null
  lidar:
    models:
      range: {sigma: 0.05}
      loss: null
      angles: {model: lidar_angles, azimuth_sigma: 0.001}""",
    )
    assert profile.seed == 8 and [chain.name for chain in profile.chains] == ["lidar"]
    steps = {step.name: step.model for step in profile.chains[0].steps}
    assert list(steps) == ["range", "angles"] and steps["range"].sigma == 0.05


def test_another_model_under_the_same_name_inherits_no_parameters(folder: Path) -> None:
    profile = read(
        folder,
        "inherit: base\nchains: {gyro: {models: {white: {model: bias, of: imu, offset: 1.0}}}}",
    )
    assert profile.chains[1].steps[0].model == MODELS["bias"](offset=1.0)


def test_several_profiles_are_put_together_and_changes_laid_over(folder: Path) -> None:
    (folder / "camera.yaml").write_text(
        "chains: {camera: {topic: /ego/camera/image_raw, type: sensor_msgs/Image}}"
    )
    profile = read_profile(
        "base, camera", [folder], ["chains: {lidar: {models: {range: {sigma: 0.5}}}}"]
    )
    assert [chain.name for chain in profile.chains] == [
        "lidar",
        "gyro",
        "camera",
    ] and profile.chains[0].steps[0].model.sigma == 0.5


def test_a_profile_may_be_a_path(folder: Path) -> None:
    assert read_profile(str(folder / "base.yaml"), []).seed == 7


@pytest.mark.parametrize(
    "text, said",
    [
        (
            chain_of("{model: gausian, of: imu, sigma: 1}"),
            "mine.yaml/chains/c/models/s/model: unknown key 'gausian'; did you mean 'gaussian'?",
        ),
        (
            chain_of("{model: gaussian, of: imu, sigma: -1}"),
            "mine.yaml/chains/c/models/s/sigma: must be a finite number of at least 0",
        ),
        (
            chain_of("{model: gaussian, of: imu, sigma: .nan}"),
            "mine.yaml/chains/c/models/s/sigma: must be",
        ),
        (
            chain_of("{model: gaussian, of: imu}"),
            "mine.yaml/chains/c/models/s: the key 'sigma' is missing",
        ),
        (
            chain_of("{model: gaussian, of: imu, sigma: 1, men: 2}"),
            "unknown key 'men'; did you mean 'mean'?",
        ),
        (
            chain_of("{model: gaussian, of: gyro, sigma: 1}"),
            "s/of: gaussian cannot work on 'gyro' of sensor_msgs/Imu, but on angular_velocity, "
            "linear_acceleration, imu",
        ),
        (
            chain_of("{model: gaussian, sigma: 1}"),
            "the key 'of' is missing: which part gaussian works on",
        ),
        (
            chain_of("{model: lidar_range, sigma: 1}"),
            "works on lidar; sensor_msgs/Imu has no such part",
        ),
        (
            chain_of(
                "{model: mixture, of: imu, weights: [0.5, 0.4], means: [0, 0], sigmas: [1, 1]}"
            ),
            "s/weights: must sum to 1",
        ),
        (
            chain_of("{model: latency, of: imu, mean: 1}"),
            "s/of: latency concerns when messages come",
        ),
        (chain_of("gaussian"), "a mapping with the key 'model'"),
        (
            chain_of(
                "{model: registration, points: [[0, 0], [1, 0], [2, 0], [3, 0]], offsets: [[0, "
                "0], [0, 0], [0, 0], [0, 0]]}",
                "geometry_msgs/PoseArray",
            ),
            "mine.yaml/chains/c/models/s/registration/points: all points lie on one line",
        ),
        (
            chain_of(
                "{model: lidar_range, sigma: 0.1}, t: {model: depth_axial}",
                "sensor_msgs/PointCloud2",
            ),
            "c/models: mix beams and depth",
        ),
        (
            "chains: {c: {topic: /a, type: sensor_msgs/Imagee}}",
            "mine.yaml/chains/c/type: messages of type sensor_msgs/Imagee cannot be degraded",
        ),
        ("chains: {c: {topic: a b, type: sensor_msgs/Imu}}", "c/topic: 'a b' is not a topic"),
        ("chains: {c: {topic: /noisy/a, type: sensor_msgs/Imu}}", "is where degraded messages go"),
        ("chains: {c: {topic: ['!/a'], type: sensor_msgs/Imu}}", "no topic given"),
        ("chains: {c: {type: sensor_msgs/Imu}}", "mine.yaml/chains/c: the key 'topic' is missing"),
        ("chains: {c: {topic: /a, type: sensor_msgs/Imu, rate: -1}}", "c/rate: -1 is out of range"),
        ("chains: [c]", "mine.yaml/chains: a mapping"),
        ("seed: -1", "mine.yaml/seed: -1 is out of range"),
        ("sead: 1", "mine.yaml: unknown key 'sead'; did you mean 'seed'?"),
        ("chains: {", "mine.yaml:1: malformed YAML"),
        ("inherit: bas", "mine.yaml/inherit: profile 'bas' not found; did you mean 'base'?"),
        ("inherit: mine", "mine.yaml/inherit: inherits itself"),
        (
            "inherit: base\nchains: {lidar: {models: {range: {sigma: -1}}}}",
            "mine.yaml/chains/lidar/models/range/sigma: must be",
        ),
    ],
)
def test_errors_name_the_file_and_the_path(folder: Path, text: str, said: str) -> None:
    assert said in refused(folder, text)


def test_an_error_in_what_is_inherited_names_the_parents_file(folder: Path) -> None:
    (folder / "base.yaml").write_text(BASE.replace("sigma: 0.02", "sigma: -0.02"))
    assert "base.yaml/chains/lidar/models/range/sigma" in refused(
        folder, "inherit: base\nchains: {gyro: {seed: 3}}"
    )


def test_unknown_names_suggest(folder: Path) -> None:
    with pytest.raises(InputError, match="did you mean 'base'"):
        read_profile("bsae", [folder])
    with pytest.raises(InputError, match="shipped: base"):
        read_profile("", [folder])


def test_changes_are_named_as_such(folder: Path) -> None:
    with pytest.raises(InputError, match=r"^changes/chains/lidar/models/range/sigma"):
        read_profile("base", [folder], ["chains: {lidar: {models: {range: {sigma: -1}}}}"])


def test_a_registration_step_reports_what_the_controller_corrects(folder: Path) -> None:
    """In a detector's frame that is turned by 90 degrees and moved."""
    profile = read(
        folder,
        """
chains:
  parts:
    topic: /parts
    type: geometry_msgs/PoseArray
    models:
      registration:
        model: registration
        frame: [1.0, 0.0, 0.0, 0.0, 0.0, 1.5707963267948966]
        points: [[0, 0], [1, 0], [0, 1], [1, 1]]
        offsets: [[0.01, 0.0], [0.01, 0.0], [0.01, 0.0], [0.01, 0.0]]
        rotations: [[0, 0, 0.1], [0, 0, 0.1], [0, 0, 0.1], [0, 0, 0.1]]""",
    )
    from sim.noise.models.objects import Objects

    truth = Objects(("part",), np.array([[1.0, 2.0, 3.0]]), np.array([[0.0, 0.0, 0.0, 1.0]]))
    found = NoiseChain(profile.chains[0], "/parts", 0)({"objects": truth}, 1).reading["objects"]
    np.testing.assert_allclose(found.positions, [[1.0, 1.99, 3.0]], atol=1e-12)
    np.testing.assert_allclose(
        found.rotations, [[0.0, 0.0, -np.sin(0.05), np.cos(0.05)]], atol=1e-12
    )


def test_every_model_has_a_message_type_that_it_works_on() -> None:
    from sim.noise.parts import TYPES, parts_for

    for name, model in ALL_MODELS.items():
        assert model.kind == "timing" or any(parts_for(kind, model.kind) for kind in TYPES), name
