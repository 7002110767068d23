"""The words of ./run NAME: refusals with advice, absolute paths.

Launch files declare all their arguments.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from sim.errors import InputError
from sim.launch_arguments import declared
from sim.ros.launch.words import prepared

LAUNCH = Path(__file__).resolve().parents[2] / "launch"
TOWN = LAUNCH / "town.launch"
FILES = [
    path
    for path in sorted(LAUNCH.glob("*.launch"))
    if 'pass_all_args="true"' in path.read_text(encoding="utf-8")
]
# Arguments in which the town's place differs from the merge's.
OF_THE_PLACE = {
    "demand",
    "warm_up",
    "ego_lane",
    "ego_pos",
    "destination",
    "via",
    "rviz",
    "crcl_cell",
    "time_of_day",
}


@pytest.mark.parametrize(
    "word, message",
    [
        ("raduis:=5", "raduis:=5: town has no argument 'raduis'; did you mean 'radius'?"),
        (
            "nett:=/x",
            "nett:=/x: town has no argument 'nett'; ./run town --ros-args lists those that it has",
        ),
        (
            "net:=/x",
            "net:=/x: town.launch sets 'net' itself; "
            "use hybrid_merge or scenario or simulator or two_egos",
        ),
        ("gui=false", "gui=false: arguments are written name:=value; did you mean gui:=false?"),
        ("seed:=", "seed:=: the value is missing; leave the word out for the default"),
    ],
)
def test_words_ignored_by_roslaunch_are_refused(word, message, tmp_path) -> None:
    with pytest.raises(InputError) as refused:
        prepared(TOWN, tmp_path, ["gui:=false", word])
    assert str(refused.value) == message


def test_valid_words_pass_unchanged(tmp_path) -> None:
    words = [
        "-p",
        "11399",
        "--screen",
        "sumo:=traci",
        "max_lag:=0.3",
        "__name:=x",
        "drivers:=/there/a.yaml",
    ]
    assert prepared(TOWN, tmp_path, words) == words


def test_paths_are_relative_to_the_caller(tmp_path) -> None:
    (tmp_path / "nets").mkdir()
    for name in ("my.net.xml", "Out", "nets/x", "2"):
        (tmp_path / name).write_text("")
    words = [
        "net:=my.net.xml",
        "world:=nets/x",
        "demand:=absent.yaml",
        "destination:=Out",
        "seed:=2",
        "rtf:=2.0",
        "run_folder:=runs",
        "record:=a.bag",
    ]
    for file, name in (("noise_demo", "picture"), ("calibration", "output")):
        assert prepared(LAUNCH / f"{file}.launch", tmp_path, [f"{name}:=not_yet.there"]) == [
            f"{name}:={tmp_path}/not_yet.there"
        ]
    assert prepared(LAUNCH / "hybrid_merge.launch", tmp_path, words) == [
        f"net:={tmp_path}/my.net.xml",
        f"world:={tmp_path}/nets/x",
        "demand:=absent.yaml",
        "destination:=Out",
        "seed:=2",
        "rtf:=2.0",
        f"run_folder:={tmp_path}/runs",
        f"record:={tmp_path}/a.bag",
    ]


def test_each_file_of_a_list_is_relative_to_the_caller(tmp_path) -> None:
    for name in ("a.rou.xml", "b.add.xml"):
        (tmp_path / name).write_text("")
    words = [
        "demand:=a.rou.xml,b.add.xml",
        "via:=,",
        "scene_parameters:={a: 1, b: 2.5}",
        "noise:=a.rou.xml,car",
    ]
    assert prepared(LAUNCH / "hybrid_merge.launch", tmp_path, words) == [
        f"demand:={tmp_path}/a.rou.xml,{tmp_path}/b.add.xml",
        *words[1:],
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_a_launch_file_declares_all_that_its_includes_take(file: Path) -> None:
    included = [
        include.get("file").replace("$(find sim)/launch", str(LAUNCH))
        for include in ElementTree.parse(str(file)).getroot().findall("include")
        if include.get("pass_all_args") == "true"
    ]
    taken = {name for path in included for name, free in declared(Path(path)).items() if free}
    assert taken and not taken - set(declared(file))


@pytest.mark.parametrize(
    "name", sorted(set(declared(LAUNCH / "hybrid_merge.launch")) - OF_THE_PLACE)
)
def test_town_and_merge_document_arguments_alike(name: str) -> None:
    ours, theirs = (
        next(
            argument
            for argument in ElementTree.parse(str(file)).getroot().findall("arg")
            if argument.get("name") == name
        )
        for file in (TOWN, LAUNCH / "hybrid_merge.launch")
    )
    assert ours.get("doc") == theirs.get("doc")
    assert "value" in ours.attrib or ours.get("default") == theirs.get("default")
