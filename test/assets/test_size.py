"""Committed models, worlds, and networks stay small."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("models", "worlds", "networks")
# Bytes, a fifth below the 15 MB that all assets may take.
MOST = 12_000_000


def test_assets_take_less_than_12_mb() -> None:
    sizes = {
        path.relative_to(ROOT): path.stat().st_size
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    largest = sorted(sizes, key=sizes.__getitem__)[-5:]
    assert sum(sizes.values()) < MOST, [f"{path}: {sizes[path]}" for path in largest]
