"""Journal of a run: settings, event log, and physical truth.

The truth restores a killed trial.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Dict, Mapping, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.kitting.events import TrialEvent
from sim.kitting.world.rows import columns_of_pose, pose_of
from sim.kitting.world.table import Table, marks


class Journal(Table):
    """Times in simulated s. The log is kept in memory too, since triggers look at it all the
    time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._events = [
            TrialEvent(row["time"], row["kind"], row["subject"], json.loads(row["data"]))
            for row in self._all("SELECT * FROM event ORDER BY number")
        ]

    def note(self, key: str, value: object) -> None:
        """Store a setting or state of the run, as JSON."""
        with self._db:
            self._db.execute("REPLACE INTO run VALUES (?, ?)", (key, json.dumps(value)))

    def noted(self, key: str) -> Optional[object]:
        """Return a setting of the run, or None."""
        rows = self._all("SELECT value FROM run WHERE key = ?", key)
        return json.loads(rows[0]["value"]) if rows else None

    def log(self, event: TrialEvent) -> None:
        with self._db:
            self._db.execute(
                "INSERT INTO event (time, kind, subject, data) VALUES (?, ?, ?, ?)",
                (event.time, event.kind, event.subject, json.dumps(dict(event.data))),
            )
        self._events.append(event)

    def events(self) -> Sequence[TrialEvent]:
        """Return the log in its order."""
        return self._events

    def keep_truth(self, time: float, poses: Mapping[str, Tuple[str, Array]]) -> None:
        """Store parts and true poses (4, 4) of models."""
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
        """Return the truth last stored by :meth:`keep_truth`."""
        return {
            row["model"]: (row["part"], pose_of(row)) for row in self._all("SELECT * FROM truth")
        }
