"""Atomic writing of files, and hashes of their contents."""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Union

from sim.errors import InputError


@contextmanager
def drafted(path: Union[str, Path]) -> Iterator[Path]:
    """Yield a temporary file beside ``path`` that replaces it on success.

    It has the same suffix and is removed on failure.
    """
    path = Path(path)
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield draft
        os.replace(draft, path)
    finally:
        if draft.exists():
            draft.unlink()


def file_hash(path: Union[str, Path]) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal. OSError if it cannot be read."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def input_hash(path: Union[str, Path]) -> str:
    """Return :func:`file_hash` of a user's file. InputError if it cannot be read."""
    with reading(path):
        return file_hash(path)


@contextmanager
def reading(path: object) -> Iterator[None]:
    """Turn an OSError into the InputError that a path cannot be read."""
    try:
        yield
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from error


@contextmanager
def writing(path: object) -> Iterator[None]:
    """Turn an OSError into the InputError that a path cannot be written."""
    try:
        yield
    except OSError as error:
        raise InputError(path, f"cannot be written ({error.strerror or error})") from error
