"""Folder of one run: ownership and final status in ``summary.json``.

A folder belongs to the run named in its file ``.run``, so that several nodes of one launch can
write into it and no other run can.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, Set, Union

from sim.errors import InputError
from sim.files import drafted

OWNER_FILE = ".run"
SUMMARY_FILE = "summary.json"
# Result of a run: regular end; early end; error. RUNNING stays if a run was killed.
OK = "ok"
INTERRUPTED = "interrupted"
FAILED = "failed"
RUNNING = "running"
# Prefix of the cause of a run that failed by the user's own node.
UNDER_TEST = "the node under test"
RESULT_FILES = (SUMMARY_FILE, "scenario.json", "mission.json")


def run_name() -> str:
    """Return the common name of all nodes of one launch.

    It is the file of ``./run``'s exit notes, else the parent process.
    """
    return os.environ.get("SIM_EXIT_FILE") or started_by(os.getppid())


def started_by(pid: int) -> str:
    """Return a process id with its start time. Ids are reused (proc(5), stat, field 22)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return f"{pid} {stat.rpartition(')')[2].split()[19]}"
    except (OSError, IndexError):
        return str(pid)


def claim(folder: Union[str, Path], result: str = SUMMARY_FILE) -> Path:
    """Claim a folder for this run.

    InputError if it has another run's files or already ``result``, or is not writable. A run that
    failed before it began may be repeated in its folder.
    """
    folder = Path(folder).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _claim(folder, run_name(), result)
    except OSError as error:
        raise InputError(
            f"run_folder {folder}",
            f"cannot be written ({error.strerror or error}); "
            "free or unlock it, or name another by run_folder:=",
        ) from error
    return folder


def _claim(folder: Path, name: str, result: str) -> None:
    owner = folder / OWNER_FILE
    draft = owner.with_name(f"{OWNER_FILE}.{os.getpid()}")
    try:
        draft.write_text(name, encoding="utf-8")
        if not owner.exists() and not _others(folder) and _linked(draft, owner):
            return
        if (
            owner.exists()
            and owner.read_text(encoding="utf-8") == name
            and not (folder / result).exists()
        ):
            return
        if not _never_began(folder):
            held = ", ".join(sorted(_others(folder))[:3]) or "another run's files"
            raise InputError(
                f"run_folder {folder}",
                f"is not empty ({held}); give each run a folder of its own, or empty this one "
                "first",
            )
        os.replace(draft, owner)
        (folder / SUMMARY_FILE).unlink()
    finally:
        if draft.exists():
            draft.unlink()


def _linked(draft: Path, owner: Path) -> bool:
    """Return whether ``owner`` was linked from ``draft`` by this node.

    Another node may do so at the same moment.
    """
    try:
        os.link(draft, owner)
        return True
    except FileExistsError:
        return False


def _others(folder: Path) -> Set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(OWNER_FILE)}


def _never_began(folder: Path) -> bool:
    """Return whether the folder has only a failure before the first step."""
    found = read_summary(folder)
    return (
        found.get("status") == FAILED
        and not found.get("duration_s")
        and not any((folder / name).exists() for name in RESULT_FILES[1:])
    )


def read_summary(folder: Union[str, Path]) -> Dict[str, Any]:
    """Return the summary of a run; empty without a readable one."""
    try:
        found = json.loads((Path(folder) / SUMMARY_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def complete_summary(folder: Union[str, Path], status: str, cause: str, **otherwise: Any) -> None:
    """Set status and cause in a run's summary. ``otherwise`` are defaults of missing values."""
    with drafted(Path(folder) / SUMMARY_FILE) as draft:
        draft.write_text(
            json.dumps(
                {**otherwise, **read_summary(folder), "status": status, "cause": cause}, indent=2
            )
            + "\n",
            encoding="utf-8",
        )
