"""Access control of a robot's clients.

One client commands, all may watch, poll and stop. The first client that sends a command while no
other commands becomes the commander until the session ends (EndCanon) or its connection does. A
command of another client is answered to that client alone, as a status with CRCL_Error, and changes
nothing. Its StopMotion ends the commander's command with CRCL_Error, under that command's id, and
is Done in its own statuses until the commander sends something.
"""

from __future__ import annotations

from typing import Dict, Generic, Optional, Protocol, TypeVar, Union

from sim.crcl import CRCLProgram, CRCLStatus, GetStatus, StopMotion
from sim.crcl.codec import Schemas, command_id_of, read_document
from sim.crcl.server.status_writer import StatusWriter
from sim.crcl.session.feedback import SessionState
from sim.crcl.session.session import Session
from sim.crcl.session.status import CommandStanding
from sim.errors import InputError


class Guest(Protocol):
    """A client: any object with a ``str`` name and these attributes.

    A reception sets the attributes.
    """

    polls: bool
    commands: bool


Client = TypeVar("Client", bound=Guest)


class Reception(Generic[Client]):
    """Takes documents of clients. With ``schemas``, documents must be valid too."""

    def __init__(self, session: Session, schemas: Optional[Schemas] = None) -> None:
        self._session = session
        self._schemas = schemas
        self.status = StatusWriter(session)
        self.commander: Optional[Client] = None
        self.refused = 0
        self._stops: Dict[Client, int] = {}

    def take(self, client: Client, framed: Union[bytes, InputError]) -> Optional[bytes]:
        """Handle a document and return the immediate answer, if any."""
        try:
            if isinstance(framed, InputError):
                raise framed
            document = read_document(framed, "document", self._schemas)
            if isinstance(document, CRCLStatus):
                raise InputError(
                    "CRCLStatus", "is sent by robots only; send a command or a program"
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
            return self._status_for(client)
        if isinstance(command, StopMotion) and self._other_commands(client):
            self._stops[client] = command.command_id
            self._session.stop(command, str(client))
            return None
        if not isinstance(command, StopMotion):
            client.commands = True
            if self._other_commands(client):
                return self._deny(
                    command.command_id,
                    f"{self.commander} commands this robot; others may watch, and send StopMotion",
                )
            self.commander = client
        self._stops.clear()
        self._session.take(document)
        if not self._session.active and not self._session.working:
            self.commander = None
        return None

    def gone(self, client: Client) -> bool:
        """Remove a client; return whether the robot works for it.

        Its session ends; the robot must be stopped unless another client begins one.
        """
        self._stops.pop(client, None)
        if self.commander is not client:
            return False
        self.commander = None
        self._session.leave()
        return self._session.working

    def _status_for(self, client: Client) -> bytes:
        """Return the status, or that of a client's own StopMotion."""
        if client not in self._stops:
            return self.status()
        state = SessionState.WORKING if self._session.working else SessionState.DONE
        return self.status.of(CommandStanding(self._stops[client], state))

    def _other_commands(self, client: Client) -> bool:
        """Return whether another client commands, in a session or a working robot."""
        return (
            self.commander is not None
            and self.commander is not client
            and (self._session.active or self._session.working)
        )

    def _refuse(
        self, client: Client, framed: Union[bytes, InputError], why: str
    ) -> Optional[bytes]:
        """Refuse an unreadable document under its own CommandID, if readable.

        From the commander it stops the robot, since its intention is unknown.
        """
        self.refused += 1
        client.commands = True
        data = getattr(framed, "data", b"") if isinstance(framed, InputError) else framed
        own = command_id_of(data)
        if self._other_commands(client):
            return self._deny(self._session.standing.command_id if own is None else own, why)
        self._session.refuse(why, own)
        return None

    def _deny(self, command_id: int, why: str) -> bytes:
        return self.status.of(CommandStanding(command_id, SessionState.ERROR, why))
