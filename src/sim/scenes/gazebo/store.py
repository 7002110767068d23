"""Content store: scenes have hard links to shared files.

Each file is on disk once. A stored file's name is the SHA-256 of its content; it is read-only,
since writing into a linked file would change every scene that has it. If the file system cannot
link, or the store lies on another one, scenes have copies.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from typing import Callable, Dict, Optional, Tuple, Union

from sim.files import file_hash

# Too many links to one file, another file system, or one without links.
_NO_LINK = (errno.EMLINK, errno.EXDEV, errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EACCES)
Identity = Tuple[str, int, int, int]


class Store:
    """Places files by links into a content store.

    One object may serve many scenes, and many processes may share the ``folder``.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.folder = os.path.abspath(folder)
        self._stored: Dict[Identity, str] = {}
        self._texts: Dict[str, str] = {}

    def place(self, source: str, known: Identity, target: str) -> None:
        """Make ``target`` a link to, or a copy of, ``source``.

        ``known`` is the identity of ``source``.
        """
        stored = self._stored.get(known)
        if stored is None:
            stored = self._stored[known] = self._put(
                file_hash(source), lambda scratch: shutil.copyfile(source, scratch)
            )
        _link(stored, target)

    def place_text(self, text: str, target: str) -> None:
        """Make ``target`` a file with a text that other scenes have too."""
        stored = self._texts.get(text)
        if stored is None:
            data = text.encode("utf-8")
            stored = self._texts[text] = self._put(
                hashlib.sha256(data).hexdigest(), lambda scratch: _write(scratch, data)
            )
        _link(stored, target)

    def _put(self, name: str, write: Callable[[str], object]) -> str:
        """Return the stored file of a name.

        Written if it is missing or was changed; it appears whole.
        """
        stored = os.path.join(self.folder, name[:2], name)
        if os.path.exists(stored) and file_hash(stored) != name:
            os.unlink(stored)
        if not os.path.exists(stored):
            os.makedirs(os.path.dirname(stored), exist_ok=True)
            handle, scratch = tempfile.mkstemp(dir=os.path.dirname(stored), prefix=".")
            os.close(handle)
            try:
                write(scratch)
                os.chmod(scratch, 0o444)
                _appear(scratch, stored)
            finally:
                if os.path.exists(scratch):
                    os.unlink(scratch)
        return stored


def _appear(scratch: str, stored: str) -> None:
    """Give a written file its name. One that another process stored meanwhile stays: a link to a
    file that is just replaced fails (ENOENT)."""
    try:
        os.link(scratch, stored)
    except FileExistsError:
        pass
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        os.replace(scratch, stored)


def _link(stored: str, target: str) -> None:
    try:
        os.link(stored, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        shutil.copyfile(stored, target)


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as stream:
        stream.write(data)


def place(source: str, known: Identity, target: str, store: Optional[Store]) -> None:
    """Put a file at its place, by the store if given."""
    if store is None:
        shutil.copyfile(source, target)
    else:
        store.place(source, known, target)


def place_text(text: str, target: str, store: Optional[Store]) -> None:
    """Write a text to its place, by the store if given."""
    if store is None:
        _write(target, text.encode("utf-8"))
    else:
        store.place_text(text, target)


def identity(path: str) -> Identity:
    """Return path, size, inode and change time of a file. They change with its content."""
    status = os.stat(path)
    return path, status.st_ino, status.st_size, status.st_mtime_ns
