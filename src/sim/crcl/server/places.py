"""Who may be connected: so many in all and from one address, and beyond that a few in reserve, so
that no crowd keeps a commander or a StopMotion out."""

from __future__ import annotations

from typing import Collection, Iterable, Optional, Protocol, TypeVar

from sim.crcl.server.options import ServerOptions


class Peer(Protocol):
    """A client: its address, when it was heard last (wall s), and whether it has a place of the
    reserve."""

    address: str
    heard: float
    reserve: bool


Client = TypeVar("Client", bound=Peer)


class Places:
    """The places of ``most_clients``, of which one address may have ``most_per_address``, and
    ``reserve`` more.

    In the reserve the one that has been silent longest gives way to whoever comes; the commander
    never does, and takes none of its places.
    """

    def __init__(self, options: ServerOptions) -> None:
        self._options = options

    def admit(
        self, client: Client, others: Collection[Client], commander: Optional[Client]
    ) -> Optional[Client]:
        """Gives a place to a client that has come; who has to leave for it, if one has to."""
        self.promote(others)
        client.reserve = not self._fits(client, others)
        if not client.reserve:
            return None
        waiting = [one for one in others if one.reserve and one is not commander]
        return (
            min(waiting, key=lambda one: one.heard)
            if len(waiting) >= self._options.reserve
            else None
        )

    def promote(self, clients: Collection[Client]) -> None:
        """Gives ordinary places that have become free to those in the reserve."""
        for one in clients:
            if one.reserve and self._fits(one, clients):
                one.reserve = False

    def idle(
        self, clients: Iterable[Client], commander: Optional[Client], wall: float
    ) -> Iterable[Client]:
        """Those that have said nothing for ``idle_timeout``; not of the commander's address, where
        an emergency stop may wait for its use."""
        limit = self._options.idle_timeout
        if not limit:
            return []
        return [
            one
            for one in clients
            if wall - one.heard > limit and not (commander and one.address == commander.address)
        ]

    def _fits(self, client: Client, clients: Iterable[Client]) -> bool:
        placed = [one for one in clients if one is not client and not one.reserve]
        return (
            len(placed) < self._options.most_clients
            and sum(one.address == client.address for one in placed)
            < self._options.most_per_address
        )
