"""Finds and loads the shared libraries that the build makes of ``native/``.

They are called by ctypes, with the interpreter's lock held where a call takes microseconds, as most
do; one build serves every Python.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional, Sequence, Tuple, Type

from sim.arrays import Array
from sim.errors import InputError, SimulationError

NUMBER = ctypes.c_double
COUNT = ctypes.c_int
LONG = ctypes.c_int64
POINTER = ctypes.c_void_p
TEXT = ctypes.c_char_p
_addressof = ctypes.addressof
_from_buffer = ctypes.c_char.from_buffer
# Return type (None: no value) and argument types of a function.
Signature = Tuple[Optional[Any], Sequence[Any]]


@functools.lru_cache(maxsize=None)
def library(name: str, long: bool = False) -> ctypes.CDLL:
    """Load lib``name``.so from the wheel, this package's build or sourced workspaces.

    With ``long``, calls release the interpreter's lock, so that other threads run meanwhile. Raises
    SimulationError if the library is not found.
    """
    file = f"lib{name}.so"
    place = find_built(file)
    if place is not None:
        return _loaded(place, ctypes.CDLL if long else ctypes.PyDLL)
    looked = dict.fromkeys(_places(file))
    folders = ", ".join(str(place.parent) for place in looked if place.parent.is_dir())
    raise SimulationError(
        f"lib{name}.so is not built: call ./run setup, or catkin_make in your workspace and source "
        f"its setup file; looked in {folders or 'no folder that exists'}"
    )


def find_built(file: str) -> Optional[Path]:
    """Find a library or program in this package's build or sourced workspaces."""
    return next((place for place in _places(file) if place.is_file()), None)


class Laws:
    """Functions of a library, loaded at the first call.

    ``long``: calls take milliseconds and release the interpreter's lock.
    """

    def __init__(self, name: str, signatures: Mapping[str, Signature], long: bool = False) -> None:
        self._name, self._signatures, self._long = name, signatures, long
        self._loaded: Any = None

    def __call__(self) -> Any:
        if self._loaded is None:
            self._loaded = library(self._name, self._long)
            for function, (gives, takes) in self._signatures.items():
                declared = getattr(self._loaded, function)
                declared.restype, declared.argtypes = gives, list(takes)
        return self._loaded


def address(array: Array) -> int:
    """Return the memory address of a contiguous array's values.

    It is valid while the array exists. ``array.ctypes.data`` takes three times as long, which is
    more than many of the called functions take.
    """
    buffer: Any = array
    try:
        return _addressof(_from_buffer(buffer))
    except (TypeError, ValueError):  # it is read-only, or empty
        where: int = array.ctypes.data
        return where


def texts(words: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    """Return texts as C functions take them."""
    return (TEXT * len(words))(*(word.encode() for word in words))


def refusal(message: bytes) -> InputError:
    """Convert a C function's error message ``where: what`` to an InputError."""
    where, _, what = message.decode().partition(": ")
    return InputError(where, what)


def _loaded(place: Path, kind: Type[ctypes.CDLL]) -> ctypes.CDLL:
    """Load a library; raise SimulationError without one that it needs."""
    try:
        return kind(str(place))
    except OSError as error:
        built_for = re.match(r"libmujoco\.so\.(\S+): cannot open", str(error))
        cause = str(error)
        if built_for:
            cause = f"it was built for MuJoCo {built_for[1]}: pip install mujoco=={built_for[1]}"
        raise SimulationError(f"{place}: {cause}") from None


def _places(file: str) -> Iterator[Path]:
    yield Path(__file__).resolve().parents[1] / "lib" / file
    for folder in Path(__file__).resolve().parents:
        yield folder / "devel" / "lib" / file
        if folder.name == "lib":
            yield folder / file
    for prefix in os.environ.get("CMAKE_PREFIX_PATH", "").split(os.pathsep):
        if prefix:
            yield Path(prefix) / "lib" / file
