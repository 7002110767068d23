"""Dispatch of orders to a robot controller, one at a time.

Each has a unique id; a motion is stopped before another order begins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Optional, Tuple

from sim.crcl.session.feedback import Feedback, SessionState
from sim.robot_orders import MOTIONS, STOP, RobotOrder

Ended = Callable[[Feedback], None]


def _nothing(feedback: Feedback) -> None:
    pass


class Dispatch:
    """Dispatches orders to the controller through ``send``.

    ``send`` returns whether a controller is present; ``ended`` of an order is called once, unless
    another order replaces it. Orders are held back until the controller has reported its last
    order, since ids continue after that.
    """

    def __init__(self, send: Callable[[RobotOrder], bool]) -> None:
        self._send = send
        self._next_id = 1
        self._heard: Optional[int] = None
        self._order: Optional[RobotOrder] = None
        self._ended: Ended = _nothing
        self._then: Optional[Tuple[RobotOrder, Ended]] = None
        self.sent = True

    @property
    def order(self) -> Optional[RobotOrder]:
        """Current or waiting order of the controller."""
        return self._order

    def start(self, order: RobotOrder, ended: Ended) -> None:
        """Execute an order in place of the current one.

        In CRCL a new command ends the previous one.
        """
        running = self._order if self.sent else None
        self._then = None
        if self._order and not self.sent and self._order.type == "InitCanon":
            self._ended, self._then = _nothing, (order, ended)
        elif (
            running
            and order.type != STOP
            and (running.type == STOP or (running.type in MOTIONS and order.type not in MOTIONS))
        ):
            if running.type == STOP:
                self._ended = _nothing
            else:
                self._give(RobotOrder(STOP, running.command_id, text="Normal"), _nothing)
            self._then = (order, ended)
        else:
            self._give(order, ended)

    def halt(self, condition: str, ended: Ended = _nothing) -> bool:
        """Stop the current order, if any; ``ended`` is called at standstill."""
        self._then = None
        if self._order is None or not self.sent:
            self._order = None
            return False
        if self._order.type == STOP and self._order.text == condition:
            self._ended = ended
            return True
        self._give(RobotOrder(STOP, self._order.command_id, text=condition), ended)
        return True

    def hear(self, feedback: Feedback) -> None:
        """Process the controller's report on its last order."""
        first, restarted = (
            self._heard is None,
            self._heard is not None and feedback.id < self._heard,
        )
        self._heard = feedback.id
        if first or self._order is None:
            self._next_id = max(self._next_id, feedback.id + 1)
        if self._order is None:
            return
        if not self.sent and first:
            self._give(self._order, self._ended)
        elif restarted:
            self._finish(
                replace(
                    feedback,
                    state=SessionState.ERROR,
                    description="the robot controller was restarted while it carried this out",
                )
            )
        elif feedback.id == self._order.id and feedback.state in (
            SessionState.DONE,
            SessionState.ERROR,
        ):
            self._finish(feedback)

    def retry(self) -> bool:
        """Resend an order without a receiver; return whether it is sent."""
        if self._order is not None and not self.sent:
            self.sent = self._heard is not None and self._send(self._order)
        return self.sent

    def drop(self) -> None:
        """Abandon the current order of a silent controller."""
        self._order, self._then, self.sent = None, None, True

    def forget(self) -> None:
        """Start over with another controller, with unrelated ids."""
        self.drop()
        self._heard = None

    def _give(self, order: RobotOrder, ended: Ended) -> None:
        self._order, self._ended = replace(order, id=self._next_id), ended
        self._next_id += 1
        self.sent = self._heard is not None and self._send(self._order)

    def _finish(self, feedback: Feedback) -> None:
        ended, then = self._ended, self._then
        self._order, self._then, self._ended = None, None, _nothing
        if then:
            self._give(*then)
        ended(feedback)
