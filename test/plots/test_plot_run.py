"""Plots of runs: files, contents, and errors for other folders."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.image import imread

from sim.plots.__main__ import main
from sim.plots.run_folder import RunFolder
from sim.traffic.measures.ego_log import COLUMNS

TRIP = (
    '<tripinfo id="{}" depart="0.00" departDelay="1.00" arrival="{}" timeLoss="{}" vaporized=""/>'
)


def make_run(folder, egos=("ego",), detectors=True, trips=True, ttc=4.0):
    """Write a run's folder like the bridge. 30 s of a braking ego, two detectors, five trips."""
    folder.mkdir(parents=True)
    (folder / "summary.json").write_text(
        json.dumps(
            {
                "duration_s": 30.0,
                "egos": {ego: {"ttc_s": {"min": ttc}, "collisions": 1} for ego in egos},
            }
        )
    )
    for ego in egos:
        (folder / "egos").mkdir(exist_ok=True)
        with (folder / "egos" / f"{ego}.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            for step in range(300):
                speed = 10.0 - 0.02 * step
                writer.writerow(
                    [
                        0.1 * step,
                        speed * step,
                        0.0,
                        0.0,
                        speed,
                        -0.2,
                        0.0,
                        "a_0",
                        20.0 if step > 50 else "",
                        ttc,
                        "",
                        1.0,
                        0.0,
                        "",
                    ]
                )
    if detectors:
        (folder / "detectors.csv").write_text(
            "detector,edge,position,begin,end,vehicles,flow_vehicles_per_hour,speed_mps,density_vehicles_per_km,occupancy\n"
            + "".join(
                f"{name},main,{at},{begin},{begin + 60},20,1200,{speed},{1200 / 3.6 / speed},0.1\n"
                for name, at in (("up", 10), ("down", 200))
                for begin, speed in ((0, 10.0), (60, 5.0))
            )
            + "down,main,200,120,180,0,0,,,1\n"
        )
        rows = "".join(
            f'<timestep time="{time}.00"><vehicle id="v" speed="8" pos="{8 * time}" '
            'lane="main_0"/></timestep>'
            for time in range(30)
        )
        (folder / "trajectories.xml").write_text(f"<fcd-export>{rows}</fcd-export>")
    if trips:
        rows = [
            TRIP.format("a", 20.0, 5.0),
            TRIP.format("b", 25.0, 15.0),
            TRIP.format("c", -1.0, 9.0),
            TRIP.format("ego", -1.0, 900.0),
            TRIP.format("ego_shadow_3", -1.0, 900.0),
        ]
        (folder / "trips.xml").write_text(f"<tripinfos>{''.join(rows)}</tripinfos>")
    return folder


def inked(path) -> float:
    """Return the share of a picture's pixels that are not white."""
    return float((imread(path)[..., :3].min(axis=2) < 0.98).mean())


@pytest.mark.not_quick
def test_all_pictures_of_a_run(tmp_path, capsys):
    run = make_run(tmp_path / "one")
    assert main([str(run)]) == 0
    found = sorted(path.name for path in (run / "plots").iterdir())
    assert found == [
        "delay.png",
        "detectors.png",
        "ego_motion.png",
        "ego_safety.png",
        "fundamental_diagram.png",
        "time_space_main.png",
    ]
    assert all(inked(run / "plots" / name) > 0.005 for name in found)
    assert "ego ttc_s.min" in capsys.readouterr().out


@pytest.mark.not_quick
def test_two_runs_in_one_picture_and_one_table(tmp_path, capsys):
    one, two, out = (
        make_run(tmp_path / "careful", ttc=4.0),
        make_run(tmp_path / "bold", ttc=1.0),
        tmp_path / "out",
    )
    assert main([str(one), str(two), "--out", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["careful", "bold"]
    assert next(line.split()[-2:] for line in said if line.startswith("ego ttc_s.min")) == [
        "4.00",
        "1.00",
    ]
    assert {"ego_safety.png", "time_space_main_1.png", "time_space_main_2.png"} <= {
        path.name for path in out.iterdir()
    }
    # Two egos hide more of the paper than one.
    assert main([str(one), "--out", str(tmp_path / "alone")]) == 0
    assert inked(out / "ego_safety.png") > inked(tmp_path / "alone" / "ego_safety.png")


@pytest.mark.not_quick
def test_a_run_without_egos_and_detectors(tmp_path):
    run = make_run(tmp_path / "plain", egos=(), detectors=False)
    assert main([str(run)]) == 0
    assert [path.name for path in (run / "plots").iterdir()] == ["delay.png"]


def test_egos_and_shadows_are_no_trips(tmp_path):
    trips = RunFolder(make_run(tmp_path / "run")).trips
    assert list(trips.arrived) == [5.0, 15.0] and list(trips.under_way) == [9.0]


def test_a_log_that_was_cut_off_is_read_up_to_there(tmp_path):
    run = make_run(tmp_path / "run")
    path = run / "egos" / "ego.csv"
    path.write_text(path.read_text()[:-12])
    series = RunFolder(run).egos["ego"]
    assert (
        len(series["time"]) in (299, 300)
        and np.isnan(series["gap"][0])
        and series["lane"][0] == "a_0"
    )


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda run: None, "no such folder"),
        (lambda run: run.mkdir(), "has no summary.json"),
        (
            lambda run: (run.mkdir(), (run / "summary.json").write_text("{")),
            "not the summary of a run",
        ),
        (
            lambda run: (run.mkdir(), (run / "summary.json").write_text("[]")),
            "not the summary of a run; it would be a JSON object",
        ),
        (
            lambda run: (make_run(run), (run / "egos" / "ego.csv").write_text("a,b\n")),
            "not the log of an ego",
        ),
        (
            lambda run: (
                make_run(run),
                (run / "egos" / "ego.csv").write_text(",".join(COLUMNS) + "\n" + "x," * 13 + "x\n"),
            ),
            "not the log of an ego",
        ),
        (lambda run: make_run(run, egos=(), detectors=False, trips=False), "nothing to draw"),
    ],
)
def test_other_folders_are_refused_in_one_line(tmp_path, capsys, spoil, said):
    run = tmp_path / "run"
    spoil(run)
    assert main([str(run)]) == 2
    error = capsys.readouterr().err
    assert said in error and str(run) in error and len(error.splitlines()) == 1


def test_a_threshold_that_is_none(tmp_path, capsys):
    assert main([str(make_run(tmp_path / "run")), "--ttc", "-1"]) == 2
    assert "time_to_collision" in capsys.readouterr().err


@pytest.mark.not_quick
def test_no_display_is_needed(tmp_path):
    run = make_run(tmp_path / "run")
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "MPLBACKEND", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-m", "sim.plots", str(run)],
        env={**environment, "DISPLAY": ":99", "MPLCONFIGDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0 and "wrote" in done.stdout
