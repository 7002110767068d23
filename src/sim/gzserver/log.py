"""Filters gzserver's output: passes on relevant lines with rate limiting.

It also explains Gazebo's unclear messages.
"""

from __future__ import annotations

import math
import re
import time
from collections import deque
from typing import Callable, Deque, Dict, List, NamedTuple, Optional, Tuple

Say = Callable[[str, str], None]

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_GAZEBO = re.compile(r"^\[(Err|Wrn|Msg|Dbg)\] (?:\[[\w.]+:\d+\] )?(.*)$")
# roscpp's own lines are complete as they are.
_ROS = re.compile(r"^\[ ?(DEBUG|INFO|WARN|ERROR|FATAL)\] \[")
# An error of Gazebo does not end the run: it goes on.
_SHOWN = ("Err", "Wrn")
_BENIGN = re.compile(
    r"^(ALSA lib|AL lib|libpulse|Unable to open audio device|\s*Audio will be disabled|Error in "
    r"REST request|XDG_RUNTIME_DIR|"
    r"Warning: Deleting a connection right after creation|Queue limit reached for topic "
    r"/gazebo/|Gazebo multi-robot|Copyright|"
    r"Released under|http://gazebosim\.org|Getting models from ?\[/\]|"
    r"Unable to connect to model database using \[//|"
    # Shapes that Gazebo makes itself, of a sonar for one, and sensors that it
    # reads though sdformat does not.
    r"File or path does not exist \[\"?\"?\] \[unit_|Conversion of sensor type\[\w+\] not "
    r"supported|\s*$)|libcurl: \("
)
_NO_DISPLAY = re.compile(
    r"Can't open display|Unable to create X window|Cannot initialize render engine"
)
ANNOUNCED = re.compile(r"\bended at [\d.e+]+ s\b")
_NO_OPENGL = (
    "OpenGL does not work on this display; install its driver (software: libgl1-mesa-dri), unset "
    "DISPLAY to draw on Xvfb, "
    "or take render:=false"
)
_PORT_TAKEN = (
    "the port of GAZEBO_MASTER_URI is taken, maybe by another gzserver; end it, or "
    "unset GAZEBO_MASTER_URI"
)
# After these gzserver does nothing more, but need not end.
_HOPELESS = re.compile(r"X Error of failed request|XIO: +fatal IO error")
# Messages of Gazebo, the linker, or OpenGL, and their meaning.
_MEANINGS: Tuple[Tuple[str, str], ...] = (
    (
        r"Failed to load plugin (?:file )?\[?([^\s\]:]+)\]?: .*undefined symbol",
        "{0} was built against another Gazebo or another core; ./run setup builds this package's "
        "plugins again",
    ),
    (
        r"Failed to load plugin (?:file )?\[?(libgazebo_ros_(?:camera|multicamera|depth_camera|"
        r"openni_kinect|laser|gpu_laser|block_laser|range|imu_sensor|bumper)\.so)",
        "{0} is not here and need not be: the sensor that names it publishes by itself, under that "
        "plugin's names",
    ),
    (
        r"Failed to load plugin (?:file )?\[?([^\s\]:]+)",
        "the plugin {0} is not on GAZEBO_PLUGIN_PATH or lacks a library; install it, or take its "
        "<plugin> out of the world or model",
    ),
    (r"Address already in use", _PORT_TAKEN),
    (
        r"Can't open display|Unable to create X window|Failed to create.*[Dd]isplay",
        "gzserver cannot draw: cameras publish nothing; check DISPLAY, or unset it, and Xvfb is "
        "used",
    ),
    (
        r"GLXBad\w+|libGL error|failed to load driver|GLX.*not supported|X Error of failed request",
        _NO_OPENGL,
    ),
    (
        r"XIO: +fatal IO error|Broken pipe.*X server",
        "the X server that gzserver draws on has ended",
    ),
    (
        r"[Uu]nable to find (?:uri|file)\s*\[?\"?([^\]\"\s]+)|[Ff]ile or path does not exist "
        r"\[\"?\"?\] \[([^\]]+)\]",
        "{0} is missing; add its folder to GAZEBO_MODEL_PATH or mend the path",
    ),
    (
        r"std::bad_alloc|Cannot allocate memory",
        "out of memory; a model takes 1.7 MB: shorten the demand, and with it the pools",
    ),
    (r"No space left on device", "the disk that HOME or the temp folder is on is full"),
)


class Block(NamedTuple):
    """Line with a head such as ``[Wrn]`` and following lines without."""

    time: float
    shown: bool
    lines: int = 0


class ServerLog:
    """Processes gzserver's lines.

    Each kind of line is passed on ``BURST`` times, then once every ``PERIOD`` s with a count.
    ``draws`` is false if gzserver has no display, and its complaints are ignored.
    """

    BURST, PERIOD, TAIL, KINDS = 3, 10.0, 12, 1000
    # Lines without a head that are shown in one go, and the s that end it.
    LINES, PAUSE = 6, 0.5

    def __init__(
        self,
        say: Say,
        passed: Callable[[str], None],
        draws: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say, self._passed, self._draws, self._clock = say, passed, draws, clock
        self._tail: Deque[str] = deque(maxlen=self.TAIL)
        self._seen: Dict[str, Tuple[int, int, float, str]] = {}
        self._explained: Dict[str, None] = {}
        self._block = Block(-math.inf, True)
        self.announced_end = self.hopeless = False

    def feed(self, raw: str) -> None:
        """Process one line as gzserver printed it."""
        line = _COLOR.sub("", raw).rstrip()
        if (
            not line
            or _BENIGN.search(_text(line))
            or (not self._draws and _NO_DISPLAY.search(line))
        ):
            return
        self._tail.append(line)
        if ANNOUNCED.search(line):
            self.announced_end = True
            self._say("INFO", line)
            return
        self.hopeless = self.hopeless or _HOPELESS.search(line) is not None
        self._show(raw, line)
        self._explain(line)

    @property
    def last_lines(self) -> List[str]:
        return list(self._tail)

    @property
    def explanations(self) -> List[str]:
        """Explanations of lines so far that Gazebo words badly."""
        return list(self._explained)

    @property
    def port_taken(self) -> bool:
        return _PORT_TAKEN in self._explained

    @property
    def no_opengl(self) -> bool:
        return _NO_OPENGL in self._explained

    def _show(self, raw: str, line: str) -> None:
        gazebo = _GAZEBO.match(line)
        if _ROS.match(line):
            self._block = Block(self._clock(), True)
            self._passed(raw.rstrip("\r\n"))
        elif gazebo:
            again = self._again(line) if gazebo.group(1) in _SHOWN else None
            self._block = Block(self._clock(), again is not None)
            if again is not None:
                self._say("WARN", f"gzserver: {gazebo.group(2)}{again}")
        elif self._continues():
            again = self._again(line)
            if again is not None:
                self._passed(f"gzserver: {line}{again}")

    def _continues(self) -> bool:
        """Return whether a line without a head is shown.

        After a shown head the first such lines are shown, since a whole model's XML may follow.
        """
        now = self._clock()
        if now - self._block.time > self.PAUSE:
            self._block = Block(now, True)
        self._block = self._block._replace(time=now, lines=self._block.lines + 1)
        if self._block.shown and self._block.lines == self.LINES + 1:
            self._passed("gzserver: ... (the rest is in its own log)")
        return self._block.shown and self._block.lines <= self.LINES

    def _again(self, line: str) -> Optional[str]:
        """Return a suffix with the number of omitted similar lines.

        None if the line is to be omitted. Lines that differ only in numbers are similar.
        """
        kind = re.sub(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?", "0", line)
        now = self._clock()
        if len(self._seen) > self.KINDS:
            self._seen.clear()
        shown, left_out, since, before = self._seen.get(kind, (0, 0, now, ""))
        if shown < self.BURST and line != before:
            self._seen[kind] = (shown + 1, left_out, now, line)
            return ""
        if now - since < self.PERIOD:
            self._seen[kind] = (shown, left_out + 1, since, line)
            return None
        self._seen[kind] = (shown, 0, now, line)
        return f" (and {left_out} more like it)" if left_out else ""

    def _explain(self, line: str) -> None:
        for pattern, meaning in _MEANINGS:
            match = re.search(pattern, line)
            if match:
                text = meaning.format(*[group for group in match.groups() if group] or [""])
                if text not in self._explained:
                    self._explained[text] = None
                    self._say("WARN", text)
                return


def _text(line: str) -> str:
    match = _GAZEBO.match(line)
    return match.group(2) if match else line
