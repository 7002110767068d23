"""Behaviour of ./run itself.

Interrupted and failed commands, the user's folders, the count of compiled files, locked
requirements.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Dict

import pytest

ROOT = Path(__file__).resolve().parents[1]
INPUTS = sorted(path for path in (ROOT / "setup" / "requirements").glob("*.txt"))
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)


def script(code: str) -> str:
    """A program with all functions of ./run."""
    return f"source <(sed -e '$d' -e 's|^root=.*|root={ROOT}|' {ROOT / 'run'})\n{code}\n"


def started(code: str, folder: Path, **more: str) -> subprocess.Popen:
    return subprocess.Popen(
        ["bash", "-c", script(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        universal_newlines=True,
        env={**os.environ, "TMPDIR": str(folder), **more},
    )


def said(code: str, folder: Path, **more: str) -> str:
    return started(code, folder, **more).communicate(timeout=300)[0]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def until(condition) -> None:
    end = time.monotonic() + 120.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_command_ends_with_its_children_and_leaves_no_log(tmp_path, number, status):
    (tmp_path / "tmp").mkdir()
    process = started(
        f"quietly bash -c 'sleep 600 & echo $! >{tmp_path}/part; mv {tmp_path}/part "
        f"{tmp_path}/pid; wait'",
        tmp_path / "tmp",
    )
    try:
        until((tmp_path / "pid").exists)
        process.send_signal(number)
        text, _ = process.communicate(timeout=300)
        assert process.returncode == status and "interrupted" in text and "failed" not in text
        until(lambda: gone(int((tmp_path / "pid").read_text())))
        assert not list((tmp_path / "tmp").iterdir())
    finally:
        process.kill()


def test_a_build_after_an_interrupted_one_generates_all_headers_again(tmp_path):
    """make takes a service's header for the three that its generator writes."""
    (tmp_path / "build").mkdir()
    stubs = (
        "gazebo_prefix() { :; }; build_inputs() { echo inputs; }; build_cmake() { :; }; venv=venv; "
        f"compiler_launcher() {{ :; }}; root={tmp_path}; cd {tmp_path}; "
        "echo CMAKE_HOME_DIRECTORY:INTERNAL=$root >build/CMakeCache.txt; "
    )
    header = tmp_path / "devel" / "include" / "a" / "B.h"
    ended = "compile() { mkdir -p devel/include/a; touch devel/include/a/B.h; exit 130; }; "
    said(stubs + ended + "setup_build", tmp_path)
    assert header.exists() and not (tmp_path / "build" / "inputs").exists()
    said(stubs + "compile() { [ ! -e devel/include ]; }; setup_build", tmp_path)
    assert not header.exists() and (tmp_path / "build" / "inputs").exists()
    assert not (tmp_path / "build" / "unfinished").exists()


def test_a_set_up_that_waits_for_another_says_so_and_goes_on_after_it(tmp_path):
    code = f"cd {tmp_path}; take_lock; echo locked >>log"
    first = started(f"{code}; until [ -e over ]; do sleep 0.05; done", tmp_path)
    try:
        until((tmp_path / "log").exists)
        second = started(code, tmp_path)
        assert "another ./run is setting up" in second.stdout.readline()
        assert (tmp_path / "log").read_text() == "locked\n"
    finally:
        (tmp_path / "over").touch()
    assert second.communicate(timeout=300)[0] == "" and second.returncode == 0
    assert "another" not in first.communicate(timeout=300)[0]
    assert (tmp_path / "log").read_text() == "locked\nlocked\n"


def test_a_command_that_fails_is_shown_and_its_log_stays(tmp_path):
    text = said("quietly bash -c 'echo this is why; exit 3'", tmp_path)
    assert "this is why" in text and "run: this command failed: bash" in text
    (log,) = tmp_path.iterdir()
    assert str(log) in text and log.read_text() == "this is why\n"


def test_the_users_package_path_stays(tmp_path):
    if not (ROOT / "devel" / "setup.bash").is_file():
        pytest.skip("nothing is built here: ./run setup")
    text = said(
        'enter; echo "PATH=$ROS_PACKAGE_PATH"',
        tmp_path,
        ROS_PACKAGE_PATH=f"/home/me/packages:{ROOT}",
        ROS_MASTER_URI="http://localhost:11311",
    )
    folders = re.search("PATH=(.*)", text).group(1).split(":")
    assert folders[-1] == "/home/me/packages" and folders.count(str(ROOT)) == 1


def test_in_a_checkout_of_somebody_else_only_what_is_missing_is_refused(tmp_path):
    venv = tmp_path / "venv"
    venv.mkdir()
    text = said(f"venv={venv}; check_set_up base; echo NOT REACHED", tmp_path)
    assert (
        "belongs to" in text
        and "./run setup, or clone it yourself" in text
        and "NOT REACHED" not in text
    )
    if (ROOT / "build" / "inputs").is_file():
        (venv / "installed-base.txt").write_bytes(
            (ROOT / "setup" / "requirements" / "locked" / "base.txt").read_bytes()
        )
        assert said(f"venv={venv}; check_set_up base; echo REACHED", tmp_path) == "REACHED\n"


@pytest.mark.parametrize("words", ["bench library", "test", "setup gazebo"])
def test_what_writes_into_a_checkout_of_somebody_else_is_refused_at_once(tmp_path, words):
    text = said(
        f"writable() {{ false; }}; setup() {{ echo NOT REACHED; }}; run_tests() {{ setup; }}; "
        f"main {words}",
        tmp_path,
    )
    assert (
        f"and {ROOT} belongs to " in text
        and text.rstrip().endswith(": clone it yourself")
        and "NOT REACHED" not in text
    )


@pytest.mark.parametrize("inside", [True, False])
def test_a_rostest_of_ones_own_runs_in_a_package_that_ros_finds_and_in_none(tmp_path, inside):
    folder = tmp_path / "mine" / "test"
    folder.mkdir(parents=True)
    (folder / "own.test").write_text("<launch/>")
    if inside:
        (tmp_path / "mine" / "package.xml").write_text("<package/>")
    (tmp_path / "rostest").write_text('#!/bin/sh\necho "rostest $*, $ROS_PACKAGE_PATH"\n')
    (tmp_path / "rostest").chmod(0o755)
    text = said(
        f"setup() {{ :; }}; caller={tmp_path}/mine; main rostest test/own.test simulator:=embedded",
        tmp_path,
        PATH=f"{tmp_path}:{os.environ['PATH']}",
        ROS_PACKAGE_PATH="/others",
    )
    ours = "" if inside else f"--package=sim --pkgdir={folder} "
    found = f"/others:{tmp_path / 'mine'}" if inside else "/others"
    assert text == f"rostest {ours}test/own.test simulator:=embedded, {found}\n"


def test_compiled_files_are_counted_forwards_whatever_make_says(tmp_path):
    lines = [
        f"[ {share}%] Building CXX object gazebo/core/CMakeFiles/sim_core.dir/{name}.cc.o"
        for share, name in ((74, "b"), (1, "a"), (60, "c"))
    ]
    for name in ("make", "cmake"):
        (tmp_path / name).write_text(
            "#!/bin/sh\n"
            + "".join(f"echo '{line}'\n" for line in [*lines, "[100%] Built target x"])
        )
        (tmp_path / name).chmod(0o755)
    text = said(
        f"cd {tmp_path}; build_plugins {tmp_path}/log",
        tmp_path,
        PATH=f"{tmp_path}:{os.environ['PATH']}",
    )
    assert text.splitlines() == [
        f"[setup] compiling {number} of 3, gazebo/core/sim_core: {name}.cc"
        for number, name in enumerate("bac", 1)
    ]
    (tmp_path / "cmake").write_text("#!/bin/sh\nexit 2\n")
    assert "rc 1" in said(
        f"build_plugins {tmp_path}/log || echo rc $?",
        tmp_path,
        PATH=f"{tmp_path}:{os.environ['PATH']}",
    )


@pytest.mark.parametrize(
    "users, expected",
    [
        ("", f"geneus:genlisp:gennodejs {ROOT} 1"),
        ("export ROS_LANG_DISABLE= CCACHE_BASEDIR=/mine", " /mine 1"),
    ],
)
def test_builds_share_compilations_unless_the_user_says_else(tmp_path, users, expected):
    (tmp_path / "cmake").write_text(
        '#!/bin/sh\necho "$ROS_LANG_DISABLE $CCACHE_BASEDIR $CCACHE_NOHASHDIR"\n'
    )
    (tmp_path / "cmake").chmod(0o755)
    text = said(
        "unset ROS_LANG_DISABLE CCACHE_BASEDIR CCACHE_NOHASHDIR\n"
        f"{users}\nbuild_cmake --build build",
        tmp_path,
        PATH=f"{tmp_path}:{os.environ['PATH']}",
    )
    assert text == expected + "\n"


def test_the_compilers_launcher_is_ccache_or_the_users(tmp_path):
    (tmp_path / "ccache").write_text("#!/bin/sh\n")
    (tmp_path / "ccache").chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    own = "unset CMAKE_CXX_COMPILER_LAUNCHER; compiler_launcher"
    assert said(own, tmp_path, **path) == f"{tmp_path / 'ccache'}\n"
    for launcher in ("", "sccache"):
        users = {"CMAKE_CXX_COMPILER_LAUNCHER": launcher}
        assert said("compiler_launcher", tmp_path, **path, **users) == f"{launcher}\n"


def test_where_make_cannot_say_what_it_will_compile_missing_objects_are_counted(tmp_path):
    (tmp_path / "make").write_text("#!/bin/sh\nexit 2\n")
    (tmp_path / "make").chmod(0o755)
    part, bench = (tmp_path / "build" / "gazebo" / name for name in ("core", "bench"))
    for folder, names in ((part, "abc"), (bench, "d")):
        folder.mkdir(parents=True)
        (folder / "build.make").write_text(
            "".join(f"gazebo/{folder.name}/{name}.cc.o: ../x.cc\n\tc++\n" for name in names)
        )
    (part / "b.cc.o").write_text("")
    assert (
        said(
            f"cd {tmp_path}; files_to_compile", tmp_path, PATH=f"{tmp_path}:{os.environ['PATH']}"
        ).strip()
        == "2"
    )


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_requirements_are_locked_with_hashes(path):
    locked = (ROOT / "setup" / "requirements" / "locked" / path.name).read_text()
    entries = locked.split("\n")
    assert "://" not in locked
    named = [line for line in entries if line and not line.startswith((" ", "#"))]
    assert named and all(PIN.match(line) and line.endswith("\\") for line in named)
    assert all("--hash=sha256:" in entries[entries.index(line) + 1] for line in named)
    pins = {
        (match["name"].lower().replace("_", "-"), match["version"])
        for match in PIN.finditer(locked)
    }
    assert {
        (match["name"].lower().replace("_", "-"), match["version"])
        for match in PIN.finditer(path.read_text())
    } <= pins


def test_all_capabilities_are_all():
    listed = set(
        re.findall(
            r"^-r requirements/(\S+)$",
            (ROOT / "setup" / "requirements.txt").read_text(),
            re.MULTILINE,
        )
    )
    assert listed == {path.name for path in INPUTS} - {"pip.txt", "pyyaml.txt"}


def test_a_launch_sets_up_what_its_arguments_need(tmp_path):
    text = said(
        "setup_apt() { :; }; setup_gazebo() { :; }; setup_build() { :; }; enter() { :; }; "
        f"take_lock() {{ exec 9>{tmp_path}/lock; }}; launch() {{ echo launch $*; }}; "
        "setup_venv() { shift 3; echo venv $*; }; "
        "main hybrid_merge scene:=roadside sumo:=host gui:=false",
        tmp_path,
    )
    assert text.splitlines() == [
        "venv base embedded traffic images plots scenes",
        "launch launch/hybrid_merge.launch scene:=roadside sumo:=host gui:=false",
    ]


# A system by its programs: its archive, the installed packages, and perhaps a roslaunch of its own.
# apt-get writes its words into a file.
def system(
    folder: Path, archive: str, installed: str = "", own_ros: bool = False
) -> Dict[str, str]:
    """Return the environment of a system with stand-ins for apt and dpkg."""
    known = 'case " $ARCHIVE " in *" $name "*) echo "Package: $name";; esac'
    listed = 'for name in $INSTALLED; do echo "ii  $name"; done'
    programs = {
        "apt-get": 'echo "apt-get $*" >>"$0.log"; exit 0',
        "apt-cache": f"for name; do {known}; done",
        "dpkg-query": listed,
        "sudo": "exit 0",
        **{name: "exit 0" for name in ("roslaunch", "catkin_make") if own_ros},
    }
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    return {"PATH": path, "ARCHIVE": archive, "INSTALLED": installed}


PACKAGES = 'apt_list() { echo $listed; }; as_root() { "$@"; }; '


def test_packages_that_the_archive_lacks_are_left_out_or_named(tmp_path):
    listed = tmp_path / "list.txt"
    listed.write_text("# a comment\nrviz\n? ccache # faster\n? doctest-dev\nxvfb\n")
    code = f"listed={listed}; {PACKAGES} setup_apt; echo DONE"
    text = said(code, tmp_path, **system(tmp_path, "rviz xvfb doctest-dev"))
    log = (tmp_path / "apt-get.log").read_text().splitlines()
    assert log[-1].endswith("--no-install-recommends rviz xvfb doctest-dev")
    assert text == "[setup] installing 3 Debian packages\nDONE\n"
    text = said(code, tmp_path, **system(tmp_path, "xvfb ccache"))
    assert "run: this system's archive has no rviz: enable" in text and "DONE" not in text


def test_what_is_installed_is_not_asked_of_the_archive(tmp_path):
    listed = tmp_path / "list.txt"
    listed.write_text("rviz\n? ccache\n")
    text = said(f"listed={listed}; {PACKAGES} setup_apt", tmp_path, **system(tmp_path, "", "rviz"))
    assert text == "" and not (tmp_path / "apt-get.log").exists()


def test_a_ros_of_the_users_own_is_taken_on_any_system(tmp_path):
    """As of RoboStack or from source: its roslaunch is not in /usr/bin."""
    if Path("/opt/ros/noetic").is_dir():
        pytest.skip("Noetic comes first")
    assert said("apt_list", tmp_path, **system(tmp_path, "")) == "setup/apt-debian.txt\n"
    own = said("apt_list", tmp_path, **system(tmp_path, "", own_ros=True))
    assert f"taking the ROS 1 that is here: {tmp_path}/roslaunch" in own and "/dev/null" in own


def test_a_set_up_alone_does_not_source_the_workspace(tmp_path):
    """catkin's setup file takes most of the time of a set-up with nothing to do."""
    stubs = "setup_apt() { :; }; setup_gazebo() { :; }; setup_build() { :; }; setup_venv() { :; }; "
    stubs += f"enter() {{ echo ENTERED; }}; take_lock() {{ exec 9>{tmp_path}/lock; }}; "
    assert said(f"{stubs} main setup", tmp_path).startswith("In a new terminal: source")
    assert said(f"{stubs} main exec true", tmp_path) == "ENTERED\n"


def in_background(folder: Path, code: str) -> subprocess.Popen:
    """Return a script that starts a copy of ./run as a background job.

    Its last line is ``code``.
    """
    lines = (ROOT / "run").read_text().splitlines()
    assert lines[-1] == 'heed_interrupts "$@"; main "$@"; exit'
    run = folder / "run"
    run.write_text("\n".join([*lines[:-1], f'heed_interrupts "$@"; {code}; exit', ""]))
    run.chmod(0o755)
    job = f"{run} 'a  b' & echo $! >{folder}/part; mv {folder}/part {folder}/pid; wait $!; echo $?"
    return subprocess.Popen(
        ["bash", "-c", job],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )


@pytest.mark.parametrize("how, status", [("quietly", "130"), ("supervise", "143")])
def test_a_background_job_of_a_script_ends_by_an_interrupt(tmp_path, how, status):
    """A shell's background jobs and their children would ignore SIGINT."""
    child = (
        f'bash -c \'trap "exit 143" INT; echo $$ >{tmp_path}/p; mv {tmp_path}/p {tmp_path}/child; '
    )
    child += "while :; do sleep 0.05; done'"
    script = in_background(tmp_path, f"{how} {child} || exit $?")
    try:
        until((tmp_path / "child").exists)
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGINT)
        text, _ = script.communicate(timeout=120)
        assert text.splitlines()[-1] == status
        until(lambda: gone(int((tmp_path / "child").read_text())))
    finally:
        script.kill()


def test_a_background_job_keeps_its_folder_and_words(tmp_path):
    script = in_background(tmp_path, 'echo "$caller|$1|$#"; trap - PIPE; kill -PIPE $$; echo alive')
    text, _ = script.communicate(timeout=120)
    assert text.splitlines() == [f"{Path.cwd()}|a  b|1", "141"]


def test_roslaunch_starts_without_setuptools(tmp_path):
    venv = tmp_path / "venv"
    venv.mkdir()
    found = []
    for version in ("3.8.10", "3.11.2", "3.12.1", "3.13.5"):
        (venv / "key").write_text(f"/anywhere Python {version}\n")
        code = f'venv={venv}; own_distutils; echo "${{SETUPTOOLS_USE_DISTUTILS:-}}"'
        found.append(said(code, tmp_path, SETUPTOOLS_USE_DISTUTILS="").strip())
    assert found == ["stdlib", "stdlib", "", ""]
    program = "import sys, roslaunch; print('setuptools' in sys.modules)"
    imported = subprocess.run(
        ["/usr/bin/python3", "-c", program],
        env={**os.environ, "SETUPTOOLS_USE_DISTUTILS": found[1]},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    assert imported.stdout == "False\n"
