"""Files that appear whole or not at all, and what tells their contents apart."""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Union


@contextmanager
def drafted(path: Union[str, Path]) -> Iterator[Path]:
    """A file to write beside ``path``, of the same suffix, that takes its place when the block ends
    well and goes away otherwise."""
    path = Path(path)
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield draft
        os.replace(draft, path)
    finally:
        if draft.exists():
            draft.unlink()


def file_hash(path: Union[str, Path]) -> str:
    """SHA-256 of a file's content, in hexadecimal; OSError where it cannot be read."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()
