"""Models that are downloaded, from a server on this machine's loopback that answers as a model repository and Fuel do."""
from __future__ import annotations

import http.server
import io
import json
import os
import socket
import tarfile
import threading
import urllib.parse
import zipfile

import pytest

from .model_folders import CUBE, write_descriptor
from sim.errors import InputError, SimulationError
from sim.scenes.archives import Limits
from sim.scenes.descriptor import read_descriptor
from sim.scenes.download import fetch
from sim.scenes.library import load_models
from sim.scenes.online import Online

CONFIG = b'<model><sdf version="1.6">model.sdf</sdf></model>'
SDF = f'<sdf version="1.6"><model name="m"><link name="l"><collision name="c"><geometry>{CUBE}</geometry></collision></link></model></sdf>'.encode()


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
    """Answers with what the server's ``files`` have: bytes, a redirect (text) or a status (number)."""

    def do_GET(self):  # noqa: N802
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
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def load(tmp_path, server):
    def loaded(*models, **options):
        online = Online(repository=server.url, fuel=f"{server.url}/fuel", enabled=True, timeout=5.0, **options)
        return load_models(read_descriptor(write_descriptor(tmp_path, *models)), [], str(tmp_path / "cache"), online)
    return loaded


def test_a_model_of_the_repository_is_downloaded_once(load, server, tmp_path):
    server.files["/blue box/model.tar.gz"] = tar("blue box")
    for _ in range(2):
        info = load("name: blue box, type: GAZEBO_MODEL")["blue box"]
        assert info.size == (1.0, 1.0, 1.0) and info.folder == str(tmp_path / "cache" / "blue box") and info.class_name == "BlueBox"
    assert server.asked == ["/blue box/model.tar.gz"]


def test_fuel_is_asked_where_the_repository_has_none(load, server):
    server.files["/fuel/1.0/models?per_page=100&q=odd crate"] = json.dumps([
        {"owner": "somebody", "name": "odd crate"}, {"owner": "openrobotics", "name": "odd crate"}, {"owner": "openrobotics", "name": "odd crate 2"}]).encode()
    server.files["/fuel/1.0/openrobotics/models/odd crate.zip"] = zipped(model__config=CONFIG, model__sdf=SDF)
    assert load("name: odd crate, type: GAZEBO_MODEL")["odd crate"].size == (1.0, 1.0, 1.0)
    assert server.asked == ["/odd crate/model.tar.gz", "/fuel/1.0/models?per_page=100&q=odd crate", "/fuel/1.0/openrobotics/models/odd crate.zip"]


def test_all_that_is_missing_is_listed_at_once(load, server, tmp_path):
    with pytest.raises(InputError) as caught:
        load("name: lost_box, type: GAZEBO_MODEL", "name: other_box, type: GAZEBO_MODEL", "name: my_box, type: CUSTOM_MODEL", "name: spot, type: MISSION_ONLY")
    text = str(caught.value)
    assert text.startswith(f"{tmp_path / 'models.yaml'}: 3 of its models are missing:")
    assert "lost_box (line 2): GAZEBO_MODEL" in text and "other_box (line 3)" in text and f"looked for as {tmp_path / 'my_box'}" in text and "spot" not in text
    assert f"{server.url} (has no such model)" in text and str(tmp_path / "cache") in text and "GAZEBO_MODEL_PATH" in text


def test_a_server_that_does_not_answer_is_asked_once(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    online = Online(repository=url, fuel="", enabled=True, timeout=5.0)
    with pytest.raises(InputError, match="2 of its models are missing"):
        load_models(read_descriptor(write_descriptor(tmp_path, "name: lost_a, type: GAZEBO_MODEL", "name: lost_b, type: GAZEBO_MODEL")), [], str(tmp_path / "c"), online)
    assert list(online.unreachable) == [url] and "cannot be reached" in online.unreachable[url]


def test_each_missing_model_is_said_with_its_own_address(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    online = Online(url, url + "/fuel", True, 5.0)
    first, second = (online.gazebo_model(name, str(tmp_path / name)) for name in ("first one", "second"))
    assert first[0].count(f"{url}/first%20one/model.tar.gz") == 1 and "cannot be reached" in first[0]
    assert second[0].startswith(f"{url}/second/model.tar.gz (not asked, since the server did not answer before: cannot be reached")
    assert second[1].startswith(f"{url}/fuel/1.0/models?per_page=100&q=second (not asked") and "first" not in "".join(second)


def test_offline_no_server_is_asked(tmp_path, server):
    online = Online(repository=server.url, fuel=server.url, enabled=False)
    with pytest.raises(InputError, match="not asked: SIM_OFFLINE is set"):
        load_models(read_descriptor(write_descriptor(tmp_path, "name: lost, type: GAZEBO_MODEL")), [], str(tmp_path / "c"), online)
    assert server.asked == []


@pytest.mark.parametrize("name, content", [("a.zip", zipped(model__config=CONFIG, model__sdf=SDF)), ("a.tar.gz", tar("anything"))])
def test_a_custom_model_from_a_url(load, server, tmp_path, name, content):
    server.files[f"/{name}"] = content
    info = load(f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/{name}'")["rock"]
    assert info.size == (1.0, 1.0, 1.0) and info.folder.endswith("/rock") and info.kind == "CUSTOM_MODEL"
    (tmp_path / name).write_bytes(content)
    assert load(f"name: stone, type: CUSTOM_MODEL, url: 'file://{tmp_path / name}'")["stone"].content == info.content


@pytest.mark.parametrize("files, what", [
    ({}, "404"), ({"/a.zip": zipped(**{"../evil": b""})}, "'../evil' leads out"), ({"/a.zip": b"no archive"}, "neither zip nor tar"),
    ({"/a.zip": zipped(readme=b"hello")}, "neither a model.config nor a model.sdf")])
def test_a_url_without_a_model(load, server, tmp_path, files, what):
    server.files.update(files)
    with pytest.raises(InputError) as caught:
        load(f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'")
    assert caught.value.where == f"{tmp_path / 'models.yaml'}:2" and what in str(caught.value) and f"{server.url}/a.zip" in str(caught.value)
    assert not list(tmp_path.glob("cache/.urls/*/.part*"))


def test_archives_without_a_model_do_not_stay(load, server, tmp_path):
    """What is mended on the server is taken the next time."""
    urls = {"/a.zip": f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'", "/rock/model.tar.gz": "name: rock, type: GAZEBO_MODEL"}
    for path, entry in urls.items():
        server.files[path] = zipped(readme=b"hello")
        with pytest.raises(InputError, match="neither a model.config nor a model.sdf"):
            load(entry)
        server.files[path] = tar("rock")
        assert load(entry)["rock"].size == (1.0, 1.0, 1.0)


def test_limits_of_a_download(load, server):
    server.files["/a.zip"] = zipped(model__config=CONFIG, model__sdf=SDF, big=bytes(2_000_000))
    url = f"name: rock, type: CUSTOM_MODEL, url: '{server.url}/a.zip'"
    with pytest.raises(InputError, match="is 2 MB; at most 1 MB are taken"):
        load(url, size=1_000_000)
    with pytest.raises(InputError, match="unpacks to more than 1 MB, at 'big'"):
        load(url, limits=Limits(size=1_000_000))
    assert load(url)["rock"].size == (1.0, 1.0, 1.0)


def test_a_connection_that_breaks(server, tmp_path):
    server.files["/a.zip"], server.promised_more = b"half", 4
    with pytest.raises(SimulationError, match="the connection broke after 4 of 8 bytes|IncompleteRead"):
        fetch(f"{server.url}/a.zip", str(tmp_path / "a.zip"), 1000, 5.0)


def test_a_server_does_not_lead_to_local_files(server, tmp_path):
    (tmp_path / "secret").write_text("secret")
    server.files["/a.zip"] = f"file://{tmp_path / 'secret'}"
    with pytest.raises(SimulationError, match="no HTTP address|not allowed"):
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
