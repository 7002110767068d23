"""Limits of connected clients, in all and for each address.

A few reserve places beyond the limits keep the server open to a commander or a StopMotion.
"""

from __future__ import annotations

from typing import Collection, Iterable, Optional, Protocol, TypeVar

from sim.crcl.server.options import ServerOptions


class Peer(Protocol):
    """A client: address, last message (wall s), reserve flag."""

    address: str
    heard: float
    reserve: bool


Client = TypeVar("Client", bound=Peer)


class ClientPlaces:
    """Places of ``most_clients`` clients, ``most_per_address`` each, and ``reserve`` more.

    In the reserve the client that has been silent longest gives way to a newcomer; the commander
    never does, and takes no reserve place.
    """

    def __init__(self, options: ServerOptions) -> None:
        self._options = options

    def admit(
        self, client: Client, others: Collection[Client], commander: Optional[Client]
    ) -> Optional[Client]:
        """Give a new client a place; return the client to evict."""
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
        """Give freed ordinary places to clients in the reserve."""
        for one in clients:
            if one.reserve and self._fits(one, clients):
                one.reserve = False

    def idle(
        self, clients: Iterable[Client], commander: Optional[Client], wall: float
    ) -> Iterable[Client]:
        """Return the clients that have been silent for ``idle_timeout``.

        Leaves out the commander's address, where an emergency stop may wait for its use.
        """
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
