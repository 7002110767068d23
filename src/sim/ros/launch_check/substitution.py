"""Substitution arguments of launch files, past missing packages."""

from __future__ import annotations

import os
import re
from typing import Any, Callable, Dict

from roslaunch.substitution_args import ArgException, SubstitutionException, resolve_args

from sim.ros.launch_check.needs import LaunchNeeds, note

# Folder of packages that were not found.
MISSING = "/missing"
FIND = re.compile(r"\$\(find\s+([^)\s]+)\s*\)")
FIND_IN_EVAL = re.compile(r"""find\(\s*['"]([^'"]+)['"]\s*\)""")


class Substitution:
    """Values of one launch file's arguments."""

    def __init__(self, file: str, needs: LaunchNeeds, folder_of: Callable[[str], str]) -> None:
        self.file, self.needs, self._folder_of = file, needs, folder_of
        self.args: Dict[str, str] = {}
        self._context: Dict[str, Any] = {"arg": self.args, "filename": file}

    def text(self, text: str) -> str:
        """Return a text with its arguments replaced.

        Unknown ones stay, and are noted.
        """
        found = FIND.sub(lambda match: self.folder(match.group(1)), text)
        if "$(eval" in found:
            found = FIND_IN_EVAL.sub(lambda match: repr(self.folder(match.group(1))), found)
        try:
            return str(resolve_args(found, context=self._context, resolve_anon=True))
        except (ArgException, SubstitutionException) as error:
            note(self.needs.problems, f"{text}: {error}", self.file)
        except Exception as error:  # noqa: BLE001  # $(eval) runs any expression of the file.
            note(self.needs.problems, f"{text}: {type(error).__name__}: {error}", self.file)
        return found

    def folder(self, package: str) -> str:
        """Return a package's folder, or a name below ``MISSING``; note the package."""
        note(self.needs.packages, package, self.file)
        try:
            return self._folder_of(package)
        except LookupError:
            return os.path.join(MISSING, package)

    def holds(self, text: str) -> bool:
        """Return whether a condition is true."""
        return self.text(text).strip().lower() in ("true", "1")
