"""Downloaded models, from a loopback server.

It answers as a model repository and Fuel do.
"""

from __future__ import annotations

import hashlib
import http.server
import io
import json
import os
import shutil
import socket
import ssl
import subprocess
import tarfile
import threading
import urllib.parse
import zipfile

import pytest

from sim.errors import InputError, SimulationError
from sim.scenes.archives import ArchiveLimits
from sim.scenes.descriptor import read_descriptor
from sim.scenes.download import NotThere, Unreachable, fetch
from sim.scenes.library import load_models
from sim.scenes.online import Online

from .model_folders import CUBE, write_descriptor

CONFIG = b'<model><sdf version="1.6">model.sdf</sdf></model>'
SDF = (
    '<sdf version="1.6"><model name="m"><link name="l"><collision '
    f'name="c"><geometry>{CUBE}</geometry></collision></link></model></sdf>'
).encode()


def tar(name):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as bundle:
        for member, content in ((f"{name}/model.config", CONFIG), (f"{name}/model.sdf", SDF)):
            info = tarfile.TarInfo(member)
            info.size = len(content)
            bundle.addfile(info, io.BytesIO(content))
    return stream.getvalue()


def zipped(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as bundle:
        for member, content in members.items():
            bundle.writestr(member.replace("__", "."), content)
    return stream.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers from the server's ``files``: bytes, redirect or status.

    A redirect is text, a status is a number.
    """

    def do_GET(self):
        path = urllib.parse.unquote(self.path)
        self.server.asked.append(path)
        answer = self.server.files.get(path, 404)
        if isinstance(answer, int):
            self.send_error(answer)
            return
        if isinstance(answer, str):
            self.send_response(302)
            self.send_header("Location", answer)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer) + self.server.promised_more))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


@pytest.fixture
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.files, running.asked, running.promised_more = {}, [], 0
        running.url = f"http://127.0.0.1:{running.server_port}"
        thread = threading.Thread(
            target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def load(tmp_path, server):
    def loaded(*models, **options):
        online = Online(
            repository=server.url, fuel=f"{server.url}/fuel", enabled=True, timeout=5.0, **options
        )
        return load_models(
            read_descriptor(write_descriptor(tmp_path, *models)),
            [],
            str(tmp_path / "cache"),
            online,
        )

    return loaded


def test_a_model_of_the_repository_is_downloaded_once(load, server, tmp_path):
    server.files["/blue box/model.tar.gz"] = tar("blue box")
    for _ in range(2):
        info = load("name: blue box, type: GAZEBO_MODEL")["blue box"]
        assert (
            info.size == (1.0, 1.0, 1.0)
            and info.folder == str(tmp_path / "cache" / "blue box")
            and info.class_name == "BlueBox"
        )
    assert server.asked == ["/blue box/model.tar.gz"]


def test_fuel_is_asked_where_the_repository_has_none(load, server):
    server.files["/fuel/1.0/models?per_page=100&q=odd crate"] = json.dumps(
        [
            {"owner": "somebody", "name": "odd crate"},
            {"owner": "openrobotics", "name": "odd crate"},
            {"owner": "openrobotics", "name": "odd crate 2"},
        ]
    ).encode()
    server.files["/fuel/1.0/openrobotics/models/odd crate.zip"] = zipped(
        model__config=CONFIG, model__sdf=SDF
    )
    assert load("name: odd crate, type: GAZEBO_MODEL")["odd crate"].size == (1.0, 1.0, 1.0)
    assert server.asked == [
        "/odd crate/model.tar.gz",
        "/fuel/1.0/models?per_page=100&q=odd crate",
        "/fuel/1.0/openrobotics/models/odd crate.zip",
    ]


def test_all_that_is_missing_is_listed_at_once(load, server, tmp_path):
    with pytest.raises(InputError) as caught:
        load(
            "name: lost_box, type: GAZEBO_MODEL",
            "name: other_box, type: GAZEBO_MODEL",
            "name: my_box, type: CUSTOM_MODEL",
            "name: spot, type: MISSION_ONLY",
        )
    text = str(caught.value)
    assert text.startswith(f"{tmp_path / 'models.yaml'}: 3 of its models are missing:")
    assert (
        "lost_box (line 2): GAZEBO_MODEL" in text
        and "other_box (line 3)" in text
        and f"searched at {tmp_path / 'my_box'}" in text
        and "spot" not in text
    )
    assert (
        f"{server.url} (model not found)" in text
        and str(tmp_path / "cache") in text
        and "GAZEBO_MODEL_PATH" in text
    )


def test_a_server_that_does_not_answer_is_asked_once(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    online = Online(repository=url, fuel="", enabled=True, timeout=5.0)
    with pytest.raises(InputError, match="2 of its models are missing"):
        load_models(
            read_descriptor(
                write_descriptor(
                    tmp_path, "name: lost_a, type: GAZEBO_MODEL", "name: lost_b, type: GAZEBO_MODEL"
                )
            ),
            [],
            str(tmp_path / "c"),
            online,
        )
    assert list(online.unreachable) == [url] and "cannot be reached" in online.unreachable[url]


def test_each_missing_model_is_said_with_its_own_address(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    online = Online(url, url + "/fuel", True, 5.0)
    first, second = (
        online.gazebo_model(name, str(tmp_path / name)) for name in ("first one", "second")
    )
    assert (
        first[0].count(f"{url}/first%20one/model.tar.gz") == 1 and "cannot be reached" in first[0]
    )
    assert second[0].startswith(
        f"{url}/second/model.tar.gz (skipped, since the server did not answer before: cannot be "
        "reached"
    )
    assert second[1].startswith(
        f"{url}/fuel/1.0/models?per_page=100&q=second (skipped"
    ) and "first" not in "".join(second)


def test_offline_no_server_is_asked(tmp_path, server):
    online = Online(repository=server.url, fuel=server.url, enabled=False)
    with pytest.raises(InputError, match="skipped: SIM_OFFLINE is set"):
        load_models(
            read_descriptor(write_descriptor(tmp_path, "name: lost, type: GAZEBO_MODEL")),
            [],
            str(tmp_path / "c"),
            online,
        )
    assert server.asked == []


@pytest.mark.parametrize(
    "name, content",
    [("a.zip", zipped(model__config=CONFIG, model__sdf=SDF)), ("a.tar.gz", tar("anything"))],
)
def test_a_custom_model_from_a_url(load, server, tmp_path, name, content):
    server.files[f"/{name}"] = content
    info = load(f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/{name}'")["rock"]
    assert (
        info.size == (1.0, 1.0, 1.0)
        and info.folder.endswith("/rock")
        and info.kind == "CUSTOM_MODEL"
    )
    (tmp_path / name).write_bytes(content)
    assert (
        load(f"name: stone, type: CUSTOM_MODEL, url: 'file://{tmp_path / name}'")["stone"].content
        == info.content
    )


@pytest.mark.parametrize(
    "files, what",
    [
        ({}, "404"),
        ({"/a.zip": zipped(**{"../evil": b""})}, "'../evil' leads out"),
        ({"/a.zip": b"no archive"}, "neither zip nor tar"),
        ({"/a.zip": zipped(readme=b"hello")}, "neither a model.config nor a model.sdf"),
    ],
)
def test_a_url_without_a_model(load, server, tmp_path, files, what):
    server.files.update(files)
    with pytest.raises(InputError) as caught:
        load(f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'")
    assert (
        caught.value.where == f"{tmp_path / 'models.yaml'}:2"
        and what in str(caught.value)
        and f"{server.url}/a.zip" in str(caught.value)
    )
    assert not list(tmp_path.glob("cache/.urls/*/.part*"))


def test_archives_without_a_model_do_not_stay(load, server, tmp_path):
    """A corrected archive on the server is taken the next time."""
    urls = {
        "/a.zip": f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'",
        "/rock/model.tar.gz": "name: rock, type: GAZEBO_MODEL",
    }
    for path, entry in urls.items():
        server.files[path] = zipped(readme=b"hello")
        with pytest.raises(InputError, match=r"neither a model.config nor a model.sdf"):
            load(entry)
        server.files[path] = tar("rock")
        assert load(entry)["rock"].size == (1.0, 1.0, 1.0)


def test_a_download_that_changes_is_refused(load, server, tmp_path):
    """A later or forged answer cannot replace a model."""
    server.files["/rock/model.tar.gz"] = first = tar("rock")
    cache = tmp_path / "cache"
    assert load("name: rock, type: GAZEBO_MODEL")["rock"].size == (1.0, 1.0, 1.0)
    record = json.loads((cache / "downloads.json").read_text())
    address = f"{server.url}/rock/model.tar.gz"
    assert record == {
        address.partition("://")[2]: {"sha256": hashlib.sha256(first).hexdigest(), "url": address}
    }
    shutil.rmtree(cache / "rock")
    server.files["/rock/model.tar.gz"] = other = zipped(
        model__config=CONFIG, model__sdf=SDF.replace(b'"m"', b'"evil"')
    )
    with pytest.raises(InputError) as refused:
        load("name: rock, type: GAZEBO_MODEL")
    assert refused.value.where == f"{tmp_path / 'models.yaml'}:2" and not (cache / "rock").exists()
    assert all(
        word in str(refused.value)
        for word in (
            address,
            hashlib.sha256(first).hexdigest(),
            hashlib.sha256(other).hexdigest(),
            "downloads.json",
        )
    )
    (cache / "downloads.json").unlink()
    assert load("name: rock, type: GAZEBO_MODEL")["rock"].size == (1.0, 1.0, 1.0)


def test_a_changed_archive_of_a_url_is_refused(load, server, tmp_path):
    entry = f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'"
    server.files["/a.zip"] = zipped(model__config=CONFIG, model__sdf=SDF)
    load(entry)
    shutil.rmtree(tmp_path / "cache" / ".urls")
    server.files["/a.zip"] = tar("rock")
    with pytest.raises(
        InputError, match=r"models.yaml:2: the url of 'rock': .*a\.zip: has changed: its SHA-256 is"
    ):
        load(entry)


def test_a_broken_record_is_said(load, server, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "downloads.json").write_text("[")
    server.files["/rock/model.tar.gz"] = tar("rock")
    with pytest.raises(InputError, match=r"downloads.json: is not a record of downloads"):
        load("name: rock, type: GAZEBO_MODEL")


class Net:
    """Servers of the net: content by address. Hosts in ``plain`` lack https."""

    def __init__(self, files, plain=()):
        self.files, self.plain, self.asked = files, plain, []

    def fetch(self, url, path, limit, timeout):
        self.asked.append(url)
        parts = urllib.parse.urlsplit(url)
        if parts.scheme == "https" and parts.netloc in self.plain:
            raise Unreachable(f"{url}: cannot be reached: refused")
        if parts.netloc + parts.path not in self.files:
            raise NotThere(url, "the server says 404")
        with open(path, "wb") as target:
            target.write(self.files[parts.netloc + parts.path])


@pytest.fixture
def ask(tmp_path, monkeypatch):
    def asked(net, *models, repository="http://models.example.org"):
        monkeypatch.setattr("sim.scenes.online.fetch", net.fetch)
        online = Online(repository=repository, fuel="", enabled=True)
        return load_models(
            read_descriptor(write_descriptor(tmp_path, *models)),
            [],
            str(tmp_path / "cache"),
            online,
        )

    return asked


ROCK = {
    "models.example.org/rock/model.tar.gz": tar("rock"),
    "models.example.org/stone/model.tar.gz": tar("stone"),
}


def test_https_is_asked_first_and_plain_http_not_at_all(ask):
    net = Net(ROCK)
    ask(net, "name: rock, type: GAZEBO_MODEL")
    assert net.asked == ["https://models.example.org/rock/model.tar.gz"]
    with pytest.raises(InputError, match="model not found"):
        ask(net, "name: lost, type: GAZEBO_MODEL")
    assert net.asked[1:] == ["https://models.example.org/lost/model.tar.gz"]


def test_plain_http_where_there_is_no_https_with_a_warning(ask, caplog):
    net = Net(ROCK, plain=("models.example.org",))
    ask(net, "name: rock, type: GAZEBO_MODEL", "name: stone, type: GAZEBO_MODEL")
    assert net.asked == [
        "https://models.example.org/rock/model.tar.gz",
        "http://models.example.org/rock/model.tar.gz",
        "http://models.example.org/stone/model.tar.gz",
    ]
    assert [
        record.message
        for record in caplog.records
        if "using plain http instead" in record.message and record.levelname == "WARNING"
    ]


def test_a_host_that_has_https_is_never_asked_without(ask):
    """An attacker blocking https cannot force plain http."""
    ask(Net(ROCK), "name: rock, type: GAZEBO_MODEL")
    net = Net(ROCK, plain=("models.example.org",))
    with pytest.raises(
        InputError,
        match=r"plain http is refused, since models.example.org has answered by https before",
    ):
        ask(net, "name: stone, type: GAZEBO_MODEL")
    assert net.asked == ["https://models.example.org/stone/model.tar.gz"]


def test_the_same_model_by_http_and_https_has_one_hash(ask, tmp_path):
    ask(Net(ROCK, plain=("models.example.org",)), "name: rock, type: GAZEBO_MODEL")
    shutil.rmtree(tmp_path / "cache" / "rock")
    with pytest.raises(InputError, match="has changed"):
        ask(
            Net(
                {
                    "models.example.org/rock/model.tar.gz": zipped(
                        model__config=CONFIG, model__sdf=SDF
                    )
                }
            ),
            "name: rock, type: GAZEBO_MODEL",
            repository="https://models.example.org",
        )


def test_the_repository_is_asked_by_https(monkeypatch):
    monkeypatch.delenv("GAZEBO_MODEL_DATABASE_URI", raising=False)
    monkeypatch.delenv("SIM_FUEL_URL", raising=False)
    assert Online().repository.startswith("https://") and Online().fuel.startswith("https://")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for a certificate")
@pytest.mark.not_quick
def test_certificates_are_checked_and_encryption_is_not_given_up(server, tmp_path, monkeypatch):
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            key,
            "-out",
            certificate,
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    url = f"https://localhost:{server.server_port}"
    server.files["/a.zip"], server.files["/b.zip"] = (
        b"whole",
        f"http://localhost:{server.server_port}/a.zip",
    )
    with pytest.raises(SimulationError, match="certificate verify failed"):
        fetch(f"{url}/a.zip", str(tmp_path / "a"), 1000, 5.0)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    fetch(f"{url}/a.zip", str(tmp_path / "a"), 1000, 5.0)
    assert (tmp_path / "a").read_bytes() == b"whole"
    with pytest.raises(SimulationError, match="gives up encryption"):
        fetch(f"{url}/b.zip", str(tmp_path / "b"), 1000, 5.0)


def test_limits_of_a_download(load, server):
    server.files["/a.zip"] = zipped(model__config=CONFIG, model__sdf=SDF, big=bytes(2_000_000))
    url = f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'"
    with pytest.raises(InputError, match="is 2 MB; at most 1 MB are taken"):
        load(url, size=1_000_000)
    with pytest.raises(InputError, match="unpacks to more than 1 MB, at 'big'"):
        load(url, limits=ArchiveLimits(size=1_000_000))
    assert load(url)["rock"].size == (1.0, 1.0, 1.0)


def test_a_connection_that_breaks(server, tmp_path):
    server.files["/a.zip"], server.promised_more = b"half", 4
    with pytest.raises(
        SimulationError, match=r"the connection broke after 4 of 8 bytes|IncompleteRead"
    ):
        fetch(f"{server.url}/a.zip", str(tmp_path / "a.zip"), 1000, 5.0)


def test_a_server_does_not_lead_to_local_files(server, tmp_path):
    (tmp_path / "secret").write_text("secret")
    server.files["/a.zip"] = f"file://{tmp_path / 'secret'}"
    with pytest.raises(SimulationError, match=r"no HTTP address|not allowed"):
        fetch(f"{server.url}/a.zip", str(tmp_path / "a.zip"), 1000, 5.0)
    server.files["/a.zip"], server.files["/b.zip"] = f"{server.url}/b.zip", b"moved"
    fetch(f"{server.url}/a.zip", str(tmp_path / "a.zip"), 1000, 5.0)
    assert (tmp_path / "a.zip").read_bytes() == b"moved"


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/a", "gopher://x", "a.zip", ""])
def test_other_addresses_are_refused(tmp_path, url):
    with pytest.raises(InputError, match="http://, https://, file://"):
        fetch(url, str(tmp_path / "a"), 10, 1.0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk(server):
    server.files["/a.zip"] = bytes(100)
    with pytest.raises(SimulationError, match="/dev/full: cannot be written: No space left"):
        fetch(f"{server.url}/a.zip", "/dev/full", 1000, 5.0)
