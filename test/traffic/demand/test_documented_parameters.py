"""docs/traffic.md names every demand key and every bridge parameter."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sim.traffic.demand import demand, flows
from sim.traffic.demand.driver_models import CAR_FOLLOWING_KEY, LANE_CHANGE_KEY
from sim.traffic.demand.vtypes import LIMITS, SPEED_FACTOR_LIMITS, WALKING

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "traffic.md").read_text(encoding="utf-8")


def row(key: str) -> set:
    """Return the words in a table's row that begins with a key."""
    found = re.search(rf"^\| `{key}` \|.*$", PAGE, re.MULTILINE)
    assert found, f"no row `{key}`"
    return set(re.findall(r"\w+", found.group()))


@pytest.mark.parametrize(
    "key, names",
    [
        (
            "flows",
            {"from", "to", "via", "vehicles_per_hour", "begin", "end", "queue", "type", "mix"},
        ),
        ("departures", {"from", "to", "via", "type", "name", "depart"}),
        ("slow_zones", {"edge", "lane", "from", "to", "speed"}),
        ("detectors", {"name", "edge", "lane", "position"}),
        ("types", {*LIMITS, *WALKING, CAR_FOLLOWING_KEY, LANE_CHANGE_KEY, "speed_factor"}),
    ],
)
def test_the_keys_of_a_part_are_in_its_row(key: str, names: set) -> None:
    assert names <= row(key)


def test_every_part_of_a_demand_has_a_row() -> None:
    assert all(row(key) for key in demand.KEYS)


def test_the_ways_to_depart_and_the_parts_of_a_speed_factor() -> None:
    words = {
        word
        for name in ("LANES", "POSITIONS", "SPEEDS")
        for word in getattr(flows, f"DEPART_{name}")
    }
    assert {*words, "depart_lane", "depart_pos", "depart_speed"} <= set(
        re.findall(r"`(\w+)`", PAGE)
    )
    assert all(f"{part}: " in PAGE for part in SPEED_FACTOR_LIMITS)


def test_every_parameter_of_the_bridge_is_in_the_table() -> None:
    node = ast.parse((ROOT / "nodes" / "traffic_bridge").read_text(encoding="utf-8"))
    fields = next(
        part for part in node.body if isinstance(part, ast.ClassDef) and part.name == "Parameters"
    ).body
    columns = " ".join(
        line.split("|")[1]
        for line in PAGE.partition("## The bridge")[2].splitlines()
        if line.startswith("|")
    )
    assert {field.target.id for field in fields} <= set(re.findall(r"`(\w+)`", columns))
