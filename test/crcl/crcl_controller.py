"""Robot controller for tests of sessions, in place of sim's own.

It takes orders and executes them on demand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import List, Optional

from sim.crcl import CRCLCommand, CRCLCommandInstance, Point, Pose, Vector
from sim.crcl.session import Feedback, GripperFeedback, Session, SessionOptions, SessionState
from sim.robot_orders import RobotOrder

DOWN = {"x_axis": Vector(1, 0, 0), "z_axis": Vector(0, 0, -1)}


def at(x: float, y: float, z: float) -> Pose:
    """A pose that looks down."""
    return Pose(point=Point(x, y, z), **DOWN)


class Controller:
    """Six joints and a parallel gripper, at 10 ms a report."""

    def __init__(self, options: SessionOptions = SessionOptions(), present: bool = True) -> None:
        self.orders: List[RobotOrder] = []
        self.present = present
        self.seen: List[str] = []
        self.feedback = Feedback(
            0.0,
            0,
            SessionState.READY,
            joints=(0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
            velocities=(1.0,) * 6,
            efforts=(2.0,) * 6,
            position=(0.4, 0.1, 0.3),
            orientation=(1.0, 0.0, 0.0, 0.0),
            gripper=GripperFeedback(width=0.05),
            tool="jaws",
        )
        self.session = Session(self.take, options, self._changed)
        self.session.hear(self.feedback)

    def _changed(self, asked: bool) -> None:
        standing = self.session.standing
        self.seen.append("asked" if asked else f"{standing.command_id} {standing.state.name}")

    def take(self, order: RobotOrder) -> bool:
        if self.present:
            self.orders.append(order)
        return self.present

    def give(self, *commands: CRCLCommand) -> None:
        for command in commands:
            self.session.take(CRCLCommandInstance(crcl_command=command))

    def done(self, *commands: CRCLCommand) -> None:
        """Gives commands, carrying out each."""
        for command in commands:
            self.give(command)
            self.end()

    def report(self, state: SessionState, description: str = "", **measured: object) -> None:
        """Report the state of the last order."""
        number = self.orders[-1].id if self.orders else 0
        self.feedback = replace(
            self.feedback,
            time=self.feedback.time + 0.01,
            id=number,
            state=state,
            description=description,
            **measured,
        )
        self.session.hear(self.feedback)

    def end(
        self, state: SessionState = SessionState.DONE, description: str = "", most: int = 100
    ) -> int:
        """Execute all pending orders; return their number."""
        count = 0
        while self.session.working and count < most:
            count += 1
            self.report(state, description)
        return count

    @property
    def types(self) -> List[str]:
        return [order.type for order in self.orders]

    @property
    def last(self) -> Optional[RobotOrder]:
        return self.orders[-1] if self.orders else None

    @property
    def state(self) -> str:
        """As a client sees it: id, state and description."""
        told = self.session.status().command_status
        return f"{told.command_id} {told.command_state[5:]} {told.state_description or ''}".strip()
