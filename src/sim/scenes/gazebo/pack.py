"""Export of a scene as one portable archive.

The folder is without links into a store.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import BinaryIO, List, Tuple, Union

from sim.errors import InputError, SimulationError
from sim.scenes import manifest

KINDS = (".tar.gz", ".tgz", ".zip")
# The oldest date that a zip archive can hold; with one date the same scene gives the same archive.
ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def pack(folder: Union[str, os.PathLike[str]], archive: Union[str, os.PathLike[str]]) -> Path:
    """Write a scene's folder into a new archive (.tar.gz or .zip)."""
    folder, archive = Path(folder), Path(archive)
    if not (folder / manifest.FILE).is_file():
        raise InputError(folder, f"is not a scene's folder: {manifest.FILE} is missing")
    if not archive.name.endswith(KINDS):
        raise InputError(archive, f"the archive's name must end in {', '.join(KINDS)}")
    if archive.exists():
        raise InputError(archive, "exists already and is never overwritten; choose another name")
    files = [
        (f"{folder.resolve().name}/{path.relative_to(folder).as_posix()}", path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    scratch = ""
    try:
        handle, scratch = tempfile.mkstemp(dir=archive.parent, prefix=f".{archive.name}.")
        with os.fdopen(handle, "wb") as stream:
            (_write_zip if archive.suffix == ".zip" else _write_tar)(stream, files)
        os.chmod(scratch, 0o644)
        os.link(scratch, archive)
    except OSError as error:
        raise SimulationError(
            f"{archive}: not written ({error.strerror or error}); nothing was left behind"
        ) from error
    finally:
        if scratch:
            os.unlink(scratch)
    return archive


def _write_tar(stream: BinaryIO, files: List[Tuple[str, Path]]) -> None:
    with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0, filename="") as packed, tarfile.open(
        fileobj=packed, mode="w"
    ) as tar:
        for name, path in files:
            info = tarfile.TarInfo(name)
            data = path.read_bytes()
            info.size, info.mode = len(data), 0o644
            tar.addfile(info, io.BytesIO(data))


def _write_zip(stream: BinaryIO, files: List[Tuple[str, Path]]) -> None:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in files:
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, path.read_bytes())
