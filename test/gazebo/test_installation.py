"""Choice of a Gazebo, the message without one, and gzserver's environment."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Dict

import pytest

from sim.errors import InputError, SimulationError
from sim.gzserver import environment, installation
from sim.gzserver.client import client_environment
from sim.gzserver.installation import Installation


def program(path: Path, text: str = "exit 0") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def file(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def inside(path: str, folder: Path) -> bool:
    return folder in Path(path).parents


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """Return a prefix as ./run setup gazebo leaves it."""
    program(tmp_path / "prefix" / "usr" / "bin" / "gzserver")
    file(
        tmp_path / "prefix" / "installed.json",
        json.dumps({"gazebo": "11.1.0", "packages": 400, "build": True}),
    )
    return tmp_path / "prefix"


def environ(tmp_path: Path, **more: object) -> Dict[str, str]:
    return {
        "PATH": str(tmp_path / "bin"),
        "HOME": str(tmp_path),
        **{name: str(value) for name, value in more.items()},
    }


def test_nothing_installed(tmp_path):
    with pytest.raises(
        SimulationError,
        match=r"no gzserver on PATH and nothing in .*/\.local/share/sim/gazebo11; \./run setup "
        r"gazebo",
    ):
        installation.find(environ(tmp_path))


def test_a_prefix(tmp_path, prefix):
    found = installation.find(environ(tmp_path, SIM_GAZEBO_PREFIX=prefix))
    assert (found.version, found.prefix, found.gzserver) == (
        "11.1.0",
        prefix,
        prefix / "usr" / "bin" / "gzserver",
    )
    assert not found.plugins


@pytest.mark.parametrize("mark", ["", "{", "[]", '{"packages": 3}'])
def test_a_prefix_that_is_half_installed(tmp_path, prefix, mark):
    (prefix / "installed.json").write_text(mark)
    with pytest.raises(
        SimulationError, match=r"not installed completely.*run setup gazebo goes on"
    ):
        installation.find(environ(tmp_path, SIM_GAZEBO_PREFIX=prefix))


def test_a_prefix_without_its_program(tmp_path, prefix):
    (prefix / "usr" / "bin" / "gzserver").chmod(0o644)
    with pytest.raises(SimulationError, match="gzserver is missing or not a program"):
        installation.find(environ(tmp_path, SIM_GAZEBO_PREFIX=prefix))


def test_native_gazebo_says_its_version(tmp_path):
    program(tmp_path / "bin" / "gzserver", "echo Gazebo multi-robot simulator, version 11.15.1")
    found = installation.find(environ(tmp_path))
    assert (found.version, found.prefix, found.usr) == ("11.15.1", None, tmp_path)


def test_a_prefix_is_preferred_to_native_gazebo(tmp_path, prefix):
    program(tmp_path / "bin" / "gzserver", "echo Gazebo multi-robot simulator, version 11.15.1")
    assert installation.find(environ(tmp_path, SIM_GAZEBO_PREFIX=prefix)).prefix == prefix
    (prefix / "installed.json").unlink()
    assert installation.find(environ(tmp_path, SIM_GAZEBO_PREFIX=prefix)).prefix is None


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "echo Gazebo multi-robot simulator, version 9.0.0",
            "is Gazebo 9.0.0; this package needs Gazebo 11",
        ),
        ("echo libboost not found; exit 127", "says 'libboost not found', which is not a version"),
    ],
)
def test_native_gazebo_that_will_not_do(tmp_path, text, message):
    program(tmp_path / "bin" / "gzserver", text)
    with pytest.raises(SimulationError, match=message):
        installation.find(environ(tmp_path))


def test_gazebo_without_plugins_is_not_ready(tmp_path, prefix):
    message = (
        r"plugins for it are not built \(no libsim_world_api\.so in .*/devel/lib, "
        r"/opt/none/lib\); \./run setup builds them"
    )
    with pytest.raises(SimulationError, match=message):
        installation.ready(
            environ(
                tmp_path, SIM_GAZEBO_PREFIX=prefix, CMAKE_PREFIX_PATH=f"{tmp_path}/devel:/opt/none"
            )
        )


def test_plugins_of_a_sourced_workspace_are_in_loading_order(tmp_path, prefix):
    for name in ("traffic", "world_api", "step"):
        file(tmp_path / "devel" / "lib" / f"libsim_{name}.so")
    found = installation.ready(
        environ(tmp_path, SIM_GAZEBO_PREFIX=prefix, CMAKE_PREFIX_PATH=f"/opt/none:{tmp_path}/devel")
    )
    assert found.plugins == ("libsim_world_api.so", "libsim_step.so", "libsim_traffic.so")
    assert found.missing_plugins == ("libsim_sensors.so",)


def test_stock_gazebo_ros_answers_the_api_where_it_is(tmp_path):
    program(tmp_path / "bin" / "gzserver", "echo Gazebo multi-robot simulator, version 11.15.1")
    for path in (
        "devel/lib/libsim_world_api.so",
        "devel/lib/libsim_step.so",
        "noetic/lib/libgazebo_ros_api_plugin.so",
    ):
        file(tmp_path / path)
    found = installation.ready(
        environ(tmp_path, CMAKE_PREFIX_PATH=f"{tmp_path}/devel:{tmp_path}/noetic")
    )
    assert found.plugins == (
        "libgazebo_ros_paths_plugin.so",
        "libgazebo_ros_api_plugin.so",
        "libsim_step.so",
    )


def test_a_prefix_gets_its_own_libraries_and_nothing_of_the_hosts(tmp_path, prefix):
    found = Installation(prefix / "usr", "11.1.0", prefix, tmp_path / "devel" / "lib")
    base = environ(
        tmp_path,
        LD_LIBRARY_PATH="/opt/ros/lib",
        GAZEBO_MODEL_PATH="/mine:/mine",
        GAZEBO_MODEL_DATABASE_URI="http://models",
    )
    given = environment.server_environment(found, base, 4711)
    libraries = given["LD_LIBRARY_PATH"].split(":")
    assert libraries[0] == str(found.library_folder) and "/opt/ros/lib" not in libraries
    assert all(inside(folder, prefix) for folder in libraries[:-1]) and libraries[-1] == str(
        tmp_path / "devel" / "lib"
    )
    assert given["LIBGL_DRIVERS_PATH"] == str(found.library_folder / "dri")
    assert given["GAZEBO_MODEL_PATH"].split(":") == [
        "/mine",
        f"{prefix}/usr/share/gazebo-11/models",
        f"{tmp_path}/.gazebo/models",
    ]
    assert given["GAZEBO_PLUGIN_PATH"].split(":")[0] == str(tmp_path / "devel" / "lib")
    assert (given["GAZEBO_MODEL_DATABASE_URI"], given["GAZEBO_IP"], given["IGN_IP"]) == (
        "",
        "127.0.0.1",
        "127.0.0.1",
    )
    assert given["GAZEBO_MASTER_URI"] == "http://127.0.0.1:4711"
    assert base["LD_LIBRARY_PATH"] == "/opt/ros/lib"


def test_native_gazebo_keeps_the_hosts_and_the_users_settings(tmp_path):
    base = environ(
        tmp_path,
        LD_LIBRARY_PATH="/opt/ros/lib",
        GAZEBO_IP="10.0.0.7",
        GAZEBO_MASTER_URI="http://10.0.0.7:11345",
    )
    given = environment.server_environment(Installation(Path("/usr"), "11.15.1"), base, 4711)
    assert (given["LD_LIBRARY_PATH"], given["GAZEBO_IP"], given["GAZEBO_MASTER_URI"]) == (
        "/opt/ros/lib",
        "10.0.0.7",
        "http://10.0.0.7:11345",
    )
    assert "LIBGL_DRIVERS_PATH" not in given


def test_the_client_draws_on_the_users_screen_with_the_prefixs_qt(tmp_path, prefix):
    found = Installation(prefix / "usr", "11.1.0", prefix)
    given = client_environment(
        found, {"DISPLAY": ":99", "GAZEBO_MASTER_URI": "http://127.0.0.1:4711"}, ":0"
    )
    assert (given["DISPLAY"], given["GAZEBO_MASTER_URI"]) == (":0", "http://127.0.0.1:4711")
    assert inside(given["QT_PLUGIN_PATH"], prefix)


def test_each_master_gets_a_port_that_can_be_bound():
    port = environment.master_port({})
    with socket.socket() as probe:
        # As gzserver: connections of others that have just ended do not keep it from the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("", port))


def test_the_users_port_is_refused_where_it_is_taken():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            InputError,
            match=rf"GAZEBO_MASTER_URI: http://localhost:{port}: port {port} cannot be used "
            r".*unset GAZEBO_MASTER_URI",
        ):
            environment.master_port({"GAZEBO_MASTER_URI": f"http://localhost:{port}"})
    assert environment.master_port({"GAZEBO_MASTER_URI": f"http://localhost:{port}"}) == port


@pytest.mark.parametrize("uri", ["http://localhost", "localhost:11345x", "http://localhost:port"])
def test_a_master_uri_without_a_port(uri):
    with pytest.raises(InputError, match="has no port; write for example"):
        environment.master_port({"GAZEBO_MASTER_URI": uri})


def test_a_home_that_can_be_written_is_kept(tmp_path):
    assert environment.writable_home({"HOME": str(tmp_path)}, tmp_path / "run") == {}


@pytest.mark.parametrize("home", ["", "/proc/nowhere", "/dev/null"])
def test_a_home_that_cannot_be_written_is_replaced(tmp_path, home):
    changed = environment.writable_home({"HOME": home, "XAUTHORITY": "/auth"}, tmp_path)
    assert Path(changed["HOME"]).is_dir() and inside(changed["HOME"], tmp_path)
    assert changed["XAUTHORITY"] == "/auth"
