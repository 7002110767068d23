"""Set-up of Gazebo from a signed mirror: installation, resumption, every refusal.

The mirror is a folder; a network is not needed.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Callable, Iterator, List

import pytest
from debian_mirror import PROGRAMS, Mirror, Signer, gazebo_mirror, sha256

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "setup"))

from gazebo_prefix import install as steps  # noqa: E402
from gazebo_prefix.apt import find_keyring, reason  # noqa: E402
from gazebo_prefix.debs import unpack  # noqa: E402
from gazebo_prefix.errors import SetupError  # noqa: E402
from gazebo_prefix.prefix import Prefix, packages_folder, prefix_folder  # noqa: E402

ABSENT = [program for program in PROGRAMS if not shutil.which(program)]
pytestmark = pytest.mark.skipif(bool(ABSENT), reason=f"not on this machine: {', '.join(ABSENT)}")
RECIPE = steps.Recipe(["gazebo"], ["libgazebo-dev"], ["libc6", "gcc-*-base"], "first")
IN_POOL = [
    "gazebo_11.1.0+dfsg-6_amd64.deb",
    "libgazebo-dev_1.0-1_amd64.deb",
    "libgazebo11_1.0-1_amd64.deb",
]
DEBS = [
    "gazebo_11.1.0+dfsg-6_amd64.deb",
    "libgazebo-dev_1.0-1_amd64.deb",
    "libgazebo11_2%3a1.0-1_amd64.deb",
]


@pytest.fixture(scope="module")
def signers() -> Iterator[List[Signer]]:
    with tempfile.TemporaryDirectory() as folder:
        made = [Signer(Path(folder) / name) for name in ("debian", "stranger")]
        yield made
        for signer in made:
            signer.close()


@pytest.fixture
def mirror(tmp_path: Path, signers: List[Signer]) -> Mirror:
    return gazebo_mirror(tmp_path / "mirror", signers[0])


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return Prefix(tmp_path / "home/sim/gazebo11")


@pytest.fixture
def said() -> List[str]:
    return []


@pytest.fixture
def install(
    prefix: Prefix, mirror: Mirror, signers: List[Signer], said: List[str]
) -> Callable[..., None]:
    def run(recipe: steps.Recipe = RECIPE, mirrors: tuple = (mirror.uri,), **more: int) -> None:
        steps.install(prefix, recipe, mirrors, str(signers[0].keyring), said.append, **more)

    return run


def files(folder: Path) -> List[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def assert_nothing_installed(prefix: Prefix) -> None:
    assert not prefix.folder.exists()


@pytest.mark.not_quick
def test_the_prefix_holds_the_packages_and_their_checksums(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, said: List[str]
) -> None:
    install()
    assert files(prefix.folder) == [
        "SHA256SUMS",
        "installed.json",
        "usr/bin/gzserver",
        "usr/include/gazebo.hh",
        "usr/lib/libgazebo.so.11",
    ]
    record = json.loads((prefix.folder / "installed.json").read_text())
    assert record == {"gazebo": "11.1.0", "packages": 3, "build": True, "recipe": "first"}
    sums = [line.split("  ") for line in (prefix.folder / "SHA256SUMS").read_text().splitlines()]
    assert [name for _, name in sums] == DEBS
    assert [digest for digest, _ in sums] == [
        sha256(mirror.folder / "pool" / name) for name in IN_POOL
    ]
    assert not prefix.part.exists(), "packages and lists are removed"
    assert (
        said[0].startswith("Gazebo: 3 packages, 3 of them (")
        and "unpacked 100 % of 3 packages" in said
    )


def test_what_is_installed_is_not_installed_again(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, said: List[str]
) -> None:
    install()
    shutil.rmtree(mirror.folder)
    said.clear()
    install()
    assert said == []


def test_another_list_of_packages_replaces_what_is_installed(
    install: Callable[..., None], prefix: Prefix
) -> None:
    install()
    install(RECIPE._replace(build=["libgazebo11"], key="second"))
    assert prefix.installed()["recipe"] == "second"
    assert "usr/include/gazebo.hh" not in files(prefix.folder)
    assert not prefix.part.exists()


@pytest.mark.parametrize("damage", ["record", "program"])
def test_a_damaged_prefix_is_made_anew(
    install: Callable[..., None], prefix: Prefix, damage: str
) -> None:
    install()
    if damage == "record":
        (prefix.folder / "installed.json").write_text("{")
    else:
        (prefix.folder / "usr/bin/gzserver").unlink()
    install()
    assert prefix.is_complete("first")


def half_downloaded(prefix: Prefix, mirror: Mirror) -> None:
    """Leave the remains of an interrupted set-up.

    One package is whole, one has a wrong content, one is cut off; half of it is unpacked.
    """
    prefix.folder.parent.mkdir(parents=True)
    prefix.open_part()
    gazebo, dev, library = (mirror.folder / "pool" / name for name in IN_POOL)
    shutil.copy(gazebo, prefix.debs)
    (prefix.debs / DEBS[1]).write_bytes(bytes(dev.stat().st_size))
    (prefix.debs / DEBS[2]).write_bytes(library.read_bytes()[:100])
    (prefix.root / "usr/bin").mkdir(parents=True)
    (prefix.root / "usr/bin/half").write_text("unpacked")


def test_an_interrupted_set_up_goes_on_from_what_is_whole(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, said: List[str]
) -> None:
    half_downloaded(prefix, mirror)
    (mirror.folder / "pool" / IN_POOL[0]).unlink()
    install()
    assert said[0].startswith("Gazebo: 3 packages, 2 of them (")
    assert files(prefix.folder) == [
        "SHA256SUMS",
        "installed.json",
        "usr/bin/gzserver",
        "usr/include/gazebo.hh",
        "usr/lib/libgazebo.so.11",
    ]


def test_a_package_that_is_not_as_signed_is_refused_and_nothing_installed(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror
) -> None:
    deb = mirror.folder / "pool" / IN_POOL[1]
    whole = deb.read_bytes()
    deb.write_bytes(bytes(len(whole)))
    with pytest.raises(SetupError, match="run this again"):
        install()
    assert_nothing_installed(prefix)
    deb.write_bytes(whole)
    install()
    assert prefix.is_complete("first")


@pytest.mark.parametrize("fault", ["stranger's key", "no signature", "index exchanged"])
def test_an_index_that_debian_did_not_sign_is_refused(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, signers: List[Signer], fault: str
) -> None:
    release = mirror.folder / "dists/bullseye"
    index = release / "main/binary-amd64/Packages"
    if fault == "stranger's key":
        signers[1].sign(release / "Release")
    elif fault == "no signature":
        (release / "InRelease").unlink()
    else:
        index.write_text(index.read_text().replace("Size: ", "Size: 1"))
    with pytest.raises(SetupError) as caught:
        install()
    assert mirror.uri in str(caught.value)
    if fault != "index exchanged":
        assert "is not signed by Debian" in str(caught.value)
    assert_nothing_installed(prefix)


def test_a_mirror_without_the_release_is_passed_over(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SetupError, match=r"lacks dists/bullseye\. What .*SIM_DEBIAN_MIRROR"):
        install(mirrors=(f"file:{empty}",))
    install(mirrors=(f"file:{empty}", mirror.uri))
    assert prefix.is_complete("first")


def test_each_mirror_that_fails_is_named_once_with_its_cause(
    install: Callable[..., None], said: List[str], tmp_path: Path, signers: List[Signer]
) -> None:
    (tmp_path / "empty").mkdir()
    poor = gazebo_mirror(tmp_path / "poor", signers[0], without=["libgazebo-dev"])
    with pytest.raises(SetupError) as caught:
        install(mirrors=(f"file:{tmp_path}/empty", poor.uri))
    causes = f"file:{tmp_path}/empty: it lacks dists/bullseye; {poor.uri}: "
    assert str(caught.value).startswith(causes)
    assert "libgazebo-dev. What is complete is kept" in str(caught.value)
    assert str(caught.value).count("SIM_DEBIAN_MIRROR") == 1
    assert said == [
        f"Gazebo: file:{tmp_path}/empty: it lacks dists/bullseye; trying the next mirror"
    ]


def test_what_one_mirror_gave_is_not_fetched_from_the_next_one(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, said: List[str], tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    shutil.copytree(mirror.folder, gone)
    (gone / "pool" / IN_POOL[1]).unlink()
    install(mirrors=(f"file:{gone}", mirror.uri))
    assert prefix.is_complete("first")
    counts = [line.partition(" (")[0] for line in said if "to get" in line or "of them (" in line]
    assert counts == ["Gazebo: 3 packages, 3 of them", "Gazebo: 3 packages, 1 of them"]


def test_kept_packages_serve_without_any_mirror(
    prefix: Prefix, mirror: Mirror, signers: List[Signer], said: List[str], tmp_path: Path
) -> None:
    def set_up(name: str, *mirrors: str) -> Prefix:
        made = Prefix(tmp_path / name / "gazebo11", tmp_path / "kept")
        steps.install(made, RECIPE, mirrors, str(signers[0].keyring), said.append)
        return made

    first = set_up("first", mirror.uri)
    assert files(tmp_path / "kept") == sorted([*DEBS, "SHA256SUMS", "recipe"])
    shutil.rmtree(mirror.folder)
    assert files(set_up("second").folder) == files(first.folder)
    (tmp_path / "kept" / DEBS[1]).unlink()
    with pytest.raises(SetupError, match=f"kept: 1 packages are missing or differ .*{DEBS[1]}"):
        set_up("third")
    (tmp_path / "kept" / "recipe").write_text("another\n")
    with pytest.raises(SetupError, match="SIM_GAZEBO_PACKAGES"):
        set_up("third", mirror.uri)


def test_packages_are_kept_where_the_user_says() -> None:
    assert packages_folder({}) is None
    assert packages_folder({"SIM_GAZEBO_PACKAGES": "/srv/gazebo"}) == Path("/srv/gazebo")


def test_a_mirror_without_gazebo_is_named(
    install: Callable[..., None], prefix: Prefix, tmp_path: Path, signers: List[Signer]
) -> None:
    poor = gazebo_mirror(tmp_path / "poor", signers[0], without=["libgazebo-dev"])
    with pytest.raises(SetupError, match=r"poor.*libgazebo-dev"):
        install(mirrors=(poor.uri,))
    assert_nothing_installed(prefix)


@pytest.mark.not_quick
def test_without_a_network_the_message_says_so(
    install: Callable[..., None], prefix: Prefix, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(
            SetupError, match=r"no connection: check the network.*SIM_DEBIAN_MIRROR"
        ):
            install(mirrors=(f"http://127.0.0.1:{unused.getsockname()[1]}/debian",))
    assert_nothing_installed(prefix)


def test_too_little_disk_is_found_before_the_download(
    install: Callable[..., None], prefix: Prefix
) -> None:
    with pytest.raises(
        SetupError, match=r"MB free under .*Gazebo needs .* MB while it is set up: free some"
    ):
        install(space=10**18)
    assert_nothing_installed(prefix)
    assert not prefix.part.exists()


def test_a_disk_that_fills_up_is_said() -> None:
    assert "no space left" in reason("E: Write error - write (28: No space left on device)")


def test_a_package_that_cannot_be_unpacked_is_named(tmp_path: Path) -> None:
    deb = steps.Deb("broken", "1", "broken_1_amd64.deb", 3, "")
    (tmp_path / deb.file).write_text("abc")
    with pytest.raises(SetupError, match=r"cannot unpack broken_1_amd64.deb: .*run this again"):
        unpack([deb], tmp_path, tmp_path / "root", print)


def test_two_at_once_install_once(
    install: Callable[..., None], prefix: Prefix, said: List[str]
) -> None:
    with prefix.locked(said.append):
        second = threading.Thread(target=install)
        second.start()
        deadline = time.monotonic() + 60
        while not said and time.monotonic() < deadline:
            time.sleep(0.01)
        assert said == [f"waiting for another set-up of {prefix.folder}"]
        assert not prefix.part.exists()
    second.join(120)
    assert prefix.is_complete("first")


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, said: List[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(
        SetupError, match=r"cannot write in .*/file .*: set SIM_GAZEBO_PREFIX to a folder of yours"
    ), Prefix(tmp_path / "file/gazebo11").locked(said.append):
        pass


def test_a_machine_of_another_architecture_is_refused() -> None:
    with pytest.raises(
        SetupError, match=r"this machine is arm64; .* amd64 only: take simulator:=embedded"
    ):
        steps.check_machine("arm64")
    steps.check_machine("amd64")


def test_a_machine_without_debians_tools_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match="not on this machine: apt-get, dpkg-deb"):
        steps.check_machine()


def test_without_debians_keys_the_package_with_them_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="debian-archive-keyring"):
        find_keyring([str(tmp_path / "none.gpg")])


@pytest.mark.parametrize("name", ["folder", "part"])
def test_a_foreign_folder_is_neither_replaced_nor_removed(
    install: Callable[..., None], prefix: Prefix, said: List[str], name: str
) -> None:
    foreign = getattr(prefix, name)
    foreign.mkdir(parents=True)
    (foreign / "thesis.tex").write_text("years of work")
    with pytest.raises(SetupError, match="holds something else"):
        install()
    if name == "folder":
        with pytest.raises(SetupError, match=r"lacks installed.json"):
            prefix.remove()
    else:
        assert not prefix_removed(prefix, said)
    assert files(foreign) == ["thesis.tex"]


def prefix_removed(prefix: Prefix, said: List[str]) -> bool:
    with prefix.locked(said.append):
        return prefix.remove()


def test_removing_leaves_nothing(
    install: Callable[..., None], prefix: Prefix, mirror: Mirror, said: List[str]
) -> None:
    install()
    assert prefix_removed(prefix, said)
    assert list(prefix.folder.parent.iterdir()) == []
    assert not prefix_removed(prefix, said)
    shutil.rmtree(prefix.folder.parent)
    half_downloaded(prefix, mirror)
    assert prefix_removed(prefix, said)
    assert list(prefix.folder.parent.iterdir()) == []


@pytest.mark.parametrize("folder", ["/opt/my gazebo", "/opt/a:b", "/opt/$x"])
def test_a_folder_that_library_paths_cannot_name_is_refused(folder: str) -> None:
    with pytest.raises(SetupError, match="SIM_GAZEBO_PREFIX="):
        prefix_folder({"SIM_GAZEBO_PREFIX": folder})


def test_the_prefix_is_in_the_home_unless_told(tmp_path: Path) -> None:
    assert prefix_folder({"HOME": str(tmp_path)}) == tmp_path / ".local/share/sim/gazebo11"
    assert prefix_folder({"HOME": "/x", "SIM_GAZEBO_PREFIX": str(tmp_path / "g")}) == tmp_path / "g"


def test_the_list_of_packages_leaves_the_c_library_to_the_host() -> None:
    recipe = steps.read_recipe(ROOT / "setup/gazebo-prefix.txt")
    assert (
        recipe.run[0] == "gazebo"
        and "libroscpp3d" in recipe.run
        and "libgazebo-dev" in recipe.build
    )
    names = (
        "libc6",
        "libstdc++6",
        "gcc-10-base",
        "perl-base",
        "libgcc-s1",
        "libgazebo11",
        "libboost-regex1.74.0",
    )
    debs = [steps.Deb(name, "1", name, 1, "") for name in names]
    assert [deb.name for deb in steps.without(debs, recipe.excluded)] == [
        "libgazebo11",
        "libboost-regex1.74.0",
    ]


@pytest.mark.skipif(Path("/opt/ros/noetic").exists(), reason="Noetic's Gazebo is not from a prefix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_program_ends_its_apt_and_leaves_nothing_installed(
    tmp_path: Path, number: int
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        silent.settimeout(120)
        environment = {
            **os.environ,
            "HOME": str(tmp_path),
            "no_proxy": "127.0.0.1",
            "SIM_DEBIAN_MIRROR": f"http://127.0.0.1:{silent.getsockname()[1]}/debian",
        }
        environment.pop("SIM_GAZEBO_PREFIX", None)
        program = subprocess.Popen(
            [sys.executable, str(ROOT / "setup/gazebo.py")],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        connection, _ = silent.accept()
        with connection:
            program.send_signal(number)
            _, message = program.communicate(timeout=120)
            assert program.returncode == 130
            assert (
                "interrupted; what is complete is kept, and the same command goes on from there"
                in message
            )
            connection.settimeout(60)
            while connection.recv(4096):
                pass
    assert not (tmp_path / ".local/share/sim/gazebo11").exists()
