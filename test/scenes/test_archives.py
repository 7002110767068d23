"""Archives of models cannot leave the folder, and are unpacked whole."""

from __future__ import annotations

import io
import random
import tarfile
import zipfile

import pytest

from sim.errors import InputError
from sim.scenes.archives import ArchiveLimits, unpack


def tar(path, members, mode="w:gz"):
    with tarfile.open(path, mode) as bundle:
        for member, content in members:
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member)
            info.size = len(content)
            bundle.addfile(info, io.BytesIO(content))
    return str(path)


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for member, content in members:
            bundle.writestr(member, content)
    return str(path)


def link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def zip_link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


@pytest.mark.parametrize(
    "make, name",
    [
        (tar, "a.tar.gz"),
        (zipped, "a.zip"),
        (lambda path, members: tar(path, members, "w"), "a.tar"),
    ],
)
@pytest.mark.parametrize("prefix", ["", "cube/", "models/cube/"])
def test_a_model_with_or_without_a_folder_of_its_own(tmp_path, make, name, prefix):
    archive = make(
        tmp_path / name,
        [(f"{prefix}model.config", b"<model/>"), (f"{prefix}meshes/a.stl", b"solid")],
    )
    unpack(archive, str(tmp_path / "out" / "cube"))
    assert (tmp_path / "out" / "cube" / "model.config").read_bytes() == b"<model/>"
    assert (tmp_path / "out" / "cube" / "meshes" / "a.stl").read_bytes() == b"solid"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["cube"]


@pytest.mark.parametrize(
    "make, name, member",
    [
        (tar, "a.tar.gz", "../evil"),
        (tar, "a.tar.gz", "a/../../evil"),
        (tar, "a.tar.gz", "/tmp/evil"),
        (tar, "a.tar.gz", link("evil", "/etc/passwd")),
        (tar, "a.tar.gz", link("evil", "model.sdf", tarfile.LNKTYPE)),
        (tar, "a.tar.gz", link("evil", "", tarfile.FIFOTYPE)),
        (zipped, "a.zip", "../evil"),
        (zipped, "a.zip", "..\\evil"),
        (zipped, "a.zip", "C:\\evil"),
        (zipped, "a.zip", zip_link("evil")),
    ],
)
def test_members_that_would_leave_the_folder_are_refused(tmp_path, make, name, member):
    archive = make(tmp_path / name, [("model.config", b"<model/>"), (member, b"")])
    with pytest.raises(InputError) as caught:
        unpack(archive, str(tmp_path / "out" / "cube"), "the archive")
    assert caught.value.where == "the archive" and "evil" in str(caught.value)
    assert not (tmp_path / "out").exists() and not (tmp_path / "evil").exists()


def test_a_refused_archive_leaves_what_was_there_before(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "bad").write_bytes(b"no archive")
    for place in ("kept/cube", "kept/a/b/cube"):
        with pytest.raises(InputError):
            unpack(str(tmp_path / "bad"), str(tmp_path / place))
    assert list((tmp_path / "kept").iterdir()) == []


def test_an_archive_that_grows(tmp_path):
    archive = zipped(tmp_path / "a.zip", [("model.sdf", b"0" * 3_000_000)])
    with pytest.raises(InputError, match=r"unpacks to more than 2 MB, at 'model.sdf'"):
        unpack(archive, str(tmp_path / "cube"), limits=ArchiveLimits(size=2_000_000))
    archive = zipped(tmp_path / "b.zip", [(f"{number}", b"") for number in range(11)])
    with pytest.raises(InputError, match="more than 10 files, '10' and on"):
        unpack(archive, str(tmp_path / "cube"), limits=ArchiveLimits(files=10))
    assert not (tmp_path / "cube").exists()


@pytest.mark.parametrize("cut", [10, 60, 3000])
@pytest.mark.parametrize("make, name", [(tar, "a.tar.gz"), (zipped, "a.zip")])
def test_a_broken_archive(tmp_path, make, name, cut):
    make(
        tmp_path / name,
        [("model.config", random.Random(1).getrandbits(40000).to_bytes(5000, "big"))],
    )
    (tmp_path / "cut").write_bytes((tmp_path / name).read_bytes()[:cut])
    with pytest.raises(InputError, match=r"cut: (is neither zip nor tar|cannot be unpacked)"):
        unpack(str(tmp_path / "cut"), str(tmp_path / "out" / "cube"))
    assert not (tmp_path / "out" / "cube").exists()


def test_the_faster_process_wins(tmp_path):
    archive = tar(tmp_path / "a.tar.gz", [("model.config", b"<model/>")])
    (tmp_path / "cube").mkdir()
    (tmp_path / "cube" / "model.config").write_bytes(b"first")
    unpack(archive, str(tmp_path / "cube"))
    assert (tmp_path / "cube" / "model.config").read_bytes() == b"first"
