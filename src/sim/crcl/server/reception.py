"""What each client of a robot may do: one commands, all may watch, ask and stop the robot.

The first client that sends a command while none commands does so until the session ends
(EndCanon) or it is gone. What another one sends is answered to it alone, as a status with
CRCL_Error, and changes nothing.
"""

from __future__ import annotations

from typing import Generic, Optional, Protocol, TypeVar, Union

from sim.crcl import CRCLProgram, CRCLStatus, GetStatus, StopMotion
from sim.crcl.codec import Schemas, command_id_of, read_document
from sim.crcl.server.status_writer import StatusWriter
from sim.crcl.session.feedback import State
from sim.crcl.session.session import Session
from sim.crcl.session.status import Standing
from sim.errors import InputError


class Guest(Protocol):
    """A client: anything with a name for ``str`` and these attributes, which a reception sets."""

    polls: bool
    commands: bool


Client = TypeVar("Client", bound=Guest)


class Reception(Generic[Client]):
    """Takes documents of clients.

    With ``schemas``, documents must be valid too.
    """

    def __init__(self, session: Session, schemas: Optional[Schemas] = None) -> None:
        self._session = session
        self._schemas = schemas
        self.status = StatusWriter(session)
        self.commander: Optional[Client] = None
        self.refused = 0

    def take(self, client: Client, framed: Union[bytes, InputError]) -> Optional[bytes]:
        """What is answered to this client at once, if anything is."""
        try:
            if isinstance(framed, InputError):
                raise framed
            document = read_document(framed, "document", self._schemas)
            if isinstance(document, CRCLStatus):
                raise InputError(
                    "CRCLStatus", "is what a robot sends; commands and programs come here"
                )
        except InputError as error:
            return self._refuse(client, framed, str(error))
        except Exception as error:  # noqa: BLE001 - no document may end the server
            return self._refuse(client, framed, f"unexpected {type(error).__name__}: {error}")
        command = (
            document.init_canon if isinstance(document, CRCLProgram) else document.crcl_command
        )
        if isinstance(command, GetStatus):
            client.polls = True
            return self.status()
        if not isinstance(command, StopMotion):
            client.commands = True
            if self._other_commands(client):
                return self._deny(
                    command.command_id,
                    f"{self.commander} commands this robot; others may watch, and send StopMotion",
                )
            self.commander = client
        self._session.take(document)
        if not self._session.active and not self._session.working:
            self.commander = None
        return None

    def gone(self, client: Client) -> bool:
        """A client is gone; whether the robot works for it, so that somebody has to see to that."""
        if self.commander is not client:
            return False
        self.commander = None
        return self._session.working

    def _other_commands(self, client: Client) -> bool:
        """Whether another client commands: in a session, or a robot that works."""
        return (
            self.commander is not None
            and self.commander is not client
            and (self._session.active or self._session.working)
        )

    def _refuse(
        self, client: Client, framed: Union[bytes, InputError], why: str
    ) -> Optional[bytes]:
        """What cannot be read stops the robot of who commands, since it is unknown what it was to
        be; under its own CommandID, if that can be read."""
        self.refused += 1
        client.commands = True
        data = getattr(framed, "data", b"") if isinstance(framed, InputError) else framed
        own = command_id_of(data)
        if self._other_commands(client):
            return self._deny(self._session.standing.command_id if own is None else own, why)
        self._session.refuse(why, own)
        return None

    def _deny(self, command_id: int, why: str) -> bytes:
        return self.status.of(Standing(command_id, State.ERROR, why))
