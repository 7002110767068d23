"""Atomic creation of folders: written beside their place, and renamed."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from contextlib import contextmanager
from typing import Iterator, Union

from sim.errors import InputError, SimulationError


@contextmanager
def appearing(folder: Union[str, os.PathLike[str]]) -> Iterator[str]:
    """Yield a scratch folder that becomes ``folder`` at the end.

    An error leaves nothing, and an existing folder is never replaced.
    """
    target = os.path.abspath(folder)
    check_free(target)
    parent = os.path.dirname(target)
    scratch = ""
    try:
        os.makedirs(parent, exist_ok=True)
        scratch = tempfile.mkdtemp(dir=parent, prefix=f".{os.path.basename(target)}.")
        os.chmod(scratch, 0o777 & ~_umask())
        yield scratch
        # Of two that write the same folder the later one finds it full and fails.
        os.rename(scratch, target)
        scratch = ""
    except OSError as error:
        raise _explained(error, target) from error
    finally:
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)


def check_free(target: str) -> None:
    """Refuse a folder that exists and holds something."""
    if os.path.lexists(target) and (
        not os.path.isdir(target) or os.path.islink(target) or os.listdir(target)
    ):
        raise InputError(
            target, "exists already and is never overwritten; choose another name, or move it away"
        )


def _explained(error: OSError, target: str) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SimulationError(
            f"{target}: not written, no space is left on the disk; make room or choose another "
            "folder (nothing was left behind)"
        )
    if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
        return InputError(
            target, "exists already and is never overwritten; choose another name, or move it away"
        )
    return InputError(
        target, f"not written: {error.filename or 'a file'}: {error.strerror or error}"
    )


def _umask() -> int:
    value = os.umask(0)
    os.umask(value)
    return value
