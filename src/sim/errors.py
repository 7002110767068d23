"""The errors that every part of the package raises; who catches them turns the message into a log
line, a service answer or exit code 2."""

from __future__ import annotations

from typing import Tuple, Type


class SimError(Exception):
    """Something a user can mend; the message says where, what was wrong and what would be right."""


class InputError(SimError):
    """A file, parameter or request is wrong; ``where`` names the file, line or field."""

    def __init__(self, where: object, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where, self.what = str(where), what

    def __reduce__(self) -> Tuple[Type[InputError], Tuple[str, str]]:
        """As pickle takes it from one process to another."""
        return type(self), (self.where, self.what)


class SimulationError(SimError):
    """A running part (SUMO, the simulator) failed or does not answer."""
