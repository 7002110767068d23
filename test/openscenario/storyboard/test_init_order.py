"""Actions of Init take effect together, in any order of the file."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from support.scenarios import drive, on_lane, played, teleport, write

from sim.errors import InputError

BEHIND = '<RelativeLanePosition entityRef="{}" dLane="0" ds="-20"/>'
SAME_SPEED = (
    '<LongitudinalAction><SpeedAction><SpeedActionDynamics dynamicsShape="step" '
    'dynamicsDimension="time" value="0"/><SpeedActionTarget><RelativeTargetSpeed entityRef="{}" '
    'value="1" speedTargetValueType="factor" continuous="false"/></SpeedActionTarget>'
    "</SpeedAction></LongitudinalAction>"
)
ENTITIES = [
    ("A", [SAME_SPEED.format("B"), teleport(BEHIND.format("B"))]),
    ("B", [SAME_SPEED.format("C"), teleport(BEHIND.format("C"))]),
    ("C", [drive(8), teleport(on_lane(-1, 500))]),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_positions_and_speeds_do_not_depend_on_the_order(tmp_path: Path, order: tuple) -> None:
    player = played(write(tmp_path, [ENTITIES[i] for i in order], until=0.0))
    found = {name: (each.x, each.speed) for name, each in player.entities.items()}
    assert found == {"A": (460.0, 8.0), "B": (480.0, 8.0), "C": (500.0, 8.0)}


@pytest.mark.parametrize(
    ("init", "said"),
    [
        (
            [("A", [teleport(BEHIND.format("B"))]), ("B", [teleport(BEHIND.format("A"))])],
            "A and B a position relative to each other in a circle",
        ),
        (
            [
                ("A", [teleport(on_lane(-1, 10)), SAME_SPEED.format("B")]),
                ("B", [teleport(on_lane(-1, 50)), SAME_SPEED.format("A")]),
            ],
            "A and B a speed relative to each other in a circle",
        ),
        (
            [("A", [teleport(on_lane(-1, 10)), teleport(on_lane(-1, 20))])],
            "places A twice",
        ),
        ([("A", [drive(5)])], "acts on A, which has no position"),
    ],
)
def test_what_init_cannot_mean_is_named_by_line(tmp_path: Path, init: list, said: str) -> None:
    with pytest.raises(InputError, match=rf"xosc:\d+: .*{said}"):
        played(write(tmp_path, init))
