"""How the package's commands end: their own exit code, one line and 2 on an error, 130 after Ctrl-C, 141 where nobody reads on."""
from __future__ import annotations

import os
import sys
from typing import Callable, Optional

from sim.errors import SimError


def exit_code(command: Callable[[], Optional[int]]) -> int:
    """Run a command; what the process should exit with, 0 where the command says nothing."""
    try:
        return command() or 0
    except SimError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # As behind "| head"; Python would say so again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
