"""Download of files over HTTP(S) or from ``file://``.

With time and size limits; a file that exists is complete.
"""

from __future__ import annotations

import errno
import http.client
import logging
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPMessage
from typing import IO, Optional

from sim.errors import InputError, SimulationError

LOG = logging.getLogger(__name__)
SCHEMES = ("http", "https", "file")
BLOCK = 1 << 18
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class NotThere(InputError):
    """The server answers, but does not have it."""


class Unreachable(SimulationError):
    """Server without an answer, or with an unusable one."""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to other HTTP addresses only.

    A server must not make us read a local file, or give up encryption.
    """

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> Optional[urllib.request.Request]:
        scheme = urllib.parse.urlsplit(newurl).scheme
        if scheme not in ("http", "https"):
            raise Unreachable(f"{req.full_url}: redirects to {newurl}, not an HTTP address")
        if req.type == "https" and scheme == "http":
            raise Unreachable(f"{req.full_url}: redirects to {newurl}, which gives up encryption")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


_OPENER = urllib.request.build_opener(_Redirects)


def fetch(url: str, path: str, limit: int, timeout: float) -> None:
    """Write the content of ``url`` to ``path``.

    It fails past ``limit`` bytes, or after ``timeout`` seconds without any data.
    """
    if urllib.parse.urlsplit(url).scheme not in SCHEMES:
        raise InputError(
            url, f"is not a supported address; must begin with {'://, '.join(SCHEMES)}://"
        )
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "sim-scenes"})
        with _OPENER.open(request, timeout=timeout) as source, open(path, "wb") as target:
            length = int(source.headers.get("Content-Length") or 0)
            if length > limit:
                raise InputError(
                    url, f"is {length / 1e6:.0f} MB; at most {limit / 1e6:.0f} MB are taken"
                )
            written = _copy(source, target, url, limit, length)
        if length and written != length:
            raise Unreachable(
                f"{url}: the connection broke after {written} of {length} bytes; try again"
            )
    except urllib.error.HTTPError as error:
        if error.code in (401, 403, 404, 410):
            raise NotThere(url, f"the server says {error.code} {error.reason}") from error
        raise Unreachable(f"{url}: the server says {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        if url.startswith("file:"):
            raise NotThere(url, f"cannot be read: {error.reason}") from error
        raise Unreachable(f"{url}: cannot be reached: {error.reason}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        if isinstance(error, OSError) and (error.filename == path or error.errno in _DISK):
            raise SimulationError(f"{path}: cannot be written: {error.strerror}") from error
        raise Unreachable(f"{url}: {error}") from error


def _copy(source: IO[bytes], target: IO[bytes], url: str, limit: int, length: int) -> int:
    written, said = 0, time.monotonic()
    while True:
        block = source.read(BLOCK)
        if not block:
            return written
        written += len(block)
        if written > limit:
            raise InputError(url, f"is more than the {limit / 1e6:.0f} MB that are taken")
        target.write(block)
        if time.monotonic() - said > 2.0:
            said = time.monotonic()
            LOG.info(
                "%s: %.1f MB%s",
                os.path.basename(target.name),
                written / 1e6,
                f" of {length / 1e6:.1f}" if length else "",
            )
