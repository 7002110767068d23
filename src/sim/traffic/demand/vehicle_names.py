"""Names of SUMO's vehicles of a demand.

Vehicles of a flow or line are numbered; a single departure has its own name.
"""

from __future__ import annotations

import re
from typing import Dict, Mapping, Sequence, Set, Tuple

from sim.traffic.demand.flows import Flow
from sim.traffic.demand.lines import TransitLine

# Prefix of the numbers of a flow with a rate set while SUMO runs.
ASKED = "asked"
# Name of a vehicle of a flow or a line; the second group is empty if SUMO numbers it.
NUMBERED = re.compile(rf"(.+)\.(queue|{ASKED})?[0-9]+")


def flow_names(flows: Sequence[Flow]) -> Tuple[str, ...]:
    """Return SUMO's name of each flow.

    It is its first and last edge, and a number if an earlier flow has this name.
    """
    names = [""] * len(flows)
    taken: Set[str] = set()
    for i in sorted(range(len(flows)), key=lambda i: flows[i].begin):
        names[i] = unused(f"{flows[i].start}_{flows[i].end}", taken)
    return tuple(names)


def unused(name: str, taken: Set[str]) -> str:
    """Return ``name``, numbered if taken, and add it to ``taken``."""
    candidate, count = name, 1
    while candidate in taken:
        count += 1
        candidate = f"{name}_{count}"
    taken.add(candidate)
    return candidate


def streams(flows: Sequence[Flow], lines: Sequence[TransitLine]) -> Dict[str, str]:
    """Return flows and lines of the YAML (``flows[0]``) by SUMO's name.

    A flow has precedence over a line of the same name.
    """
    return {
        **{line.name: f"lines[{i}]" for i, line in enumerate(lines)},
        **{name: f"flows[{i}]" for i, name in enumerate(flow_names(flows))},
    }


def stream_of(vehicle: str, known: Mapping[str, str]) -> str:
    """Return the ``known`` stream that owns or may use a vehicle's name, or an empty text."""
    found = NUMBERED.fullmatch(vehicle)
    return known.get(vehicle) or (known.get(found.group(1), "") if found else "")
