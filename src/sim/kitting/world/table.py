"""Shared database access of the world model's parts."""

from __future__ import annotations

import sqlite3
from typing import List


class Table:
    """On a database of :mod:`sim.kitting.world.database`; one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def _all(self, query: str, *values: object) -> List[sqlite3.Row]:
        return self._db.execute(query, values).fetchall()


def marks(count: int) -> str:
    """Place holders for values of a row."""
    return ", ".join("?" * count)
