"""A node's parameters: unknown ones are refused.

Launch and configuration files set only parameters of their nodes.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Set, Tuple
from xml.etree import ElementTree

import pytest
import yaml

from sim.errors import InputError
from sim.monitor.settings import MonitorOptions as OfMonitor
from sim.ros.crcl.parameters import BridgeParameters as OfBridge
from sim.ros.kitting.options import DetectorParameters as OfDetector
from sim.ros.node.program import filled

PACKAGE = Path(__file__).resolve().parents[2]
FILES = sorted([*PACKAGE.glob("launch/**/*.launch"), *PACKAGE.glob("test/rostest/*.test")])
# Nodes with all or most of their parameters in the library.
IN_THE_LIBRARY = {"crcl_bridge": OfBridge, "object_detector": OfDetector, "monitor": OfMonitor}
# Nodes whose parameters are also read by other programs.
SHARED = {"simulator": ("embedded",), "embedded": ("simulator",)}


@dataclass(frozen=True)
class Parameters:
    min_gap: float = 0.0
    ego: str = "ego"


def test_an_unknown_parameter_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError) as refused:
        filled(Parameters, {"min_gapp": 100}.get, "/assert", ["ego", "min_gapp"])
    assert (
        str(refused.value)
        == "/assert/min_gapp: unknown parameter 'min_gapp'; did you mean 'min_gap'?"
    )
    with pytest.raises(
        InputError, match="unknown parameter 'colour'; its parameters: min_gap, ego"
    ):
        filled(Parameters, {}.get, "/assert", ["colour"])


def test_known_parameters_are_taken() -> None:
    assert filled(
        Parameters, lambda name, default: {"min_gap": 2}.get(name, default), "/assert", ["min_gap"]
    ) == Parameters(2.0)


def names_of(node: str) -> Set[str]:
    """Return the fields of a node's Parameters, and foreign names."""
    found = set(IN_THE_LIBRARY[node].__dataclass_fields__) if node in IN_THE_LIBRARY else set()
    for part in (node, *SHARED.get(node, ())):
        tree = ast.parse((PACKAGE / "nodes" / part).read_text(encoding="utf-8"))
        for statement in tree.body:
            if isinstance(statement, ast.ClassDef) and statement.name == "Parameters":
                found.update(
                    item.target.id for item in statement.body if isinstance(item, ast.AnnAssign)
                )
            elif (
                isinstance(statement, ast.Assign)
                and getattr(statement.targets[0], "id", "") == "OF_OTHERS"
            ):
                found.update(ast.literal_eval(statement.value))
    return found


def settings() -> Iterator[Tuple[str, str, str]]:
    """Yield file, node type and name of parameters in launch files.

    Only nodes of this package count.
    """
    for file in FILES:
        root = ElementTree.parse(str(file)).getroot()
        for node in [*root.iter("node"), *root.iter("test")]:
            kind = node.get("type", "")
            if node.get("pkg") != "sim" or kind.endswith(".py"):
                continue
            for item in node.iter("param"):
                yield file.name, kind, item.get("name", "")
            for item in node.iter("rosparam"):
                path = item.get("file", "").replace("$(find sim)", str(PACKAGE))
                if item.get("param"):
                    yield file.name, kind, item.get("param", "")
                elif path and "$" not in path:
                    yield from (
                        (Path(path).name, kind, name)
                        for name in yaml.safe_load(Path(path).read_text(encoding="utf-8"))
                    )


def test_files_set_only_parameters_that_their_nodes_have() -> None:
    found = set(settings())
    assert len(found) > 100
    assert {(file, kind, name) for file, kind, name in found if name not in names_of(kind)} == set()


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_arguments_in_command_lines_are_quoted(file: Path) -> None:
    """A path with a space in it is one word."""
    for node in [
        *ElementTree.parse(str(file)).getroot().iter("node"),
        *ElementTree.parse(str(file)).getroot().iter("param"),
    ]:
        for line in (node.get("args", ""), node.get("command", "")):
            outside = re.sub(r"'[^']*'", "", line)
            assert "$(arg" not in outside, line
