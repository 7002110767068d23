"""Debian mirror in a folder: real packages, their index, and a signed Release.

The key is made for it.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path
from typing import Dict, Sequence

PROGRAMS = ("apt-get", "dpkg-deb", "gpg", "gpgconf", "setpriv")


def sha256(path: Path) -> str:
    """Return a file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Signer:
    """A key of our own; its keyring file is what apt trusts."""

    def __init__(self, home: Path) -> None:
        self._home = home
        home.mkdir(mode=0o700)
        self.keyring = home / "keyring.gpg"
        self._gpg(
            "--passphrase",
            "",
            "--quick-generate-key",
            "mirror@localhost",
            "rsa2048",
            "sign",
            "never",
        )
        self._gpg("--export", "--output", str(self.keyring))

    def sign(self, release: Path) -> None:
        """Write ``InRelease`` beside ``Release``."""
        self._gpg(
            "--yes", "--clearsign", "--output", str(release.with_name("InRelease")), str(release)
        )

    def close(self) -> None:
        """End the agent that gpg started."""
        subprocess.run(["gpgconf", "--homedir", str(self._home), "--kill", "all"], check=True)

    def _gpg(self, *arguments: str) -> None:
        subprocess.run(
            [
                "gpg",
                "--homedir",
                str(self._home),
                "--batch",
                "--quiet",
                "--pinentry-mode",
                "loopback",
                *arguments,
            ],
            check=True,
            stderr=subprocess.PIPE,
        )


class Mirror:
    """``dists/`` and ``pool/`` under one folder."""

    def __init__(self, folder: Path, signer: Signer) -> None:
        self.folder = folder
        self.uri = f"file:{folder}"
        self._signer = signer
        self._pool = folder / "pool"
        self._pool.mkdir(parents=True)

    def add(
        self, name: str, files: Dict[str, str], version: str = "1.0-1", depends: str = ""
    ) -> Path:
        """Build a package with these files; publish() makes it known."""
        tree = self.folder / "trees" / name
        for path, text in files.items():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_text(text)
        control = (
            f"Package: {name}\nVersion: {version}\nArchitecture: amd64\nMaintainer: nobody "
            "<nobody@localhost>\nDescription: for a test\n"
        )
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(control + (f"Depends: {depends}\n" if depends else ""))
        path = self.deb(name, version)
        subprocess.run(
            ["dpkg-deb", "--build", "--root-owner-group", str(tree), str(path)],
            check=True,
            stdout=subprocess.PIPE,
        )
        return path

    def deb(self, name: str, version: str = "1.0-1") -> Path:
        """Return a package's file; its name has no epoch."""
        return self._pool / f"{name}_{version.split(':')[-1]}_amd64.deb"

    def publish(self) -> None:
        """Write the index of all packages, and sign it."""
        release = self.folder / "dists/bullseye"
        index = release / "main/binary-amd64/Packages"
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text("\n".join(self._entry(path) for path in sorted(self._pool.glob("*.deb"))))
        listed = f" {sha256(index)} {index.stat().st_size} main/binary-amd64/Packages\n"
        head = (
            "Origin: Test\nSuite: oldoldstable\nCodename: bullseye\nDate: Sat, 06 Jan 2024 "
            "00:00:00 UTC\nArchitectures: amd64\nComponents: main\n"
        )
        (release / "Release").write_text(f"{head}SHA256:\n{listed}")
        self._signer.sign(release / "Release")

    def _entry(self, path: Path) -> str:
        control = subprocess.run(
            ["dpkg-deb", "-f", str(path)], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        return (
            f"{control}Filename: pool/{path.name}\nSize: {path.stat().st_size}\nSHA256: "
            f"{sha256(path)}\n"
        )


def gazebo_mirror(folder: Path, signer: Signer, without: Sequence[str] = ()) -> Mirror:
    """Return a mirror of tiny packages with the names of Debian's."""
    mirror = Mirror(folder, signer)
    contents = {
        "gazebo": (
            {"usr/bin/gzserver": "#!/bin/sh\necho gzserver\n"},
            "11.1.0+dfsg-6",
            "libgazebo11 (>= 1.0), libc6",
        ),
        "libgazebo11": ({"usr/lib/libgazebo.so.11": "library"}, "2:1.0-1", ""),
        "libc6": ({"lib/libc.so.6": "never to be unpacked"}, "1.0-1", ""),
        "libgazebo-dev": ({"usr/include/gazebo.hh": "header"}, "1.0-1", "far-too-much"),
    }
    for name, (files, version, depends) in contents.items():
        if name not in without:
            mirror.add(name, files, version, depends)
    mirror.publish()
    return mirror
