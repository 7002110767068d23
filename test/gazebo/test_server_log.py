"""Filter of gzserver's output for the user, on lines printed by Gazebo 11.1."""

from __future__ import annotations

from typing import List, Tuple

import pytest

from sim.gzserver.log import ServerLog
from sim.model_check.plugins import OF_SENSORS


class Heard:
    """A log with a separate clock, and its output."""

    def __init__(self, draws: bool = True) -> None:
        self.now = 0.0
        self.said: List[Tuple[str, str]] = []
        self.passed: List[str] = []
        self.log = ServerLog(
            lambda level, text: self.said.append((level, text)),
            self.passed.append,
            draws,
            lambda: self.now,
        )

    def feed(self, *lines: str) -> Heard:
        for line in lines:
            self.log.feed(line)
        return self


def test_chatter_is_kept_for_the_end_only():
    heard = Heard().feed(
        "Gazebo multi-robot simulator, version 11.1.0\n",
        "\n",
        "\x1b[1;32m[Msg] \x1b[0m\x1b[1;32mWaiting for master.\x1b[0m\n",
        "[Err] [OpenAL.cc:84] Unable to open audio device[default]\n",
        " Audio will be disabled.\n",
        "[Wrn] [ModelDatabase.cc:212] Unable to connect to model database using "
        "[//database.config]. Only locally\n",
        '[Wrn] [FuelModelDatabase.cc:313] File or path does not exist [""] [unit_cone]\n',
        "[Wrn] [msgs.cc:2062] Conversion of sensor type[depth] not supported.\n",
    )
    assert (heard.said, heard.passed, heard.log.last_lines) == (
        [],
        [],
        ["[Msg] Waiting for master."],
    )


def test_warnings_and_errors_of_gazebo_are_warnings_of_ours():
    heard = Heard().feed(
        "\x1b[1;31m[Err] [Visual.cc:2956] No mesh specified\x1b[0m\n",
        "[Wrn] [Event.cc:61] strange\n",
    )
    assert heard.said == [("WARN", "gzserver: No mesh specified"), ("WARN", "gzserver: strange")]


def test_lines_of_roscpp_stay_as_they_are():
    lines = [
        "\x1b[33m[ WARN] [1700000000.1, 0.5]: pool grew\x1b[0m",
        "[ INFO] [1700000000.2]: spawned",
    ]
    assert Heard().feed(*[line + "\n" for line in lines]).passed == lines


@pytest.mark.parametrize(
    "line, meaning",
    [
        (
            "[Err] [Plugin.hh:212] Failed to load plugin libnope.so: libnope.so: cannot open "
            "shared object file: No such file or directory",
            "the plugin libnope.so is not on GAZEBO_PLUGIN_PATH",
        ),
        (
            "[Err] [Plugin.hh:212] Failed to load plugin libgazebo_ros_laser.so: "
            "libgazebo_ros_laser.so: cannot open shared object file: No such file or directory",
            "libgazebo_ros_laser.so is not here and need not be: the sensor that names it",
        ),
        (
            "[Err] [Plugin.hh:212] Failed to load plugin libsim_step.so: /d/libsim_step.so: "
            "undefined symbol: _ZN3sim9SimulatorE",
            "libsim_step.so was built against another Gazebo",
        ),
        (
            '[Wrn] [SystemPaths.cc:459] File or path does not exist [""] [model://nope/mesh.dae]',
            "model://nope/mesh.dae is missing",
        ),
        ("libGL error: failed to load driver: swrast", "OpenGL does not work on this display"),
        (
            "[Err] [RenderEngine.cc:749] Can't open display: :7",
            "gzserver cannot draw: cameras publish nothing; check DISPLAY",
        ),
        (
            "EXCEPTION: Unable to start server[bind: Address already in use]. There is probably "
            "another Gazebo process running.",
            "the port of GAZEBO_MASTER_URI is taken",
        ),
    ],
)
def test_unclear_messages_of_gazebo_are_explained_once(line, meaning):
    heard = Heard().feed(line, line)
    assert [
        text for level, text in heard.said if level == "WARN" and text.startswith(meaning)
    ] == heard.log.explanations
    assert len(heard.log.explanations) == 1


def test_a_server_that_was_given_no_display_may_not_complain_of_it():
    line = "[Wrn] [RenderEngine.cc:89] Unable to create X window. Rendering will be disabled"
    assert Heard(draws=False).feed(line).said == [] and Heard(draws=True).feed(line).said != []


def test_a_flood_is_counted_instead():
    heard = Heard()
    for k in range(1000):
        heard.now = k * 0.01
        heard.feed(f"[Wrn] [ODE.cc:12] LCP residual {k / 7:.3f} too large")
    assert len(heard.said) == ServerLog.BURST
    heard.now = 12.5
    heard.feed("[Wrn] [ODE.cc:12] LCP residual 3.5 too large")
    assert heard.said[-1] == (
        "WARN",
        f"gzserver: LCP residual 3.5 too large (and {1000 - ServerLog.BURST} more like it)",
    )


def test_dumps_are_cut_after_warnings_and_dropped_after_messages():
    dump = [f"<tag number='{chr(97 + k // 26)}{chr(97 + k % 26)}'/>" for k in range(100)]
    heard = Heard().feed("[Wrn] [World.cc:1] Unable to read sdf string[", *dump)
    assert (
        len(heard.passed) == ServerLog.LINES + 1
        and "the rest is in its own log" in heard.passed[-1]
    )
    assert Heard().feed("[Msg] Loading", *dump).passed == []


def test_the_announced_end_and_a_lost_screen_are_noticed():
    assert Heard().feed("sim: ended at 60 s, the end of its duration\n").log.announced_end
    assert Heard().feed("sim: ended at 1.5e+06 s, the end of its duration\n").log.announced_end
    assert not Heard().feed("[Msg] nothing ended\n").log.announced_end
    assert Heard().feed("X Error of failed request:  GLXBadContext\n").log.hopeless


def test_the_last_lines_are_the_last():
    heard = Heard().feed(*[f"[Msg] line {k}" for k in range(50)])
    assert (
        heard.log.last_lines[-1] == "[Msg] line 49" and len(heard.log.last_lines) == ServerLog.TAIL
    )


def test_the_plugins_of_sensors_are_those_that_the_check_knows():
    for name in OF_SENSORS:
        line = f"[Err] [Plugin.hh:212] Failed to load plugin libgazebo_ros_{name}.so: not found"
        assert "need not be" in Heard().feed(line).log.explanations[0]
