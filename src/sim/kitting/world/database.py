"""SQLite database of a trial's knowledge.

A run can be inspected, compared, and resumed after it was killed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Union

from sim.errors import InputError

VERSION = 2
# Poses are in the world frame: x, y, z in m and a quaternion; times in simulated s of the trial;
# sigma in m. An object is at its measured place, in a slot of a tray, or held by a robot.
SCHEMA = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tray (
  name TEXT PRIMARY KEY, part TEXT NOT NULL, kit INTEGER NOT NULL,
  x REAL, y REAL, z REAL, qx REAL, qy REAL, qz REAL, qw REAL,
  sigma REAL, measured REAL, source TEXT);
CREATE TABLE slot (
  tray TEXT REFERENCES tray, number INTEGER, part TEXT NOT NULL, PRIMARY KEY (tray, number));
CREATE TABLE reach (
  robot TEXT, tray TEXT, number INTEGER, PRIMARY KEY (robot, tray, number));
CREATE TABLE robot (
  name TEXT PRIMARY KEY, end_effector TEXT NOT NULL, holds INTEGER REFERENCES object,
  working INTEGER NOT NULL, x REAL, y REAL, z REAL);
CREATE TABLE object (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, state TEXT NOT NULL,
  x REAL, y REAL, z REAL, qx REAL, qy REAL, qz REAL, qw REAL,
  sigma REAL, score REAL, faulty INTEGER NOT NULL, measured REAL, source TEXT,
  missed INTEGER NOT NULL, tray TEXT, slot INTEGER, moved REAL,
  lay_x REAL, lay_y REAL, lay_z REAL);
CREATE TABLE kit_order (
  id TEXT PRIMARY KEY, priority INTEGER NOT NULL, announced REAL NOT NULL, state TEXT NOT NULL);
CREATE TABLE wanted (
  id TEXT REFERENCES kit_order, tray TEXT, part TEXT, count INTEGER NOT NULL,
  PRIMARY KEY (id, tray, part));
CREATE TABLE event (
  number INTEGER PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
  data TEXT NOT NULL);
CREATE TABLE truth (
  model TEXT PRIMARY KEY, part TEXT NOT NULL, time REAL NOT NULL,
  x REAL, y REAL, z REAL, qx REAL, qy REAL, qz REAL, qw REAL);
"""


def create(path: Union[str, Path]) -> sqlite3.Connection:
    """Create an empty database in a new file, or in memory (``:memory:``)."""
    if str(path) != ":memory:" and Path(path).exists():
        raise InputError(path, "is there already; go on from it (resume) or name another file")
    connection = _connect(path)
    try:
        with connection:
            connection.executescript(SCHEMA)
            connection.execute(f"PRAGMA user_version = {VERSION}")
    except sqlite3.Error as error:
        connection.close()
        raise InputError(path, f"cannot be written ({error})") from None
    return connection


def resume(path: Union[str, Path]) -> sqlite3.Connection:
    """Open an earlier run's database; InputError if missing or damaged."""
    if not Path(path).is_file():
        raise InputError(path, "is not there; resume takes the database of an earlier trial")
    connection = _connect(path)
    try:
        damage = connection.execute("PRAGMA integrity_check").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as error:
        connection.close()
        raise InputError(path, f"is not a database, or damaged ({error}); {_BEGIN}") from None
    if damage != "ok" or version != VERSION:
        connection.close()
        why = (
            f"is damaged ({damage})"
            if damage != "ok"
            else f"has version {version} of its tables, not {VERSION}"
        )
        raise InputError(path, f"{why}; {_BEGIN}")
    return connection


_BEGIN = "begin the trial again, with another file"


def _connect(path: Union[str, Path]) -> sqlite3.Connection:
    try:
        # One thread at a time uses it; ROS's may differ from the one that opens it.
        connection = sqlite3.connect(str(path), check_same_thread=False)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = OFF")
        return connection
    except sqlite3.Error as error:
        raise InputError(path, f"cannot be opened ({error})") from None
