"""Documents of clients of all years are read, and written strictly.

Refusals name element and reason.
"""

from __future__ import annotations

import pytest
from crcl_things import things
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.crcl import (
    CommandState,
    CommandStatus,
    ConfigureStatusReport,
    CRCLCommandInstance,
    CRCLProgram,
    CRCLStatus,
    Dwell,
    EnableGripper,
    EnableSensor,
    EndCanon,
    GetStatus,
    InitCanon,
    LengthUnit,
    Message,
    MoveThroughTo,
    MoveTo,
    Point,
    Pose,
    PoseAndSet,
    PoseStatus,
    SetLengthUnits,
    SetRobotParameters,
    SetTransSpeed,
    StopCondition,
    StopMotion,
    TransSpeed,
    TransSpeedAbsolute,
    Vector,
)
from sim.crcl.codec import (
    Schemas,
    read_command,
    read_document,
    read_program,
    read_status,
    write_command,
    write_program,
    write_status,
)
from sim.errors import InputError

XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
POSE = Pose(Point(1.0, 2.0, 3.0), Vector(1.0, 0.0, 0.0), Vector(0.0, 0.0, 1.0))
POSE_TEXT = (
    "<Point><X>1</X><Y>2</Y><Z>3</Z></Point><XAxis><I>1</I><J>0</J><K>0</K></XAxis><ZAxis>"
    "<I>0</I><J>0</J><K>1</K></ZAxis>"
)


def command(kind: str, rest: str = "", number: str = "7") -> str:
    return (
        f'<CRCLCommandInstance {XSI}>\n<CRCLCommand xsi:type="{kind}Type">\n'
        f"<CommandID>{number}</CommandID>\n{rest}\n</CRCLCommand>"
        "</CRCLCommandInstance>"
    )


def read(text: str) -> object:
    return read_command(text).crcl_command


def test_a_command_with_its_place_in_a_program() -> None:
    found = read_command(
        command("InitCanon").replace(
            "</CRCLCommand>",
            "</CRCLCommand><ProgramFile>a.xml</ProgramFile><ProgramIndex>0</ProgramIndex>"
            "<ProgramLength>3</ProgramLength>",
        )
    )
    assert found == CRCLCommandInstance(InitCanon(7), "a.xml", 0, 3)


@pytest.mark.parametrize(
    "text",
    [
        command(
            "MoveTo", f"<MoveStraight>true</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
        ),
        command(
            "MoveTo",
            f"<EndPosition xsi:type='PoseType'>{POSE_TEXT}</EndPosition><MoveStraight> 1 "
            "</MoveStraight>",
            "7.0",
        ),
        command(
            "MoveTo",
            "<!-- a <b> --><MoveStraight>TRUE</MoveStraight><?pi?>"
            f"<EndPosition>{POSE_TEXT}</EndPosition>",
        ),
        command(
            "MoveTo", f"<MoveStraight>true</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
        ).replace(f" {XSI}", ""),
        command(
            "c:MoveTo", f"<MoveStraight>true</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
        ).replace("<CRCLCommandInstance", '<CRCLCommandInstance xmlns="urn:crcl"'),
        command(
            "MoveTo", f"<MoveStraight>true</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
        )
        .replace("<", "<c:")
        .replace("<c:/", "</c:")
        .replace("Instance", 'Instance xmlns:c="urn:crcl"', 1),
        "\ufeff<?xml version='1.0' encoding='UTF-8' standalone='yes'?>"
        + command(
            "MoveTo", f"<MoveStraight>true</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
        ),
    ],
    ids=[
        "plain",
        "order, blanks and decimal id",
        "comments",
        "xsi not declared",
        "default namespace",
        "prefixes",
        "byte order mark",
    ],
)
def test_one_command_in_many_writings(text: str) -> None:
    assert read(text.encode()) == MoveTo(7, True, POSE)


def test_names_are_kept() -> None:
    found = read(
        command(
            "MoveTo",
            f"<MoveStraight>true</MoveStraight><EndPosition><Name>there</Name>{POSE_TEXT}</EndPosition>",
        )
    )
    assert found.end_position.name == "there" and found.name is None


def test_a_derived_pose_is_told_by_its_type() -> None:
    found = read(
        command(
            "MoveTo",
            "<MoveStraight>true</MoveStraight><EndPosition "
            f"xsi:type='PoseAndSetType'>{POSE_TEXT}<Coordinated>true</Coordinated>"
            "<TransSpeed "
            "xsi:type='TransSpeedAbsoluteType'><Setting>0.25</Setting></TransSpeed></EndPosition>",
        )
    )
    assert found.end_position == PoseAndSet(
        POSE.point, POSE.x_axis, POSE.z_axis, True, TransSpeedAbsolute(0.25)
    )


def test_a_status_report_of_2014_asks_for_neither_sensors_nor_guards() -> None:
    four = "".join(
        f"<Report{what}>true</Report{what}>"
        for what in ("JointStatuses", "PoseStatus", "GripperStatus", "SettingsStatus")
    )
    assert read(command("ConfigureStatusReport", four)) == ConfigureStatusReport(
        7, True, True, True, True, False, False
    )


def test_a_status_of_2014() -> None:
    found = read_status(
        f"<CRCLStatus><CommandStatus><CommandID>2</CommandID><StatusID>2322</StatusID><CommandState>Done</CommandState></CommandStatus>"
        f"<Pose>{POSE_TEXT}</Pose></CRCLStatus>"
    )
    assert found == CRCLStatus(
        CommandStatus(2, 2322, CommandState.DONE), pose_status=PoseStatus(POSE)
    )
    assert b"<PoseStatus><Pose>" in write_status(found) and b"CRCL_Done" in write_status(found)


def test_a_status_of_2017_names_its_tolerance_otherwise() -> None:
    found = read_status(
        "<CRCLStatus><CommandStatus><CommandID>1</CommandID><StatusID>1</StatusID><CommandState>CRCL_Ready</CommandState></CommandStatus>"
        "<SettingsStatus><PoseTolerance><XPointTolerance>2</XPointTolerance></PoseTolerance></SettingsStatus></CRCLStatus>"
    )
    assert found.settings_status.end_pose_tolerance.x_point_tolerance == 2.0


def test_sensors_with_measurements_only_and_absent_dots() -> None:
    found = read_status(
        "<CRCLStatus><CommandStatus><CommandID>1</CommandID><StatusID>1</StatusID><CommandState>CRCL_Ready</CommandState></CommandStatus>"
        "<SensorStatuses><ScalarSensorStatus><ScalarValue>4</ScalarValue></ScalarSensorStatus></SensorStatuses></CRCLStatus>"
    )
    (sensor,) = found.sensor_statuses.scalar_sensor_status
    assert (sensor.sensor_id, sensor.scalar_value) == ("", 4.0)
    assert b"<ScalarValue.>4.0</ScalarValue.>" in write_status(found)


def test_a_status_with_more_than_we_know_and_with_nan_is_read() -> None:
    found = read_status(
        "<CRCLStatus><CommandStatus><CommandID>1</CommandID><StatusID>1</StatusID><CommandState>CRCL_Working</CommandState>"
        "<Mood>fine</Mood></CommandStatus><JointStatuses><JointStatus><JointNumber>1</JointNumber><JointPosition>0.5</JointPosition>"
        "<JointTorqueOrForce>NaN</JointTorqueOrForce></JointStatus></JointStatuses><Extra><a/></Extra></CRCLStatus>"
    )
    (joint,) = found.joint_statuses.joint_status
    assert (joint.joint_position, joint.joint_torque_or_force) == (0.5, None)


@pytest.mark.parametrize(
    "text, message",
    [
        (
            command("MoveTo", "<MoveStraight>true</MoveStraight>"),
            r"command:2: CRCLCommandInstance/CRCLCommand: has no <EndPosition>; a MoveTo needs it",
        ),
        (
            command(
                "MoveTo", f"<MoveStraight>yes</MoveStraight><EndPosition>{POSE_TEXT}</EndPosition>"
            ),
            r"command:4: .*MoveStraight: 'yes' is not a truth value",
        ),
        (
            command(
                "MoveTo",
                "<MoveStraight>1</MoveStraight>"
                f"<EndPosition>{POSE_TEXT.replace('>3<', '>up<')}</EndPosition>",
            ),
            r":4: .*Point/Z: 'up' is not a number",
        ),
        (command("Dwell", "<DwellTime>NaN</DwellTime>"), r"DwellTime: 'NaN' is not finite"),
        (command("Dwell", "<DwellTime>-INF</DwellTime>"), r"DwellTime: '-INF' is not"),
        (command("Dwell", "<DwellTime>1e999</DwellTime>"), r"DwellTime: '1e999' is not finite"),
        (command("Dwell", "<DwellTime>1_0</DwellTime>"), r"'1_0' is not a number"),
        (command("Dwell", "<DwellTime></DwellTime>"), r"DwellTime: nothing is not a number"),
        (command("Dwell", "<DwellTime><a/></DwellTime>"), r"DwellTime: nothing is not a number"),
        (command("Dwell", "<DwellTime>1<a/></DwellTime>"), r"DwellTime: has an element <a> in it"),
        (
            command("Dwell", "<DwellTime>1</DwellTime>\n<DwellTime>1</DwellTime>"),
            r":5: .*DwellTime: is there twice",
        ),
        (
            command("Dwell", "<DwellTime>1</DwellTime><Dweltime>2</Dweltime>"),
            r"Dweltime: is not an element of a Dwell; must be one of: Name, CommandID, Guard, "
            r"DwellTime",
        ),
        (
            command("Dwel", "<DwellTime>1</DwellTime>"),
            r"'DwelType' is not a type for it; write DwellType",
        ),
        (command("MiddleCommand"), r"'MiddleCommandType' is not a type for it"),
        (command("Pose", POSE_TEXT), r"'PoseType' is not a type for it"),
        (command("InitCanon").replace(' xsi:type="InitCanonType"', ""), r"xsi:type missing"),
        (
            command("InitCanon", number="9223372036854775808"),
            r"CommandID: 9223372036854775808 is out of range",
        ),
        (command("InitCanon", number="1" * 400), r"CommandID: '1* is not finite"),
        (command("InitCanon", number="1.5"), r"CommandID: '1.5' is not a whole number"),
        (command("InitCanon", number="0x10"), r"CommandID: '0x10' is not a number"),
        (
            command("SetEndEffector", "<Setting>1.0001</Setting>"),
            r"Setting: 1.0001 is out of range; it must be between 0 and 1",
        ),
        (
            command("SetLengthUnits", "<UnitName>furlong</UnitName>"),
            r"'furlong' is not one of: meter, millimeter, inch",
        ),
        (
            command(
                "MoveThroughTo",
                f"<MoveStraight>1</MoveStraight><Waypoint>{POSE_TEXT}</Waypoint><NumPositions>1</NumPositions>",
            ),
            r"has 1 <Waypoint>; at least 2",
        ),
        (command("EnableGripper", "<GripperName>a b</GripperName>"), r"'a b' is not a name"),
        ("<CRCLStatus/>", r"CRCLStatus: is not the root of a CRCLCommandInstance"),
        ("<html/>", r"html: is not the root"),
        ("", r"is empty"),
        ("<a", r"not well-formed"),
        (command("InitCanon")[:-3], r"not well-formed"),
        (command("InitCanon").replace(XSI, 'xmlns:xsi="urn:other"'), r"xsi:type missing"),
    ],
)
def test_a_refusal_names_place_and_reason(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_command(text)


def test_a_program() -> None:
    program = CRCLProgram(InitCanon(1), EndCanon(4), (Message(2, "a < b & c"), Dwell(3, 0.5)))
    assert (
        read_program(write_program(program))
        == program
        == read_program(write_program(program, pretty=True))
    )
    assert program.commands == (InitCanon(1), Message(2, "a < b & c"), Dwell(3, 0.5), EndCanon(4))
    assert write_program(program, pretty=True).count(b"\n") > 10


def test_a_program_may_not_hold_another_beginning() -> None:
    text = write_program(CRCLProgram(InitCanon(1), EndCanon(4), (Dwell(3, 0.5),))).replace(
        b"DwellType", b"InitCanonType"
    )
    with pytest.raises(InputError, match="'InitCanonType' is not a type for it"):
        read_program(text)


@pytest.mark.parametrize(
    "wrong, message",
    [
        (InitCanon(True), "CRCLCommand/CommandID: True is not a whole number"),
        (InitCanon(1.5), "1.5 is not a whole number"),
        (InitCanon(2**63), "out of range"),
        (Dwell(1, float("nan")), "DwellTime: nan is not finite"),
        (Dwell(1, "2"), "'2' is not a number"),
        (Dwell(1, None), "DwellTime: nothing is not a number"),
        (MoveTo(1, 1, POSE), "MoveStraight: 1 is not a truth value"),
        (MoveTo(1, True, None), "EndPosition: a NoneType cannot stand here; a Pose"),
        (
            MoveTo(1, True, Pose(Point(0, 0, "0"), POSE.x_axis, POSE.z_axis)),
            "CRCLCommand/EndPosition/Point/Z: '0' is not a number",
        ),
        (MoveThroughTo(1, True, (POSE,), 1), "Waypoint: .* is not a tuple of at least 2"),
        (SetRobotParameters(1, ()), "at least 1"),
        (SetTransSpeed(1, TransSpeed()), "that is not abstract"),
        (EnableGripper(1, "a b"), "'a b' is not a name"),
        (EnableSensor(1, " a"), "has blanks"),
        (SetLengthUnits(1, "m"), "'m' is not one of: meter"),
        (Message(1, 3), "3 is not text"),
        (42, "a int cannot stand here"),
    ],
)
def test_writing_is_strict(wrong: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        write_command(wrong)


def test_only_a_status_is_written_as_one() -> None:
    with pytest.raises(InputError, match="a InitCanon cannot stand here; a CRCLStatus"):
        write_status(InitCanon(1))


def test_strings_stand_for_enumerations() -> None:
    assert read(write_command(SetLengthUnits(1, "inch"))) == SetLengthUnits(1, LengthUnit.INCH)
    assert read(write_command(StopMotion(1, StopCondition.FAST))).stop_condition == "Fast"


def test_text_that_xml_cannot_hold_does_not_keep_a_status_back() -> None:
    status = CRCLStatus(CommandStatus(1, 2, CommandState.ERROR, "got \x00\x1b\ud800 & <"))
    assert (
        read_status(write_status(status)).command_status.state_description
        == "got \ufffd\ufffd\ufffd & <"
    )


def test_things_are_called_as_functions_are() -> None:
    assert MoveTo(7, True, POSE) == MoveTo(command_id=7, move_straight=True, end_position=POSE)
    assert repr(GetStatus(3)) == "GetStatus(command_id=3)"
    for wrong in (
        lambda: MoveTo(7),
        lambda: GetStatus(3, (), "name", 4),
        lambda: GetStatus(3, command_id=3),
        lambda: GetStatus(3, id=3),
    ):
        with pytest.raises(TypeError, match=r"GetStatus|MoveTo"):
            wrong()
    with pytest.raises(AttributeError):
        GetStatus(3).command_id = 4


def test_a_schema_folder_must_have_the_schemas(tmp_path) -> None:
    with pytest.raises(InputError, match=r"CRCLCommandInstance.xsd not found"):
        Schemas(tmp_path)
    for name in ("CRCLCommandInstance", "CRCLProgramInstance", "CRCLStatus"):
        (tmp_path / f"{name}.xsd").write_text("<a/>")
    with pytest.raises(InputError, match=r"CRCLCommandInstance.xsd: is not a valid XML schema"):
        read_command(command("InitCanon"), schemas=Schemas(tmp_path))


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(document=st.one_of(things(CRCLCommandInstance), things(CRCLStatus), things(CRCLProgram)))
@pytest.mark.not_quick
def test_everything_comes_back(document: object) -> None:
    write = {
        CRCLCommandInstance: write_command,
        CRCLStatus: write_status,
        CRCLProgram: write_program,
    }[type(document)]
    assert read_document(write(document)) == document
