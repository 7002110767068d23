"""Errors raised by every part of the package.

Callers turn the message into a log line, a service answer, or exit code 2.
"""

from __future__ import annotations

import copyreg
from typing import Any, Tuple


class SimError(Exception):
    """Error that a user can fix. The message has the place, the error, and the allowed values."""


class InputError(SimError):
    """Invalid file, parameter, or request. ``where`` names the file, line, or field."""

    def __init__(self, where: object, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = str(where)

    def __reduce__(self) -> Tuple[Any, ...]:
        """Return the state for pickle, independent of the arguments."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class SimulationError(SimError):
    """A running part (SUMO, the simulator) failed or does not answer."""
