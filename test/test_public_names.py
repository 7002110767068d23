"""Public names of each capability: found, complete and cheap to import."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Dict, Set

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGES = sorted(
    path.parent.name
    for path in (SOURCE / "sim").glob("*/__init__.py")
    if "public_names(" in path.read_text(encoding="utf-8")
)
HEAVY = (
    "cv2",
    "gymnasium",
    "matplotlib",
    "mujoco",
    "numpy",
    "pinocchio",
    "scenic",
    "scipy",
    "traci",
)


def typed_names(package: str) -> Set[str]:
    """Return the names that type checkers see."""
    tree = ast.parse((SOURCE / "sim" / package / "__init__.py").read_text(encoding="utf-8"))
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"sim.{package}.")
        for alias in node.names
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_are_found_and_seen_by_type_checkers(package: str) -> None:
    module = importlib.import_module(f"sim.{package}")
    if package == "environments":
        pytest.importorskip("gymnasium")
        pytest.importorskip("pettingzoo")
    if package == "scenes":
        pytest.importorskip("scenic")
    assert module.__all__ and set(module.__all__) == typed_names(package)
    for name in module.__all__:
        found = getattr(module, name)
        assert getattr(found, "__name__", name) == name and name in vars(module)
    with pytest.raises(AttributeError, match=f"'sim.{package}' has no attribute 'Boards'"):
        module.Boards  # noqa: B018


def test_importing_capabilities_imports_no_requirement() -> None:
    names = ", ".join(f"sim.{package}" for package in ["cli", *PACKAGES])
    code = f"import {names}, sys; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {code}"],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    assert {name.split(".")[0] for name in ran.stdout.split()} & set(HEAVY) == set()


def test_extras_admit_the_pinned_versions() -> None:
    packaging, toml = pytest.importorskip("packaging.requirements"), pytest.importorskip("tomllib")
    project = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(extras["all"][0].partition("[")[2].rstrip("]").split(",")) == {*extras} - {
        "all",
        "embedded",
    }
    pins: Dict[str, Set[str]] = {}
    for path in (ROOT / "setup" / "requirements").glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name, equals, rest = line.partition("==")
            if equals and not line.startswith("#"):
                pins.setdefault(name.lower().replace("_", "-"), set()).add(
                    rest.split(";")[0].split()[0]
                )
    for written in [*project["dependencies"], *(one for each in extras.values() for one in each)]:
        requirement = packaging.Requirement(written)
        # PyYAML has no pin where the system's stays.
        for version in pins.get(requirement.name.lower().replace("_", "-"), set()):
            assert requirement.specifier.contains(version), f"{written} refuses {version}"
