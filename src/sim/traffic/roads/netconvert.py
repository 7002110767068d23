"""Runs SUMO's converters (netconvert, polyconvert).

The result is a complete file or an error with the program's output.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import List, Sequence, Union

import sumolib

from sim.errors import InputError, SimulationError
from sim.files import writing


def run_converter(
    program: str, arguments: Sequence[Union[str, Path]], out: Path, folder: Path = Path(".")
) -> List[str]:
    """Run a program in ``folder`` with ``--output-file`` ``out``.

    The file appears only when complete. Return the lines of the program's warnings.
    """
    out = Path(out).resolve()
    with tempfile.TemporaryDirectory(dir=str(out.parent)) as scratch:
        draft = Path(scratch) / out.name
        command = [
            sumolib.checkBinary(program),
            *map(str, arguments),
            "--xml-validation",
            "never",
            "--output-file",
            str(draft),
        ]
        done = subprocess.run(
            command,
            cwd=str(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        if done.returncode != 0 or not draft.exists():
            errors = [line for line in lines if line.startswith("Error")] or lines
            raise SimulationError(
                f"{program} failed on {folder}: "
                f"{' '.join(errors[:3]) or f'exit code {done.returncode}'}"
            )
        # The first comment holds the date and the scratch path, which would make equal results
        # differ.
        draft.write_text(
            re.sub(
                r"<!-- generated on.*?-->\s*",
                "",
                draft.read_text(encoding="utf-8"),
                flags=re.DOTALL,
            ),
            encoding="utf-8",
        )
        os.replace(str(draft), str(out))
    return [line for line in lines if line.startswith("Warning")]


def build_net(config: Union[str, Path]) -> Path:
    """Run a netconvert configuration (``NAME.netccfg``); ``NAME.net.xml`` beside it."""
    config = Path(config).resolve()
    if config.suffix != ".netccfg" or not config.is_file():
        raise InputError(config, "no netconvert configuration (NAME.netccfg)")
    out = config.with_suffix(".net.xml")
    with writing(out):
        run_converter("netconvert", ["-c", config.name], out, config.parent)
    return out
