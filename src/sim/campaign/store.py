"""SQLite store of a campaign's runs, with their replay commands.

An interrupted campaign is resumed from it.
"""

from __future__ import annotations

import csv
import fcntl
import json
import os
import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Protocol, Sequence, Tuple

from sim.campaign.plan import CampaignCell
from sim.errors import InputError
from sim.files import drafted, writing

DATABASE_FILE = "campaign.sqlite"
TABLE_FILE = "runs.csv"
LOCK_FILE = ".lock"
VERSION = 1
WAITING = "waiting"
RUNNING = "running"
PASSED = "passed"
FAILED = "failed"
REFUSED = "refused"
CRASHED = "crashed"
HUNG = "hung"
COLUMNS = (
    *("number", "status", "scenario", "variation", "parameters", "ego", "seed"),
    *("attempts", "cause", "findings", "replay", "wall_s"),
)
INSERT = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', '[]', ?, 0.0)"


class CampaignIdentity(Protocol):
    """Identity of a campaign: name, file and fingerprint."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...

    @property
    def fingerprint(self) -> str: ...


@dataclass(frozen=True)
class RunRow:
    """State of a run; ``findings`` of its verdict."""

    number: int
    status: str
    scenario: str
    variation: int
    parameters: Dict[str, str]
    ego: str
    seed: int
    attempts: int
    cause: str
    findings: List[Dict[str, Any]]
    replay: str
    wall_s: float


class CampaignStore:
    """Store of one campaign in one folder, locked; thread-safe.

    No other process may have it open.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._guard = folder, threading.Lock()
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                folder, "another campaign works in this folder; wait for it, or name another"
            ) from None
        self._base = sqlite3.connect(str(folder / DATABASE_FILE), check_same_thread=False)
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("PRAGMA journal_mode = WAL")

    def open(
        self,
        plan: CampaignIdentity,
        cells: Sequence[CampaignCell] = (),
        replays: Sequence[str] = (),
        replace: bool = False,
    ) -> None:
        """Resume or begin a campaign.

        Raises InputError for the folder of another campaign; with ``replace``, its runs are
        deleted.
        """
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise InputError(
                self.folder / DATABASE_FILE,
                f"has the version {version}, and this program writes {VERSION}; name another "
                "folder",
            )
        if version == 0:
            self._begin(plan, cells, replays)
        kept = self._base.execute("SELECT fingerprint FROM campaign").fetchone()[0]
        if kept != plan.fingerprint and replace:
            self._forget(plan)
        elif kept != plan.fingerprint:
            raise InputError(
                self.folder,
                f"holds the runs of another file than {plan.path}; name another folder",
            )
        with self._base:
            self._base.execute("UPDATE runs SET status = ? WHERE status = ?", (WAITING, RUNNING))

    def _forget(self, plan: CampaignIdentity) -> None:
        with self._base:
            self._base.execute("DELETE FROM runs")
            self._base.execute("UPDATE campaign SET name = ?, fingerprint = ?", _named(plan))

    def again(self, number: int) -> None:
        """Mark a run for repetition."""
        self._set(number, status=WAITING)

    def _begin(
        self, plan: CampaignIdentity, cells: Sequence[CampaignCell], replays: Sequence[str]
    ) -> None:
        with self._base:
            self._base.execute("CREATE TABLE campaign (name TEXT, fingerprint TEXT)")
            self._base.execute(
                "CREATE TABLE runs (number INTEGER PRIMARY KEY, status TEXT, scenario TEXT, "
                "variation INTEGER, parameters TEXT, ego TEXT, seed INTEGER, attempts INTEGER, "
                "cause TEXT, findings TEXT, replay TEXT, wall_s REAL)"
            )
            self._base.execute("INSERT INTO campaign VALUES (?, ?)", _named(plan))
            self._base.executemany(
                INSERT,
                [
                    _new(number, cell, command)
                    for number, (cell, command) in enumerate(zip(cells, replays), 1)
                ],
            )
            self._base.execute(f"PRAGMA user_version = {VERSION}")

    def take(self, number: int, cell: CampaignCell, replay: str) -> None:
        """Add the next run, or find an existing one.

        Raises InputError if it has other parameters.
        """
        with self._guard, self._base:
            kept = self._base.execute(
                "SELECT parameters FROM runs WHERE number = ?", (number,)
            ).fetchone()
            if kept is None:
                self._base.execute(INSERT, _new(number, cell, replay))
            elif json.loads(kept[0]) != dict(cell.parameters):
                raise InputError(
                    self.folder / DATABASE_FILE,
                    f"has other parameters in run {number} than this search gives it, so one of "
                    "them was made by another version of this package; name another folder",
                )

    def waiting(self) -> List[int]:
        """Return the numbers of waiting runs."""
        with self._guard:
            found = self._base.execute(
                "SELECT number FROM runs WHERE status = ? ORDER BY number", (WAITING,)
            )
            return [int(number) for (number,) in found]

    def begin(self, number: int) -> None:
        self._set(number, status=RUNNING)

    def end(
        self,
        number: int,
        status: str,
        attempts: int,
        wall: float,
        cause: str = "",
        findings: Optional[Sequence[Dict[str, Any]]] = None,
    ) -> None:
        self._set(
            number,
            status=status,
            attempts=attempts,
            wall_s=round(wall, 3),
            cause=cause,
            findings=json.dumps(list(findings or ())),
        )

    def _set(self, number: int, **values: Any) -> None:
        names = ", ".join(f"{name} = ?" for name in values)
        with self._guard, self._base:
            self._base.execute(
                f"UPDATE runs SET {names} WHERE number = ?", (*values.values(), number)
            )

    def rows(self) -> List[RunRow]:
        with self._guard:
            found = self._base.execute(
                f"SELECT {', '.join(COLUMNS)} FROM runs ORDER BY number"
            ).fetchall()
        return [_row(each) for each in found]

    def write_table(self) -> Path:
        """Write all rows as CSV beside the database."""
        path = self.folder / TABLE_FILE
        with self._guard:
            found = self._base.execute(f"SELECT {', '.join(COLUMNS)} FROM runs ORDER BY number")
            rows = found.fetchall()
        with drafted(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            writer.writerows(rows)
        return path

    def close(self) -> None:
        self._base.close()
        os.close(self._lock)


def _named(plan: CampaignIdentity) -> Tuple[str, str]:
    return plan.name, plan.fingerprint


def _new(number: int, cell: CampaignCell, replay: str) -> Tuple[Any, ...]:
    parameters = json.dumps(dict(cell.parameters))
    return (
        *(number, WAITING, cell.scenario, cell.variation, parameters, cell.ego, cell.seed),
        replay,
    )


def _row(values: Tuple[Any, ...]) -> RunRow:
    named = dict(zip(COLUMNS, values))
    named["parameters"] = json.loads(named["parameters"])
    named["findings"] = json.loads(named["findings"])
    return RunRow(**named)
