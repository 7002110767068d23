"""The errors that every part of the package raises; who catches them turns the message into a log
line, a service answer or exit code 2."""

from __future__ import annotations

import copyreg
from typing import Any, Tuple


class SimError(Exception):
    """Something a user can mend; the message says where, what was wrong and what would be right."""


class InputError(SimError):
    """A file, parameter or request is wrong; ``where`` names the file, line or field."""

    def __init__(self, where: object, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = str(where)

    def __reduce__(self) -> Tuple[Any, ...]:
        """As pickle takes it from one process to another, whatever the arguments were."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class SimulationError(SimError):
    """A running part (SUMO, the simulator) failed or does not answer."""
