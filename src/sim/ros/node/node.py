"""Common behaviour of all nodes: start, parameters, end with one line."""

from __future__ import annotations

import faulthandler
import logging
import signal
import socket
import sys
import threading
import time
import urllib.parse
from typing import TYPE_CHECKING, Any, Callable, List, Sequence, Type, TypeVar

import rosgraph
import rospy

from sim.errors import SimError
from sim.ros.node import ending, restart
from sim.ros.node.direct_connection import publish_directly
from sim.ros.node.program import OWN_MASTER, Program, defect, end_with_parent, filled, note_failure

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Wall s after Ctrl-C until Linux ends a node that hangs, if roslaunch does not do so first.
LONGEST_END = 14
_ASKED_TO_END = threading.Event()
AGAIN = 0.5


def run_node(name: str, main: Callable[[], None]) -> None:
    """Start a rospy node and run ``main``.

    An error becomes one log line and exit code 2, except for errors caused by the shutdown. A crash
    of compiled code prints the Python stack.
    """
    faulthandler.enable()
    try:
        _interrupt_on_signals()
        restart.listen()
        end_with_parent()
        _refuse_second(Program(name, sys.argv))
        publish_directly()
        rospy.init_node(name, disable_signals=True)
        logging.getLogger("sim").addHandler(_ToRosout())
        main()
    except SimError as error:
        if not rospy.is_shutdown():
            fail(str(error))
    except KeyboardInterrupt:
        _end_anyway()
        rospy.signal_shutdown("asked to end")
    except Exception as error:  # noqa: BLE001 - a defect ends the run, and is reported
        if not (isinstance(error, (rospy.ROSException, rospy.ServiceException)) and asked_to_end()):
            fail(defect(error))
        rospy.signal_shutdown("asked to end")
    restart.again_if_asked()


def asked_to_end() -> bool:
    """Return whether a signal or the master has requested this node's end."""
    return _ASKED_TO_END.is_set() or rospy.is_shutdown()


def end_run(reason: str, with_launch: bool) -> None:
    """Note that the run has ended normally; end the launch if ``with_launch``."""
    rospy.loginfo("%s: the run is complete", reason)
    ending.announce_end(rospy.get_name(), reason)
    if with_launch:
        ending.end_launch(asked_to_end)


def _refuse_second(own: Program) -> None:
    """End this process if a node of its name runs.

    The master would end that node, and its run silently with it.
    """
    other = own.living(own.name)
    if other:
        own.fail(f"{own.name} runs already on {own.master_uri} ({other}); {OWN_MASTER}")


def _interrupt_on_signals() -> None:
    """Interrupt the node at the first Ctrl-C, TERM or HUP.

    Holds until it calls :func:`on_signals`. rospy's own handler would close topics in the middle of
    whatever the main thread does, and can lock up there. Since rospy swallows exceptions here and
    there, the interrupt is repeated until it gets through.
    """

    def handle(number: int, frame: Any) -> None:
        _ASKED_TO_END.set()
        _ignore_signals()
        signal.signal(signal.SIGALRM, again)
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
        raise KeyboardInterrupt

    def again(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    _handle_ending(handle)
    report = sys.unraisablehook
    # An object of rospy whose construction was interrupted has no attributes to clean up.
    sys.unraisablehook = lambda error: None if _ASKED_TO_END.is_set() else report(error)


def _end_anyway() -> None:
    """Let Linux end the process if it hangs, instead of repeated interrupts."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(LONGEST_END)


def _handle_ending(handle: Callable[[int, Any], None]) -> None:
    """Handle the signals that end a node. SIGHUP ignored by ``nohup`` stays ignored."""
    for number in ENDING:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handle)


def _ignore_signals() -> None:
    # Ignored, the end of a terminal would look like nohup's doing to a node that starts again.
    _handle_ending(lambda number, frame: None)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


class _ToRosout(logging.Handler):
    """Log handler that forwards the library's warnings and errors to rosout."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            rospy.logerr("%s", record.getMessage())
        elif record.levelno >= logging.WARNING:
            rospy.logwarn("%s", record.getMessage())


def fail(message: str) -> None:
    """End the process with code 2 and a message.

    ``./run`` finds the line in the file that SIM_EXIT_FILE names.
    """
    _ignore_signals()
    _end_anyway()
    rospy.logfatal("%s: %s", rospy.get_name(), message)
    note_failure(f"{rospy.get_name()}: {message}")
    sys.stdout.flush()
    rospy.signal_shutdown(message)
    sys.exit(2)


def parameters(kind: Type[T], published: Sequence[str] = ()) -> T:
    """Return a dataclass filled from the node's private parameters.

    InputError names an unknown one, one of the wrong type or without a value. ``published`` are
    parameters that the node itself sets.
    """
    given = rospy.get_param(rospy.get_name(), {})
    names = [name for name in given if name not in published] if isinstance(given, dict) else []
    return filled(
        kind, lambda name, default: rospy.get_param("~" + name, default), rospy.get_name(), names
    )


def words(text: str) -> List[str]:
    """Return the words of a comma-separated parameter."""
    return [word.strip() for word in text.split(",") if word.strip()]


def on_signals(stop: Callable[[], None], grace: float = 3.0) -> None:
    """Call ``stop`` on Ctrl-C, TERM and HUP.

    A node that has not ended ``grace`` s later is shut down by rospy.
    """

    def late() -> None:
        time.sleep(grace)
        rospy.signal_shutdown("did not end in time")

    def handle(number: int, frame: Any) -> None:
        _ASKED_TO_END.set()
        _end_anyway()
        stop()
        threading.Thread(target=late, daemon=True).start()

    _handle_ending(handle)
    interrupted, _ = signal.getitimer(signal.ITIMER_REAL)
    if interrupted:
        _end_anyway()
        stop()


def offered(service: str) -> bool:
    """Return whether a service is registered at the master."""
    try:
        return bool(rosgraph.Master(rospy.get_name()).lookupService(service))
    except (rosgraph.MasterException, OSError):
        return False


def vanished(service: str) -> bool:
    """Return whether a service is registered but not served.

    Its node was killed or crashed, since a node that ends unregisters it.
    """
    master = rosgraph.Master(rospy.get_name())
    try:
        place = urllib.parse.urlparse(master.lookupService(service))
        try:
            socket.create_connection((place.hostname, place.port), timeout=1.0).close()
            return False
        except ConnectionRefusedError:
            # It may have ended and unregistered since the first lookup.
            master.lookupService(service)
            return True
    except (rosgraph.MasterException, OSError):
        return False
