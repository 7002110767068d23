"""Expressions of OpenSCENARIO, valid and invalid."""

from __future__ import annotations

import pytest

from sim.openscenario.reading.expressions import evaluate, value_text

PARAMETERS = {"speed": "60.0", "on": "true", "name": "car", "zero": "0"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(2.0 * ($speed / 3.6)) + 5.0", 2.0 * (60.0 / 3.6) + 5.0),
        ("-$speed", -60.0),
        ("-7 % 3", -1.0),
        ("pow(2, 3) + sqrt(16)", 12.0),
        ("round(-2.5)", -3.0),
        ("round(2.5)", 3.0),
        ("floor(-1.2) + ceil(1.2)", 0.0),
        ("max(1, min(2, 3))", 2.0),
        ("sign(-4) + sign(0)", -1.0),
        ("not $on or true and false", False),
        ("1e3 - 1", 999.0),
    ],
)
def test_an_expression_has_the_value_of_its_formula(text: str, value: object):
    assert evaluate(text, PARAMETERS) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$velocity", "unknown parameter $velocity; known: name, on, speed, zero"),
        ("speed", "unknown name 'speed'; parameters are written as $name"),
        ("$name + 1", "not a number"),
        ("1 / $zero", "divides by zero"),
        ("log(2)", "unknown function log; known: abs, acos"),
        ("pow(2)", "is wrong"),
        ("not 1", "number where a boolean"),
        ("true + 1", "boolean where a number"),
        ("pow(10, 4000)", "too large"),
        ("1 +", "not an expression"),
        ("__import__('os')", "unknown function __import__"),
        ("(1).real", "something other than numbers"),
        ("sqrt(-1)", "domain"),
        ("9" * 3000, "longer than 2000"),
    ],
)
def test_invalid_expressions_are_explained(text: str, said: str):
    with pytest.raises(ValueError) as raised:
        evaluate(text, PARAMETERS)
    assert said in str(raised.value)


def test_a_whole_number_is_written_without_a_point():
    assert [value_text(each) for each in (-4.0, 0.1, 1e300, True)] == [
        "-4",
        "0.1",
        "1e+300",
        "true",
    ]
