"""Messages of the program xacro have each of their sentences once."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.ros.gazebo_ros.xacro_program import message

xacro = pytest.importorskip("xacro")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (LookupError("no package lost"), "no package lost"),
        (ValueError("x"), "x"),
    ],
)
def test_a_cause_in_the_message_is_not_repeated(error: Exception, text: str):
    assert message(xacro.XacroException(f"{type(error)}: {error}", exc=error)) == text


def test_a_cause_beside_the_message_stays():
    wrapped = xacro.XacroException("Failed to open output:", "at the end", OSError("no space"))
    assert message(wrapped) == "Failed to open output: no space at the end"
    assert message(xacro.XacroException(exc=NameError("p"))) == "p"


def test_a_missing_file_is_named_once(tmp_path: Path):
    lacking = str(tmp_path / "lacking.xacro")
    robot = '<robot xmlns:xacro="http://wiki.ros.org/xacro"><xacro:include filename="{}"/></robot>'
    (tmp_path / "robot.xacro").write_text(robot.format(lacking), encoding="utf-8")
    with pytest.raises(xacro.XacroException) as raised:
        xacro.process_file(str(tmp_path / "robot.xacro"))
    assert message(raised.value) == f"No such file or directory: {lacking}"
