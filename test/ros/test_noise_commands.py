"""``python -m sim.ros.noise`` on bags: profiles, figures, and one-line errors."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import rosbag
from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion
from sensor_msgs.msg import CameraInfo, Imu, NavSatFix

from sim.noise.__main__ import no_recording
from sim.noise.command import main as command
from sim.noise.models import nist
from sim.noise.profile import read_profile
from sim.ros.conversions import header
from sim.ros.noise.bags import read_recording

main = partial(command, read_recording)


@pytest.fixture(scope="module")
def bag(tmp_path_factory) -> str:
    path, rng = tmp_path_factory.mktemp("bags") / "cell.bag", np.random.default_rng(3)
    with rosbag.Bag(str(path), "w") as file:
        for number in range(1, 601):
            top = header(number / 30.0)
            for topic, scale in (("/real", 1.0), ("/simulated", 1.5)):
                x, y = (
                    mean + scale * axis.draw(rng)
                    for mean, axis in ((nist.MEAN_X, nist.X), (nist.MEAN_Y, nist.Y))
                )
                file.write(
                    topic,
                    PoseStamped(
                        header=top, pose=Pose(Point(x, y, 0.0), Quaternion(0.0, 0.0, 0.0, 1.0))
                    ),
                    top.stamp,
                )
            file.write(
                "/fix",
                NavSatFix(
                    header=top,
                    latitude=48.0 + 1e-5 * rng.standard_normal(),
                    longitude=11.0,
                    altitude=5.0,
                ),
                top.stamp,
            )
            file.write("/info", CameraInfo(header=top), top.stamp)
        file.write("/imu", Imu(header=header(1.0)), header(1.0).stamp)
    return str(path)


def lines(capsys) -> list:
    return capsys.readouterr().out.splitlines()


@pytest.mark.not_quick
def test_fit_writes_a_profile_and_a_picture(bag: str, tmp_path: Path, capsys) -> None:
    assert main(["fit", bag, "/real", "--out", str(tmp_path), "--name", "detector"]) == 0
    chain = read_profile("detector", [tmp_path]).chains[0]
    assert chain.topics == ("/real",) and chain.type == "geometry_msgs/PoseStamped"
    model = chain.steps[0].model
    assert len(model.x_weights) == len(model.y_weights) == 3 and model.mixture(
        "x"
    ).deviation == pytest.approx(nist.SIGMA_X, rel=0.1)
    assert (tmp_path / "detector.png").stat().st_size > 10_000
    assert any("3 clusters" in line for line in lines(capsys))


@pytest.mark.parametrize("more", [[], ["--together"]])
@pytest.mark.not_quick
def test_compare_draws_both(bag: str, tmp_path: Path, capsys, more) -> None:
    picture = tmp_path / "both.png"
    assert main(["compare", bag, "/real", bag, "/simulated", "--out", str(picture), *more]) == 0
    assert picture.stat().st_size > 10_000
    sigmas = [
        float(line.split("sigma ")[1].split()[0])
        for line in lines(capsys)
        if line.startswith("  x:")
    ]
    assert sigmas[0] == pytest.approx(0.28, rel=0.1) and sigmas[1] == pytest.approx(0.42, rel=0.1)


def test_the_map_of_a_profile(tmp_path: Path, capsys) -> None:
    folder = Path(__file__).resolve().parents[2] / "config" / "noise"
    assert (
        main(["map", str(folder / "motoman_table_1.yaml"), "--out", str(tmp_path / "map.png")]) == 0
    )
    assert (
        "   723.1   -400.3      -9.0      -7.0" in lines(capsys)
        and (tmp_path / "map.png").stat().st_size > 10_000
    )


def test_fixes_are_read_in_metres(bag: str) -> None:
    values = np.array(read_recording(bag, "/fix").values)
    assert (
        values[:, 1].std() == pytest.approx(1.112, rel=0.1)
        and np.abs(values[:, [0, 2]]).max() < 1e-6
    )


@pytest.mark.parametrize(
    "words, said",
    [
        (["fit", "nowhere.bag", "/real"], "nowhere.bag: no such bag"),
        (["fit", "BAG", "/unreal"], "has no topic /unreal; it has /fix, /imu"),
        (["fit", "BAG", "/info"], "messages of type sensor_msgs/CameraInfo have no noise"),
        (["fit", "BAG", "/imu"], "has 1 messages; at least 20"),
        (["fit", __file__, "/real"], "is not a readable bag"),
        (["compare", "BAG", "/real"], "two or more pairs of BAG TOPIC"),
        (["compare", "BAG", "/real", "BAG", "/fix"], "of different kinds: objects, gps"),
        (["map", "vlp_16"], "vlp_16: no step of model registration found"),
        (["map", "vlp_61"], "did you mean 'vlp_16'"),
    ],
)
def test_failures_are_one_line(bag: str, tmp_path, capsys, words, said) -> None:
    words = [bag if word == "BAG" else word for word in words]
    assert main([*words, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) == 1


def test_without_ros_a_bag_is_refused_with_the_command_that_reads_it(bag, capsys):
    assert command(no_recording, ["fit", bag, "/real"]) == 2
    assert "use ./run exec python3 -m sim.ros.noise" in capsys.readouterr().err


def test_without_the_workspace_the_missing_module_is_named() -> None:
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run(
        [sys.executable, "-m", "sim.ros.noise", "--help"],
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert re.fullmatch(
        r"sim\.ros\.noise: \S+ has no module \S+; use \./run exec python3\n", ran.stdout
    )
