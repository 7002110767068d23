"""Steps of the installation of Gazebo.

Each can be interrupted; the next run resumes from complete results.
"""

from __future__ import annotations

import configparser
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Sequence

from .apt import Deb, PrivateApt
from .debs import checksums, keep, missing, own_copy, unpack, without
from .errors import SetupError
from .prefix import Prefix

SPACE = 2 * 10**9
TOOLS = ("apt-get", "dpkg-deb", "setpriv", "tar")
REMEDY = (
    "What is complete is kept: run this again, or set SIM_DEBIAN_MIRROR to another mirror, or "
    "SIM_GAZEBO_PACKAGES to a folder that kept the packages of another set-up (docs/simulators.md)"
)
Say = Callable[[str], None]


class Recipe(NamedTuple):
    """Packages of a Gazebo, and their hash."""

    run: List[str]
    build: List[str]
    excluded: List[str]
    key: str


def read_recipe(path: Path) -> Recipe:
    """Read the list of packages."""
    parser = configparser.ConfigParser(allow_no_value=True, delimiters=("=",))
    parser.read_string(path.read_text())
    lists: Dict[str, List[str]] = {
        name: list(parser[name]) for name in ("run", "build", "excluded")
    }
    return Recipe(
        **lists, key=hashlib.sha256(repr(sorted(lists.items())).encode()).hexdigest()[:16]
    )


def megabytes(size: float) -> str:
    """Write a size for people."""
    return f"{size / 1e6:.1f} MB" if size < 10e6 else f"{size / 1e6:.0f} MB"


class Progress:
    """Progress report of a task, once per tenth."""

    def __init__(self, say: Say, what: str, total: str) -> None:
        self._say, self._what, self._total, self._told = say, what, total, 0

    def __call__(self, fraction: float) -> None:
        tenth = int(fraction * 10 + 1e-9)
        if tenth > self._told:
            self._told = tenth
            self._say(f"{self._what} {tenth * 10} % of {self._total}")


def check_machine(architecture: str = "") -> None:
    """Refuse a machine that cannot unpack or run Debian 11's packages."""
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if absent:
        raise SetupError(
            f"not on this machine: {', '.join(absent)}; this needs a Debian, whose packages "
            "Gazebo is made of:"
            " take simulator:=embedded"
        )
    found = (
        architecture
        or subprocess.run(
            ["dpkg", "--print-architecture"], stdout=subprocess.PIPE, text=True
        ).stdout.strip()
    )
    if found != "amd64":
        raise SetupError(
            f"this machine is {found or 'of an unknown architecture'}; this set-up supports Gazebo "
            "for amd64 only:"
            " take simulator:=embedded"
        )


def check_space(prefix: Prefix, space: int = SPACE) -> None:
    """Refuse to begin without enough disk space."""
    there = sum(path.stat().st_size for path in prefix.debs.glob("*.deb"))
    free = shutil.disk_usage(prefix.part).free
    if free + there < space:
        raise SetupError(
            f"{megabytes(free)} free under {prefix.part.parent}, Gazebo needs "
            f"{megabytes(space - there)} while it is set up:"
            " free some, or set SIM_GAZEBO_PREFIX to a folder on another disk"
        )


def fetch_from_any(
    mirrors: Sequence[str], prefix: Prefix, keyring: str, recipe: Recipe, say: Say
) -> List[Deb]:
    """Fetch the packages from the first mirror with a signed Debian 11.

    The next one is tried for the packages still missing.
    """
    failures = []
    for mirror in mirrors:
        apt = PrivateApt(prefix.apt, mirror, keyring)
        try:
            apt.update()
            debs = wanted(apt, recipe)
            fetch(apt, debs, prefix.debs, say)
            return debs
        except SetupError as failure:
            failures.append(str(failure))
            shutil.rmtree(prefix.apt / "state", ignore_errors=True)
            if mirror != mirrors[-1]:
                say(f"Gazebo: {failure}; trying the next mirror")
    raise SetupError(f"{'; '.join(failures)}. {REMEDY}")


def wanted(apt: PrivateApt, recipe: Recipe) -> List[Deb]:
    """Return the recipe's files, except those of the host."""
    debs = without(apt.with_dependencies(recipe.run) + apt.alone(recipe.build), recipe.excluded)
    absent = [name for name in recipe.run + recipe.build if name not in {deb.name for deb in debs}]
    if absent:
        raise SetupError(f"{apt.mirror}: it has Debian 11, but not {', '.join(absent)}")
    return debs


def fetch(apt: PrivateApt, debs: Sequence[Deb], folder: Path, say: Say) -> None:
    """Fetch every package into the folder, and check each again."""
    absent = missing(debs, folder)
    size = megabytes(sum(deb.size for deb in absent))
    say(f"Gazebo: {len(debs)} packages, {len(absent)} of them ({size}) to get from {apt.mirror}")
    if absent:
        apt.download(absent, folder, Progress(say, "downloaded", size))
    damaged = missing(absent, folder)
    if damaged:
        raise SetupError(
            f"{apt.mirror}: {len(damaged)} packages differ from its signed index, "
            f"{damaged[0].file} for one"
        )


def install(
    prefix: Prefix,
    recipe: Recipe,
    mirrors: Sequence[str],
    keyring: str,
    say: Say,
    space: int = SPACE,
) -> None:
    """Install Gazebo into its folder, or leave the folder unchanged."""
    with prefix.locked(say):
        if prefix.is_complete(recipe.key):
            prefix.close_part()
            return
        prefix.open_part()
        try:
            check_space(prefix, space)
            debs = own_copy(prefix.debs, recipe.key)
            if not debs:
                debs = fetch_from_any(mirrors, prefix, keyring, recipe, say)
            bring(prefix, recipe, debs, say)
        except BaseException:
            prefix.close_part_without_debs()
            raise


def bring(prefix: Prefix, recipe: Recipe, debs: Sequence[Deb], say: Say) -> None:
    """Unpack and finish."""
    unpack(debs, prefix.debs, prefix.root, Progress(say, "unpacked", f"{len(debs)} packages"))
    version = (
        next(deb.version for deb in debs if deb.name == recipe.run[0]).split("+")[0].split("-")[0]
    )
    if prefix.keeps_debs:
        keep(debs, prefix.debs, recipe.key)
    record = {recipe.run[0]: version, "packages": len(debs), "build": True, "recipe": recipe.key}
    prefix.finish(record, checksums(debs))
