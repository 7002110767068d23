"""Extraction of zip and tar archives of models.

Refuses paths outside the folder, links and devices; size and number of files are limited. The
folder appears by rename, whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from functools import partial
from typing import IO, Callable, Iterator, List, Optional, Tuple

from sim.errors import InputError


@dataclass(frozen=True)
class ArchiveLimits:
    """Maximum size of an unpacked archive (bytes, files)."""

    size: int = 1 << 30
    files: int = 5000


@dataclass(frozen=True)
class _Member:
    name: str
    folder: bool
    plain: bool
    open: Callable[[], Optional[IO[bytes]]]


def unpack(
    archive: str, folder: str, name: str = "", limits: ArchiveLimits = ArchiveLimits()
) -> None:
    """Unpack ``archive`` into the new folder ``folder``; errors call it ``name``.

    Where everything lies in one folder and nothing beside it, that folder's content is taken.
    """
    name = name or archive
    with staging(folder) as stage:
        content = os.path.join(stage, "content")
        os.mkdir(content)
        try:
            _write_members(archive, name, content, limits)
        except (
            zipfile.BadZipFile,
            tarfile.TarError,
            EOFError,
            OSError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ) as error:
            raise InputError(
                name, f"cannot be unpacked: {error}; a model is a zip or tar.gz of its folder"
            ) from error
        install(_inner_folder(content), folder)


@contextlib.contextmanager
def staging(folder: str) -> Iterator[str]:
    """Yield a temporary folder beside ``folder``.

    It is on the same disk, so that a rename can bring its content there; removed at the end, with
    empty parent folders that were made for it.
    """
    parent = os.path.dirname(os.path.abspath(folder))
    made = _missing(parent)
    os.makedirs(parent, exist_ok=True)
    stage = tempfile.mkdtemp(prefix=".part-", dir=parent)
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        for path in made:
            with contextlib.suppress(OSError):
                os.rmdir(path)


def _missing(folder: str) -> List[str]:
    """Return a folder and its missing parents, the innermost first."""
    found: List[str] = []
    while not os.path.isdir(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found


def install(source: str, folder: str) -> None:
    """Rename a finished folder to its place.

    A faster process wins, since both have the same content.
    """
    os.chmod(source, 0o755)
    try:
        os.rename(source, folder)
    except OSError:
        if not os.path.isdir(folder):
            raise


def _write_members(archive: str, name: str, folder: str, limits: ArchiveLimits) -> None:
    left, files = limits.size, 0
    with _open(archive, name) as members:
        for member in members:
            path = os.path.join(folder, *_parts(member.name, name))
            if member.folder:
                os.makedirs(path, exist_ok=True)
                continue
            if not member.plain:
                raise InputError(
                    name,
                    f"the member {member.name!r} is a link or device; pack plain files and "
                    "folders only",
                )
            files += 1
            if files > limits.files:
                raise InputError(
                    name,
                    f"has more than {limits.files} files, {member.name!r} and on; pack the model "
                    "alone",
                )
            left -= _copy(member, path, name, left, limits)


def _copy(member: _Member, path: str, name: str, left: int, limits: ArchiveLimits) -> int:
    """Write one member and return its size.

    At most ``left`` bytes are taken whatever its header states.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    written = 0
    source = member.open()
    if source is None:
        raise InputError(name, f"the member {member.name!r} has no content; pack the model again")
    with source, open(path, "wb") as target:
        while True:
            block = source.read(1 << 20)
            if not block:
                return written
            written += len(block)
            if written > left:
                raise InputError(
                    name,
                    f"unpacks to more than {limits.size / 1e6:.0f} MB, at {member.name!r}; pack "
                    "the model alone",
                )
            target.write(block)


@contextlib.contextmanager
def _open(archive: str, name: str) -> Iterator[Iterator[_Member]]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as bundle:
            yield (_zip_member(bundle, info) for info in bundle.infolist())
    elif tarfile.is_tarfile(archive):
        with tarfile.open(archive) as bundle:
            yield (
                _Member(
                    info.name,
                    info.isdir(),
                    info.isreg(),
                    partial(bundle.extractfile, info),
                )
                for info in bundle
            )
    else:
        raise InputError(name, "is neither zip nor tar; a model is a zip or tar.gz of its folder")


def _zip_member(bundle: zipfile.ZipFile, info: zipfile.ZipInfo) -> _Member:
    kind = stat.S_IFMT(info.external_attr >> 16)
    return _Member(
        info.filename, info.is_dir(), kind in (0, stat.S_IFREG), lambda: bundle.open(info)
    )


def _parts(member: str, name: str) -> Tuple[str, ...]:
    parts = tuple(part for part in member.replace("\\", "/").split("/") if part not in ("", "."))
    if ".." in parts or member.startswith(("/", "\\")) or member[1:2] == ":" or "\0" in member:
        raise InputError(
            name,
            f"the member {member!r} leads out of the model's folder; pack it with relative paths",
        )
    return parts


def _inner_folder(folder: str) -> str:
    """Return the model's folder: this one, or the only one in it."""
    found = os.listdir(folder)
    while len(found) == 1 and os.path.isdir(os.path.join(folder, found[0])):
        folder = os.path.join(folder, found[0])
        found = os.listdir(folder)
    return folder
