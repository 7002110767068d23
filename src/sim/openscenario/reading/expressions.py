"""Expressions ``${...}`` of OpenSCENARIO 1.1 to 1.3.

Numbers, booleans, ``$parameters``, + - * / %, ``not``, ``and``, ``or`` and the functions below.
Angles in rad. A lenient grammar also accepts the extensions of players with a general expression
parser: ``pi`` and ``e``, ``^`` as power, ``&&``, ``||`` and ``!``, comparisons, further functions,
and parameters without their ``$``.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import Callable, Dict, Mapping, Optional, Sequence, Type, Union

Value = Union[float, bool]
_REFERENCE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
# Prefix of parameter names in Python's syntax tree.
_MARK = "parameter_"
LONGEST = 2000


def _sign(x: float) -> float:
    return math.copysign(1.0, x) if x else 0.0


def _round(x: float) -> float:
    """Round halves away from zero, as in C."""
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
CONSTANTS = {"pi": math.pi, "e": math.e}
FURTHER_FUNCTIONS: Dict[str, Callable[..., float]] = {
    "atan2": math.atan2,
    "cosh": math.cosh,
    "exp": math.exp,
    "ln": math.log,
    "log10": math.log10,
    "sinh": math.sinh,
    "tanh": math.tanh,
}
_COMPARISONS: Dict[Type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
# Spellings of C's operators, which are not Python's.
_SPELLINGS = (
    (re.compile(r"&&"), " and "),
    (re.compile(r"\|\|"), " or "),
    (re.compile(r"!(?!=)"), " not "),
    (re.compile(r"\^"), "**"),
)
# Called with each extension of the standard in an expression; raises if it is refused.
Accept = Callable[[str], None]
_OPERATORS: Dict[Type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: math.fmod,
}


def evaluate(text: str, parameters: Mapping[str, str], accept: Optional[Accept] = None) -> Value:
    """Evaluate the text between the braces.

    ``accept`` is called with each extension of the standard, which is refused without it. Raises
    ValueError that explains the fault.
    """
    if len(text) > LONGEST:
        raise ValueError(f"is longer than {LONGEST} characters")
    try:
        tree = ast.parse(_python(text, accept), mode="eval")
        value = _Evaluation(parameters, accept).value(tree.body)
    except (SyntaxError, MemoryError, RecursionError):
        raise ValueError("is not an expression") from None
    except ZeroDivisionError:
        raise ValueError("divides by zero") from None
    except OverflowError:
        raise ValueError("is too large") from None
    except TypeError as error:
        raise ValueError(f"is wrong: {error}") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("is not finite")
    return value


def _python(text: str, accept: Optional[Accept]) -> str:
    """Return the text in Python's syntax, with marked names of parameters."""
    text = _REFERENCE.sub(rf"{_MARK}\1", text).strip()
    for pattern, spelling in _SPELLINGS:
        found = pattern.search(text)
        if found and accept is not None:
            accept(f"the operator {found[0]}")
            text = pattern.sub(spelling, text)
    return text


class _Evaluation:
    """Evaluates a syntax tree with ``parameters``."""

    def __init__(self, parameters: Mapping[str, str], accept: Optional[Accept]) -> None:
        self._parameters, self._accept = parameters, accept

    def value(self, node: ast.expr) -> Value:
        """Return the value of a node."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value if isinstance(node.value, bool) else float(node.value)
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.UnaryOp):
            inner = self.value(node.operand)
            if isinstance(node.op, ast.Not):
                return not _boolean(inner)
            if isinstance(node.op, (ast.USub, ast.UAdd)):
                return -_number(inner) if isinstance(node.op, ast.USub) else _number(inner)
        if isinstance(node, ast.BinOp):
            return self._calculated(node)
        if isinstance(node, ast.BoolOp):
            values = [_boolean(self.value(each)) for each in node.values]
            return all(values) if isinstance(node.op, ast.And) else any(values)
        if isinstance(node, ast.Compare) and self._accept is not None:
            return self._compared(node, self._accept)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._called(node.func.id, node.args)
        raise ValueError("has something other than numbers, parameters, operators and functions")

    def _calculated(self, node: ast.BinOp) -> float:
        left, right = (_number(self.value(each)) for each in (node.left, node.right))
        if type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](left, right)
        if isinstance(node.op, ast.Pow) and self._accept is not None:
            try:
                return math.pow(left, right)
            except ValueError:
                raise ValueError("has ^ of a value outside of its domain") from None
        raise ValueError("has an unknown operator; known: + - * / %, not, and, or")

    def _compared(self, node: ast.Compare, accept: Accept) -> bool:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARISONS:
            raise ValueError("has a comparison that cannot be read")
        accept("a comparison")
        left, right = (_number(self.value(each)) for each in (node.left, node.comparators[0]))
        return _COMPARISONS[type(node.ops[0])](left, right)

    def _called(self, name: str, arguments: Sequence[ast.expr]) -> float:
        function = FUNCTIONS.get(name)
        if function is None and self._accept is not None and name in FURTHER_FUNCTIONS:
            self._accept(f"the function {name}()")
            function = FURTHER_FUNCTIONS[name]
        if function is None:
            raise ValueError(
                f"has an unknown function {name}; known: {', '.join(sorted(FUNCTIONS))}"
            )
        values = [_number(self.value(each)) for each in arguments]
        try:
            return float(function(*values))
        except ValueError:
            raise ValueError(f"has {name}() of a value outside of its domain") from None

    def _named(self, name: str) -> Value:
        if name in ("true", "false"):
            return name == "true"
        if name.startswith(_MARK):
            return self._parameter(name[len(_MARK) :])
        if name in CONSTANTS and self._accept is not None:
            if name in self._parameters:
                raise ValueError(
                    f"has '{name}', which is a parameter and a constant; write ${name} for the "
                    f"parameter, or rename it"
                )
            self._accept(f"the constant {name}")
            return CONSTANTS[name]
        if name in self._parameters and self._accept is not None:
            self._accept("a parameter without its $")
            return self._parameter(name)
        raise ValueError(f"has the unknown name '{name}'; parameters are written as $name")

    def _parameter(self, name: str) -> Value:
        if name not in self._parameters:
            known = ", ".join(sorted(self._parameters)) or "none"
            raise ValueError(f"has an unknown parameter ${name}; known: {known}")
        text = self._parameters[name]
        if text in ("true", "false"):
            return text == "true"
        try:
            return float(text)
        except ValueError:
            raise ValueError(
                f"has the parameter ${name} = '{text}', which is not a number"
            ) from None


def _number(value: Value) -> float:
    if isinstance(value, bool):
        raise ValueError("has a boolean where a number is needed")
    return value


def _boolean(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("has a number where a boolean is needed")
    return value


def value_text(value: Value) -> str:
    """Return a value as text of an attribute."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
