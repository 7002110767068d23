"""python -m sim.sdf bounds: rows, their order, and bad models.

A bad model does not end the command.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.sdf.__main__ import main

from .documents import BOX, model_folder

SOURCE = Path(__file__).resolve().parents[2] / "src"
COLLISION = f'<collision name="c"><pose>0 0 -0.25 0 0 0</pose>{BOX}</collision>'


@pytest.fixture
def models(tmp_path):
    model_folder(tmp_path, "b_box", f'<link name="l">{COLLISION}</link>')
    model_folder(tmp_path, "a_broken", "<link>")
    model_folder(
        tmp_path,
        "c_ground",
        '<link name="l"><collision name="c"><geometry><plane/></geometry></collision></link>',
    )
    model_folder(tmp_path, "d_nothing", "<static>1</static>")
    (tmp_path / "no_model").mkdir()
    return tmp_path


def rows(capsys, *arguments):
    assert main(["bounds", *map(str, arguments), "--csv"]) == 0
    return list(csv.DictReader(capsys.readouterr().out.splitlines()))


def test_one_row_per_model_in_order_of_names(models, capsys):
    found = rows(capsys, models)
    assert [(row["model"], row["status"]) for row in found] == [
        ("a_broken", "error"),
        ("b_box", "ok"),
        ("c_ground", "unbounded"),
        ("d_nothing", "empty"),
    ]
    assert list(found[1].values()) == ["b_box", "ok", "1", "2", "3", "0", "0", "-0.25", "true", ""]
    assert (
        found[2]["width_x"] == ""
        and found[2]["dynamic_size"] == "false"
        and found[0]["dynamic_size"] == ""
    )
    assert "a_broken/model.sdf:1" in found[0]["notes"]


def test_a_model_and_an_sdf_file_can_be_named(models, capsys):
    found = rows(capsys, models / "b_box", models / "b_box" / "model.sdf", models / "no_model")
    assert [(row["model"], row["status"]) for row in found] == [
        ("b_box", "ok"),
        ("model", "ok"),
        ("no_model", "error"),
    ]


def test_a_table_for_people(models, capsys):
    assert main(["bounds", str(models / "b_box")]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["model", "status", "width_x"]
    assert row.split() == [
        "b_box",
        "ok",
        "1.000",
        "2.000",
        "3.000",
        "0.000",
        "0.000",
        "-0.250",
        "true",
    ]


def test_bad_arguments(tmp_path, capsys):
    assert main(["bounds", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err
    with pytest.raises(SystemExit) as error:
        main(["bounds"])
    assert error.value.code == 2


def test_the_command_itself(models):
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "GAZEBO_MODEL_PATH": str(models)}
    model_folder(models / "other", "outer", "<include><uri>model://b_box</uri></include>")
    done = subprocess.run(
        [sys.executable, "-m", "sim.sdf", "bounds", str(models / "other"), "--csv"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0 and done.stdout.splitlines()[1].startswith(
        "outer,ok,1,2,3,0,0,-0.25,true"
    )
