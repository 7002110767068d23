"""``./run`` refuses a Python without pinned packages, before it installs them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[1] / "run"
# As ./run has them, with its functions alone.
VENV = """
set -euo pipefail
root=$PWD
say() { echo "$*"; }
quietly() { echo "runs $*"; exit 3; }
eval "$(sed -n '/^fail() {/p; /^check_python() {/,/^}/p; /^setup_venv() {/,/^}/p' "$1")"
setup_venv "$root/venv" "$2" "" base
"""


@pytest.mark.parametrize(
    ("version", "code", "said"),
    [
        ("3.14.0", 1, "is Python 3.14.0, and the packages are pinned for Python 3.8 to 3.13"),
        ("3.7.3", 1, "is Python 3.7.3, and the packages are pinned for Python 3.8 to 3.13"),
        ("3.8.10", 3, "python3 -m venv --clear"),
        ("3.12.1", 3, "python3 -m venv --clear"),
        ("3.13.5", 3, "python3 -m venv --clear"),
    ],
)
def test_the_venv_is_made_by_a_python_that_packages_are_pinned_for(
    tmp_path: Path, version: str, code: int, said: str
) -> None:
    python = tmp_path / "python3"
    fields = tuple(int(one) for one in version.split("."))
    python.write_text(
        f"""#!/bin/sh
[ "$1" = -V ] && {{ echo "Python {version}"; exit; }}
exec /usr/bin/python3 -c "import sys; sys.version_info = {fields}; exec(sys.argv[1])" "$2"
"""
    )
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", VENV, "bash", str(RUN), str(python)],
        cwd=tmp_path,
        env={**os.environ, "LANG": "C"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr


SETUP = """
set -euo pipefail
root=$PWD
fail() { exit 4; }
writable() { true; }
take_lock() { :; }
check_python() { echo "asks for $1"; exit 1; }
setup_apt() { echo installs; exit 3; }
eval "$(sed -n '/^setup() {/,/^}/p' "$1")"
setup
"""


def test_it_is_refused_before_anything_is_installed(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", SETUP, "bash", str(RUN)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "asks for /usr/bin/python3\n"), done.stderr
