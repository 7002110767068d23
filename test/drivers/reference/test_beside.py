"""Crashes that reference drivers would have avoided in a recorded run.

They are compared to the cells of the grids with the same runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Iterator, List

import numpy as np
import pytest

from sim.drivers.__main__ import main
from sim.drivers.reference.catalogue import DRIVERS
from sim.drivers.reference.encounters import cut_in
from sim.drivers.reference.grid import crashes
from sim.drivers.reference.recording import USUAL

HEADER = "t,entity,x,y,heading,speed"
REAR = -USUAL["centre"]
# Own and other speed in km/h, gap and lateral speed: between them all drivers crash and do not.
CELLS = [
    (70, 10, 11, 0.7),
    (70, 10, 21, 1.5),
    (90, 40, 9, 1.5),
    (130, 70, 41, 1.2),
    (60, 20, 6, 1.6),
    (110, 70, 21, 1.4),
]


def trial(own: float, other: float, gap: float, drift: float) -> Iterator[str]:
    """Yield rows of a cut-in with a passive ego."""
    cell = cut_in(*(np.array([value]) for value in (own / 3.6, other / 3.6, gap, drift)))
    for i, (x, y) in enumerate(zip(cell.other.x[:, 0], cell.other.y[:, 0])):
        place = cell.own_x[0, 0] + i * own / 36.0
        yield f"{0.1 * i!r},Ego,{place + REAR!r},0,0,{own / 3.6!r}"
        yield f"{0.1 * i!r},Other,{x + REAR!r},{y!r},0,{other / 3.6!r}"


def beside(folder: Path, lines: List[str], *words: str) -> int:
    path = folder / "run.csv"
    path.write_text("\n".join([HEADER, *lines]) + "\n")
    return main(["beside", str(path), "--json", str(folder / "out.json"), *words])


@pytest.mark.parametrize("cell", CELLS)
def test_beside_a_cut_in_they_do_as_in_its_cell(tmp_path: Path, cell):
    assert beside(tmp_path, list(trial(*cell))) == 0
    found = json.loads((tmp_path / "out.json").read_text())
    for name in ("fsm", "rss", "reg157"):
        crash = crashes(DRIVERS[name], "cut_in", np.array([cell], float))[0]
        assert (found["drives"][name]["crash_s"] is not None) == crash, name
        assert (name in found["avoided_by"]) != crash


def test_the_cells_tell_the_drivers_apart():
    answers = {
        name: crashes(driver, "cut_in", np.array(CELLS, float)).tolist()
        for name, driver in DRIVERS.items()
    }
    assert all({True, False} == set(each) for each in answers.values())
    assert len({tuple(each) for each in answers.values()}) > 1


def test_the_recorded_driver_is_reported_first(tmp_path: Path, capsys):
    rows = [f"{t / 10},Ego,{2.0 * t},0,0,20" for t in range(100)]
    rows += [f"{t / 10},Wall,150,0,0,0" for t in range(100)]
    assert beside(tmp_path, rows) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "recorded: crash with Wall at 7.3 s"
    assert said[1].startswith("fsm: no crash; unsafe from") and "least gap" in said[1]
    assert said[-1].startswith("avoided by: fsm")


def test_hits_from_behind_do_not_count_and_curves_are_followed(tmp_path: Path, capsys):
    """A quarter of a circle of 100 m at 10 m/s.

    One vehicle is 1 s behind, another stands beside the end.
    """
    angles = np.arange(0.0, 0.5 * np.pi, 0.01)
    rows = []
    for name, lag in (("Ego", 0.0), ("Behind", 0.1)):
        for i, angle in enumerate(angles - lag):
            x, y = 100.0 * np.sin(angle), 100.0 - 100.0 * np.cos(angle)
            rows.append(f"{i / 10},{name},{x},{y},{angle},10")
    rows += [f"{i / 10},Beside,104.5,100,1.57,0" for i in range(len(angles))]
    assert beside(tmp_path, rows) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "recorded: no crash"
    assert said[-1] == "nothing to avoid; without a crash too: fsm, human, rss, reg157"


@pytest.mark.parametrize(
    "text, words, said",
    [
        ("t,entity,x,y,speed\n", [], "run.csv:1: the column 'heading' is missing"),
        (f"{HEADER}\n0,Ego,0,0,0,nan\n", [], "run.csv:2: speed must be a finite number"),
        (f"{HEADER}\n0,Ego,0,0\n", [], "run.csv:2: must have 6 cells"),
        (f"{HEADER},length\n0,Ego,0,0,0,1,0\n", [], "run.csv:2: length is 0; it must be above 0"),
        (f"{HEADER}\n0,Ego,0,0,0,1\n0,Ego,0,0,0,1\n", [], "times of 'Ego' do not rise after 0 s"),
        (
            f"{HEADER}\n0,Ego,0,0,0,1\n",
            ["--ego", "ego"],
            "entity 'ego' not found; did you mean 'Ego'?",
        ),
        (f"{HEADER}\n", [], "entity 'Ego' not found; entities: none"),
    ],
)
def test_bad_recordings_get_one_line(tmp_path: Path, capsys, text, words, said):
    path = tmp_path / "run.csv"
    path.write_text(text)
    assert main(["beside", str(path), "--json", str(tmp_path / "out.json"), *words]) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1
    assert not (tmp_path / "out.json").exists()
