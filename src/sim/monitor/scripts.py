"""Scripts from a client, each run in a separate process.

A process runs until it ends, the client stops it or disconnects. Scripts have all rights of the
server's user: see ``Options.scripts``.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
from contextlib import suppress
from typing import Callable, Dict, Sequence

from sim.errors import InputError

# Of one client at a time.
MOST_SCRIPTS = 4
MOST_CODE = 256 * 1024
# Wall s until a script that is to stop is killed.
GRACE = 3.0
PIECE = 4096

# Called with a script's number, its new output, and its exit status after its end.
Say = Callable[..., None]


class Scripts:
    """Scripts of one client; ``command`` runs the code on its standard input."""

    def __init__(self, command: Sequence[str], say: Say) -> None:
        self._command, self._say = tuple(command), say
        self._running: Dict[int, asyncio.Task[None]] = {}

    def start(self, number: int, code: str) -> None:
        """Run code under a client's number; raises InputError if refused."""
        if not self._command:
            raise InputError("script", "this monitor runs none: start it with scripts:=true")
        if number in self._running:
            raise InputError("script", f"{number} runs already")
        if len(self._running) >= MOST_SCRIPTS:
            raise InputError("script", f"{MOST_SCRIPTS} run already; stop one first")
        if len(code) > MOST_CODE:
            raise InputError("script", f"is longer than {MOST_CODE // 1024} kB")
        task = asyncio.ensure_future(self._run(number, code))
        self._running[number] = task
        task.add_done_callback(lambda _: self._running.pop(number, None))

    def stop(self, number: int) -> None:
        """End a script if it runs."""
        if number in self._running:
            self._running[number].cancel()

    def close(self) -> None:
        """End all scripts."""
        self._say = lambda *words: None
        for task in list(self._running.values()):
            task.cancel()

    async def _run(self, number: int, code: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        assert process.stdin is not None and process.stdout is not None
        ended = False
        try:
            with suppress(ConnectionError):
                process.stdin.write(code.encode())
                process.stdin.close()
            decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
            while True:
                piece = await process.stdout.read(PIECE)
                if not piece:
                    break
                self._say(number, decoder.decode(piece), None)
            await process.wait()
            ended = True
        finally:
            if not ended:
                await asyncio.shield(asyncio.ensure_future(_end(process)))
            self._say(number, "", process.returncode)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a script and its child processes.

    It waits for the script, but kills at once if the server's loop ends.
    """
    try:
        _signal(process, signal.SIGINT)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
    finally:
        _signal(process, signal.SIGKILL)
    await process.wait()


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to all of a script's processes that are left."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
