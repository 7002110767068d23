"""Grid command against the published study's totals, and invalid files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Dict, List, Sequence

import published_grids
import pytest

from sim.drivers.__main__ import main

HEADER = "scenario,a,b,c,d"
GRIDS = {
    each.__name__: each
    for each in (
        published_grids.car_following,
        published_grids.cut_out,
        published_grids.cut_in_fast,
        published_grids.cut_in_slow,
    )
}
CELLS = {"car_following": 1121, "cut_out": 5850, "cut_in_fast": 14040, "cut_in_slow": 15930}
# Crashes by JRC's public code of these models, a row of four grids each.
TOTALS = {
    "fsm": [0, 980, 1649, 901],
    "human": [0, 848, 3552, 3728],
    "rss": [21, 936, 1491, 880],
    "reg157": [0, 0, 2869, 2252],
}


# The same of the cut-ins at one own speed each, 90 and 40 km/h.
PART = {"fsm": [266, 151], "human": [753, 677], "rss": [256, 150], "reg157": [549, 395]}


def published(folder: Path, own_speeds: Sequence[str]) -> Dict[str, List[Dict[str, str]]]:
    """Return the answers to the published grids, which are one file.

    Cut-ins are limited to these own speeds, if any.
    """
    grids = {
        name: [
            row
            for row in grid()
            if not own_speeds or not name.startswith("cut_in") or row[1] in own_speeds
        ]
        for name, grid in GRIDS.items()
    }
    lines = [",".join(row) for rows in grids.values() for row in rows]
    (folder / "in.csv").write_text("\n".join([HEADER, *lines]) + "\n")
    assert main(["grid", str(folder / "in.csv"), str(folder / "out.csv")]) == 0
    with (folder / "out.csv").open() as stream:
        answers = csv.DictReader(stream)
        return {name: [next(answers) for _ in rows] for name, rows in grids.items()}


def totals(found: Dict[str, List[Dict[str, str]]]) -> Dict[str, List[int]]:
    return {
        driver: [sum(row[driver] == "1" for row in rows) for rows in found.values()]
        for driver in TOTALS
    }


@pytest.mark.slow
def test_the_published_grids_have_the_published_crashes(tmp_path: Path):
    found = published(tmp_path, ())
    assert {name: len(rows) for name, rows in found.items()} == CELLS
    assert totals(found) == TOTALS


@pytest.mark.not_quick
def test_so_do_the_grids_of_leaders_and_some_of_the_cut_ins(tmp_path: Path):
    found = published(tmp_path, ("90", "40"))
    assert totals(found) == {name: TOTALS[name][:2] + PART[name] for name in TOTALS}
    defined = {name: {row["reg157"] for row in rows} for name, rows in found.items()}
    assert defined["car_following"] == defined["cut_out"] == {""}
    assert defined["cut_in_fast"] == defined["cut_in_slow"] == {"0", "1"}


def run_grid(folder: Path, text: str) -> int:
    (folder / "in.csv").write_bytes(text.encode("utf-8"))
    return main(["grid", str(folder / "in.csv"), str(folder / "out.csv")])


def answers(folder: Path) -> List[List[str]]:
    with (folder / "out.csv").open() as stream:
        return [row[-4:] for row in csv.reader(stream)][1:]


def test_rows_keep_their_content(tmp_path: Path):
    text = 'note,scenario,a,b,c,d\n"one, two",cut_in,60,20,12,1.50\n\nx,car_following,.90,120,,\n'
    assert run_grid(tmp_path, "\ufeff" + text.replace("\n", "\r\n")) == 0
    assert (tmp_path / "out.csv").read_text() == (
        "note,scenario,a,b,c,d,fsm,human,rss,reg157\n"
        '"one, two",cut_in,60,20,12,1.50,1,1,1,1\n'
        "x,car_following,.90,120,,,0,0,1,\n"
    )


def test_a_grid_of_no_rows_has_answers_of_no_rows(tmp_path: Path):
    assert run_grid(tmp_path, HEADER + "\n") == 0
    assert answers(tmp_path) == []


def test_from_which_side_they_come_makes_no_difference(tmp_path: Path):
    rows = ["cut_in,130,70,{gap},{sign}{drift}", "cut_out,90,{gap},{sign}{drift},"]
    cells = [
        row.format(gap=gap, sign="{}", drift=drift)
        for row in rows
        for gap in range(5, 60, 9)
        for drift in (0.4, 1.3)
    ]
    assert run_grid(tmp_path, "\n".join([HEADER, *(cell.format("") for cell in cells)])) == 0
    right = answers(tmp_path)
    assert run_grid(tmp_path, "\n".join([HEADER, *(cell.format("-") for cell in cells)])) == 0
    assert answers(tmp_path) == right
    assert {"0", "1"} <= {answer for row in right for answer in row}


def test_rounded_lateral_speeds_snap_to_the_raster(tmp_path: Path):
    cells = [f"cut_in,70,10,{gap},{{}}" for gap in range(1, 80)]
    written = [
        "\n".join([HEADER, *(cell.format(drift) for cell in cells)])
        for drift in ("1.2", "1.2000000000000002")
    ]
    assert run_grid(tmp_path, written[0]) == 0
    rounded = answers(tmp_path)
    assert run_grid(tmp_path, written[1]) == 0
    assert answers(tmp_path) == rounded


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "in.csv: is empty; it must begin with the header scenario,a,b,c,d"),
        ("scenario,a,b,c\n", "in.csv:1: the column 'd' is missing"),
        ("scenario;a;b;c;d\n", "in.csv:1: the column 'scenario' is missing"),
        (f"{HEADER},a\n", "in.csv:1: there are 2 columns 'a'"),
        (f"{HEADER},rss\n", "in.csv:1: the column 'rss' is there already"),
        (
            f"{HEADER}\ncut_in,60,20,1,0.5\ncutin,60,20,1,0.5\n",
            "in.csv:3: unknown scenario 'cutin'",
        ),
        (f"{HEADER}\ncut_in,nan,20,1,0.5\n", "in.csv:2: a, the own speed in km/h of cut_in, must"),
        (f"{HEADER}\ncut_in,60,inf,1,0.5\n", "in.csv:2: b, the other's speed in km/h of cut_in,"),
        (f"{HEADER}\ncut_in,60,20,,0.5\n", "in.csv:2: c, the gap in m of cut_in, must be a number"),
        (
            f"{HEADER}\ncut_in,-60,20,1,0.5\n",
            "in.csv:2: a, the own speed in km/h of cut_in, is -60",
        ),
        (f"{HEADER}\ncut_out,60,2,one,\n", "in.csv:2: c, the lateral speed in m/s of cut_out,"),
        (f"{HEADER}\ncar_following,-0.1,20,,\n", "in.csv:2: a, the deceleration in g of car_foll"),
        (f"{HEADER}\ncut_in,60,20,1\n", "in.csv:2: has 4 cells where the header has 5"),
    ],
)
def test_a_bad_file_gets_one_line_and_nothing_is_written(tmp_path, capsys, text: str, said: str):
    assert run_grid(tmp_path, text) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv"]


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path, capsys):
    assert main(["grid", str(tmp_path / "no.csv"), str(tmp_path / "out.csv")]) == 2
    assert "no.csv: No such file" in capsys.readouterr().err
    (tmp_path / "in.csv").write_text(HEADER + "\n")
    assert main(["grid", str(tmp_path / "in.csv"), str(tmp_path / "no" / "out.csv")]) == 2
    assert "no is not there" in capsys.readouterr().err
    (tmp_path / "bytes.csv").write_bytes(b"scenario,a\xff\n")
    assert main(["grid", str(tmp_path / "bytes.csv"), str(tmp_path / "out.csv")]) == 2
    assert "bytes.csv: not a text file in UTF-8" in capsys.readouterr().err
