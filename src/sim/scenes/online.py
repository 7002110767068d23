"""Download of models: from a repository, Fuel, or the descriptor's address.

Downloads use https if the server supports it.
"""

from __future__ import annotations

import json
import logging
import os
import urllib.parse
from dataclasses import dataclass, field
from typing import Dict, Optional, Set, Tuple

from sim.errors import InputError
from sim.files import file_hash
from sim.scenes.archives import ArchiveLimits, install, staging, unpack
from sim.scenes.download import SCHEMES, NotThere, Unreachable, fetch
from sim.scenes.hashes import Hashes

LOG = logging.getLogger(__name__)
# The repository as Gazebo classic has it, REPOSITORY_URL/NAME/model.tar.gz, and Fuel's interface of
# version 1.0.
REPOSITORY_URL = "https://models.gazebosim.org"
FUEL_URL = "https://fuel.gazebosim.org"
DEFAULT_OWNER = "OpenRobotics"


@dataclass
class Online:
    """Addresses of model servers; empty ones are skipped.

    A server that did not answer is not tried again.
    """

    repository: str = field(
        default_factory=lambda: os.environ.get("GAZEBO_MODEL_DATABASE_URI", REPOSITORY_URL)
    )
    fuel: str = field(default_factory=lambda: os.environ.get("SIM_FUEL_URL", FUEL_URL))
    enabled: bool = field(
        default_factory=lambda: os.environ.get("SIM_OFFLINE", "") not in ("1", "true")
    )
    timeout: float = 10.0
    size: int = 512 << 20
    limits: ArchiveLimits = ArchiveLimits()
    hashes: Optional[Hashes] = None
    unreachable: Dict[str, str] = field(default_factory=dict)
    _plain: Set[str] = field(default_factory=set)
    _fetched: Dict[str, Tuple[str, str]] = field(default_factory=dict)

    def gazebo_model(self, name: str, folder: str) -> Tuple[str, ...]:
        """Download a model by name into ``folder``.

        Returns the errors of all sources if none has it, else nothing. Raises InputError if it
        differs from an earlier download; :meth:`confirm` records a new one.
        """
        said = []
        for server, get in ((self.repository, self._from_repository), (self.fuel, self._from_fuel)):
            if not server:
                continue
            if not self.enabled:
                said.append(f"{server} (skipped: SIM_OFFLINE is set)")
                continue
            if server in self.unreachable:
                said.append(
                    f"{_address(server, name, server == self.fuel)} (skipped, since the server "
                    f"did not answer before: {self.unreachable[server]})"
                )
                continue
            try:
                get(server.rstrip("/"), name, folder)
                return ()
            except NotThere:
                said.append(f"{server} (model not found)")
            except Unreachable as error:
                self.unreachable[server] = str(error).partition(": ")[2]
                said.append(f"{server} ({error})")
        return tuple(said)

    def custom_model(self, url: str, folder: str) -> None:
        """Download and unpack the archive at ``url`` into ``folder``."""
        if urllib.parse.urlsplit(url).scheme not in SCHEMES:
            raise InputError(
                url, f"is not a supported address; must begin with {'://, '.join(SCHEMES)}://"
            )
        if not self.enabled and not url.startswith("file:"):
            raise Unreachable(f"{url}: skipped, since SIM_OFFLINE is set")
        self._archive(url, folder)

    def confirm(self, folder: str) -> None:
        """Record the archive in ``folder``, found to hold a model."""
        if self.hashes is not None and folder in self._fetched:
            self.hashes.record(*self._fetched.pop(folder))

    def _from_repository(self, server: str, name: str, folder: str) -> None:
        self._archive(_address(server, name, False), folder)

    def _from_fuel(self, server: str, name: str, folder: str) -> None:
        """Download the latest version of a model of exactly this name.

        The owner of the public set takes precedence.
        """
        with staging(folder) as stage:
            answer = os.path.join(stage, "models.json")
            url = _address(server, name, True)
            self._fetch(url, answer, 16 << 20)
            try:
                with open(answer, encoding="utf-8") as stream:
                    offers = [(str(item["owner"]), str(item["name"])) for item in json.load(stream)]
            except (ValueError, KeyError, TypeError) as error:
                raise Unreachable(f"{url}: the answer is not a list of models: {error}") from error
        owners = sorted(
            (owner for owner, found in offers if found == name),
            key=lambda owner: owner.lower() != DEFAULT_OWNER.lower(),
        )
        if not owners:
            raise NotThere(url, f"model {name!r} not found")
        owner, quoted = urllib.parse.quote(owners[0]), urllib.parse.quote(name)
        self._archive(f"{server}/1.0/{owner}/models/{quoted}.zip", folder)

    def _archive(self, url: str, folder: str) -> None:
        with staging(folder) as stage:
            archive, content = os.path.join(stage, "archive"), os.path.join(stage, "model")
            LOG.info("downloading %s", url)
            came_from, sha256 = self._fetch(url, archive, self.size), file_hash(archive)
            if self.hashes is not None:
                self.hashes.check(url, sha256)
            unpack(archive, content, url, self.limits)
            install(content, folder)
            self._fetched[folder] = came_from, sha256

    def _fetch(self, url: str, path: str, limit: int) -> str:
        """Write the content of ``url`` to ``path``; return its actual address.

        It uses https if the server supports it, else the given scheme, with a warning.
        """
        host = urllib.parse.urlsplit(url).netloc
        encrypted = _encrypted(url)
        if encrypted and host not in self._plain:
            try:
                fetch(encrypted, path, limit, self.timeout)
                return encrypted
            except Unreachable as error:
                if self.hashes is not None and self.hashes.was_encrypted(url):
                    raise Unreachable(
                        f"{error}; plain http is refused, since {host} has answered by https before"
                    ) from error
                self._plain.add(host)
                LOG.warning(
                    "%s; using plain http instead: an attacker on the way could change what comes",
                    error,
                )
        fetch(url, path, limit, self.timeout)
        return url


def _encrypted(url: str) -> str:
    """Return the https address of a plain http one, or "".

    Empty for another scheme or an explicit port.
    """
    parts = urllib.parse.urlsplit(url)
    return (
        parts._replace(scheme="https").geturl()
        if parts.scheme == "http" and parts.port is None
        else ""
    )


def _address(server: str, name: str, fuel: bool) -> str:
    """Return a server's address for a model. Fuel: its list; a repository: the archive."""
    quoted, server = urllib.parse.quote(name), server.rstrip("/")
    return (
        f"{server}/1.0/models?per_page=100&q={quoted}"
        if fuel
        else f"{server}/{quoted}/model.tar.gz"
    )
