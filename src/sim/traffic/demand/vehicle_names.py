"""Names that SUMO's vehicles get from a demand: a flow's and a line's are numbered, that of a
single departure is its own."""

from __future__ import annotations

import re
from typing import Dict, Mapping, Sequence, Set, Tuple

from sim.traffic.demand.flows import Flow
from sim.traffic.demand.lines import Line

# Before the numbers of a flow whose rate is set while SUMO runs.
ASKED = "asked"
# The name of a vehicle of a flow or a line; the second group is empty for those that SUMO numbers
# itself.
NUMBERED = re.compile(rf"(.+)\.(queue|{ASKED})?[0-9]+")


def flow_names(flows: Sequence[Flow]) -> Tuple[str, ...]:
    """SUMO's name of each flow: its first and last edge, and a number where a flow that begins
    before has this name."""
    names = [""] * len(flows)
    taken: Set[str] = set()
    for i in sorted(range(len(flows)), key=lambda i: flows[i].begin):
        names[i] = unused(f"{flows[i].start}_{flows[i].end}", taken)
    return tuple(names)


def unused(name: str, taken: Set[str]) -> str:
    """``name``, numbered where it is taken; it is ``taken`` from then on."""
    candidate, count = name, 1
    while candidate in taken:
        count += 1
        candidate = f"{name}_{count}"
    taken.add(candidate)
    return candidate


def streams(flows: Sequence[Flow], lines: Sequence[Line]) -> Dict[str, str]:
    """Flows and lines by SUMO's name, as the demand's YAML has them (``flows[0]``); a line comes
    second to a flow of its name."""
    return {
        **{line.name: f"lines[{i}]" for i, line in enumerate(lines)},
        **{name: f"flows[{i}]" for i, name in enumerate(flow_names(flows))},
    }


def stream_of(vehicle: str, known: Mapping[str, str]) -> str:
    """Which of the ``known`` streams has a vehicle's name or may give it to one of its own; empty
    if none."""
    found = NUMBERED.fullmatch(vehicle)
    return known.get(vehicle) or (known.get(found.group(1), "") if found else "")
