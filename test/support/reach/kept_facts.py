"""Facts of Python files, kept in ``build`` from one run to the next by the content of each file."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Callable, Dict, Tuple

from support.reach import listing, python
from support.reach.python import Facts

FILE = Path("build") / "test_facts.pickle"


class KeptFacts:
    """Facts by a file's text, read from a checkout's ``root`` and written there by ``keep``."""

    def __init__(self, root: Path, find: Callable[[str], Facts] = python.facts) -> None:
        self._path, self._find = root / FILE, find
        self._version = _digest(
            "".join(Path(one.__file__).read_text() for one in (python, listing))
        )
        self._known, self._new = self._read(), False
        self._used: Dict[str, Facts] = {}

    def of(self, text: str) -> Facts:
        """Return the facts of a text."""
        key = _digest(text)
        if key not in self._known:
            self._known[key], self._new = self._find(text), True
        self._used[key] = self._known[key]
        return self._used[key]

    def keep(self) -> None:
        """Write the facts that were used, if there are new ones and the checkout is built."""
        if self._new and self._path.parent.is_dir():
            draft = self._path.with_suffix(".part")
            draft.write_bytes(pickle.dumps((self._version, self._used)))
            draft.replace(self._path)

    def _read(self) -> Dict[str, Facts]:
        try:
            stored: Tuple[str, Dict[str, Facts]] = pickle.loads(self._path.read_bytes())
            version, facts = stored
        except Exception:  # noqa: BLE001 - of a damaged file pickle raises almost any
            return {}
        return facts if version == self._version else {}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
