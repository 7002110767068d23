"""The C++ laws include only the standard library and each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parents[2]
LAWS = sorted(path for path in (ROOT / "laws").rglob("*") if path.suffix in (".cc", ".h"))
INCLUDE = re.compile(r"^\s*#\s*include\s*(\S+)", re.MULTILINE)
# The standard library's headers have neither a folder nor a suffix.
STANDARD = re.compile(r"<[a-z_]+>")
OWN = re.compile(r'"(laws/\S+\.h)"')


def foreign(text: str) -> List[str]:
    """Return includes beyond the standard library and existing laws."""
    return [
        name
        for name in INCLUDE.findall(text)
        if not STANDARD.fullmatch(name)
        and not ((own := OWN.fullmatch(name)) and (ROOT / own[1]).is_file())
    ]


def test_laws_include_the_standard_library_and_laws_alone() -> None:
    assert len(LAWS) > 50
    found = {str(path.relative_to(ROOT)): foreign(path.read_text("utf-8")) for path in LAWS}
    assert {path: names for path, names in found.items() if names} == {}


def test_other_headers_are_found() -> None:
    text = '#include <cmath>\n#include <ros/ros.h>\n # include <Python.h>\n#include "core/gate.h"\n'
    assert foreign(text + '#include "laws/input_error.h"\n') == [
        "<ros/ros.h>",
        "<Python.h>",
        '"core/gate.h"',
    ]
