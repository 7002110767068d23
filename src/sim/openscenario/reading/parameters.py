"""Parameter declarations with types and constraints, and scopes of values."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Dict, List, Mapping, Optional

from sim.errors import InputError
from sim.openscenario.reading.node import XmlNode, suggestion
from sim.openscenario.reading.rules import COMPARE, compare_texts

WHOLE = {"int": -(2**31), "unsignedInt": 0, "unsignedShort": 0}
LARGEST = {"int": 2**31 - 1, "unsignedInt": 2**32 - 1, "unsignedShort": 2**16 - 1}
TYPES = (*WHOLE, "boolean", "dateTime", "double", "string")
# Names of types beyond the standard, in catalogues of a common player.
FURTHER_TYPES = {"bool": "boolean"}


class ConstraintError(InputError):
    """Parameter value that its declaration does not allow."""


def with_declared(node: XmlNode, given: Optional[Mapping[str, str]] = None) -> XmlNode:
    """Return an element with the parameters that it declares.

    ``given`` values replace the file's. Raises InputError for given values without a declaration.
    """
    declared = [child for child in node.children() if child.tag == "ParameterDeclarations"]
    values: Dict[str, str] = dict(node.parameters)
    constrained: List[XmlNode] = []
    names: List[str] = []
    for group in declared:
        group.allow((), ("ParameterDeclaration",))
        for each in group.children():
            scoped = replace(each, parameters=dict(values))
            name = _declare(scoped, values, given or {})
            if name in names:
                raise each.wrong(f"declares {name} twice")
            names.append(name)
            constrained.append(each)
    for name in given or {}:
        if name not in names:
            raise InputError(
                node.source, f"declares no parameter '{name}'{suggestion(name, names)}"
            )
    for each in constrained:
        _constrain(replace(each, parameters=values))
    return replace(node, parameters=values) if declared else node


def _declare(node: XmlNode, values: Dict[str, str], given: Mapping[str, str]) -> str:
    node.allow(("name", "parameterType", "value"), ("ConstraintGroup",))
    attributes = node.attributes()
    for needed in ("name", "parameterType", "value"):
        if needed not in attributes:
            raise node.wrong(f"has no {needed}")
    name = _without_dollar(node, attributes["name"])
    kind = node.resolved("parameterType", attributes["parameterType"])
    if kind in FURTHER_TYPES:
        node.grammar.accept(node.source, kind, f"<{node.tag}> has parameterType='{kind}'")
        kind = FURTHER_TYPES[kind]
    if kind not in TYPES:
        raise node.wrong(f"has parameterType='{kind}'{suggestion(kind, TYPES)}")
    value = given.get(name, None)
    if value is None:
        value = node.resolved("value", attributes["value"])
    values[name] = _typed(node, name, kind, value)
    return name


def _without_dollar(node: XmlNode, name: str) -> str:
    """Return a declared name without a dollar. ASAM's examples of 1.2 declare names with it."""
    if not name.startswith("$"):
        return name
    node.grammar.accept(node.source, "$", f"<{node.tag}> declares the name '{name}' with a $")
    return name[1:]


def _typed(node: XmlNode, name: str, kind: str, value: str) -> str:
    """Return the value after a check of its type."""
    if kind == "boolean" and value not in ("true", "false", "1", "0"):
        raise node.wrong(f"gives {name} the value '{value}'; a boolean is true or false")
    if kind == "boolean":
        return "true" if value in ("true", "1") else "false"
    if kind == "double" or kind in WHOLE:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise node.wrong(f"gives {name} the value '{value}'; it must be a finite number")
        if kind in WHOLE:
            if number != int(number) or not WHOLE[kind] <= number <= LARGEST[kind]:
                raise node.wrong(
                    f"gives {name} the value '{value}'; {kind} is a whole number from "
                    f"{WHOLE[kind]} to {LARGEST[kind]}"
                )
            return str(int(number))
    return value


def _constrain(node: XmlNode) -> None:
    """Check that at least one group of constraints holds wholly."""
    groups = [child for child in node.children() if child.tag == "ConstraintGroup"]
    if not groups:
        return
    name = node.attributes()["name"]
    value = node.parameters[name]
    said = []
    for group in groups:
        group.allow((), ("ValueConstraint",))
        broken = [text for text in (_broken(each, value) for each in group.children()) if text]
        if not broken:
            return
        said.append(" and ".join(broken))
    raise ConstraintError(node.source, f"<{node.tag}> {name} = {value} must be {' or '.join(said)}")


def _broken(node: XmlNode, value: str) -> str:
    """Return the violated constraint as text; empty if it holds."""
    node.allow(("rule", "value"), ())
    attributes = node.attributes()
    rule, limit = attributes.get("rule", ""), attributes.get("value")
    if rule not in COMPARE or limit is None:
        raise node.wrong(f"needs a value and a rule, one of {', '.join(COMPARE)}")
    limit = node.resolved("value", limit)
    return "" if compare_texts(value, rule, limit) else f"{rule} {limit}"
