"""CRCL session: legality and effects of commands, without sockets or ROS.

Commands and programs come in by :meth:`Session.take`; orders go out to a robot controller; its
feedback comes in by :meth:`Session.hear`; the status is available at any time. An error sets the
state to CRCL_Error and stops the robot.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Callable, List, Mapping, Optional, Tuple, Union

from sim.crcl import (
    CRCLCommand,
    CRCLCommandInstance,
    CRCLProgram,
    CRCLStatus,
    EnableSensor,
    EndCanon,
    GetStatus,
    InitCanon,
    StopMotion,
)
from sim.crcl.session.checks import check
from sim.crcl.session.dispatch import Dispatch
from sim.crcl.session.feedback import Feedback, SessionState, sound
from sim.crcl.session.guards import GuardTrip, GuardWatch
from sim.crcl.session.ids import AUTO, CommandIds
from sim.crcl.session.nested import LoopRecorder, body
from sim.crcl.session.poses import pose
from sim.crcl.session.program import ProgramPosition, ProgramStepper
from sim.crcl.session.reports import Reports
from sim.crcl.session.sensors import Sensors
from sim.crcl.session.settings import SessionSettings
from sim.crcl.session.status import CommandStanding, Shift, StatusContents, build
from sim.crcl.session.translate import order
from sim.crcl.units import SI, converted
from sim.errors import InputError
from sim.robot_orders import STOP, RobotOrder

# Legal without a session.
_ALWAYS = (InitCanon, EndCanon, StopMotion, GetStatus)


@dataclass(frozen=True)
class SessionOptions:
    """Options of a session.

    ``defaults`` hold after InitCanon; ``translational`` are the numbers of sliding joints;
    ``sensors`` maps further sensors to their kind. ``aliases`` gives further names to the robot's
    own sensors. ``strict_ids``: uniqueness of CommandIDs in a session, always, never, or auto
    (unless the client numbers otherwise). ``controller_timeout``: s of silence until a controller
    counts as dead; ``start_timeout``: the same before its first message.
    """

    defaults: SessionSettings = SessionSettings()
    translational: Tuple[int, ...] = ()
    sensors: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    strict_ids: str = AUTO
    controller_timeout: float = 2.0
    start_timeout: float = 30.0
    shift: Optional[Shift] = None


class Session:
    """State machine of a CRCL session.

    ``send`` gives an order to the controller and returns whether a controller is present.
    ``changed`` is called when the state of a command changes, with True if a program requests a
    status.
    """

    def __init__(
        self,
        send: Callable[[RobotOrder], bool],
        options: SessionOptions = SessionOptions(),
        changed: Callable[[bool], None] = lambda asked: None,
    ) -> None:
        self._options, self._changed = options, changed
        self._dispatch = Dispatch(send)
        self.settings, self.reports, self.sensors = (
            options.defaults,
            Reports(),
            Sensors(options.sensors, options.aliases),
        )
        self.standing = CommandStanding()
        self.active = False
        self.feedback: Optional[Feedback] = None
        self.version = 0
        self._programs: List[ProgramStepper] = []
        self._advancing = False
        self._recorder = LoopRecorder()
        self._ids = CommandIds(options.strict_ids)
        self._watch: Optional[GuardWatch] = None
        self._guarded = False
        self._heard: Optional[Tuple[float, float]] = None
        self._fresh = True
        self._status_id = 0

    @property
    def working(self) -> bool:
        return self.standing.state == SessionState.WORKING

    def take(self, document: Union[CRCLCommandInstance, CRCLProgram]) -> None:
        """Start a command or program of the commander, ending the current one."""
        command: CRCLCommand
        if isinstance(document, CRCLProgram):
            command, place = document.init_canon, ProgramPosition()
        else:
            command = document.crcl_command
            place = ProgramPosition(
                document.program_file, document.program_index, document.program_length
            )
        try:
            if isinstance(document, CRCLProgram):
                self._take_program(document)
            else:
                self._take_command(command, place)
        except InputError as error:
            self.refuse(str(error), command.command_id, place)

    def refuse(
        self, why: str, command_id: Optional[int] = None, place: Optional[ProgramPosition] = None
    ) -> None:
        """Set the state to CRCL_Error and stop the robot on its path.

        Concerns the current command unless another is named.
        """
        self._programs, self._guarded = [], False
        self._recorder.clear()
        self._dispatch.halt("Fast")
        own = (
            self.standing
            if command_id is None
            else CommandStanding(command_id, place=place or ProgramPosition())
        )
        self._stand(replace(own, state=SessionState.ERROR, description=why))

    def stop(self, command: StopMotion, by: str) -> None:
        """Stop the robot for another client than the commander.

        The current command ends under its own CommandID, with CRCL_Error, at standstill.
        """
        words = f"stopped by StopMotion {command.command_id} of another client, {by}"
        self._programs, self._guarded = [], False
        self._recorder.clear()
        if self._dispatch.halt(
            command.stop_condition, lambda feedback: self._finish(SessionState.ERROR, words)
        ):
            if self.working:
                self._stand(replace(self.standing, description=words))
        else:
            self._finish(SessionState.ERROR, words)
            stop = RobotOrder(STOP, self.standing.command_id, text=command.stop_condition)
            self._dispatch.start(stop, lambda feedback: None)

    def leave(self) -> None:
        """End the session of a lost client."""
        self.active = False

    def hear(self, feedback: Feedback) -> None:
        """Process a measurement and the state of the controller's last order."""
        try:
            feedback = sound(feedback)
        except InputError as error:
            if self.working:
                self.refuse(str(error))
            return
        self.feedback, self._fresh = feedback, True
        self.version += 1
        self.sensors.feel(feedback)
        going = self._dispatch.order
        self._dispatch.hear(feedback)
        if (
            self.working
            and going is self._dispatch.order
            and going
            and feedback.id == going.id
            and feedback.description
        ):
            self.standing = replace(self.standing, description=feedback.description)
        self._look(feedback.time)

    def sense(self, name: str, values: Mapping[str, float], time: float) -> None:
        """Store a reading of a sensor outside the robot."""
        self.sensors.take(name, values, time)
        self.version += 1
        self._look(time)

    def tick(self, wall: float, now: float) -> None:
        """Update the presence of a controller (watchdog).

        Both clocks are in s; either may stand still or run fast.
        """
        going = self._dispatch.order
        if (
            self._heard is None
            or not going
            or (self._fresh and (not self.feedback or self.feedback.id >= going.id))
        ):
            self._heard, self._fresh = (wall, now), False
        silent = min(wall - self._heard[0], now - self._heard[1])
        if not self._dispatch.retry():
            limit = (
                self._options.controller_timeout if self.feedback else self._options.start_timeout
            )
            if wall - self._heard[0] > limit:
                self._abandon("no robot controller takes commands and reports")
        elif going and silent > self._options.controller_timeout:
            self._abandon(f"the robot controller has not said anything of this for {silent:.1f} s")

    def status(self) -> CRCLStatus:
        """Return a status with a new StatusID."""
        self._status_id += 1
        return build(
            self._contents(), self._status_id, self._options.shift, self._options.translational
        )

    def status_of(self, standing: CommandStanding) -> CRCLStatus:
        """Return a status with another command state than the session's.

        Used for the error of a client that does not command.
        """
        self._status_id += 1
        return build(
            replace(self._contents(), standing=standing),
            self._status_id,
            self._options.shift,
            self._options.translational,
        )

    def next_status_id(self) -> int:
        """Return an id for a status that repeats the last one."""
        self._status_id += 1
        return self._status_id

    def switched(self, last: Optional[Feedback] = None) -> None:
        """Start over with another controller behind this session.

        Its feedback counts from scratch, from ``last`` on.
        """
        self._dispatch.forget()
        self.sensors.forget()
        self.feedback, self._fresh = None, True
        self.version += 1
        if last is not None:
            self.hear(last)
        if self.active:
            self._dispatch.start(
                RobotOrder("InitCanon", self.standing.command_id), lambda feedback: None
            )

    def _contents(self) -> StatusContents:
        return StatusContents(
            self.standing, self.settings, self.reports, self.sensors, self.feedback, self._watch
        )

    def _take_command(self, command: CRCLCommand, place: ProgramPosition) -> None:
        self._check_legal(command)
        self._ids.use((command,))
        self._programs = []
        self._recorder.hear(command)
        if not self._begin(command, place):
            self._advance()

    def _take_program(self, program: CRCLProgram) -> None:
        commands = program.commands
        steps = ProgramStepper(commands)
        self._ids.use(commands)
        self._recorder.clear()
        self._programs = [steps]
        self._advance()

    def _check_legal(self, command: CRCLCommand) -> None:
        if not self.active and not isinstance(command, _ALWAYS):
            raise InputError(
                type(command).__name__, "is refused outside of a session; InitCanon begins one"
            )

    def _begin(
        self, command: CRCLCommand, place: ProgramPosition, reported: Optional[int] = None
    ) -> bool:
        """Execute one command; return whether to wait for the controller.

        All checks come first, then the settings, then the order.
        """
        given = converted(command, self.settings.units, SI, self._options.translational)
        check(given, len(self.feedback.joints) if self.feedback else None)
        if isinstance(command, EnableSensor):
            self._check_sensor(command.sensor_id)
        own = replace(
            order(given, self.settings),
            command_id=command.command_id if reported is None else reported,
        )
        watch = GuardWatch(command.guard, self.sensors) if command.guard else None
        nested = body(command, self._recorder)
        if nested is not None and watch:
            raise InputError(
                f"{type(command).__name__}/Guard",
                "guards are not looked at while several commands are carried out for one; give "
                "them to those",
            )
        self._apply(given)
        self._guarded = watch is not None
        self._watch = watch or self._watch
        self._stand(CommandStanding(own.command_id, SessionState.WORKING, "", place))
        if nested is not None:
            self._programs.append(ProgramStepper(nested, own.command_id))
            return False
        if self._look(self.feedback.time if self.feedback else 0.0):
            return self._dispatch.order is not None
        self._dispatch.start(own, self._ended)
        return True

    def _check_sensor(self, name: str) -> None:
        if name not in self.sensors.kinds:
            raise InputError(
                "EnableSensor/SensorID",
                f"sensor '{name}' not found; sensors: {', '.join(sorted(self.sensors.kinds))}",
            )

    def _apply(self, command: CRCLCommand) -> None:
        if isinstance(command, InitCanon):
            self.settings, self.reports, self._watch, self.active = (
                self._options.defaults,
                Reports(),
                None,
                True,
            )
        elif isinstance(command, EndCanon):
            self.active = False
        self.settings, self.reports = self.settings.after(command), self.reports.after(command)

    def _advance(self) -> None:
        """Begin the next command of the innermost program.

        At the end of a nested program, execution goes on in the outer one.
        """
        if self._advancing:
            return
        self._advancing = True
        try:
            while self._programs and not self._step(self._programs[-1]):
                pass
        finally:
            self._advancing = False

    def _step(self, program: ProgramStepper) -> bool:
        """Execute one program command; return whether to wait for the controller."""
        command = program.step()
        if command is None:
            self._programs.pop()
            if program.reported is not None:
                self._stand(replace(self.standing, state=SessionState.DONE))
            return False
        if isinstance(command, GetStatus):
            self._changed(True)
            return False
        place = self.standing.place if program.reported is not None else program.place
        try:
            return self._begin(command, place, program.reported)
        except InputError as error:
            self.refuse(
                str(error),
                command.command_id if program.reported is None else program.reported,
                place,
            )
            return True

    def _look(self, time: float) -> bool:
        """Check the current command's guards; return whether one trips and ends it."""
        watch = self._watch
        if watch is None or not (self._guarded and self.working):
            return False
        here = (
            pose(self.feedback.position, self.feedback.orientation)
            if self.feedback and self.feedback.placed
            else None
        )
        trip = watch.look(time, here)
        if trip is None:
            return False
        self._guarded = False
        if not self._dispatch.halt("Fast", lambda feedback: self._tripped(watch, trip, feedback)):
            self._tripped(watch, trip, None)
        return True

    def _tripped(self, watch: GuardWatch, trip: GuardTrip, feedback: Optional[Feedback]) -> None:
        if feedback is not None:
            watch.stopped_after = max(0.0, feedback.time - trip.time)
        self._finish(SessionState.ERROR if trip.error else SessionState.DONE, trip.words)

    def _ended(self, feedback: Feedback) -> None:
        """Handle the end of the current command's order."""
        missed = self._watch.missed if self._watch and self._guarded else ""
        self._guarded = False
        if feedback.state == SessionState.ERROR:
            self._finish(
                SessionState.ERROR, feedback.description or "the robot controller does not say why"
            )
        elif missed:
            self._finish(SessionState.ERROR, missed)
        else:
            self._finish(SessionState.DONE, feedback.description)

    def _finish(self, state: SessionState, words: str) -> None:
        if not self.working:
            return
        if state == SessionState.ERROR:
            self._programs = []
            self._recorder.clear()
        if state == SessionState.ERROR or not self._programs or self._programs[-1].reported is None:
            self._stand(replace(self.standing, state=state, description=words))
        self._advance()

    def _abandon(self, why: str) -> None:
        """Abandon a controller, with a stop that may still reach it."""
        self._dispatch.halt("Fast")
        self._dispatch.drop()
        self._fresh = True
        if self.working:
            self._finish(SessionState.ERROR, why)

    def _stand(self, standing: CommandStanding) -> None:
        self.standing = standing
        self.version += 1
        self._changed(False)
