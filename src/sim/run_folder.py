"""The folder of one run: who may write into it, and the status that its ``summary.json`` ends with.

A folder belongs to the run whose name its file ``.run`` holds, so that several nodes of one launch
can write into it and no other run can.
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
# What became of a run: its end as asked for; an end before that; an error. RUNNING stays where a
# run was killed.
OK = "ok"
INTERRUPTED = "interrupted"
FAILED = "failed"
RUNNING = "running"
# How the cause of a failed run begins whose fault is the user's own node.
UNDER_TEST = "the node under test"
RESULT_FILES = (SUMMARY_FILE, "scenario.json", "mission.json")


def run_name() -> str:
    """What all nodes of one launch have in common: the file of ``./run``'s exit notes, else the
    process that started them."""
    return os.environ.get("SIM_EXIT_FILE") or started_by(os.getppid())


def started_by(pid: int) -> str:
    """A process and when it was started, since ids are used again (proc(5), stat, field 22)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return f"{pid} {stat.rpartition(')')[2].split()[19]}"
    except (OSError, IndexError):
        return str(pid)


def claim(folder: Union[str, Path], result: str = SUMMARY_FILE) -> Path:
    """Makes a folder this run's; InputError where another run's files are in it, ``result`` is
    there already, or it cannot be written.

    A run that failed before it began may be tried again in its folder.
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
    """Whether ``owner`` was made of ``draft``, and not by another node at the same moment."""
    try:
        os.link(draft, owner)
        return True
    except FileExistsError:
        return False


def _others(folder: Path) -> Set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(OWNER_FILE)}


def _never_began(folder: Path) -> bool:
    """Whether the folder holds nothing but a failure before the first simulated step."""
    found = read_summary(folder)
    return (
        found.get("status") == FAILED
        and not found.get("duration_s")
        and not any((folder / name).exists() for name in RESULT_FILES[1:])
    )


def read_summary(folder: Union[str, Path]) -> Dict[str, Any]:
    """The summary of a run; empty where there is none that can be read."""
    try:
        found = json.loads((Path(folder) / SUMMARY_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def complete_summary(folder: Union[str, Path], status: str, cause: str, **otherwise: Any) -> None:
    """Sets status and cause in a run's summary; ``otherwise`` are the values of what it does not
    have."""
    with drafted(Path(folder) / SUMMARY_FILE) as draft:
        draft.write_text(
            json.dumps(
                {**otherwise, **read_summary(folder), "status": status, "cause": cause}, indent=2
            )
            + "\n",
            encoding="utf-8",
        )
