"""Allowed imports between parts.

ROS stays in ``sim.ros``, and capabilities import each other only as in docs/architecture.md.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Dict, List, Set, Tuple

import pytest
from support.statements import statements

SOURCE = Path(__file__).resolve().parents[1] / "src" / "sim"
MODULES = sorted(SOURCE.rglob("*.py"))
ROS = {
    "rospy",
    "roslib",
    "rosgraph",
    "rosnode",
    "rosservice",
    "rostopic",
    "roslaunch",
    "rosparam",
    "rosbag",
    "rospkg",
    "rostest",
    "rosunit",
    "genpy",
    "genmsg",
    "tf",
    "tf2_ros",
    "tf2_py",
    "actionlib",
    "dynamic_reconfigure",
    "message_filters",
    "cv_bridge",
    "catkin",
    "std_srvs",
}
SHARED = {
    "arrays",
    "deprecation",
    "transforms",
    "wgs84",
    "checks",
    "child",
    "console",
    "errors",
    "files",
    "idm",
    "launch_arguments",
    "picture_style",
    "ports",
    "process",
    "public_names",
    "rate",
    "robot_orders",
    "resources",
    "run_folder",
}
# Allowed imports of each capability beyond itself, the shared modules and sdf; named modules are
# the only ones.
ARROWS = {
    "sdf": {},
    "scenes": {"traffic": {"roads"}},
    "assets": {},
    "traffic": {"assets": None, "laws": None, "campaign": None},
    "scenery": {},
    "laws": {},
    "vehicle": {"laws": None},
    "robots": {"laws": None},
    "robot_plugins": {"laws": None},
    "noise": {},
    "crcl": {},
    "program_check": {"crcl": None, "robots": None, "workcell": None},
    "workcell": {},
    "drivers": {"vehicle": None, "traffic": None},
    "driving_stack": {"drivers": None, "traffic": None, "vehicle": None},
    "plots": {"traffic": {"measures"}},
    "kitting": {"robots": None, "workcell": None, "crcl": None, "noise": None},
    "calibration": {"noise": None, "embedded": None, "rendering": None},
    "openscenario": {"traffic": None, "drivers": None},
    "environments": {"embedded": None, "traffic": None, "drivers": None, "vehicle": None},
    "manoeuvres": {"embedded": None, "vehicle": None},
    "dataset": {
        "environments": None,
        "embedded": None,
        "rendering": None,
        "traffic": {"lane_view"},
    },
    "uneven_road": {},
    "identification": {"vehicle": None},
    "bags": {},
    "campaign": {},
    "verdicts": {"drivers": None, "openscenario": None, "traffic": None},
    "live": {},
    "model_check": {"embedded": None, "robot_plugins": None},
    "monitor": {"bags": None},
    "rendering": {},
    "embedded": {
        "vehicle": None,
        "rendering": None,
        "robots": None,
        "robot_plugins": None,
        "laws": None,
        "scenery": None,
        "traffic": {"interpolation", "odometer", "lamps", "limbs", "state"},
    },
    "gzserver": {"rendering": {"conditions", "lighting"}},
}


def base_of(node: ast.ImportFrom, path: Path) -> str:
    """Return the full dotted name of the module behind ``from ... import``."""
    own = ["sim", *path.relative_to(SOURCE).parent.parts] if node.level else []
    return ".".join([*own[: len(own) - node.level + 1], *([node.module] if node.module else [])])


@lru_cache(maxsize=None)
def imported(path: Path) -> Tuple[Tuple[int, str], ...]:
    """Return line and full dotted name of each import of a module."""
    found: List[Tuple[int, str]] = []
    for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = base_of(node, path)
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return tuple(found)


def is_ros(name: str) -> bool:
    parts = name.split(".")
    return (
        parts[0] in ROS
        or parts[0].endswith(("_msgs", "_srvs"))
        or parts[:2] in (["sim", "msg"], ["sim", "srv"], ["sim", "ros"])
    )


def capability(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


def forbidden(own: str, name: str) -> bool:
    parts = name.split(".")
    if parts[0] != "sim" or len(parts) < 2 or parts[1] in {own, "sdf", *SHARED}:
        return False
    if own in SHARED or own == "" or parts[1] not in ARROWS[own]:
        return True
    modules = ARROWS[own][parts[1]]
    return modules is not None and (len(parts) < 3 or parts[2] not in modules)


def test_only_sim_ros_imports_ros() -> None:
    assert [
        f"{path.relative_to(SOURCE)}:{line}: {name}"
        for path in MODULES
        if capability(path) != "ros"
        for line, name in imported(path)
        if is_ros(name)
    ] == []


def test_capabilities_know_each_other_only_where_the_design_says_so() -> None:
    found = []
    for path in MODULES:
        own = capability(path)
        if own != "ros":
            assert own in ARROWS or own == "", f"src/sim/{own} has no row in ARROWS"
            found += [
                f"{path.relative_to(SOURCE)}:{line}: {name}"
                for line, name in imported(path)
                if forbidden(own, name)
            ]
    assert found == []


@pytest.mark.not_quick
def test_only_plots_and_previews_draw() -> None:
    """It is a requirement that no simulation installs."""
    users = {
        (name.split(".")[0], str(path.relative_to(SOURCE)))
        for path in MODULES
        for _, name in imported(path)
    }
    assert {path for module, path in users if module == "matplotlib"} == {
        "picture_style.py",
        "calibration/suite/figures.py",
        "manoeuvres/pictures.py",
        "plots/pictures.py",
        "noise/pictures.py",
        "noise/sweep_picture.py",
        "scenes/preview/picture.py",
        "scenes/preview/coverage_picture.py",
    }


@lru_cache(maxsize=None)
def graph() -> Dict[str, Set[str]]:
    """Return each library module's imports within the library, by dotted names."""
    names = {
        ".".join(["sim", *path.relative_to(SOURCE).with_suffix("").parts]).replace(
            ".__init__", ""
        ): path
        for path in MODULES
    }
    arrows: Dict[str, Set[str]] = {}
    for module, path in names.items():
        found = {name if name in names else name.rpartition(".")[0] for _, name in imported(path)}
        arrows[module] = found & names.keys() - {module}
    return arrows


def beside(own: str, other: str) -> Tuple[str, str]:
    """Return the rooms of two modules in one folder, or empty names.

    Names are empty if one room holds the other.
    """
    mine, yours = own.split("."), other.split(".")
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(mine, yours)))
    if common == len(mine) or common == len(yours):
        return "", ""
    return ".".join(mine[: common + 1]), ".".join(yours[: common + 1])


def circle(arrows: Dict[str, Set[str]]) -> List[str]:
    """Return a way along arrows back to its beginning, or none."""
    without: Set[str] = set()

    def found(node: str, way: List[str]) -> List[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in without:
            return []
        for following in sorted(arrows.get(node, ())):
            back = found(following, [*way, node])
            if back:
                return back
        without.add(node)
        return []

    return next(filter(None, (found(node, []) for node in sorted(arrows))), [])


@pytest.mark.not_quick
def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circle(graph()) == []


def test_rooms_of_one_folder_import_each_other_one_way() -> None:
    """A folder's own modules are shared by its rooms or bind them, so they do not count."""
    folders = {module.rpartition(".")[0] for module in graph()}
    arrows: Dict[str, Set[str]] = {}
    for own, others in graph().items():
        for mine, yours in (beside(own, other) for other in others):
            if mine and {mine, yours} <= folders:
                arrows.setdefault(mine, set()).add(yours)
    assert circle(arrows) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


# Within crcl: which of its folders each may use beside the language itself.
CRCL_LAYERS = {
    "codec": set(),
    "commands": set(),
    "client": set(),
    "session": set(),
    "server": {"session"},
    "external": {"session"},
}


@pytest.mark.parametrize("layer", CRCL_LAYERS)
def test_the_layers_of_crcl_know_only_those_below_them(layer: str) -> None:
    others = {"client", "session", "server", "external"} - {layer} - CRCL_LAYERS[layer]
    found = [
        (str(path.relative_to(SOURCE)), name)
        for path in sorted((SOURCE / "crcl" / layer).rglob("*.py"))
        for _, name in imported(path)
        if name.split(".")[:2] == ["sim", "crcl"]
        and name.split(".")[2:3]
        and name.split(".")[2] in others
    ]
    assert found == []


def test_no_package_hides_the_generated_messages() -> None:
    taken: Set[str] = {path.name for path in SOURCE.iterdir()}
    assert not taken & {"msg", "srv", "action", "cfg", "msg.py", "srv.py"}


@pytest.mark.parametrize(
    "source, names",
    [
        ("import rospy", ["rospy"]),
        ("def f():\n    from tf2_ros import Buffer", ["tf2_ros.Buffer"]),
        ("from sim.msg import X", ["sim.msg.X"]),
        ("from geometry_msgs.msg import Pose", ["geometry_msgs.msg.Pose"]),
        ("from sim import srv", ["sim.srv"]),
    ],
)
def test_the_walk_sees_every_way_of_importing_ros(tmp_path, monkeypatch, source, names) -> None:
    monkeypatch.setattr("test_imports.SOURCE", tmp_path)
    module = tmp_path / "module.py"
    module.write_text(source)
    found = [name for _, name in imported(module)]
    assert found == names and all(map(is_ros, found))


@pytest.mark.parametrize(
    "own, name, allowed",
    [
        ("traffic", "sim.embedded.physics.physics.Physics", False),
        ("embedded", "sim.traffic.session.SumoSession", False),
        ("embedded", "sim.traffic.state.X", True),
        ("embedded", "sim.vehicle.Vehicle", True),
        ("drivers", "sim.traffic.roads.path.Path", True),
        ("vehicle", "sim.errors.InputError", True),
        ("sdf", "sim.vehicle.Vehicle", False),
        ("embedded", "sim.traffic", False),
    ],
)
def test_the_arrows(own, name, allowed) -> None:
    assert forbidden(own, name) != allowed
