"""Text of the schema's simple types: tolerant reading, strict writing.

Reading accepts surrounding blanks and other notations of the same value. Readers and writers raise
ValueError with the allowed values; they have no access to element or line.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from typing import Any, Callable, Dict, NamedTuple, Type

from sim.crcl.enums import (
    AngleUnit,
    CommandState,
    ForceUnit,
    GuardLimit,
    LengthUnit,
    StopCondition,
    TorqueUnit,
)
from sim.crcl.thing import Fraction, Int, NameToken, Token

# Characters that XML 1.0 cannot hold, escaped or not.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKUP = re.compile("[&<>\r]")
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_NAME_TOKEN = re.compile(r"[\w.:\-\u00b7]+\Z")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class Simple(NamedTuple):
    """A simple type: its value from an element's text, and back."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


class NotFinite(ValueError):
    """A number that is NaN or infinite."""


def read_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{_shown(text)} is not a number") from None
    if not math.isfinite(value):
        raise NotFinite(f"{_shown(text)} is not finite; write a number")
    if "_" in text or not text.isascii():
        raise ValueError(f"{_shown(text)} is not a number")
    return value


def write_float(value: Any) -> str:
    number = _number(value)
    if not math.isfinite(number):
        raise NotFinite(f"{number} is not finite; a number is needed")
    return repr(number)


def read_fraction(text: str) -> float:
    return _fraction(read_float(text))


def write_fraction(value: Any) -> str:
    return repr(_fraction(_number(value)))


def read_boolean(text: str) -> bool:
    value = _BOOLEANS.get(text.strip().lower())
    if value is None:
        raise ValueError(f"{_shown(text)} is not a truth value; write true or false")
    return value


def write_boolean(value: Any) -> str:
    if value is True:
        return "true"
    if value is False:
        return "false"
    raise ValueError(f"{_shown(value)} is not a truth value; True or False is needed")


def read_string(text: str) -> str:
    return text


def write_string(value: Any) -> str:
    """Escape text for XML.

    Characters that XML cannot hold become U+FFFD, since a status that quotes bad input must still
    be sent.
    """
    if not isinstance(value, str):
        raise ValueError(f"{_shown(value)} is not text")
    if _ILLEGAL.search(value):
        value = _ILLEGAL.sub("\ufffd", value)
    return (
        _MARKUP.sub(lambda match: _ESCAPED[match.group()], value)
        if _MARKUP.search(value)
        else value
    )


def read_token(text: str) -> str:
    return " ".join(text.split(None))


def write_token(value: Any) -> str:
    written = write_string(value)
    if value != read_token(value):
        raise ValueError(f"{_shown(value)} has blanks at an end or two in a row; a token has none")
    return written


def read_name_token(text: str) -> str:
    return _name_token(text.strip())


def write_name_token(value: Any) -> str:
    return _name_token(write_string(value))


def _integer(bits: int) -> Simple:
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1

    def check(value: int) -> int:
        if not low <= value <= high:
            raise ValueError(f"{value} is out of range; it must be between {low} and {high}")
        return value

    def read(text: str) -> int:
        try:
            value = int(text) if len(text) < 40 else int(read_float(text))
        except ValueError:
            # Documents of 2014 have ids that are decimals.
            number = read_float(text)
            if not number.is_integer():
                raise ValueError(f"{_shown(text)} is not a whole number") from None
            value = int(number)
        if "_" in text:
            raise ValueError(f"{_shown(text)} is not a whole number")
        return check(value)

    def write(value: Any) -> str:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ValueError(f"{_shown(value)} is not a whole number")
        return str(check(value.__index__()))

    return Simple(read, write)


def _enumeration(kind: Type[Enum], **other: Enum) -> Simple:
    known: Dict[str, Enum] = {member.value.lower(): member for member in kind}
    known.update({name.lower(): member for name, member in other.items()})
    choice = ", ".join(member.value for member in kind)

    def read(text: str) -> Enum:
        value = known.get(text.strip().lower())
        if value is None:
            raise ValueError(f"{_shown(text)} is not one of: {choice}")
        return value

    def write(value: Any) -> str:
        try:
            written: str = kind(value).value
        except ValueError:
            raise ValueError(f"{_shown(value)} is not one of: {choice}") from None
        return written

    return Simple(read, write)


def _number(value: Any) -> float:
    if type(value) is float:
        return value
    if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__"):
        raise ValueError(f"{_shown(value)} is not a number")
    return float(value)


def _fraction(value: float) -> float:
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{value:g} is out of range; it must be between 0 and 1")
    return value


def _name_token(text: str) -> str:
    if not _NAME_TOKEN.match(text):
        raise ValueError(
            f"{_shown(text)} is not a name; use letters, digits, '.', '-', '_' and ':'"
        )
    return text


def _shown(value: Any) -> str:
    return "nothing" if value is None or value == "" else f"{value!r:.60}"


SIMPLE: Dict[Any, Simple] = {
    float: Simple(read_float, write_float),
    Fraction: Simple(read_fraction, write_fraction),
    bool: Simple(read_boolean, write_boolean),
    int: _integer(64),
    Int: _integer(32),
    str: Simple(read_string, write_string),
    Token: Simple(read_token, write_token),
    NameToken: Simple(read_name_token, write_name_token),
    # Servers of 2014 leave the prefix out.
    CommandState: _enumeration(
        CommandState,
        Done=CommandState.DONE,
        Error=CommandState.ERROR,
        Working=CommandState.WORKING,
        Ready=CommandState.READY,
    ),
    **{
        kind: _enumeration(kind)
        for kind in (LengthUnit, AngleUnit, ForceUnit, TorqueUnit, StopCondition, GuardLimit)
    },
}
