"""Imports of message packages on use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

from sim.ros.node.message_import import MessageFinder

BEGIN = "from sim.ros.node.message_import import import_on_use as begin; begin(); begin(); "


def printed(code: str) -> List[str]:
    """Return the words on a program's output, with imports on use."""
    return subprocess.run(
        [sys.executable, "-c", BEGIN + code], stdout=subprocess.PIPE, check=True, text=True
    ).stdout.split()


@pytest.mark.not_quick
def test_only_the_messages_that_are_named_are_imported() -> None:
    code = (
        "import sys; from sim.srv import StepWorld, StepWorldRequest; import std_msgs.msg; "
        "print(StepWorldRequest.__name__, StepWorld._response_class.__name__, "
        "std_msgs.msg.Header().seq, std_msgs.msg.Header is std_msgs.msg.Header, "
        "sorted(n for n in sys.modules if n.startswith(('sim.srv._', 'std_msgs.msg._'))))"
    )
    assert printed(code) == [
        "StepWorldRequest",
        "StepWorldResponse",
        "0",
        "True",
        "['sim.srv._StepWorld',",
        "'std_msgs.msg._Header']",
    ]


@pytest.mark.not_quick
def test_ros_finds_classes_by_name_and_a_star_takes_all() -> None:
    code = (
        "import roslib.message as m; from std_srvs.srv import *; "
        "print(m.get_message_class('nav_msgs/Odometry').__name__, "
        "m.get_service_class('sim/StepWorld').__name__, TriggerResponse.__name__, "
        "m.get_message_class('std_msgs/Nothing'))"
    )
    assert printed(code) == ["Odometry", "StepWorld", "TriggerResponse", "None"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("bells_msgs", "from ._Bell import *\n", True),
        ("bells_msgs", "from ._Bell import *\nRING = 1\n", False),
        ("bells_msgs", "", False),
        ("bells_msgs", "from .other import *\n", False),
    ],
)
def test_packages_that_are_not_generated_are_left_to_python(
    tmp_path: Path, name: str, text: str, found: bool
) -> None:
    folder = tmp_path / "msg"
    folder.mkdir()
    (folder / "__init__.py").write_text(text)
    spec = MessageFinder().find_spec(f"{name}.msg", [str(tmp_path)])
    assert (spec is not None) == found
    assert MessageFinder().find_spec("bells_msgs.msg._Bell", [str(folder)]) is None
    assert MessageFinder().find_spec("msg", [str(tmp_path)]) is None


@pytest.mark.not_quick
def test_a_name_that_is_no_message_is_an_attribute_error() -> None:
    code = (
        "import std_msgs.msg as m; "
        "print(hasattr(m, 'Nothing'), hasattr(m, 'StringRequest'), hasattr(m, 'String'))"
    )
    assert printed(code) == ["False", "False", "True"]
