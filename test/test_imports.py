"""Which part may import which: ROS stays in ``sim.ros``, and capabilities know each other only
where design.md, section 3, says so."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Iterator, Set, Tuple

import pytest

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
    "transforms",
    "wgs84",
    "checks",
    "console",
    "errors",
    "files",
    "ports",
    "process",
    "rate",
    "resources",
    "run_folder",
}
# Programs that stand where nodes do.
PROGRAMS = {"noise/__main__.py"}
# What each capability may import beyond itself, the shared modules and sdf; where modules are
# named, only these.
ARROWS = {
    "sdf": {},
    "scenes": {},
    "traffic": {},
    "vehicle": {},
    "noise": {},
    "crcl": {},
    "robots": {},
    "workcell": {},
    "kitting": {"robots": None, "crcl": None, "noise": None},
    "calibration": {"noise": None},
    "embedded": {"vehicle": None, "robots": None, "traffic": {"interpolation", "lamps", "state"}},
    "drivers": {"vehicle": None, "traffic": None},
    "gazebo": {},
    "plots": {"traffic": {"measures"}},
}


def imported(path: Path) -> Iterator[Tuple[int, str]]:
    """Line and full dotted name of everything that a module imports, anywhere in it."""
    package = ["sim", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_sim_ros_imports_ros(path: Path) -> None:
    if capability(path) != "ros" and str(path.relative_to(SOURCE)) not in PROGRAMS:
        assert [f"line {line}: {name}" for line, name in imported(path) if is_ros(name)] == []


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if capability(path) != "ros"],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_capabilities_know_each_other_only_where_the_design_says_so(path: Path) -> None:
    own = capability(path)
    assert own in ARROWS or own == "", f"src/sim/{own} has no row in ARROWS"
    program = str(path.relative_to(SOURCE)) in PROGRAMS
    found = [
        (line, name)
        for line, name in imported(path)
        if forbidden(own, name) and not (program and name.startswith("sim.ros."))
    ]
    assert [f"line {line}: {name}" for line, name in found] == []


@pytest.mark.not_quick
def test_only_plots_and_previews_draw_and_only_their_child_has_sumo_in_it() -> None:
    """Both are requirements that no simulation installs."""
    users = {
        (name.split(".")[0], str(path.relative_to(SOURCE)))
        for path in MODULES
        for _, name in imported(path)
    }
    assert {path for module, path in users if module == "matplotlib"} == {
        "plots/pictures.py",
        "noise/pictures.py",
        "noise/sweep_picture.py",
        "scenes/preview/picture.py",
        "scenes/preview/coverage_picture.py",
    }
    assert {path for module, path in users if module == "libsumo"} <= {
        "traffic/backend/libsumo_child.py"
    }


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
        ("traffic", "sim.embedded.physics.scene.Scene", False),
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
