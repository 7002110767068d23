"""Files of a program, and its start check."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Dict, Tuple

import pytest

from sim.errors import InputError
from sim.live.check import Checked, Checker
from sim.live.program import interpreter_of, package_of, source_of

GUARDED = """from __future__ import annotations
import sys
from dataclasses import dataclass
from law import GAIN
print("hello")
@dataclass
class State:
    count: "int" = 0
def main():
    open("{ran}", "w").close()
if __name__ == "__main__":
    main()
"""
BARE = """import law
open("{ran}", "w").close()
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "scripts").mkdir(parents=True)
    (folder / "package.xml").write_text("<package/>")
    (folder / "scripts" / "law.py").write_text("GAIN = 2.0\n")
    return folder


def program(package: Path, text: str) -> Path:
    path = package / "scripts" / "driver"
    path.write_text(text.format(ran=package / "ran"))
    return path


def checker(path: Path) -> Checker:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    return Checker(sys.executable, path, environment, str(path.parent))


def looked(path: Path) -> Tuple[Dict[str, None], str]:
    return named(checker(path).look())


def named(found: Checked) -> Tuple[Dict[str, None], str]:
    return dict.fromkeys(os.path.basename(file) for file in found.files), found.error


@pytest.mark.parametrize("text", [GUARDED, BARE], ids=["guarded", "bare"])
def test_a_program_is_imported_and_not_run(package: Path, text: str) -> None:
    names, error = looked(program(package, text))
    assert error == ""
    assert list(names) == ["driver", "law.py"]
    assert not (package / "ran").exists()


@pytest.mark.parametrize("text", [GUARDED, BARE], ids=["guarded", "bare"])
def test_a_syntax_error_is_named_with_its_line(package: Path, text: str) -> None:
    path = program(package, text + "\ndef broken(:\n")
    names, error = looked(path)
    line = len((text + "\ndef broken(:\n").splitlines())
    assert error.startswith(f"{path}:{line}: SyntaxError: ")
    assert list(names) == ["driver"]


def test_a_module_that_fails_at_import_is_named_and_watched(package: Path) -> None:
    law = package / "scripts" / "law.py"
    law.write_text("SCALE = 1\nGAIN = 1 / 0\n")
    names, error = looked(program(package, GUARDED))
    assert error == f"{law}:2: ZeroDivisionError: division by zero"
    assert list(names) == ["driver", "law.py"]


def test_a_module_that_is_missing_and_an_end_at_import_are_errors(package: Path) -> None:
    _, error = looked(program(package, GUARDED.replace("import sys", "import nowhere")))
    assert error.endswith("driver:2: ModuleNotFoundError: No module named 'nowhere'")
    _, error = looked(
        program(package, GUARDED.replace("import sys", "import law, sys; sys.exit('not here')"))
    )
    assert error.endswith("driver:2: SystemExit: not here")
    _, error = looked(program(package, GUARDED.replace("import sys", "import os; os._exit(3)")))
    assert "ended with code 3" in error


def test_a_process_that_waits_sees_what_was_saved_meanwhile(package: Path) -> None:
    looking, law = checker(program(package, GUARDED)), package / "scripts" / "law.py"
    first = looking.look()
    assert "dataclasses" in first.elsewhere
    assert not {"law", "driver"} & set(first.elsewhere)
    try:
        looking.prepare()
        law.write_text("SCALE = 1\nGAIN = 1 / 0\n")
        assert looking.look().error == f"{law}:2: ZeroDivisionError: division by zero"
        looking.prepare()
        law.write_text("from rest import GAIN\n")
        law.with_name("rest.py").write_text("GAIN = 3\n")
        names, error = named(looking.look())
        assert (list(names), error) == (["driver", "law.py", "rest.py"], "")
        # One that has ended is replaced.
        looking.prepare()
        assert looking._ready is not None
        looking._ready.kill()
        looking._ready.wait()
        assert looking.look().error == ""
        looking.prepare()
        waiting = looking._ready
    finally:
        looking.close()
    assert waiting is not None
    assert waiting.returncode is not None


def test_files_installed_in_a_package_do_not_belong_to_it(package: Path) -> None:
    folder = package / ".venv" / "lib" / "site-packages"
    folder.mkdir(parents=True)
    (folder / "installed.py").write_text("")
    text = f"import sys; sys.path.append({str(folder)!r}); import installed"
    names, error = looked(program(package, GUARDED.replace("import sys", text)))
    assert error == ""
    assert list(names) == ["driver", "law.py"]


def test_a_relay_leads_to_its_source(package: Path) -> None:
    path = program(package, GUARDED)
    relay = package / "relay"
    relay.write_text(f"#!{sys.executable}\npython_script = '{path}'\n")
    assert source_of(relay) == path
    assert package_of(path) == package
    assert interpreter_of(relay) == sys.executable


def test_interpreters_are_those_of_the_first_line(package: Path) -> None:
    path = program(package, GUARDED)
    assert interpreter_of(path) == ""
    path.write_text("#!/usr/bin/env python3\n")
    assert os.path.basename(interpreter_of(path)) == "python3"
    path.write_text("#!/bin/sh\n")
    assert interpreter_of(path) == ""


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing: is not a Python program"):
        source_of(tmp_path / "nothing")
