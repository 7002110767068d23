"""Folder of an installed Gazebo, and its working folder ``PREFIX.part``.

The next installation grows in the working folder until it is complete. ``PREFIX/installed.json``
marks an installed Gazebo: it exists from the moment when the finished folder gets its name.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Callable, Iterator, Mapping, Optional

from .errors import SetupError


class Prefix:
    """Folder of one installed Gazebo; ``packages`` keeps its packages."""

    def __init__(self, folder: Path, packages: Optional[Path] = None) -> None:
        self.folder = folder
        self.part = folder.with_name(folder.name + ".part")
        self.keeps_debs = packages is not None
        self.debs = packages or self.part / "debs"
        self.apt = self.part / "apt"
        self.root = self.part / "root"
        self._mark = self.part / "gazebo-setup"
        self._lock = folder.with_name(f".{folder.name}.lock")

    def installed(self) -> Optional[dict]:
        """Return the contents of ``installed.json``.

        {} if damaged, None if missing.
        """
        try:
            found = json.loads((self.folder / "installed.json").read_text())
            return found if isinstance(found, dict) else {}
        except FileNotFoundError:
            return None
        except (ValueError, OSError):
            return {}

    def is_complete(self, recipe: str) -> bool:
        """Return whether Gazebo is installed from this recipe's packages."""
        found = self.installed()
        return (
            bool(found)
            and found.get("recipe") == recipe
            and (self.folder / "usr/bin/gzserver").exists()
        )

    @contextmanager
    def locked(self, say: Callable[[str], None]) -> Iterator[None]:
        """Lock the folder against other set-ups; waits for them."""
        with self._open_lock() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"waiting for another set-up of {self.folder}")
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _open_lock(self) -> IO[str]:
        """Open the lock file, which stands for write access to the folder."""
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            return open(self._lock, "w")
        except OSError as error:
            raise SetupError(
                f"cannot write in {self.folder.parent} ({error.strerror}): set SIM_GAZEBO_PREFIX "
                "to a folder of yours"
            ) from error

    def open_part(self) -> None:
        """Make the working folder, or resume an interrupted one."""
        if self.folder.exists() and self.installed() is None and any(self.folder.iterdir()):
            raise SetupError(
                f"{self.folder} holds something else (installed.json is missing):"
                " move it away, or set SIM_GAZEBO_PREFIX to another folder"
            )
        if self.part.exists() and not self._mark.exists() and any(self.part.iterdir()):
            raise SetupError(
                f"{self.part} holds something else: move it away, or set SIM_GAZEBO_PREFIX to "
                "another folder"
            )
        self.part.mkdir(parents=True, exist_ok=True)
        try:
            self.debs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SetupError(
                f"SIM_GAZEBO_PACKAGES='{self.debs}' cannot be made ({error.strerror}): take a "
                "folder of yours"
            ) from error
        self._mark.touch()
        shutil.rmtree(self.root, ignore_errors=True)

    def finish(self, record: Mapping[str, object], checksums: str) -> None:
        """Rename the finished folder, replacing an older one; remove the rest."""
        (self.root / "SHA256SUMS").write_text(checksums)
        (self.root / "installed.json").write_text(json.dumps(record, indent=2) + "\n")
        if self.folder.exists():
            self.folder.rename(self.part / "old")
        self.root.rename(self.folder)
        self.close_part()

    def close_part(self) -> None:
        """Remove our working folder, its mark last.

        So an interrupted removal can be resumed.
        """
        if not self._mark.exists():
            return
        for path in self.part.iterdir():
            if path != self._mark:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.rmtree(self.part)

    def close_part_without_debs(self) -> None:
        """Remove the working folder unless it holds packages.

        The next set-up need not fetch them again.
        """
        if self.keeps_debs or (self.debs.is_dir() and not any(self.debs.glob("*.deb"))):
            self.close_part()

    def remove(self) -> bool:
        """Remove the installation and working folder; return whether any existed."""
        found = self.folder.exists() or self._mark.exists()
        if self.folder.exists() and self.installed() is None:
            raise SetupError(
                f"{self.folder} lacks installed.json, so it is not this package's: not removing it"
            )
        if self.folder.exists():
            self.part.mkdir(exist_ok=True)
            self._mark.touch()
            self.folder.rename(self.part / "old")
        self.close_part()
        self._lock.unlink()
        return found


def prefix_folder(environment: Mapping[str, str]) -> Path:
    """Return where Gazebo goes: ``SIM_GAZEBO_PREFIX``, or a folder in the user's home."""
    asked = environment.get("SIM_GAZEBO_PREFIX") or os.path.join(
        environment.get("HOME") or os.path.expanduser("~"), ".local/share/sim/gazebo11"
    )
    folder = Path(os.path.realpath(asked))
    if re.search(r"[\s:;,\"'$\\]", str(folder)):
        raise SetupError(
            f"SIM_GAZEBO_PREFIX='{folder}': library paths allow no spaces and none of : ; , \" ' "
            "$ \\ in it: take another folder"
        )
    return folder


def packages_folder(environment: Mapping[str, str]) -> Optional[Path]:
    """Return the folder that keeps packages: ``SIM_GAZEBO_PACKAGES``, or None."""
    asked = environment.get("SIM_GAZEBO_PACKAGES", "")
    return Path(os.path.realpath(os.path.expanduser(asked))) if asked else None
