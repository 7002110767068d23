"""Scripts that a client sends, each run by a program in a process of its own until it ends, the
client stops it or is gone. What runs may do all that the server's user may: see
``Options.scripts``."""

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

# Called with a script's number, what it has printed, and its exit status once it has ended.
Say = Callable[..., None]


class Scripts:
    """The scripts of one client; ``command`` reads code from its standard input and runs it."""

    def __init__(self, command: Sequence[str], say: Say) -> None:
        self._command, self._say = tuple(command), say
        self._running: Dict[int, asyncio.Task[None]] = {}

    def start(self, number: int, code: str) -> None:
        """Runs code under a number of the client's; InputError where it cannot."""
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
        """Ends a script, if it runs."""
        if number in self._running:
            self._running[number].cancel()

    def close(self) -> None:
        """Ends all."""
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
    """Ends a script and what it has started, at once where the server's loop ends meanwhile."""
    try:
        _signal(process, signal.SIGINT)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
    finally:
        _signal(process, signal.SIGKILL)
    await process.wait()


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Sends a signal to all of a script's processes; its own may have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
