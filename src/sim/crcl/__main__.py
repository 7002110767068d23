"""Command line of CRCL: ``send``, ``status``, ``watch``, ``check``, ``fuzz``.

For example ``python3 -m sim.crcl send HOST PORT PROGRAM.xml``. Exit code 0 on success, 1 if a
command ended with CRCL_Error, a check found commands in error or an input crashed a reader, 2 after
one line on bad input or if the server is unreachable.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import List, Optional, Sequence, Tuple, Union

from sim.console import run_command
from sim.crcl.client import CommandFailed, Connection, FinishedCommand, Runner
from sim.crcl.client.display import heading, lines
from sim.crcl.client.numbering import describe
from sim.crcl.codec import Schemas, read_document, write_status
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram, Document
from sim.crcl.status import CRCLStatus
from sim.errors import InputError, SimError

CHECK_HINT = "; the command check PROGRAM --cell LAYOUT lists all such commands"


def parser(program: str = "sim.crcl") -> argparse.ArgumentParser:
    """Return all commands' arguments."""
    found = argparse.ArgumentParser(
        prog=program, description="Talk CRCL to a robot, check documents, try hostile ones."
    )
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    server = argparse.ArgumentParser(add_help=False)
    server.add_argument("host", metavar="HOST")
    server.add_argument("port", metavar="PORT", type=int)
    strict = argparse.ArgumentParser(add_help=False)
    strict.add_argument(
        "--schemas",
        metavar="FOLDER",
        type=Path,
        help="folder with CRCL's .xsd files, to check documents against strictly",
    )
    send = commands.add_parser(
        "send",
        parents=[server, strict],
        help="carry out programs or single commands, one file after the other",
    )
    send.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="CRCLProgram or CRCLCommandInstance document",
    )
    send.add_argument(
        "--whole",
        action="store_true",
        help="send a program as one document instead of command by command",
    )
    send.add_argument(
        "--timeout",
        metavar="S",
        type=float,
        default=300.0,
        help="longest that a command may take, 0: any time (default: %(default)g)",
    )
    send.add_argument("--quiet", action="store_true", help="say nothing of commands that are done")
    status = commands.add_parser("status", parents=[server], help="print the status of a robot")
    status.add_argument("--xml", action="store_true", help="as a document")
    watch = commands.add_parser(
        "watch", parents=[server], help="print a line whenever the state of a command changes"
    )
    watch.add_argument(
        "--period",
        metavar="S",
        type=float,
        default=0.05,
        help="between questions (default: %(default)g)",
    )
    check = commands.add_parser(
        "check", parents=[strict], help="read documents and report errors, also of the motion"
    )
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    check.add_argument(
        "--cell", metavar="LAYOUT", type=Path, help="plan the programs' motions in this cell"
    )
    check.add_argument("--robot", metavar="NAME", default="", help="robot of the cell")
    check.add_argument(
        "--bridge", metavar="FILE", type=Path, help="bridge's parameters: units and sensors"
    )
    fuzz = commands.add_parser(
        "fuzz", help="try hostile input on the reader, or on a running server"
    )
    fuzz.add_argument(
        "--inputs", metavar="N", type=int, default=20000, help="how many (default: %(default)d)"
    )
    fuzz.add_argument("--seed", metavar="N", type=int, default=1)
    fuzz.add_argument(
        "--server", metavar=("HOST", "PORT"), nargs=2, help="send them there; the robot may move"
    )
    return found


def read_file(path: Path, schemas: Optional[Path] = None) -> Document:
    """Return the document in a file; InputError with file and line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})") from None
    return read_document(data, str(path), Schemas(schemas) if schemas else None)


def run_send(options: argparse.Namespace) -> int:
    """Send files to a server and run them.

    A program that is interrupted or times out stops the robot.
    """
    documents: List[Tuple[Path, Union[CRCLProgram, CRCLCommandInstance]]] = []
    for path, read in [(path, read_file(path, options.schemas)) for path in options.files]:
        if isinstance(read, CRCLStatus):
            raise InputError(
                path, f"is a {type(read).__name__}; a program or a command can be sent"
            )
        documents.append((path, read))
    with Connection(options.host, options.port) as connection:
        runner = Runner(connection, most=options.timeout)
        try:
            for path, document in documents:
                _send(runner, path, document, options)
        except CommandFailed as error:
            hint = CHECK_HINT if "reach" in str(error) or "singular" in str(error) else ""
            print(f"{path}: {error}{hint}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            runner.stop()
            raise
    return 0


def _send(
    runner: Runner,
    path: Path,
    document: Union[CRCLProgram, CRCLCommandInstance],
    options: argparse.Namespace,
) -> None:
    def report(step: FinishedCommand) -> None:
        if not options.quiet:
            print(
                f"{step.index + 1:4}/{step.length} {step.command.command_id:5} "
                f"{describe(step.command):32} Done {step.took:7.2f} s",
                flush=True,
            )

    if isinstance(document, CRCLCommandInstance):
        changed = runner.run_single(document)
    else:
        changed = (
            runner.run_whole(document, report)
            if options.whole
            else runner.run(document, path.name, report)
        )
    print(
        f"{path}: done"
        + ("; ids were changed, since they did not rise or were in use" if changed else ""),
        flush=True,
    )


def run_status(options: argparse.Namespace) -> None:
    with Connection(options.host, options.port) as connection:
        status = connection.ask()
    print(write_status(status).decode("utf-8") if options.xml else "\n".join(lines(status)))


def run_watch(options: argparse.Namespace) -> None:
    """Print statuses until interrupted, or until the server ends."""
    shown = None
    with Connection(options.host, options.port) as connection:
        while True:
            status = connection.read(options.period) or connection.ask()
            said = heading(status)
            if said != shown:
                print(said, flush=True)
                shown = said


def run_check(options: argparse.Namespace) -> int:
    """Print one line a file, and reports in a cell."""
    for name in ("robot", "bridge"):
        if getattr(options, name) and not options.cell:
            raise InputError(f"--{name}", "concerns a cell; name its layout by --cell")
    wrong = 0
    programs: List[Tuple[Path, CRCLProgram]] = []
    for path in options.files:
        try:
            read = read_file(path, options.schemas)
            print(f"{path}: a sound {type(read).__name__}")
            if isinstance(read, CRCLProgram):
                programs.append((path, read))
        except SimError as error:
            wrong += 1
            print(error, file=sys.stderr)
    faults = _check_motions(programs, options) if options.cell else 0
    return 2 if wrong else int(faults > 0)


def _check_motions(
    programs: Sequence[Tuple[Path, CRCLProgram]], options: argparse.Namespace
) -> int:
    """Print reports of programs in a cell; return the number of errors."""
    # By name, since the check builds on this package.
    report = import_module("sim.program_check.report")
    total = 0
    cell = (options.cell, options.robot, options.bridge)
    for faults, said in report.check_files(programs, *cell):
        total += faults
        print("\n".join(said), flush=True)
    return total


def run_fuzz(options: argparse.Namespace) -> int:
    """Print a table of the inputs tried and the first crashes."""
    from sim.crcl.fuzz.server import ServerTrial
    from sim.crcl.fuzz.trial import codec, try_inputs

    attempt = ServerTrial(options.server[0], _port(options.server[1])) if options.server else codec
    tally = try_inputs(options.inputs, options.seed, attempt)
    print(tally.table("hung up on", "served on") if options.server else tally.table())
    for kind, error, data in tally.crashes[:10]:
        print(f"{kind}: {error}\n  {data[:200]!r}", file=sys.stderr)
    return 1 if tally.crashes else 0


def _port(text: str) -> int:
    if not text.isdigit():
        raise InputError("--server", f"{text!r} is not a port number")
    return int(text)


COMMANDS = {
    "send": run_send,
    "status": run_status,
    "watch": run_watch,
    "check": run_check,
    "fuzz": run_fuzz,
}


def main(argv: Optional[List[str]] = None, program: str = "sim.crcl") -> int:
    """Run one command and return its exit code.

    Bad input gives one line on stderr and exit code 2.
    """
    return run_command(parser(program), COMMANDS, argv)


if __name__ == "__main__":
    sys.exit(main())
