"""A save is noticed once, and not before it is complete."""

from __future__ import annotations

import os
from pathlib import Path

from sim.live.changes import FileChanges


def write(path: Path, text: str) -> None:
    path.write_text(text)


def test_a_save_is_reported_once_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "law.py"
    write(path, "a = 1")
    changes = FileChanges([str(path)])
    assert changes.saved() == []
    write(path, "a = 22")
    assert changes.saved() == []
    write(path, "a = 333")
    assert changes.saved() == []
    assert changes.saved() == [str(path)]
    assert changes.saved() == []


def test_a_replaced_file_is_saved_and_a_missing_one_is_not(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "law.py", tmp_path / "new"
    write(path, "a = 1")
    changes = FileChanges([str(path)])
    path.unlink()
    assert [changes.saved(), changes.saved()] == [[], []]
    write(other, "a = 1")
    os.replace(other, path)
    assert [changes.saved(), changes.saved()] == [[], [str(path)]]


def test_files_that_are_watched_later_count_from_then(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    write(first, "a")
    write(second, "b")
    changes = FileChanges([str(first)])
    write(second, "bb")
    changes.watch([str(first), str(second)])
    assert len(changes) == 2
    assert [changes.saved(), changes.saved()] == [[], []]
    write(second, "bbb")
    assert [changes.saved(), changes.saved()] == [[], [str(second)]]
