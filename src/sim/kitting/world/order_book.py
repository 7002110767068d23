"""Orders and what became of them."""

from __future__ import annotations

from typing import Dict, List, Tuple

from sim.kitting.trial.spec import KitOrder, Order
from sim.kitting.world.table import Table

OPEN = "open"
COMPLETE = "complete"
IMPOSSIBLE = "impossible"


class OrderBook(Table):
    """Times in simulated s."""

    def add(self, order: Order, time: float) -> None:
        with self._db:
            self._db.execute(
                "INSERT INTO kit_order VALUES (?, ?, ?, ?)", (order.id, order.priority, time, OPEN)
            )
            for kit in order.kits:
                for part, count in kit.parts.items():
                    self._db.execute(
                        "INSERT INTO wanted VALUES (?, ?, ?, ?)", (order.id, kit.tray, part, count)
                    )

    def close(self, order: str, state: str) -> None:
        with self._db:
            self._db.execute("UPDATE kit_order SET state = ? WHERE id = ?", (state, order))

    def orders(self, state: str = "") -> List[Order]:
        """Return orders by priority, then by arrival. All, or only those in a state."""
        rows = self._all(
            "SELECT * FROM kit_order WHERE state = ? OR ? = '' "
            "ORDER BY priority DESC, announced, rowid",
            state,
            state,
        )
        return [Order(row["id"], self._kits(row["id"]), priority=row["priority"]) for row in rows]

    def state(self, order: str) -> str:
        """Return OPEN, COMPLETE or IMPOSSIBLE; "" for an unknown order."""
        rows = self._all("SELECT state FROM kit_order WHERE id = ?", order)
        return str(rows[0]["state"]) if rows else ""

    def _kits(self, order: str) -> Tuple[KitOrder, ...]:
        wanted: Dict[str, Dict[str, int]] = {}
        for row in self._all("SELECT * FROM wanted WHERE id = ? ORDER BY rowid", order):
            wanted.setdefault(row["tray"], {})[row["part"]] = row["count"]
        return tuple(KitOrder(tray, parts) for tray, parts in wanted.items())
