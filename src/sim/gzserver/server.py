"""gzserver as a child process: start, watch, end, and verdict."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Callable, Mapping, Optional, Sequence, Tuple

from sim.errors import SimulationError
from sim.gzserver.log import ServerLog
from sim.process import start_child

# s after our SIGINT; roslaunch waits 15 s before it sends its own TERM.
PATIENCE: Tuple[Tuple[float, int], ...] = ((8.0, signal.SIGTERM), (11.0, signal.SIGKILL))
PERIOD = 0.2
CRASHES = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE)


@dataclass(frozen=True)
class Ending:
    """Verdict on the end of gzserver.

    ``failed`` if the run is invalid; ``text`` describes the end, empty if normal. ``stillborn`` if
    it crashed before it was usable; ``complete`` at the end of its duration.
    """

    failed: bool
    text: str
    stillborn: bool = False
    complete: bool = False


def judge(code: int, asked: bool, announced: bool, ready: bool) -> Ending:
    """Return the meaning of an exit code.

    ``asked`` after our SIGINT, ``announced`` after the end of ``duration``, which gzserver makes
    itself. Transport and roscpp may abort while they are torn down (code -6, in a shell 134), which
    spoils nothing by then.
    """
    how = describe(code)
    if asked or announced:
        return Ending(
            False,
            ""
            if code in (0, -signal.SIGINT, 128 + signal.SIGINT)
            else f"gzserver {how} while it ended; the run is complete",
            complete=announced,
        )
    if code == 0 and ready:
        return Ending(False, "gzserver ended by itself")
    if not ready:
        return Ending(
            True, f"gzserver {how} before it was ready", stillborn=_signal_of(code) in CRASHES
        )
    return Ending(True, f"the simulator was killed or has crashed: gzserver {how}")


def describe(code: int) -> str:
    """Describe an exit code; above 128 it means a signal."""
    number = _signal_of(code)
    if code < 0 or 0 < number < 32:
        try:
            return f"ended with signal {number} ({signal.Signals(number).name})"
        except ValueError:
            pass
    return f"ended with code {code}"


def _signal_of(code: int) -> int:
    """Return the signal of an exit code, if any."""
    return -code if code < 0 else code - 128


class GzserverProcess:
    """gzserver process.

    :meth:`run` belongs to the main thread, :meth:`stop` may be called by a signal handler.
    """

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: ServerLog
    ) -> None:
        self._log = log
        self._told_at: Optional[float] = None
        self.ready = False
        self._ended = threading.Event()
        try:
            self.process = start_child(arguments, subprocess.PIPE, environment)
        except OSError as error:
            raise SimulationError(
                f"{arguments[0]} cannot be started ({error.strerror}); was it installed for "
                "another kind of machine? "
                "./run setup gazebo installs Gazebo for this one"
            ) from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._wait, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None  # It is a pipe.
        for line in self.process.stdout:
            self._log.feed(line.decode("utf-8", "replace"))

    def _wait(self) -> None:
        self.process.wait()
        self._ended.set()

    def stop(self) -> None:
        """Send SIGINT to gzserver, like Ctrl-C."""
        if self._told_at is None:
            self._told_at = time.monotonic()
            self._signal(signal.SIGINT)

    def run(
        self,
        is_ready: Callable[[], bool],
        when_ready: Callable[[], None],
        patience: Sequence[Tuple[float, int]] = PATIENCE,
        when_complete: Callable[[], None] = lambda: None,
    ) -> Ending:
        """Wait until gzserver has ended.

        ``when_ready`` is called once, when ``is_ready`` returns True, ``when_complete`` at the end
        of its duration.
        """
        steps, ending_since = list(patience), None
        while not self._ended.wait(PERIOD):
            if self._told_at is not None:
                ending_since = self._told_at
            elif ending_since is None and self._log.announced_end:
                ending_since = time.monotonic()
                when_complete()
            elif ending_since is None and self._log.hopeless:
                # It gets a second to end by itself, and the end of a run does not wait for more.
                ending_since = time.monotonic() - steps[0][0] + 1.0
            if ending_since is None and not self.ready and is_ready():
                self.ready = True
                when_ready()
            while (
                ending_since is not None and steps and time.monotonic() - ending_since > steps[0][0]
            ):
                self._signal(steps.pop(0)[1])
        # Its last output may still be in the pipe; a child of gzserver that keeps the pipe open
        # must not block us.
        self._reader.join(1.0)
        return judge(
            self.process.returncode, self._told_at is not None, self._log.announced_end, self.ready
        )

    def _signal(self, number: int) -> None:
        # Popen polls before it sends, so that no other process of the same id is hit.
        self.process.send_signal(number)
