"""Exit codes of the package's commands.

Their own code, one line and 2 on an error, 130 after Ctrl-C, 141 if their output is closed.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from contextlib import contextmanager
from typing import Callable, Iterator, List, Mapping, Optional

from sim.errors import SimError


def exit_code(command: Callable[[], Optional[int]]) -> int:
    """Run a command and return the exit code of the process.

    It is 0 if the command returns None.
    """
    try:
        return command() or 0
    except SimError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # As behind "| head"; Python would report the error again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        if error.filename is None:
            raise
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


@contextmanager
def ended_by_term() -> Iterator[None]:
    """Handle TERM, and HUP unless ignored as by nohup, like Ctrl-C."""
    numbers = [signal.SIGTERM, signal.SIGHUP]
    before = {
        number: signal.signal(number, signal.default_int_handler)
        for number in numbers
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_command(
    parser: ArgumentParser,
    commands: Mapping[str, Callable[[Namespace], Optional[int]]],
    argv: Optional[List[str]],
) -> int:
    """Run the command named by the option ``command``. Without it, print the help and return 2."""
    options = parser.parse_args(argv)
    if options.command is None:
        parser.print_help(sys.stderr)
        return 2
    return exit_code(lambda: commands[options.command](options))
