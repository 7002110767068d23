"""Front-end programs in Node.js, with the packages of the lock file.

Tests are skipped, with the reason, if Node.js or the packages are not available.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "monitor"


def missing() -> str:
    """Return the reason why Node.js programs cannot run; empty: they can.

    Installs the packages of the lock file once.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "no Node.js with npm here"
    lock, installed = FOLDER / "package-lock.json", FOLDER / "node_modules" / ".installed"
    with (FOLDER / "package.json").open() as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if installed.is_file() and installed.read_bytes() == lock.read_bytes():
            return ""
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=300)
        if done.returncode:
            return f"npm ci failed: {done.stderr[-500:]}"
        installed.write_bytes(lock.read_bytes())
    return ""
