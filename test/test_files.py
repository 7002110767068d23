"""Files appear whole or not at all; commands end as shells expect."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from sim.console import exit_code
from sim.errors import InputError
from sim.files import drafted, file_hash


def test_a_draft_takes_the_files_place_when_all_went_well(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    with drafted(path) as draft:
        draft.write_text("whole")
        assert path.read_text() == "old" and draft.suffix == ".json" and draft.name.startswith(".")
    assert path.read_text() == "whole" and list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    with pytest.raises(OSError, match="full"), drafted(path) as draft:
        draft.write_text("half")
        raise OSError("full")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_hash_is_of_the_whole_content(tmp_path: Path) -> None:
    content = bytes(range(256)) * 8192 + b"end"
    (tmp_path / "a").write_bytes(content)
    assert file_hash(tmp_path / "a") == hashlib.sha256(content).hexdigest()


def wrong() -> None:
    raise InputError("a.yaml", "is empty")


def interrupted() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "command, code, said",
    [
        (lambda: None, 0, ""),
        (lambda: 1, 1, ""),
        (wrong, 2, "a.yaml: is empty\n"),
        (interrupted, 130, "interrupted\n"),
    ],
)
def test_how_a_command_ends_is_its_exit_code(command, code: int, said: str, capsys) -> None:
    assert exit_code(command) == code and capsys.readouterr().err == said
