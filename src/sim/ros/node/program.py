"""Base of programs started by roslaunch that are not rospy nodes.

It also serves nodes before rospy is imported: it is imported in 50 ms, rospy in 400. The program
that supervises gzserver is not a node, since the node of its name is inside gzserver.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import signal
import socket
import sys
import threading
import time
import traceback
import typing
from dataclasses import MISSING, fields
from http.client import HTTPConnection, HTTPException
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
)
from urllib.parse import urlparse
from xmlrpc.client import Error as XmlRpcError
from xmlrpc.client import ServerProxy, Transport

import rosgraph
import rosgraph.names
import yaml

from sim.errors import InputError, SimulationError
from sim.process import orphaned
from sim.run_folder import started_by

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
# Suffix to SIM_EXIT_FILE: how a run ended; the first line counts.
ENDS = ".ends"
PROCESS = "process"
# Argument with which roslaunch names a node's log file.
LOG_ARGUMENT = "__log:="
OWN_MASTER = (
    "give this one a master of its own, as by: export ROS_MASTER_URI=http://localhost:11411"
)
ENDED = "ended"
INTERRUPTED = "interrupted"
_COLORS = {"WARN": "\033[33m", "ERROR": "\033[31m", "FATAL": "\033[31m"}


def filled(
    kind: Type[T], get: Callable[[str, Any], Any], node: str, given: Iterable[str] = ()
) -> T:
    """Return a dataclass filled with the parameters of ``get(name, default)``.

    ``node`` is their namespace. InputError for one of the wrong type or without a value, and for a
    name in ``given`` that is not a field.
    """
    check_names(given, [field.name for field in fields(kind)], node)
    hints = typing.get_type_hints(kind)
    values = {}
    for field in fields(kind):
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        value = get(field.name, default)
        where = f"{node}/{field.name}"
        if value is MISSING:
            raise InputError(where, "parameter is not set")
        values[field.name] = _checked(where, value, hints[field.name])
    return kind(**values)


def check_names(given: Iterable[str], known: Sequence[str], node: str) -> None:
    """Raise InputError for an unknown parameter of a node.

    A mistyped one would otherwise leave the default in force.
    """
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"its parameters: {', '.join(known)}"
            raise InputError(f"{node}/{name}", f"unknown parameter '{name}'; {hint}")


def _checked(where: str, value: Any, wanted: Any) -> Any:
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if wanted is float and isinstance(value, str) and value in ("inf", "-inf"):
        return float(value)
    if wanted is str and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if wanted in (bool, int, float, str, list) and (
        not isinstance(value, wanted) or (wanted is int and isinstance(value, bool))
    ):
        # Without YAML, which takes longer than all else here.
        from sim.checks import number_hint

        hint = number_hint(value) if wanted in (int, float) else ""
        raise InputError(where, f"must be {wanted.__name__}, not {value!r}{hint}")
    return value


def defect(error: Exception) -> str:
    """Return one line for an unexpected exception, not a SimError.

    Its traceback goes to the node's log file, or to stderr without one.
    """
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, OSError) and error.filename and error.strerror:
        said = f"{error.filename}: {error.strerror}"
    path = next(
        (word[len(LOG_ARGUMENT) :] for word in sys.argv if word.startswith(LOG_ARGUMENT)), ""
    )
    try:
        with open(path, "a", encoding="utf-8") as log:
            traceback.print_exc(file=log)
    except OSError:
        traceback.print_exc()
        return f"{said} (the traceback is above)"
    return f"{said} (the traceback is in {path})"


def note_failure(line: str) -> None:
    """Write a line for ``./run``, which turns it into its exit code.

    roslaunch itself always exits 0.
    """
    _note(line, "")


def note_end(line: str) -> None:
    """Write the reason of the run's normal end for ``./run``.

    Without such a line the run counts as aborted.
    """
    _note(f"{ENDED} {line}", ENDS)


def note_interrupt(line: str) -> None:
    """Record for ``./run`` that the user ended the run."""
    _note(f"{INTERRUPTED} {line}", ENDS)


def _note(line: str, suffix: str) -> None:
    path = os.environ.get("SIM_EXIT_FILE")
    if path:
        with contextlib.suppress(OSError), open(path + suffix, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def process_of(pid: int) -> Dict[str, str]:
    """Return the parameter ``process`` of a simulator, to check its liveness.

    The starter sets it below its name.
    """
    return {"host": socket.gethostname(), "process": started_by(pid)}


def end_with_parent(interval: float = 1.0) -> None:
    """End this program as TERM would once its parent process has ended.

    A killed roslaunch then leaves nothing behind.
    """

    def watch() -> None:
        while not orphaned():
            time.sleep(interval)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _private(word: str) -> Optional[Tuple[str, Any]]:
    """Return name and value of a private parameter ``_name:=value``.

    The value is YAML; None for other words of a command line.
    """
    name, sign, text = word.partition(":=")
    if not sign or not name.startswith("_") or name.startswith("__"):
        return None
    try:
        value = yaml.safe_load(text)
        return name[1:], "" if value is None else value
    except yaml.YAMLError:
        return name[1:], text


class _Brief(Transport):
    """HTTP that waits ``timeout`` s for an answer."""

    def __init__(self, timeout: float) -> None:
        super().__init__()
        self._timeout = timeout

    def make_connection(self, host: Any) -> HTTPConnection:
        return HTTPConnection(host, timeout=self._timeout)


def answer_of(uri: str, method: str, *values: Any, timeout: float = 2.0) -> Any:
    """Return the value of a ROS XML-RPC call.

    OSError, HTTPException or XmlRpcError without an answer or after a refusal.
    """
    code, text, value = getattr(ServerProxy(uri, transport=_Brief(timeout)), method)(*values)
    if code != 1:
        raise XmlRpcError(text)
    return value


class Program:
    """A node's name, parameters and log lines without registration at the master."""

    def __init__(self, default: str, words: List[str]) -> None:
        own = rosgraph.names.load_mappings(words).get("__name", default)
        self.name = rosgraph.names.ns_join(rosgraph.names.get_ros_namespace(argv=words), own)
        self._master = rosgraph.Master(self.name)
        self._given = dict(filter(None, map(_private, words)))

    def _ask(self, what: Callable[..., Any], *values: Any) -> Any:
        try:
            return what(*values)
        except OSError as error:
            raise SimulationError(
                f"no ROS master at {self._master.master_uri}: {error}; roslaunch starts one"
            ) from None

    def parameters(self) -> Dict[str, Any]:
        """Return the private parameters, by name.

        Parameters of the command line, as ``_world:=FILE``, are set first, as rospy does.
        """
        for name, value in self._given.items():
            self.set_parameter(rosgraph.names.ns_join(self.name, name), value)
        try:
            found = self._ask(self._master.getParam, self.name)
        except rosgraph.MasterException:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def master_uri(self) -> str:
        return self._master.master_uri

    def living(self, node: str) -> str:
        """Return the process of a registered node that answers, or ""."""
        try:
            uri = self._master.lookupNode(node)
            pid = answer_of(uri, "getPid", self.name)
        except (OSError, HTTPException, XmlRpcError, rosgraph.MasterException):
            return ""
        return f"process {pid} on {urlparse(uri).hostname}"

    def set_parameter(self, name: str, value: Any) -> None:
        self._ask(self._master.setParam, name, value)

    def parameter(self, name: str) -> Any:
        """Return the value of a full parameter name; None without one."""
        try:
            return self._ask(self._master.getParam, name)
        except rosgraph.MasterException:
            return None

    def offered(self, service: str) -> bool:
        """Return whether ``service`` is registered; False without a master, too."""
        try:
            return bool(self._master.lookupService(service))
        except (OSError, HTTPException, XmlRpcError, rosgraph.MasterException):
            return False

    def say(self, level: str, text: str) -> None:
        """Write one log line as a rospy node does. WARN and worse go to stderr."""
        stream = sys.stderr if level in _COLORS else sys.stdout
        color = _COLORS.get(level, "") if stream.isatty() else ""
        print(
            f"{color}[{level}] [{time.time():.6f}]: {text}{color and chr(27) + '[0m'}",
            file=stream,
            flush=True,
        )

    def fail(self, message: str) -> None:
        """End the program with code 2 and the reason."""
        self.say("FATAL", f"{self.name}: {message}")
        note_failure(f"{self.name}: {message}")
        sys.exit(2)
