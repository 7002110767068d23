"""Rule of OpenDRIVE roads: right-hand (RHT) or left-hand traffic (LHT).

Lanes with negative ids lead along a right-hand road, those with positive ids along a left-hand one
[OpenDRIVE, road].
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, Tuple

from lxml import etree

from sim.errors import InputError
from sim.traffic.roads.xml_file import line_of

RIGHT_HAND = "RHT"
LEFT_HAND = "LHT"


def rule_of(source: Path, road: etree._Element) -> str:
    """Return a road's rule. It is right-hand traffic by default."""
    rule = road.get("rule", RIGHT_HAND)
    if rule not in (RIGHT_HAND, LEFT_HAND):
        raise InputError(
            f"{source}:{line_of(road)}",
            f"<road> {road.get('id')} has rule='{rule}'; must be {RIGHT_HAND} or {LEFT_HAND}",
        )
    return rule


def common_rule(source: Path, root: etree._Element) -> str:
    """Return the rule of all roads. Raises InputError, with the line, if they differ."""
    first = root.find("road")
    if first is None:
        return RIGHT_HAND
    rule = rule_of(source, first)
    for road in root.iterfind("road"):
        if rule_of(source, road) != rule:
            raise InputError(
                f"{source}:{line_of(road)}",
                f"<road> {_named(source, road)}, but {_named(source, first)} in line "
                f"{line_of(first)}; all roads of a network must have one rule",
            )
    return rule


def check_links(source: Path, root: etree._Element) -> None:
    """Refuse linked roads with different rules. The rule would change half-way."""
    roads = {road.get("id", ""): road for road in root.iterfind("road")}
    for element, one, other in _links(roads, root):
        if rule_of(source, one) != rule_of(source, other):
            raise InputError(
                f"{source}:{line_of(element)}",
                f"<{element.tag}> links roads of different rules: {_named(source, one)}, "
                f"{_named(source, other)}; linked roads must have one rule",
            )


def _links(
    roads: Dict[str, etree._Element], root: etree._Element
) -> Iterator[Tuple[etree._Element, etree._Element, etree._Element]]:
    """Yield each link in the file and its two roads."""
    for road in roads.values():
        for link in road.iterfind("link/*"):
            if link.get("elementType") != "junction" and link.get("elementId", "") in roads:
                yield link, road, roads[link.get("elementId", "")]
    for connection in root.iterfind("junction/connection"):
        incoming, onward = (
            roads.get(connection.get(name) or connection.get(other) or "")
            for name, other in (("incomingRoad", ""), ("connectingRoad", "linkedRoad"))
        )
        if incoming is not None and onward is not None:
            yield connection, incoming, onward


def _named(source: Path, road: etree._Element) -> str:
    given = "" if road.get("rule") else ", the default"
    return f"road '{road.get('id')}' has rule {rule_of(source, road)}{given}"
