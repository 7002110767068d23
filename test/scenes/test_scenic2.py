"""Programs of Scenic 2: inserted and unchanged text."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenes.scenic2 import modernize

ROOT = Path(__file__).resolve().parents[2]
CLASSES = ("CafeTable", "Box", "Fetch", "LampAndStand")


@pytest.mark.parametrize(
    "old, new",
    [
        ("ego = Fetch at 0 @ 0", "ego = new Fetch at 0 @ 0"),
        ("ego = Fetch", "ego = new Fetch"),
        ("Box", "new Box"),
        ("Box  # at 1 @ 1", "new Box  # at 1 @ 1"),
        (
            "table = CafeTable offset by 0 @ -1, facing 0 deg",
            "table = new CafeTable offset by 0 @ -1, facing 0 deg",
        ),
        ("CafeTable in region", "new CafeTable in region"),
        ("Lampandstand in region", "new Lampandstand in region"),
        ("Box left of ego by 1.5", "new Box left of ego by 1.5"),
        ("Box not visible", "new Box not visible"),
        ("Unlisted at 1 @ 2", "new Unlisted at 1 @ 2"),
        ("spot = OrientedPoint on road", "spot = new OrientedPoint on road"),
        (
            "left = OrientedPoint at spot offset by 1 @ 0,\n    facing 90 deg",
            "left = new OrientedPoint at spot offset by 1 @ 0,\n    facing 90 deg",
        ),
        (
            "Box ahead of (OrientedPoint at 1 @ 2), with length 1",
            "new Box ahead of (new OrientedPoint at 1 @ 2), with length 1",
        ),
        ("for i in range(3): Box", "for i in range(3): new Box"),
        (
            "if wanted:\n    Box with width 2\nelse:\n    CafeTable",
            "if wanted:\n    new Box with width 2\nelse:\n    new CafeTable",
        ),
        ("def f():\n    return Box at 1 @ 1", "def f():\n    return new Box at 1 @ 1"),
        (
            "class Small(Box):\n    position: Point in workspace\n    width: 1\nSmall at 1 @ 2\n"
            "Small",
            "class Small(Box):\n    position: new Point in workspace\n    width: 1\nnew Small at "
            "1 @ 2\nnew Small",
        ),
        ("a = Box at 1 @ 1\r\nb = 2\r\n", "a = new Box at 1 @ 1\r\nb = 2\r\n"),
        ("x = '''\n Box at 1\n'''; Box at 2 @ 2", "x = '''\n Box at 1\n'''; new Box at 2 @ 2"),
    ],
)
def test_new_is_inserted(old, new):
    text, notes = modernize(old, "room.scenic", CLASSES)
    assert text == new
    changed = [
        number
        for number, (before, after) in enumerate(zip(old.split("\n"), new.split("\n")), 1)
        if before != after
    ]
    assert sorted(notes) == changed and all("inserted 'new'" in note for note in notes.values())


@pytest.mark.parametrize(
    "text",
    [
        "ego = new Fetch at 0 @ 0",
        "new Box",
        "from gzscenic.model import *",
        "from lib import Box",
        "import Box as B",
        "class A(Box):\n    width: 2",
        "isinstance(x, Box)",
        "x = Uniform(Box, CafeTable)",
        "kinds = [Box, CafeTable]",
        "Box.width",
        "create_room(8, 8)",
        "s = 'Box at 1 @ 1'  # Box at 2",
        "f'Box at {x}'",
        "y = field at 3 @ 3",
        "Field = PolygonalVectorField('f', cells)\nrequire Field at ego > 0",
        "if Box in kinds:\n    pass",
        "WIDTH at 3",
        "behavior Walk():\n    do Wait()",
        "with Box as b:\n    pass",
        "new CafeTable at 1 @ 1\nBox\nx = Box",
        "Box = 3",
        "x: Box = 2",
        "this is not\n a program '",
    ],
)
def test_other_text_is_left_as_it_is(text):
    assert modernize(text, "room.scenic", CLASSES) == (text, {})


def test_a_mixed_program_gets_what_is_missing():
    assert (
        modernize("new Box at 1 @ 1\nBox at 2 @ 2", "", CLASSES)[0]
        == "new Box at 1 @ 1\nnew Box at 2 @ 2"
    )


@pytest.mark.parametrize(
    "path", sorted((ROOT / "scenarios").glob("*.scenic")), ids=lambda path: path.name
)
def test_our_own_programs_are_of_scenic_3(path):
    text = path.read_text()
    names = [
        "".join(word.title() for word in folder.name.split("_"))
        for folder in (ROOT / "models" / "primitives").iterdir()
    ]
    assert modernize(text, str(path), names) == (text, {})


def test_scenics_own_programs_are_of_scenic_3():
    scenic = pytest.importorskip("scenic")
    programs = list(Path(scenic.__file__).parent.rglob("*.scenic"))
    assert len(programs) > 10
    for path in programs:
        text = path.read_text()
        assert modernize(text, str(path), ["Car", "Truck", "Pedestrian"]) == (text, {}), path


@given(
    st.lists(
        st.sampled_from(
            [
                "Box",
                "at",
                " ",
                "\n",
                "new",
                "=",
                "ego",
                "(",
                ")",
                "'",
                "#",
                ":",
                "1",
                ",",
                "\t",
                "\\",
            ]
        ),
        max_size=30,
    ).map("".join)
)
def test_lines_stay_and_a_second_time_nothing_changes(text):
    once, notes = modernize(text, "", CLASSES)
    assert once.count("\n") == text.count("\n") and once.replace("new ", "") == text.replace(
        "new ", ""
    )
    assert all(1 <= line <= text.count("\n") + 1 for line in notes)
    twice, _ = modernize(once, "", CLASSES)
    assert twice == once


@pytest.mark.parametrize("path", [Path(__file__), Path(textwrap.__file__)])
def test_python_is_left_as_it_is(path):
    text = path.read_text()
    assert modernize(text, str(path), CLASSES)[0] == text
