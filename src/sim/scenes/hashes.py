"""Record of downloads by SHA-256, in a file beside the models.

The first download of an address is recorded, and a later one that differs is refused.
"""

from __future__ import annotations

import fcntl
import json
import os
import urllib.parse
from typing import Dict

from sim.errors import InputError, SimulationError
from sim.files import drafted

FILE = "downloads.json"


class Hashes:
    """Record of one cache. An address counts as the same by http and by https."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, FILE)

    def check(self, url: str, sha256: str) -> None:
        """Raise InputError if this address had another content before."""
        known = self._read().get(_key(url))
        if known is not None and known["sha256"] != sha256:
            raise InputError(
                url,
                f"has changed: its SHA-256 is {sha256}, and was {known['sha256']} when it was "
                "first downloaded (recorded in "
                f"{self.path}); if that is right, delete the entry {_key(url)!r} there and try "
                "again",
            )

    def record(self, url: str, sha256: str) -> None:
        """Record the hash of a new address."""
        if url.startswith("file:"):
            return
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(f"{self.path}.lock", "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                known = self._read()
                known.setdefault(_key(url), {"sha256": sha256, "url": url})
                with drafted(self.path) as draft:
                    draft.write_text(
                        json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8"
                    )
        except OSError as error:
            raise SimulationError(
                f"{self.path}: cannot be written: {error.strerror or error}"
            ) from error

    def was_encrypted(self, url: str) -> bool:
        """Return whether this host was used by https before."""
        host = urllib.parse.urlsplit(url).netloc
        return any(
            urllib.parse.urlsplit(one["url"])[:2] == ("https", host)
            for one in self._read().values()
        )

    def _read(self) -> Dict[str, Dict[str, str]]:
        try:
            with open(self.path, encoding="utf-8") as stream:
                known = json.load(stream)
            return {
                str(key): {"sha256": str(one["sha256"]), "url": str(one["url"])}
                for key, one in known.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                self.path, f"is not a record of downloads ({error}); mend or delete it"
            ) from error


def _key(url: str) -> str:
    """Return an address without its scheme."""
    return url.partition("://")[2]
