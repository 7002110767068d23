"""Speed limits of zones in OpenStreetMap files, as netconvert reads numbers.

[OsmMaxspeed]: ``DE:zone:30``, ``DE:zone30`` or ``zone:30`` is the limit of a signposted zone, in
km/h, or in mph in countries of miles.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, NamedTuple, Tuple

from sim.traffic.roads.xml_file import open_xml

# Countries of ISO 3166-1 with limits in mph.
MILES = ("GB", "US")
_TAG = re.compile(
    rb"""(<tag\s+k=(["'])maxspeed(?::forward|:backward)?\2\s+v=(["']))([^"'<>]*?zone[^"'<>]*)\3"""
)
_ZONE = re.compile(r"\s*(?:([A-Za-z]{2})\s*:\s*)?zone\s*:?\s*(\d{1,3})\s*(mph|km/?h)?\s*", re.I)


class ReadZones(NamedTuple):
    """File for netconvert, and a line for each rewritten value."""

    path: Path
    changes: Tuple[str, ...]


def rewrite_zones(source: Path, folder: Path) -> ReadZones:
    """Write an OpenStreetMap file with numbers as limits of zones into ``folder``."""
    with open_xml(source) as stream:
        text = stream.read()
    counts: List[Tuple[str, str]] = []

    def number(match: re.Match[bytes]) -> bytes:
        given = match.group(4).decode("utf-8", "replace")
        limit = zone_limit(given)
        if not limit:
            return match.group(0)
        counts.append((given, limit))
        return match.group(1) + limit.encode() + match.group(3)

    rewritten = _TAG.sub(number, text)
    if not counts:
        return ReadZones(source, ())
    path = folder / f"{source.name.split('.')[0]}.netconvert.osm"
    path.write_bytes(rewritten)
    return ReadZones(
        path,
        tuple(
            f"maxspeed {given} is read as {limit}{'' if 'mph' in limit else ' km/h'} "
            f"({counts.count((given, limit))} times)"
            for given, limit in dict.fromkeys(counts)
        ),
    )


def zone_limit(value: str) -> str:
    """Return a zone's limit for netconvert, or ""."""
    found = _ZONE.fullmatch(value)
    if found is None:
        return ""
    country, number, unit = found.groups()
    miles = (unit or "").lower() == "mph" or (not unit and (country or "").upper() in MILES)
    return f"{int(number)} mph" if miles else str(int(number))
