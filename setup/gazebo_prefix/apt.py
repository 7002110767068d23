"""Private apt: state, lists and sources in one folder, with nothing installed.

It uses one mirror's Debian 11 and none of the machine's sources, pins and hooks; the machine's
proxy and credentials stay in force. Every index is checked against the signed Release, every
package against the index.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Callable, Iterable, List, NamedTuple, Sequence, Tuple
from urllib.parse import unquote

from .errors import SetupError

RELEASE = "bullseye"
DEB_LINE = re.compile(
    r"'(?P<url>[^']+)' (?P<file>\S+\.deb) (?P<size>\d+) SHA256:(?P<sha256>[0-9a-f]{64})"
)
KEYRINGS = [
    f"/usr/share/keyrings/debian-archive-{name}"
    for name in ("keyring.gpg", "keyring.pgp", "bullseye-automatic.gpg", "bullseye-automatic.pgp")
]
CONFIGURATION = """\
#clear APT::Architectures;
#clear APT::Default-Release;
#clear APT::Update;
Acquire::ForceHash "SHA256";
Acquire::Retries "3";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
APT::Architecture "amd64";
APT::Architectures {{ "amd64"; }};
APT::Install-Recommends "false";
APT::Install-Suggests "false";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Dir::Cache "{folder}/cache";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
"""
UPDATE_REASONS = [
    (
        "NO_PUBKEY|not signed|EXPKEYSIG|BADSIG|Missing key|invalid signature",
        f"its {RELEASE} is not signed by Debian, or debian-archive-keyring is too old",
    ),
    ("does not have a Release file|404 |File not found", f"it lacks dists/{RELEASE}"),
    ("not valid yet", "its Release is from the future: set this machine's clock"),
]
REASONS = [
    ("No space left", "no space left on the disk: free some"),
    ("Hash Sum mismatch|unexpected size", "the download differs from the signed index"),
    ("resolv|onnect|timed out|unreachable", "no connection: check the network (and http_proxy)"),
]


class Deb(NamedTuple):
    """One package file, as the signed index has it."""

    name: str
    version: str
    file: str
    size: int
    sha256: str


def find_keyring(candidates: Sequence[str] = tuple(KEYRINGS)) -> str:
    """Return the file with Debian's keys."""
    for path in candidates:
        if os.path.exists(path):
            return path
    raise SetupError(
        "Debian's keys are not on this machine: install the package debian-archive-keyring"
    )


def reason(output: str, known: Sequence[Tuple[str, str]] = tuple(REASONS)) -> str:
    """Return one line on the cause of apt's messages, and its remedy."""
    for pattern, meaning in known:
        if re.search(pattern, output):
            return meaning
    lines = [line for line in output.splitlines() if line.startswith(("E:", "Err:", "W:"))]
    lines = lines or output.splitlines()[-1:]
    return lines[0].strip() if lines else "apt-get said nothing"


def parse_debs(output: str) -> List[Deb]:
    """Parse the output of ``--print-uris``.

    File names carry name and version, with the epoch's colon quoted.
    """
    debs = []
    for line in output.splitlines():
        match = DEB_LINE.match(line)
        if match:
            name, version, _ = match["file"].split("_")
            debs.append(
                Deb(name, unquote(version), match["file"], int(match["size"]), match["sha256"])
            )
    return debs


class PrivateApt:
    """Access to Debian 11's packages on one mirror."""

    def __init__(self, folder: Path, mirror: str, keyring: str) -> None:
        self.mirror = mirror
        self._configuration = folder / "apt.conf"
        self._log = folder / "download.log"
        for path in (folder / "state/lists/partial", folder / "cache/archives/partial"):
            path.mkdir(parents=True, exist_ok=True)
        (folder / "status").write_text("")
        (folder / "sources.list").write_text(
            f"deb [arch=amd64 lang=none target=Packages signed-by={keyring}] {mirror} {RELEASE} "
            "main\n"
        )
        self._configuration.write_text(CONFIGURATION.format(folder=folder))

    def update(self) -> None:
        """Fetch and check the index of packages."""
        self._run("update")

    def with_dependencies(self, names: Sequence[str]) -> List[Deb]:
        """Return packages with all their dependencies."""
        return parse_debs(self._run("install", "--yes", "--print-uris", *names))

    def alone(self, names: Sequence[str]) -> List[Deb]:
        """Return packages without their dependencies."""
        return parse_debs(self._run("download", "--print-uris", *names))

    def download(self, debs: Iterable[Deb], folder: Path, report: Callable[[float], None]) -> None:
        """Fetch packages into a folder; ``report`` is called with the fraction done."""
        reader, writer = os.pipe()
        names = [f"{deb.name}={deb.version}" for deb in debs]
        with open(reader) as status, open(self._log, "w+") as log:
            with self._start(
                "download",
                *names,
                options=[f"APT::Status-Fd={writer}"],
                pass_fds=[writer],
                cwd=folder,
                stdout=log,
            ) as child:
                os.close(writer)
                try:
                    for line in status:
                        if line.startswith("dlstatus:"):
                            report(float(line.split(":")[2]) / 100)
                except BaseException:
                    child.terminate()
                    raise
            log.seek(0)
            if child.returncode != 0:
                raise SetupError(f"{self.mirror}: {reason(log.read())}")

    def _run(self, *arguments: str) -> str:
        child = self._start(*arguments, stdout=subprocess.PIPE)
        try:
            output, _ = child.communicate()
        except BaseException:
            child.terminate()
            child.wait()
            raise
        if child.returncode != 0:
            raise SetupError(f"{self.mirror}: {reason(output, UPDATE_REASONS + REASONS)}")
        return output

    def _start(self, *arguments: str, options: Sequence[str] = (), **more) -> subprocess.Popen:
        """Start an apt-get that ends with this process."""
        settings = [word for option in options for word in ("-o", option)]
        command = [
            "setpriv",
            "--pdeathsig",
            "TERM",
            "apt-get",
            "-q",
            "-c",
            str(self._configuration),
            *settings,
            *arguments,
        ]
        environment = {**os.environ, "LC_ALL": "C"}
        return subprocess.Popen(
            command,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment,
            **more,
        )
