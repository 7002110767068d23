"""Checks of values from YAML.

Each returns the value typed, or raises an InputError with the key and the allowed values.
"""

from __future__ import annotations

import difflib
import math
import re
from pathlib import Path
from typing import Any, Dict, Iterable, List, Union

import yaml

from sim.errors import InputError
from sim.files import reading

WORD_TAGS = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:null")
TEXT_TAG = "tag:yaml.org,2002:str"
# Sign, digits, decimals, and the exponent's sign and digits of a number-like text.
NUMBER = re.compile(r"([-+]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:[eE]([-+]?)([0-9]+))?\Z")


class TextKeyLoader(yaml.SafeLoader):
    """SafeLoader that keeps names as they are written.

    YAML 1.1 reads the keys on, off, yes, no, true, false and null as booleans and nothing.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Dict[Any, Any]:
        for key, _ in node.value:
            if key.tag in WORD_TAGS:
                key.tag = TEXT_TAG
        return super().construct_mapping(node, deep)


def parse_yaml(text: str) -> Any:
    """Return the document in a YAML text; raises yaml.YAMLError."""
    return yaml.load(text, TextKeyLoader)


def read_text(path: Union[str, Path]) -> str:
    """Return the text of a file in UTF-8."""
    try:
        with reading(path):
            return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(path, "not a text file in UTF-8") from error


def read_yaml(path: Union[str, Path]) -> Any:
    """Return the document in a YAML file, with keys as text."""
    try:
        return parse_yaml(read_text(path))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InputError(f"{path}:{line}", f"malformed YAML ({error.problem})") from error
    except yaml.YAMLError as error:
        raise InputError(path, f"malformed YAML ({str(error).splitlines()[0]})") from error


def number_hint(value: Any) -> str:
    """Return a hint for a text that looks like a number.

    It explains YAML's syntax and is appended to an error; empty otherwise. YAML 1.1 reads an
    exponent only behind a point and with a sign: 1e-3 is text, 1.0e-3 a number.
    """
    found = NUMBER.match(value) if isinstance(value, str) else None
    if found is None:
        return ""
    sign, digits, fraction, exponent_sign, exponent = (group or "" for group in found.groups())
    written = f"{sign}{digits or 0}"
    if "." in value or exponent:
        written += f".{fraction or 0}"
    if exponent:
        written += f"e{exponent_sign or '+'}{exponent}"
    return f"; YAML reads this as text, write {written}"


def mapping(
    value: Any, where: str, allowed: Iterable[str], required: Iterable[str] = ()
) -> Dict[str, Any]:
    """Return a mapping with ``allowed`` keys only and all ``required`` ones.

    Errors suggest similar keys.
    """
    allowed = list(allowed)
    if not isinstance(value, dict):
        raise InputError(
            where, f"a mapping with the keys {', '.join(allowed)} is needed, not {_shown(value)}"
        )
    for key in value:
        if key not in allowed:
            near = difflib.get_close_matches(str(key), allowed, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"known keys: {', '.join(allowed)}"
            raise InputError(where, f"unknown key '{key}'; {hint}")
    missing = [key for key in required if key not in value]
    if missing:
        raise InputError(where, f"the key '{missing[0]}' is missing")
    return value


def sequence(value: Any, where: str) -> List[Any]:
    if not isinstance(value, list):
        raise InputError(where, f"a list is needed, not {_shown(value)}")
    return value


def text(value: Any, where: str) -> str:
    """Return a string; a bare number is accepted, as in SUMO's ids."""
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise InputError(where, f"a name is needed, not {_shown(value)}")
    return str(value)


def number(value: Any, where: str, low: float = -math.inf, high: float = math.inf) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(where, f"a number is needed, not {_shown(value)}{number_hint(value)}")
    if not low <= value <= high:
        raise InputError(where, f"{value:g} is out of range; it must be {_range(low, high)}")
    return float(value)


def whole(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(where, f"a whole number is needed, not {_shown(value)}")
    return int(number(value, where, low, high))


def _range(low: float, high: float) -> str:
    if math.isinf(high):
        return f"at least {low:g}"
    return f"between {low:g} and {high:g}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"{value!r:.60} ({type(value).__name__})"
