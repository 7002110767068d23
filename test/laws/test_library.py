"""Search paths of the compiled laws, and the error without them."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from sim.errors import SimulationError
from sim.laws.library import library


def test_a_library_that_is_not_built_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CMAKE_PREFIX_PATH", str(tmp_path))
    (tmp_path / "lib").mkdir()
    with pytest.raises(SimulationError, match="is not built: call") as said:
        library("absent")
    assert "libabsent.so" in str(said.value)
    assert str(tmp_path / "lib") in str(said.value)


def test_the_library_of_a_sourced_workspace_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CMAKE_PREFIX_PATH", f"/nowhere:{tmp_path}")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libelsewhere.so").symlink_to(library("sim_laws")._name)
    assert isinstance(library("elsewhere"), ctypes.PyDLL)
