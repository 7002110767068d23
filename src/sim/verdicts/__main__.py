"""Command line: ``python -m sim.verdicts judge FOLDER ASSERTIONS``.

``judge`` judges the files of a run, ``play`` plays a scenario by kinematics and judges it; errors
give one line and exit code 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

from sim.console import run_command
from sim.errors import InputError
from sim.files import drafted, reading
from sim.openscenario.__main__ import main as openscenario
from sim.verdicts.assertions import AssertionFinding, judge, read_assertions
from sim.verdicts.figures import judge_figures, read_figures
from sim.verdicts.run_folder import read_run
from sim.verdicts.series import RunTimeSeries
from sim.verdicts.strip import PictureStrip, moment

VERDICT_FILE = "verdict.json"
STRIP_FILE = "strip.svg"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sim.verdicts", description="Verdicts on runs.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    check = commands.add_parser("check", help="check assertions")
    check.add_argument("assertions", metavar="ASSERTIONS", help="as JSON")
    for name, what in (
        ("judge", "judge the files of a run"),
        ("figures", "judge a run by the figures that it has left in its folder"),
        ("play", "play a scenario by kinematics into a folder, and judge it"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("folder", metavar="FOLDER", type=Path)
        command.add_argument(
            "assertions", metavar="ASSERTIONS.json", type=Path, help="assertions on the run"
        )
        if name == "play":
            command.add_argument(
                "arguments",
                nargs=argparse.REMAINDER,
                metavar="ARGUMENT",
                help="of python -m sim.openscenario run",
            )
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    known = {"judge": _judge, "figures": _figures, "play": _play, "check": _check}
    return run_command(_parser(), known, argv)


def _check(options: argparse.Namespace) -> None:
    _asserted(_parsed(options.assertions, "ASSERTIONS"))


def _play(options: argparse.Namespace) -> int:
    ended = openscenario(["run", *options.arguments, "--folder", str(options.folder)])
    return ended or _judge(options) or 0


def _figures(options: argparse.Namespace) -> None:
    given = _read(options.assertions)
    found = _document(judge_figures(read_figures(options.folder), given, "assertions"))
    _leave(options.folder, found)
    _say(found)


def _judge(options: argparse.Namespace) -> Optional[int]:
    _say(_written(options.folder, _read(options.assertions)))
    return None


def _say(found: Dict[str, Any]) -> None:
    for each in found["findings"]:
        whom = f" ({each['whom']})" if each["whom"] else ""
        print(f"{'holds ' if each['holds'] else 'FAILS '} {each['name']}: {each['said']}{whom}")


def _leave(folder: Path, found: Dict[str, Any]) -> None:
    with drafted(folder / VERDICT_FILE) as draft:
        draft.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _written(folder: Path, assertions: Any) -> Dict[str, Any]:
    """Judge a run and write the verdict, with the pictures of its worst moment, into its folder."""
    measures = RunTimeSeries(read_run(folder))
    findings = judge(measures, _asserted(assertions))
    found, at = _document(findings), moment(findings)
    if at is not None:
        with drafted(folder / STRIP_FILE) as draft:
            strip = PictureStrip(measures.run, measures.roads).drawn(at)
            draft.write_text(strip + "\n", encoding="utf-8")
    _leave(folder, found)
    return found


def _asserted(assertions: Any) -> Any:
    return read_assertions(assertions, "assertions")


def _document(findings: Sequence[AssertionFinding]) -> Dict[str, Any]:
    return {
        "passed": all(each.holds for each in findings),
        "findings": [each.document() for each in findings],
    }


def _read(path: Path) -> Any:
    with reading(path):
        text = path.read_text(encoding="utf-8")
    return _parsed(text, path)


def _parsed(text: str, where: Union[str, Path]) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(where, f"is not JSON ({error})") from error


if __name__ == "__main__":
    sys.exit(main())
