"""Text beyond OpenSCENARIO's grammar that other players accept."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.scenarios import act, drive, event, on_lane, played, teleport, time_condition, write

from sim.errors import InputError
from sim.openscenario.reading.expressions import evaluate
from sim.openscenario.reading.reader import read_scenario

DECLARED = '<ParameterDeclaration name="{}" parameterType="double" value="3"/>'


def car(speed: str) -> list:
    return [("A", [teleport(on_lane(-1, 100)), drive(speed)])]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("pi / 6", math.pi / 6),
        ("2 * e", 2 * math.e),
        ("3 ^ 2", 9.0),
        ("atan2(1, 1)", math.pi / 4),
        ("exp(1) + ln(e) + log10(100)", math.e + 3.0),
        ("cosh(1) - sinh(1) - tanh(0)", math.exp(-1.0)),
        ("$v * v", 9.0),
        ("1 < 2 && !(3 == 4) || false", True),
        ("1 >= 2 || 2 != 2", False),
    ],
)
def test_expressions_beyond_the_standard(text: str, value: float) -> None:
    noted: list = []
    assert evaluate(text, {"v": "3"}, noted.append) == pytest.approx(value)
    assert noted
    with pytest.raises(ValueError):
        evaluate(text, {"v": "3"})


@pytest.mark.parametrize(
    ("speed", "declared", "what"),
    [
        ("${pi}", "", "the constant pi"),
        ("$v", DECLARED.format("$v"), "declares the name '$v'"),
        ("${v + 0}", DECLARED.format("v"), "a parameter without its $"),
    ],
)
def test_lenient_text_is_noted_once_and_refused_in_strict(
    tmp_path: Path, speed: str, declared: str, what: str
) -> None:
    twice = [*car(speed), ("B", [teleport(on_lane(-2, 100)), drive(speed)])]
    path = write(tmp_path, twice, declared=declared)
    (note,) = read_scenario(path).grammar.notes
    assert what in note and "accepted beyond OpenSCENARIO's grammar" in note
    with pytest.raises(InputError, match=r"xosc:\d+"):
        read_scenario(path, grammar="strict")


def test_the_value_of_a_declared_dollar_name_can_be_given(tmp_path: Path) -> None:
    path = write(tmp_path, car("$v"), declared=DECLARED.format("$v"))
    assert read_scenario(path, {"v": "7"}).parameters == {"v": "7"}


def test_a_parameter_named_pi_is_written_with_its_dollar(tmp_path: Path) -> None:
    path = write(tmp_path, car("${$pi * 2}"), declared=DECLARED.format("pi"))
    assert played(path).entities["A"].speed == pytest.approx(6.0)
    path = write(tmp_path, car("${pi * 2}"), declared=DECLARED.format("pi"))
    with pytest.raises(InputError, match=r"xosc:\d+: .*a parameter and a constant; write \$pi"):
        read_scenario(path)


@pytest.mark.parametrize(("grammar", "speed"), [("lenient", 3.0), ("strict", 10.0)])
@pytest.mark.parametrize("empty", ["act", "event"])
def test_an_empty_start_trigger(tmp_path: Path, grammar: str, speed: float, empty: str) -> None:
    """By the standard it never fires. Other players start its element at once."""
    starts = {"act": time_condition(0), "event": time_condition(1), empty: ""}
    stories = act("A", event([drive(3)], starts["event"]), starts["act"])
    path = write(tmp_path, car("10"), stories)
    player = played(path, grammar)
    assert player.entities["A"].speed == pytest.approx(speed)
    (note,) = read_scenario(path, grammar=grammar).grammar.notes
    assert "has an empty <StartTrigger>" in note
    assert ("starts at once" in note) == (grammar == "lenient")


def test_an_unknown_grammar_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be one of: lenient, strict; got 'loose'"):
        read_scenario(write(tmp_path, car("1")), grammar="loose")


def test_a_power_outside_of_its_domain_is_named() -> None:
    with pytest.raises(ValueError, match="outside of its domain"):
        evaluate("(0 - 1) ^ 0.5", {}, lambda what: None)
