"""Debian mirror named by a machine's apt sources."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, List

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "setup"))

from gazebo_prefix.errors import SetupError
from gazebo_prefix.mirrors import debian_mirrors

# Debian's mirror and its archive, to which releases move (debian.org/distrib/archive).
PUBLIC = ("http://deb.debian.org/debian", "http://archive.debian.org/debian")
ONE_LINE = """\
# deb http://commented.example/debian bookworm main
deb-src http://sources.example/debian bookworm main
deb cdrom:[Debian 12]/ bookworm main
deb http://security.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/keys/x.gpg] http://one.example/debian bookworm main contrib # ours
deb http://one.example/debian bookworm-updates main
deb https://tools.example/apt tools-bookworm main
"""
DEB822 = """\
Types: deb deb-src
# a comment within
URIs: http://two.example/debian
 https://three.example/debian/
Suites: trixie
 trixie-updates
Components: main non-free-firmware
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Enabled: no
Types: deb
URIs: http://disabled.example/debian
Suites: trixie
Components: main

Types: deb-src
URIs: http://sources.example/debian
Suites: trixie
Components: main

Types: deb
URIs: https://node.example/node_20.x
Suites: nodistro
Components: main
"""


@pytest.mark.parametrize(
    "files, mirrors",
    [
        ({"sources.list": ONE_LINE}, ["http://one.example/debian"]),
        (
            {"sources.list.d/debian.sources": DEB822},
            ["http://two.example/debian", "https://three.example/debian"],
        ),
        (
            {
                "sources.list": ONE_LINE,
                "sources.list.d/debian.sources": DEB822,
                "sources.list.d/old.list.disabled": "deb http://off.example/debian sid main",
            },
            [
                "http://one.example/debian",
                "http://two.example/debian",
                "https://three.example/debian",
            ],
        ),
        ({"sources.list.d/more.list": "deb\tfile:/srv/debian  stable  main"}, ["file:/srv/debian"]),
    ],
)
def test_mirrors_are_those_from_which_debian_itself_comes(
    tmp_path: Path, files: Dict[str, str], mirrors: List[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert debian_mirrors({}, tmp_path) == [*mirrors, *PUBLIC]


def test_the_users_mirror_comes_alone(tmp_path: Path) -> None:
    (tmp_path / "sources.list").write_text(ONE_LINE)
    assert debian_mirrors({"SIM_DEBIAN_MIRROR": "http://mine.example/debian"}, tmp_path) == [
        "http://mine.example/debian"
    ]


@pytest.mark.parametrize(
    "address",
    [
        "mine.example",
        "http://a.example/debian bullseye main",
        "/srv/debian",
        "http://a\ndeb http://b",
    ],
)
def test_what_is_no_address_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(
        SetupError, match=r"(?s)SIM_DEBIAN_MIRROR='.*is not an address: write a Debian mirror's"
    ):
        debian_mirrors({"SIM_DEBIAN_MIRROR": address}, tmp_path)


def test_each_mirror_comes_once_and_the_archive_last(tmp_path: Path) -> None:
    text = "".join(
        f"deb {uri}/ bullseye main\n" for uri in (PUBLIC[0], "http://one.example/debian")
    )
    (tmp_path / "sources.list").write_text(text)
    assert debian_mirrors({}, tmp_path) == [PUBLIC[0], "http://one.example/debian", PUBLIC[1]]


def test_a_machine_without_a_debian_mirror_gets_the_public_ones(tmp_path: Path) -> None:
    (tmp_path / "sources.list").write_text("deb http://ubuntu.example/ubuntu jammy main universe\n")
    assert debian_mirrors({}, tmp_path) == list(PUBLIC)
