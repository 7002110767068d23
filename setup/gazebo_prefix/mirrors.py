"""Finds Debian mirrors in a machine's apt sources, and adds Debian's own.

It reads the one-line format and deb822; a mirror has all releases side by side.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, NamedTuple

from .errors import SetupError

DEBIAN_SUITES = {
    "bullseye",
    "bookworm",
    "trixie",
    "forky",
    "sid",
    "oldoldstable",
    "oldstable",
    "stable",
    "testing",
    "unstable",
}
# Debian's mirror, and its archive of releases that have left the mirrors.
PUBLIC = ("http://deb.debian.org/debian", "http://archive.debian.org/debian")
ONE_LINE = re.compile(
    r"deb\s+(?:\[[^\]]*\]\s*)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>[^#]+)"
)
ADDRESS = re.compile(r"[a-z][a-z0-9+-]*:/[^\s'\"\[\]]+")


class Source(NamedTuple):
    """One entry of apt's sources, expanded."""

    uri: str
    suite: str
    components: List[str]


def one_line_sources(text: str) -> Iterator[Source]:
    """Read the format of ``sources.list``."""
    for line in text.splitlines():
        match = ONE_LINE.match(line.strip())
        if match:
            yield Source(match["uri"], match["suite"], match["components"].split())


def stanzas(text: str) -> Iterator[Dict[str, str]]:
    """Read deb822 paragraphs: fields by lower-case name, continuation lines joined."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for paragraph in re.split(r"\n\s*\n", "\n".join(lines)):
        fields: Dict[str, str] = {}
        name = ""
        for line in paragraph.splitlines():
            if line[:1].isspace() and name:
                fields[name] += " " + line.strip()
            elif ":" in line:
                name, value = line.split(":", 1)
                name = name.strip().lower()
                fields[name] = value.strip()
        if fields:
            yield fields


def deb822_sources(text: str) -> Iterator[Source]:
    """Read the format of ``*.sources``."""
    for fields in stanzas(text):
        disabled = fields.get("enabled", "yes").lower() in ("no", "false", "0")
        if disabled or "deb" not in fields.get("types", "").split():
            continue
        for uri in fields.get("uris", "").split():
            for suite in fields.get("suites", "").split():
                yield Source(uri, suite, fields.get("components", "").split())


def machine_sources(apt: Path) -> Iterator[Source]:
    """Read all sources under ``/etc/apt``."""
    parts = apt / "sources.list.d"
    for path in [
        apt / "sources.list",
        *sorted(parts.glob("*.list")),
        *sorted(parts.glob("*.sources")),
    ]:
        if path.is_file():
            read = deb822_sources if path.suffix == ".sources" else one_line_sources
            yield from read(path.read_text(errors="replace"))


def debian_mirrors(environment: Mapping[str, str], apt: Path = Path("/etc/apt")) -> List[str]:
    """Return the addresses to try, best first.

    They are ``SIM_DEBIAN_MIRROR`` alone, or this machine's sources of Debian, then Debian's own
    mirror and its archive of old releases.
    """
    asked = environment.get("SIM_DEBIAN_MIRROR", "")
    if asked:
        if not ADDRESS.fullmatch(asked):
            raise SetupError(
                f"SIM_DEBIAN_MIRROR='{asked}' is not an address: write a Debian mirror's,"
                " as http://HOST/debian (that folder has dists/ and pool/)"
            )
        return [asked]
    found = [
        source.uri.rstrip("/")
        for source in machine_sources(apt)
        if "main" in source.components
        and source.suite in DEBIAN_SUITES
        and not source.uri.startswith("cdrom:")
    ]
    return list(dict.fromkeys([*found, *PUBLIC]))
