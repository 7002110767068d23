"""Writer of the session's status as bytes, with a cache.

An unchanged status is not written again but for its StatusID, so that many clients may poll often.
"""

from __future__ import annotations

import logging
import re
from typing import Callable

from sim.crcl import CommandStatus, CRCLStatus
from sim.crcl.codec import write_status
from sim.crcl.session.session import Session
from sim.crcl.session.status import CommandStanding

log = logging.getLogger(__name__)
_ID = re.compile(rb"(?<=<StatusID>)\d+(?=</StatusID>)")


class StatusWriter:
    """Returns a whole document with a new StatusID on each call.

    If a measurement cannot be written, the document holds the state of the command and omits the
    rest.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._version = -1
        self._head, self._tail = b"", b""
        self._failure = ""

    def __call__(self) -> bytes:
        if self._version == self._session.version:
            return b"%s%d%s" % (self._head, self._session.next_status_id(), self._tail)
        self._version = self._session.version
        document = self._written(self._session.status, self._session.standing)
        found = _ID.search(document)
        # The schema wants a StatusID in each status.
        assert found is not None
        self._head, self._tail = document[: found.start()], document[found.end() :]
        return document

    def of(self, standing: CommandStanding) -> bytes:
        """Return a status with another command state than the session's."""
        return self._written(lambda: self._session.status_of(standing), standing)

    def _written(self, make: Callable[[], CRCLStatus], standing: CommandStanding) -> bytes:
        try:
            return write_status(make())
        except Exception as error:  # noqa: BLE001 - a client that asks is answered, and what cannot be written stops no robot
            if self._failure != str(error):
                self._failure = str(error)
                log.error(
                    "a status cannot be written and goes without measurements: %s: %s",
                    type(error).__name__,
                    error,
                )
        return write_status(
            CRCLStatus(
                command_status=CommandStatus(
                    command_id=standing.command_id,
                    status_id=self._session.next_status_id(),
                    command_state=standing.state.crcl,
                    state_description=standing.description or None,
                )
            )
        )
