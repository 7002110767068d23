"""A run's settings, its log of events, and the physical truth that sets a killed trial up again."""

from __future__ import annotations

import json
import sqlite3
from typing import Dict, Mapping, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.kitting.events import Event
from sim.kitting.world.rows import columns_of_pose, pose_of
from sim.kitting.world.table import Table, marks


class Journal(Table):
    """Times in simulated s. The log is kept in memory too, since triggers look at it all the
    time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._events = [
            Event(row["time"], row["kind"], row["subject"], json.loads(row["data"]))
            for row in self._all("SELECT * FROM event ORDER BY number")
        ]

    def note(self, key: str, value: object) -> None:
        """Keeps a setting or state of the run, as JSON."""
        with self._db:
            self._db.execute("REPLACE INTO run VALUES (?, ?)", (key, json.dumps(value)))

    def noted(self, key: str) -> Optional[object]:
        """A setting of the run, None where there is none."""
        rows = self._all("SELECT value FROM run WHERE key = ?", key)
        return json.loads(rows[0]["value"]) if rows else None

    def log(self, event: Event) -> None:
        with self._db:
            self._db.execute(
                "INSERT INTO event (time, kind, subject, data) VALUES (?, ?, ?, ?)",
                (event.time, event.kind, event.subject, json.dumps(dict(event.data))),
            )
        self._events.append(event)

    def events(self) -> Sequence[Event]:
        """The log in its order."""
        return self._events

    def keep_truth(self, time: float, poses: Mapping[str, Tuple[str, Array]]) -> None:
        """Parts and true poses (4, 4) of models."""
        with self._db:
            self._db.execute("DELETE FROM truth")
            self._db.executemany(
                f"INSERT INTO truth VALUES ({marks(10)})",
                [
                    (model, part, time, *columns_of_pose(pose))
                    for model, (part, pose) in poses.items()
                ],
            )

    def truth(self) -> Dict[str, Tuple[str, Array]]:
        """What :meth:`keep_truth` kept last."""
        return {
            row["model"]: (row["part"], pose_of(row)) for row in self._all("SELECT * FROM truth")
        }
