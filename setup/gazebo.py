#!/usr/bin/env python3
"""Sets Gazebo 11 up: ``./run setup gazebo [--remove]``.

It needs only Python, and works without root in a prefix. ROS Noetic's Gazebo comes from its own
packages. Current Debian releases lack it: there Debian 11's packages go into a separate folder.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

from gazebo_prefix.apt import find_keyring
from gazebo_prefix.errors import SetupError
from gazebo_prefix.install import check_machine, install, read_recipe
from gazebo_prefix.mirrors import debian_mirrors
from gazebo_prefix.prefix import Prefix, packages_folder, prefix_folder

NOETIC = Path("/opt/ros/noetic")
NOETIC_PACKAGES = ["ros-noetic-gazebo-ros-pkgs", "libgazebo11-dev"]
# Another program that installs packages, such as the system's own updates, is waited for.
LOCK = "DPkg::Lock::Timeout=600"
RECIPE = Path(__file__).with_name("gazebo-prefix.txt")


def say(text: str) -> None:
    """Print a message to the user, in the style of ./run."""
    print(f"[setup] {text}", file=sys.stderr, flush=True)


def install_noetic() -> None:
    """Install the distribution's own packages, as root or by sudo."""
    command = ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}\n", *NOETIC_PACKAGES]
    query = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if query.stdout.split() == ["ii"] * len(NOETIC_PACKAGES):
        return
    say(f"installing {' '.join(NOETIC_PACKAGES)}")
    root = [] if os.geteuid() == 0 else ["sudo"]
    for words in (["update"], ["install", "-y", *NOETIC_PACKAGES]):
        if (
            subprocess.run(
                [
                    *root,
                    "env",
                    "DEBIAN_FRONTEND=noninteractive",
                    "apt-get",
                    "-qq",
                    "-o",
                    LOCK,
                    *words,
                ]
            ).returncode
            != 0
        ):
            raise SetupError(f"apt-get {' '.join(words)} failed")


def remove(prefix: Prefix) -> None:
    """Remove the prefix."""
    with prefix.locked(say):
        there = prefix.remove()
    say(f"removed {prefix.folder}" if there else f"nothing to remove: no Gazebo in {prefix.folder}")


def run(arguments: argparse.Namespace) -> None:
    """Set Gazebo up, or remove it."""
    prefix = Prefix(prefix_folder(os.environ), packages_folder(os.environ))
    if arguments.remove:
        remove(prefix)
    elif NOETIC.is_dir():
        install_noetic()
    else:
        check_machine()
        install(prefix, read_recipe(RECIPE), debian_mirrors(os.environ), find_keyring(), say)
        say(f"Gazebo {prefix.installed()['gazebo']} is in {prefix.folder}")


def end(*_: object) -> None:
    """End as Ctrl-C does, so that children are ended too."""
    raise KeyboardInterrupt


def main() -> int:
    """Set up or remove; on failure print one line with the reason."""
    parser = argparse.ArgumentParser(prog="./run setup gazebo", description="Set Gazebo 11 up.")
    parser.add_argument("--remove", action="store_true", help="remove the folder with Gazebo")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
    try:
        run(arguments)
    except (SetupError, OSError) as error:
        say(f"Gazebo: {error}")
        return 2
    except KeyboardInterrupt:
        say(
            "Gazebo: interrupted; what is complete is kept, and the same command goes on from there"
        )
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
