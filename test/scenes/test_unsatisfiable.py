"""Messages about programs without a scene.

Impossible requirements, sizes outside limits, misspellings, endless requirements.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("scenic")

from sim.errors import InputError, SimulationError
from sim.scenes.time_limit import SceneTimeout, time_limit

from .programs import program

EGO = "ego = new Robot at 0 @ 0\n"
TABLES = EGO + "a = new CafeTable\nb = new CafeTable\n"


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.not_quick
def test_an_impossible_requirement_is_named_behind_rejecting_ones(
    tmp_path: Path, fast: bool
) -> None:
    text = (
        TABLES
        + "require a.position.x > 3.2\nrequire (distance from a to b) > 90\nrequire b.position.y "
        "> 0\n"
    )
    with pytest.raises(SimulationError) as error:
        program(tmp_path, text, fast=fast).sample(1, 300)
    said = str(error.value)
    assert (
        "Never met, even by itself in 300 proposals: the requirement on line 7. Met by itself: "
        in said
    )
    met = said.split("Met by itself: ")[1].split(". What")[0]
    assert (
        "the requirement on line 6" in met
        and "the requirement on line 8" in met
        and "CafeTable (line 4) inside the workspace" in met
    )
    share = float(next(part for part in met.split("; ") if part.endswith("line 8")).split(" %")[0])
    assert 35.0 < share < 65.0


@pytest.mark.not_quick
def test_a_named_and_a_soft_requirement_are_named_too(tmp_path: Path) -> None:
    text = TABLES + "require[0.5] a.position.x > 99 as 'far'\nrequire a.position.x > 98\n"
    with pytest.raises(
        SimulationError,
        match="proposals: the requirement 'far' on line 6; the requirement on line 7",
    ):
        program(tmp_path, text).sample(1, 200)


@pytest.mark.parametrize(
    "text, line, said",
    [
        (
            EGO + "new DemoCube with width 30\n",
            4,
            "demo_cube (DemoCube): a width of 30 m is not allowed; must be 0.1 m",
        ),
        (EGO + "new DemoCube at 1 @ 1, with width 30\n", 4, "a width of 30 m is not allowed"),
        (
            EGO + "new Crate at 1 @ 1, with length Range(50, 60)\n",
            4,
            "a length of 50 m is not allowed; must be between 0.2 and 0.8 m",
        ),
        (
            EGO + "new Crate with height Range(0.001, 0.002)\n",
            4,
            "a height of 0.002 m is not allowed",
        ),
        (
            EGO + "new DemoCube at float('nan') @ 0\n",
            4,
            "DemoCube: its position and heading (x, y, z, yaw) would be (nan, 0",
        ),
        (
            EGO + "new DemoCube at float('inf') @ Range(0, 1)\n",
            4,
            "its position and heading (x, y, z, yaw) would be (inf, random",
        ),
        (EGO + "c = new DemoCube\nrequire {'a': 1}['b'] > c.position.x\n", 5, "KeyError: 'b'"),
    ],
)
def test_impossible_requirements_have_their_name_and_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    with pytest.raises(InputError) as error:
        program(tmp_path, text).sample(1, 100)
    assert error.value.where == f"{tmp_path}/program.scenic:{line}" and said in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "new Crate with width Range(0.3, 60)\n",
        "new Crate with width 0.5\n",
        "new Waypoint with width 7.5\n",
    ],
)
def test_sizes_that_may_be_are_not_refused(tmp_path: Path, text: str) -> None:
    program(tmp_path, EGO + text)


@pytest.mark.parametrize(
    "text, params, warned",
    [
        (
            "new Crate with widht 0.4\n",
            {},
            ["program.scenic:4: Crate has no property 'widht'; did you mean width?"],
        ),
        ("c = new Crate with weight 0.4\nrequire c.weight < 1\n", {}, []),
        ("new Crate with payload 0.4, with name 'box'\n", {}, []),
        (
            "param clearance = 2\nnew Crate\n",
            {"clearence": 3},
            [
                "program.scenic: the program has no parameter 'clearence', and it has no effect; "
                "did you mean clearance?"
            ],
        ),
        ("param clearance = 2\nnew Crate\n", {"clearance": 3}, []),
        (
            "param side = 2\nnew Crate\n",
            {"density": 3},
            ["no parameter 'density', and it has no effect; it has side"],
        ),
        ("new Crate with width globalParameters.wide\n", {"wide": 0.4}, []),
    ],
)
def test_slips_of_the_pen_are_warned_of_with_the_nearest_name(
    tmp_path: Path, text: str, params: dict, warned: list
) -> None:
    found = program(tmp_path, EGO + text, params=params).warnings
    assert len(found) == len(warned) and all(
        one.endswith(other) for one, other in zip(found, warned)
    )


@pytest.mark.not_quick
def test_a_requirement_without_an_end_is_ended_and_named(tmp_path: Path) -> None:
    text = (
        EGO + "calls = []\ndef slow(x):\n    calls.append(x)\n    while len(calls) > 60:\n        "
        "pass\n    return x > 90\nc = new DemoCube\nrequire slow(c.position.x)\n"
    )
    loaded = program(tmp_path, text, fast=False)
    with pytest.raises(SimulationError) as error:
        loaded.sample(1, 10**6, timeout=5.0)
    said = str(error.value)
    assert (
        f"{tmp_path}/program.scenic:7: no scene within 5 s (timeout), and this line was at work"
        in said
        or "program.scenic:8:" in said
    )
    assert "until then, by cause" in said and "the requirement on line 11 is not met" in said


def test_the_limit_ends_with_its_block_and_0_is_none() -> None:
    late = pytest.raises(SceneTimeout, match=r"x.scenic: no scene within 0.05 s")
    with late, time_limit(0.05, "x.scenic"):
        while True:
            pass
    for seconds in (0.0, 1000.0):
        with time_limit(seconds, "x.scenic"):
            assert sum(range(1000)) == 499500
