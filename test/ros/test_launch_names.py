"""roslaunch finds each launch file by its unique name."""

from __future__ import annotations

from pathlib import Path

import pytest
from roslaunch.rlutil import resolve_launch_arguments

LAUNCH = Path(__file__).resolve().parents[2] / "launch"


@pytest.mark.parametrize("file", sorted(LAUNCH.rglob("*.launch")), ids=lambda file: file.stem)
def test_roslaunch_finds_it(file: Path) -> None:
    found = resolve_launch_arguments(["sim", file.name])
    assert [Path(path).resolve() for path in found] == [file]
