"""spawner, unspawner and controller_manager, with the options of ros_control's."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Callable, Dict, Iterator, List

import rospy

from sim.checks import read_yaml
from sim.errors import InputError, SimError
from sim.ros.control.manager import ControllerManager

# Wall s that a spawner waits for the services.
PATIENCE = 30.0


def spawner() -> None:
    """Load and start controllers; stop and unload them at its end."""
    parser = argparse.ArgumentParser(description=spawner.__doc__)
    parser.add_argument("--stopped", action="store_true", help="load, but do not start them")
    parser.add_argument("--wait-for", metavar="TOPIC", help="std_msgs/Bool that must be true first")
    parser.add_argument("--namespace", default="", help="where the controller manager is")
    parser.add_argument("--timeout", type=float, default=PATIENCE, help="wall s")
    parser.add_argument("--no-timeout", action="store_true", help="wait without end")
    parser.add_argument("--shutdown-timeout", type=float, default=1.0, help="is ignored")
    parser.add_argument("controllers", nargs="+", help="names, or YAML files whose keys are names")
    given = parser.parse_args(rospy.myargv(sys.argv)[1:])
    _run("spawner", lambda: _spawn(given))


def unspawner() -> None:
    """Stop controllers, and start them again at its end."""
    parser = argparse.ArgumentParser(description=unspawner.__doc__)
    parser.add_argument("--namespace", default="", help="where the controller manager is")
    parser.add_argument("--timeout", type=float, default=PATIENCE, help="wall s")
    parser.add_argument("controllers", nargs="+")
    given = parser.parse_args(rospy.myargv(sys.argv)[1:])
    _run("unspawner", lambda: _unspawn(given))


def controller_manager() -> None:
    """List, load, start, stop and unload controllers."""
    commands: Dict[str, Callable[[ControllerManager, str], bool]] = {
        "load": lambda manager, name: manager.load(name),
        "unload": lambda manager, name: manager.unload(name),
        "start": lambda manager, name: manager.switch(start=[name]),
        "stop": lambda manager, name: manager.switch(stop=[name]),
        "spawn": lambda manager, name: manager.load(name) and manager.switch(start=[name]),
        "kill": lambda manager, name: manager.switch(stop=[name]) and manager.unload(name),
    }
    parser = argparse.ArgumentParser(description=controller_manager.__doc__)
    parser.add_argument("command", choices=("list", "list-types", "reload-libraries", *commands))
    parser.add_argument("controllers", nargs="*")
    given = parser.parse_args(rospy.myargv(sys.argv)[1:])
    if given.command in commands and not given.controllers:
        parser.error(f"{given.command} needs the name of a controller")

    def act() -> None:
        manager = ControllerManager("")
        manager.wait(PATIENCE)
        if given.command == "list":
            for state in manager.list():
                print(f"'{state.name}' - '{state.type}' ( {state.state} )")
        elif given.command == "list-types":
            print("\n".join(manager.types()))
        else:
            done = (
                [manager.reload()]
                if given.command == "reload-libraries"
                else [commands[given.command](manager, name) for name in given.controllers]
            )
            if not all(done):
                raise SimError(f"{given.command} failed; see the simulator's log")

    _run("controller_manager", act, anonymous=True)


def _run(name: str, act: Callable[[], None], anonymous: bool = False) -> None:
    """Run a program; errors end it with one line and code 2.

    Ctrl-C, or the master's end, ends it silently.
    """
    rospy.init_node(name, anonymous=anonymous)
    try:
        act()
    except SimError as error:
        if not rospy.is_shutdown():
            rospy.logerr("%s: %s", name, error)
            sys.exit(2)
    except rospy.ROSInterruptException:
        pass


def _spawn(given: argparse.Namespace) -> None:
    if given.wait_for:
        _wait_until_true(given.wait_for)
    names = _names(given.controllers, given.namespace)
    manager = ControllerManager(given.namespace)
    manager.wait(0.0 if given.no_timeout else given.timeout)
    known = {state.name for state in manager.list()}
    loaded = [name for name in names if name in known or manager.load(name)]
    for name in loaded:
        rospy.loginfo("%s: %s", name, "is loaded already" if name in known else "loaded")
    rospy.on_shutdown(lambda: _take_down(manager, loaded))
    if not loaded:
        raise SimError(f"none of {', '.join(names)} could be loaded; see the simulator's log")
    if not given.stopped:
        if not manager.switch(start=loaded):
            raise SimError(f"{', '.join(loaded)} did not start; see the simulator's log")
        rospy.loginfo("started: %s", ", ".join(loaded))
    rospy.spin()


def _unspawn(given: argparse.Namespace) -> None:
    manager = ControllerManager(given.namespace)
    manager.wait(given.timeout)
    if not manager.switch(stop=given.controllers):
        raise SimError(f"{', '.join(given.controllers)} did not stop; see the simulator's log")
    rospy.on_shutdown(lambda: _start_again(manager, given.controllers))
    rospy.spin()


def _start_again(manager: ControllerManager, names: List[str]) -> None:
    with _until_it_is_gone():
        manager.switch(start=names)


def _take_down(manager: ControllerManager, names: List[str]) -> None:
    with _until_it_is_gone():
        running = [state.name for state in manager.list() if state.state == "running"]
        manager.switch(stop=[name for name in names if name in running])
        for name in names:
            manager.unload(name)


@contextlib.contextmanager
def _until_it_is_gone() -> Iterator[None]:
    """Ignore errors of requests at exit, if the simulator ended first."""
    try:
        yield
    except (SimError, rospy.ROSInterruptException):
        rospy.loginfo("the controller manager is gone, and its controllers with it")


def _names(given: List[str], namespace: str) -> List[str]:
    """Return the names of controllers. A YAML file is loaded as parameters first."""
    names: List[str] = []
    for one in given:
        if not Path(one).is_file():
            names.append(one)
            continue
        read = read_yaml(one)
        if not isinstance(read, dict):
            raise InputError(one, "must hold controllers by name, as in arm: {type: TYPE}")
        for name, parameters in read.items():
            rospy.set_param(
                f"{namespace.rstrip('/')}/{name}" if namespace else str(name), parameters
            )
            names.append(str(name))
    return names


def _wait_until_true(topic: str) -> None:
    from std_msgs.msg import Bool

    while not rospy.is_shutdown() and not rospy.wait_for_message(topic, Bool).data:
        rospy.loginfo_throttle(10.0, "waiting for %s to be true", topic)
