"""Expressions ``${...}`` of OpenSCENARIO 1.1 to 1.3: numbers, booleans, ``$parameters``, + - * / %,
``not``, ``and``, ``or`` and the functions below. Angles in rad."""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import Callable, Dict, Mapping, Type, Union

Value = Union[float, bool]
_REFERENCE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
# What stands before a name of a parameter in Python's syntax tree.
_MARK = "parameter_"
LONGEST = 2000


def _sign(x: float) -> float:
    return math.copysign(1.0, x) if x else 0.0


def _round(x: float) -> float:
    """Halves away from zero, as in C."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


FUNCTIONS: Dict[str, Callable[..., float]] = {
    "abs": abs,
    "acos": math.acos,
    "asin": math.asin,
    "atan": math.atan,
    "ceil": lambda x: float(math.ceil(x)),
    "cos": math.cos,
    "floor": lambda x: float(math.floor(x)),
    "max": lambda x, y: max(x, y),
    "min": lambda x, y: min(x, y),
    "pow": lambda x, y: math.pow(x, y),
    "round": _round,
    "sign": _sign,
    "sin": math.sin,
    "sqrt": math.sqrt,
    "tan": math.tan,
}
_OPERATORS: Dict[Type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: math.fmod,
}


def evaluate(text: str, parameters: Mapping[str, str]) -> Value:
    """The value of what stands between the braces; a ValueError says what is wrong with it."""
    if len(text) > LONGEST:
        raise ValueError(f"is longer than {LONGEST} characters")
    try:
        tree = ast.parse(_REFERENCE.sub(rf"{_MARK}\1", text).strip(), mode="eval")
        value = _value(tree.body, parameters)
    except (SyntaxError, MemoryError, RecursionError):
        raise ValueError("is no expression") from None
    except ZeroDivisionError:
        raise ValueError("divides by zero") from None
    except OverflowError:
        raise ValueError("is too large") from None
    except TypeError as error:
        raise ValueError(f"is wrong: {error}") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("is not finite")
    return value


def _value(node: ast.expr, parameters: Mapping[str, str]) -> Value:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value if isinstance(node.value, bool) else float(node.value)
    if isinstance(node, ast.Name):
        return _named(node.id, parameters)
    if isinstance(node, ast.UnaryOp):
        inner = _value(node.operand, parameters)
        if isinstance(node.op, ast.Not):
            return not _boolean(inner)
        if isinstance(node.op, (ast.USub, ast.UAdd)):
            return -_number(inner) if isinstance(node.op, ast.USub) else _number(inner)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = (_number(_value(each, parameters)) for each in (node.left, node.right))
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.BoolOp):
        values = [_boolean(_value(each, parameters)) for each in node.values]
        return all(values) if isinstance(node.op, ast.And) else any(values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function = FUNCTIONS.get(node.func.id)
        if function is None:
            raise ValueError(
                f"has an unknown function {node.func.id}; there are {', '.join(sorted(FUNCTIONS))}"
            )
        arguments = [_number(_value(each, parameters)) for each in node.args]
        try:
            return float(function(*arguments))
        except ValueError:
            raise ValueError(f"has {node.func.id}() of what is outside of its domain") from None
    raise ValueError("has something that is no number, parameter, operator or function of it")


def _named(name: str, parameters: Mapping[str, str]) -> Value:
    if name in ("true", "false"):
        return name == "true"
    if not name.startswith(_MARK):
        raise ValueError(f"has '{name}', which is no parameter; write ${name}")
    name = name[len(_MARK) :]
    if name not in parameters:
        known = ", ".join(sorted(parameters)) or "none"
        raise ValueError(f"has an unknown parameter ${name}; there are {known}")
    text = parameters[name]
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"has the parameter ${name} = '{text}', which is no number") from None


def _number(value: Value) -> float:
    if isinstance(value, bool):
        raise ValueError("has a boolean where a number is needed")
    return value


def _boolean(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("has a number where a boolean is needed")
    return value


def shown(value: Value) -> str:
    """As it stands in an attribute."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
