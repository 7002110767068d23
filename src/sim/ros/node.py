"""What every node does alike: start, read parameters, end with one clear line."""
from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
import typing
import urllib.parse
from dataclasses import MISSING, fields
from typing import Any, Callable, Iterator, Type, TypeVar

import rosgraph
import rospy

from sim.errors import InputError, SimError

T = TypeVar("T")
ENDING = (signal.SIGINT, signal.SIGTERM)
# Wall s after Ctrl-C until Linux ends a node that hangs, if nobody else does so first.
LONGEST_END = 14
AGAIN = 0.5


@contextlib.contextmanager
def needing(*requirements: str) -> Iterator[None]:
    """Around a node's imports: a missing module ends the node with the command that installs it, Ctrl-C without a word.

    In a workspace built with another interpreter than ``./run setup``'s venv, the packages of requirements/*.txt may lack.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "sim":
            raise
        files = " ".join(f"-r requirements/{name}.txt" for name in requirements)
        sys.exit(f"{os.path.basename(sys.argv[0])}: {sys.executable} has no module {error.name}; in the package's folder, run ./run setup, or "
                 f"{sys.executable} -m pip install {files}")


def run_node(name: str, main: Callable[[], None]) -> None:
    """Starts a rospy node and runs ``main``; a SimError becomes one log line and exit code 2, but for what goes wrong because we end."""
    try:
        _interrupt_on_signals()
        end_with_parent()
        rospy.init_node(name, disable_signals=True)
        logging.getLogger("sim").addHandler(_ToRosout())
        main()
    except SimError as error:
        if not rospy.is_shutdown():
            fail(str(error))
    except KeyboardInterrupt:
        _end_anyway()
        rospy.signal_shutdown("told to end")


def _interrupt_on_signals() -> None:
    """Lets the first Ctrl-C or TERM interrupt whatever the node does, until it calls :func:`on_signals`.

    rospy's own handler would close topics in the middle of whatever the main thread does, and can lock up there. Since rospy
    swallows exceptions here and there, the interrupt is repeated until it gets through.
    """
    def handle(number: int, frame: Any) -> None:
        _ignore_signals()
        signal.signal(signal.SIGALRM, again)
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
        raise KeyboardInterrupt

    def again(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    for number in ENDING:
        signal.signal(number, handle)


def _end_anyway() -> None:
    """Lets Linux end the process if it hangs from here on, in place of what repeats an interrupt."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(LONGEST_END)


def _ignore_signals() -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)


class _ToRosout(logging.Handler):
    """Hands the library's warnings and errors to rosout."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            rospy.logerr("%s", record.getMessage())
        elif record.levelno >= logging.WARNING:
            rospy.logwarn("%s", record.getMessage())


def fail(message: str) -> None:
    """Ends the process with code 2, saying why; ``./run`` finds the line in the file that SIM_EXIT_FILE names."""
    _ignore_signals()
    _end_anyway()
    rospy.logfatal("%s: %s", rospy.get_name(), message)
    note_failure(f"{rospy.get_name()}: {message}")
    sys.stdout.flush()
    rospy.signal_shutdown(message)
    sys.exit(2)


def note_failure(line: str) -> None:
    """Leaves a line for ``./run``, which turns it into its exit code (roslaunch itself always exits 0)."""
    path = os.environ.get("SIM_EXIT_FILE")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def parameters(kind: Type[T]) -> T:
    """A dataclass filled from the node's private parameters; InputError names one of the wrong type or without a value."""
    hints = typing.get_type_hints(kind)
    values = {}
    for field in fields(kind):
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        value = rospy.get_param("~" + field.name, default)
        where = rospy.resolve_name("~" + field.name)
        if value is MISSING:
            raise InputError(where, "parameter is not set")
        values[field.name] = _checked(where, value, hints[field.name])
    return kind(**values)


def _checked(where: str, value: Any, wanted: Any) -> Any:
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if wanted is float and isinstance(value, str) and value in ("inf", "-inf"):
        return float(value)
    if wanted is str and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if wanted in (bool, int, float, str, list) and (not isinstance(value, wanted) or (wanted is int and isinstance(value, bool))):
        raise InputError(where, f"must be {wanted.__name__}, not {value!r}")
    return value


def words(text: str) -> list:
    """The words of a comma-separated parameter."""
    return [word.strip() for word in text.split(",") if word.strip()]


def on_signals(stop: Callable[[], None], grace: float = 3.0) -> None:
    """Calls ``stop`` on Ctrl-C and TERM; a node that has not ended ``grace`` s later is shut down by rospy."""
    def late() -> None:
        time.sleep(grace)
        rospy.signal_shutdown("did not end in time")

    def handle(number: int, frame: Any) -> None:
        _end_anyway()
        stop()
        threading.Thread(target=late, daemon=True).start()

    for number in ENDING:
        signal.signal(number, handle)
    interrupted, _ = signal.getitimer(signal.ITIMER_REAL)
    if interrupted:
        _end_anyway()
        stop()


def vanished(service: str) -> bool:
    """Whether a service is known to the master and nobody serves it: its node was killed or crashed, since one that ends takes it back."""
    master = rosgraph.Master(rospy.get_name())
    try:
        place = urllib.parse.urlparse(master.lookupService(service))
        try:
            socket.create_connection((place.hostname, place.port), timeout=1.0).close()
            return False
        except OSError:
            # It may have ended, service and all, since we asked.
            master.lookupService(service)
            return True
    except (rosgraph.MasterException, OSError):
        return False


def end_with_parent(interval: float = 1.0) -> None:
    """Ends this node as TERM would once the process that started it has ended: a killed roslaunch leaves nothing behind."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(interval)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
