"""Errors of arguments to an environment, which are Python's own kinds too.

Learning libraries catch ``TypeError`` for an unknown option and ``ValueError`` for a wrong value.
"""

from __future__ import annotations

import numbers
from contextlib import contextmanager
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Sequence, Tuple

import gymnasium

from sim.errors import InputError

# SUMO keeps a seed in a signed integer of 32 bits.
LARGEST_SEED = 2**31 - 1


class ArgumentError(InputError, ValueError):
    """Argument of a wrong value."""


class UnknownOptionError(InputError, TypeError):
    """Option of an unknown name.

    gymnasium.make raises it again with a message alone.
    """

    def __init__(self, where: object, what: str = "") -> None:
        if not what:
            where, _, what = str(where).partition(": ")
        super().__init__(where, what)


class EpisodeOverError(InputError, gymnasium.error.ResetNeeded):
    """Step before a reset or after the end of an episode."""


@contextmanager
def argument_errors() -> Iterator[None]:
    """Raise each InputError within as an :class:`ArgumentError`."""
    try:
        yield
    except (ArgumentError, UnknownOptionError, EpisodeOverError):
        raise
    except InputError as error:
        raise ArgumentError(error.where, str(error)[len(error.where) + 2 :]) from error


def check_names(where: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise UnknownOptionError for a given name that is not known."""
    names = sorted(known)
    for name in given:
        if name not in names:
            raise UnknownOptionError(where, f"unknown option {name!r}; allowed: {names}")


def checked_seed(value: Any, where: str = "traffic_seed") -> int:
    """Return a seed of the traffic; ArgumentError if SUMO cannot have it."""
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not whole or not 0 <= value <= LARGEST_SEED:
        raise ArgumentError(where, f"got {value!r}; it must be an integer from 0 to {LARGEST_SEED}")
    return int(value)


def checked_seeds(values: Sequence[Any]) -> Tuple[int, ...]:
    """Return checked seeds of resets; ArgumentError without any."""
    try:
        listed = list(values)
    except TypeError:
        raise ArgumentError("traffic_seeds", f"got {values!r}; give a sequence of seeds") from None
    if isinstance(values, str) or not listed:
        raise ArgumentError("traffic_seeds", f"got {values!r}; give a sequence of seeds, not empty")
    return tuple(checked_seed(one, f"traffic_seeds[{i}]") for i, one in enumerate(listed))


def check_reset(
    seed: Optional[int], options: Optional[Dict[str, Any]], others: bool = False
) -> None:
    """Check the arguments of a reset; ``others`` allows options of unknown names."""
    if seed is not None and (
        isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or seed < 0
    ):
        raise ArgumentError("seed", f"got {seed!r}; it must be an integer from 0 on, or None")
    if options is not None and not isinstance(options, Mapping):
        raise ArgumentError("options", f"got {options!r}; give a dictionary")
    if not others:
        check_names("options", options or {}, ["traffic_seed"])
