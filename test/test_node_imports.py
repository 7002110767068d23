"""Heavy modules of nodes at their start.

A launch starts a dozen nodes, and each of these modules takes 0.03 to 0.3 s of processor time.
Imports for a part of a node's work belong into that part.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Dict, Iterator, List, Sequence, Set

import pytest
from test_imports import SOURCE, base_of

NODES = SOURCE.parents[1] / "nodes"
HEAVY = {
    "aiohttp",
    "cv2",
    "embreex",
    "mapbox_earcut",
    "matplotlib",
    "mujoco",
    "rosbag",
    "scenic",
    "scipy",
    "shapely",
    "sumolib",
    "traci",
}
# Needed by nodes for any of their work.
ALLOWED = {
    "agility_trial": {"shapely"},
    "calibration_check": {"cv2", "scipy"},
    "calibration_suite": {"cv2", "embreex", "matplotlib", "mujoco", "scipy"},
    "dataset_recorder": {
        "cv2",
        "embreex",
        "mapbox_earcut",
        "mujoco",
        "shapely",
        "sumolib",
        "traci",
    },
    "embedded": {"embreex", "mujoco"},
    "extrinsic_calibration": {"cv2", "rosbag", "scipy"},
    "ground_truth": {"embreex", "mujoco"},
    "identify_vehicle": {"rosbag", "scipy"},
    "lane_follow": {"shapely"},
    "lane_truth": {"mapbox_earcut", "shapely"},
    "monitor": {"aiohttp"},
    "network_to_world": {"mapbox_earcut", "shapely", "sumolib", "traci"},
    "noise_sweep": {"matplotlib"},
    "openscenario": {"mapbox_earcut", "shapely", "sumolib", "traci"},
    "robot_controller": {"scipy"},
    "scenario": {"scenic", "scipy", "shapely"},
    "stack_control": {"shapely"},
    "stack_lanes": {"cv2", "shapely"},
    "stack_lights": {"shapely"},
    "stack_localization": {"shapely"},
    "stack_obstacles": {"cv2", "shapely"},
    "stack_planner": {"shapely"},
    "stack_view": {"cv2", "shapely"},
    "traffic_bridge": {"mapbox_earcut", "shapely", "sumolib", "traci"},
    "traffic_markers": {"mapbox_earcut", "shapely"},
}


def at_start(among: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module's import, with blocks and classes."""
    for one in among:
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(one, ast.If) and getattr(one.test, "id", "") == "TYPE_CHECKING":
            continue
        yield one
        for part in ("body", "handlers", "orelse", "finalbody"):
            yield from at_start(getattr(one, part, ()))


def imported_at_start(path: Path) -> Set[str]:
    """Return dotted names of a file's immediate imports, with the packages around them."""
    found: List[str] = []
    for one in at_start(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(one, ast.Import):
            found += [alias.name for alias in one.names]
        elif isinstance(one, ast.ImportFrom):
            found += [f"{base_of(one, path)}.{alias.name}" for alias in one.names]
    return {".".join(parts[:k]) for parts in map(parted, found) for k in range(1, len(parts) + 1)}


def parted(name: str) -> List[str]:
    return name.split(".")


def file_of(name: str) -> Path:
    """Return the file of a module of this package; it need not exist for others."""
    path = SOURCE.parent.joinpath(*parted(name))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.fixture(scope="module")
def known() -> Dict[Path, Set[str]]:
    """Imports by file, of all files read so far."""
    return {}


def heavy(node: Path, known: Dict[Path, Set[str]]) -> Set[str]:
    """Return a node's heavy modules, its own or by modules of this package."""
    waiting, seen, names = [node], {node}, set()
    while waiting:
        path = waiting.pop()
        if path not in known:
            known[path] = imported_at_start(path)
        names |= known[path]
        more = {file_of(name) for name in known[path] if parted(name)[0] == "sim"}
        waiting += [one for one in more - seen if one.is_file()]
        seen |= more
    return names & HEAVY


@pytest.mark.parametrize("node", sorted(path.name for path in NODES.iterdir()))
def test_a_node_imports_only_what_it_always_needs(node: str, known: Dict[Path, Set[str]]) -> None:
    assert heavy(NODES / node, known) == ALLOWED.get(node, set())


def test_imports_in_functions_and_for_types_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "node"
    path.write_text(
        "import cv2\nwith a:\n    import mujoco\nif TYPE_CHECKING:\n    import traci\n"
        "def f():\n    import scipy\nclass A:\n    from shapely import ops\n"
    )
    assert heavy(path, {}) == {"cv2", "mujoco", "shapely"}
