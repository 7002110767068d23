"""The package for ROS tools: programs, launch files, and wire formats.

The nested interface packages have the wire formats.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

import sim

ROOT = Path(__file__).resolve().parents[1]
STAND_INS = ROOT / "stand_ins"
LAUNCH_FILES = sorted((ROOT / "launch").glob("*.launch"))
PROGRAMS = sorted(
    path
    for folder in ("nodes", "test/rostest")
    for path in (ROOT / folder).glob("*")
    if path.suffix in ("", ".py")
)

# As published for ROS Noetic's gazebo_msgs 2.9, vision_msgs 0.0.2, ackermann_msgs 1.0.2,
# control_msgs 1.5, controller_manager_msgs 0.20 and industrial_msgs 0.7.
NOETIC_SERVICES = {
    "controller_manager_msgs/ListControllerTypes": "c1d4cd11aefa9f97ba4aeb5b33987f4e",
    "controller_manager_msgs/ListControllers": "1341feb2e63fa791f855565d0da950d8",
    "controller_manager_msgs/LoadController": "647e5c54b8d6468952d8d31f1efe96c0",
    "controller_manager_msgs/SwitchController": "b29a7abc673b2c54c14b54e50f8d06a5",
    "controller_manager_msgs/UnloadController": "647e5c54b8d6468952d8d31f1efe96c0",
    "gazebo_msgs/ApplyBodyWrench": "585b9f9618aa0581b207e2f2d90866bc",
    "gazebo_msgs/ApplyJointEffort": "c0039811b8cc919490b3cff748cdf46b",
    "gazebo_msgs/BodyRequest": "5eade9afe7f232d78005bd0cafeab755",
    "gazebo_msgs/DeleteLight": "ae11ea8100d536d5b92c2b5917abf912",
    "gazebo_msgs/GetJointProperties": "7b30be900f50aa21efec4a0ec92d91c9",
    "gazebo_msgs/GetLightProperties": "df2cef87e13e2e6990e81e8aaa454c19",
    "gazebo_msgs/GetLinkProperties": "0e06a70386d0ee3fb880c02f23fcd821",
    "gazebo_msgs/GetLinkState": "09d6c98cce97b35f7ab9bd70300657ab",
    "gazebo_msgs/GetModelProperties": "5717f7bd34ed990fa80e28b3015027a3",
    "gazebo_msgs/GetModelState": "4c515e936d3319c9610c559c60bfc3d4",
    "gazebo_msgs/GetPhysicsProperties": "575a5e74786981b7df2e3afc567693a6",
    "gazebo_msgs/GetWorldProperties": "36bb0f2eccf4d8be971410c22818ba3f",
    "gazebo_msgs/JointRequest": "0be1351618e1dc030eb7959d9a4902de",
    "gazebo_msgs/SetJointProperties": "15a76e921b1410c698d82782ea5fa370",
    "gazebo_msgs/SetJointTrajectory": "88f5c10979e3f9649d5ae87a3b12aa65",
    "gazebo_msgs/SetLightProperties": "e6f13430c57278bb364aca53a1bf5ebf",
    "gazebo_msgs/SetLinkProperties": "d534ce1b36ee99de0ffa806c3a6348f0",
    "gazebo_msgs/SetLinkState": "8a5146eb66ae4d26b0860b08f3f271be",
    "gazebo_msgs/SetModelConfiguration": "10e3139d3b669c40afc057d38956fff7",
    "gazebo_msgs/SetModelState": "5b3ab0281d4f5445def017e3a2e4a07b",
    "gazebo_msgs/SetPhysicsProperties": "97e2057080558ce4730434b5fae75c91",
    "gazebo_msgs/SpawnModel": "9ed9c82c96abe1a00c3e8cdaeee24413",
    "industrial_msgs/CmdJointTrajectory": "94fdf82abbbb1071bc31be1a2aea4fcd",
    "industrial_msgs/StopMotion": "50b1f38f75f5677e5692f3b3e7e1ea48",
}
NOETIC_MESSAGES = {
    "ackermann_msgs/AckermannDrive": "3512e91b48d69674a0e86fadf1ea8231",
    "ackermann_msgs/AckermannDriveStamped": "1fd5d7f58889cefd44d29f6653240d0c",
    "control_msgs/GripperCommand": "680acaff79486f017132a7f198d40f08",
    "control_msgs/JointControllerState": "987ad85e4756f3aef7f1e5e7fe0595d1",
    "control_msgs/JointJog": "1685da700c8c2e1254afc92a5fb89c96",
    "control_msgs/JointTolerance": "f544fe9c16cf04547e135dd6063ff5be",
    "control_msgs/JointTrajectoryControllerState": "10817c60c2486ef6b33e97dcd87f4474",
    "control_msgs/PidState": "b138ec00e886c10e73f27e8712252ea6",
    "gazebo_msgs/ContactState": "48c0ffb054b8c444f870cecea1ee50d9",
    "gazebo_msgs/LinkStates": "48c080191eb15c41858319b4d8a609c2",
    "gazebo_msgs/ModelStates": "48c080191eb15c41858319b4d8a609c2",
    "gazebo_msgs/ODEJointProperties": "1b744c32a920af979f53afe2f9c3511f",
    "gazebo_msgs/ODEPhysics": "667d56ddbd547918c32d1934503dc335",
    "gazebo_msgs/PerformanceMetrics": "884f71fd5037b886ec5e126b83c4425a",
    "gazebo_msgs/SensorPerformanceMetric": "01762ded18cfe9ebc7c8222667c99547",
    "gazebo_msgs/WorldState": "de1a9de3ab7ba97ac0e9ec01a4eb481e",
    "industrial_msgs/RobotStatus": "b733cb45a38101840b75c4c0d6093d19",
    "vision_msgs/Detection3DArray": "05c51d9aea1fb4cfdc8effb94f197b6f",
}


@pytest.mark.parametrize(
    "program", [path for path in PROGRAMS if path.is_file()], ids=lambda path: path.name
)
def test_a_program_gets_its_interpreter_from_the_build(program: Path) -> None:
    if not program.read_text().startswith("#!"):
        pytest.skip("a module, not a program")
    assert program.read_text().splitlines()[0] == "#!/usr/bin/env python3"
    executable = program.stat().st_mode & 0o111
    assert not executable, "rosrun would offer this file beside its relay: chmod -x"


@pytest.mark.parametrize("launch_file", LAUNCH_FILES, ids=lambda path: path.name)
def test_a_launch_file_explains_itself(launch_file: Path) -> None:
    root = ElementTree.parse(launch_file).getroot()
    assert "<!-- " in launch_file.read_text(), "./run lists the first comment"
    for argument in root.findall("arg"):
        assert argument.get("doc"), argument.get("name")
        assert argument.get("default") is not None or argument.get("value") is not None, (
            argument.get("name")
        )


@pytest.mark.parametrize("launch_file", LAUNCH_FILES, ids=lambda path: path.name)
def test_a_launch_file_runs_on_simulated_time(launch_file: Path) -> None:
    root = ElementTree.parse(launch_file).getroot()
    others = [
        include.get("file", "").rpartition("/")[2]
        for include in root.findall("include")
        if "/include/" not in include.get("file", "")
    ]
    assert [
        param.get("value") for param in root.findall("param") if param.get("name") == "use_sim_time"
    ] == ["true"] or others


def test_the_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert ElementTree.parse(ROOT / "package.xml").findtext("version") == sim.__version__
    assert citation["version"] == sim.__version__


def test_the_changelog_begins_with_the_version_or_what_comes_after() -> None:
    """Versions and dates are read as by catkin's and bloom's tools (REP 132)."""
    tools = pytest.importorskip("catkin_pkg.changelog")
    changelog = tools.get_changelog_from_path(str(ROOT / "CHANGELOG.rst"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest, date, _ = next(one for one in changelog.foreach_version() if one[0] != "Forthcoming")
    assert newest == sim.__version__
    assert date.date().isoformat() == citation["date-released"]


def search_path() -> dict:
    """Return the folders of message definitions: ours, and the system's for references."""
    share = [Path("/opt/ros/noetic/share"), Path("/usr/share")]
    found = {
        name: [str(base / name / "msg") for base in share]
        for name in ("std_msgs", "geometry_msgs", "sensor_msgs", "trajectory_msgs")
    }
    nested = {
        name: [str(STAND_INS / name / "msg")]
        for name in (
            "gazebo_msgs",
            "vision_msgs",
            "ackermann_msgs",
            "control_msgs",
            "controller_manager_msgs",
            "industrial_msgs",
        )
    }
    return {**nested, **found}


@pytest.mark.parametrize("name, checksum", NOETIC_SERVICES.items())
def test_a_service_is_wire_compatible_with_noetic(name: str, checksum: str) -> None:
    genmsg = pytest.importorskip("genmsg")
    context = genmsg.MsgContext.create_default()
    package, _, service = name.partition("/")
    spec = genmsg.msg_loader.load_srv_from_file(
        context, str(STAND_INS / package / "srv" / f"{service}.srv"), name
    )
    genmsg.msg_loader.load_depends(context, spec.request, search_path())
    genmsg.msg_loader.load_depends(context, spec.response, search_path())
    assert genmsg.gentools.compute_md5(context, spec) == checksum


@pytest.mark.parametrize("name, checksum", NOETIC_MESSAGES.items())
def test_a_message_is_wire_compatible_with_noetic(name: str, checksum: str) -> None:
    genmsg = pytest.importorskip("genmsg")
    context = genmsg.MsgContext.create_default()
    package, _, message = name.partition("/")
    spec = genmsg.msg_loader.load_msg_from_file(
        context, str(STAND_INS / package / "msg" / f"{message}.msg"), name
    )
    genmsg.msg_loader.load_depends(context, spec, search_path())
    assert genmsg.gentools.compute_md5(context, spec) == checksum


def test_what_tests_share_has_a_name_of_its_own() -> None:
    """Folders of tests are all on Python's path; the first module of a name counts."""
    names = [
        path.name
        for path in (ROOT / "test").rglob("*.py")
        if not (path.parent / "__init__.py").exists()
        and not path.name.startswith(("test_", "conftest"))
    ]
    assert sorted(names) == sorted(set(names))


def test_the_root_shows_at_most_thirty_entries() -> None:
    """Other files belong below config, setup or test; hosts read CITATION.cff here."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, check=False, text=True
    ).stdout.split("\n")
    if listed == [""]:
        pytest.skip("no checkout of git")
    entries = {path.partition("/")[0] for path in listed if path} - {""}
    shown = sorted(name for name in entries - {"CITATION.cff"} if not name.startswith("."))
    assert len(shown) <= 30, shown
