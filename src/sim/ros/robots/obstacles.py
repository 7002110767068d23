"""Obstacles of an arm, from its topics ``contacts`` and ``contact_stop``.

Detects contact stops and describes the contact. Simulated s, N.
"""

from __future__ import annotations

import math
from typing import Optional, Tuple

import numpy as np

from gazebo_msgs.msg import ContactsState, ContactState

# A model that was stopped takes commands again after a silence, as its plugin has it.
COMMAND_SILENCE = 0.2  # s
MAX_CONTACT_AGE = 0.1  # s
MIN_FORCE = 1.0  # N, that holds an arm back


class Obstacles:
    """Contacts of the arm ``model``; commands are sent every ``period``."""

    def __init__(self, model: str, period: float) -> None:
        self._model, self._period = model, period
        self.clear()

    def clear(self) -> None:
        """Forget all contacts and stops."""
        self._contacts: Optional[ContactsState] = None
        self._stop: Optional[ContactsState] = None
        self._sent = -math.inf

    @property
    def stopped(self) -> bool:
        """True from a stop by the simulator until :meth:`release`."""
        return self._stop is not None

    def sent(self, time: float) -> None:
        """Record that a command was sent at a time."""
        self._sent = time

    def take(self, contacts: ContactsState) -> None:
        """Store the contacts of the arm and of its load."""
        self._contacts = contacts

    def stop(self, contacts: ContactsState) -> None:
        """Record a stop by the simulator, caused by the first contact."""
        if contacts.states:
            self._stop = contacts

    def over(self, time: float) -> bool:
        """Return whether the arm takes commands again after a stop."""
        assert self._stop is not None
        return (
            time
            >= max(self._stop.header.stamp.to_sec(), self._sent + self._period) + COMMAND_SILENCE
        )

    def release(self) -> str:
        """End a stop and return its cause."""
        assert self._stop is not None
        state, self._stop = self._stop.states[0], None
        return f"stopped: {self._what(state)}"

    def words(self, time: float) -> str:
        """Describe why the arm is not at its planned position."""
        return self.in_the_way(time) or (
            "the arm was moved by something else than its drives, and touches nothing: "
            "a trajectory on its topic command, a service such as set_model_configuration, or a "
            "reset"
        )

    def in_the_way(self, time: float) -> str:
        """Describe the strongest contact of the arm or its load, if any."""
        contacts = self._contacts
        if contacts is None or abs(time - contacts.header.stamp.to_sec()) > MAX_CONTACT_AGE:
            return ""
        strongest = max(contacts.states, key=_force, default=None)
        return (
            self._what(strongest)
            if strongest is not None and _force(strongest) >= MIN_FORCE
            else ""
        )

    def _what(self, state: ContactState) -> str:
        """Describe a contact.

        As: "the arm was held back by tray (link body): gear, which it holds, presses on it with 61
        N".
        """
        model, link = _model_and_link(state.collision1_name)
        other, other_link = _model_and_link(state.collision2_name)
        own = f"link {link} of the arm" if model == self._model else f"{model}, which it holds,"
        of = f" (link {other_link})" if other_link else ""
        return (
            f"the arm was held back by {other}{of}: {own} presses on it with {_force(state):.0f} N"
        )


def _model_and_link(collision: str) -> Tuple[str, str]:
    words = collision.split("::")
    return words[0], words[1] if len(words) > 1 else ""


def _force(state: ContactState) -> float:
    force = state.total_wrench.force
    return float(np.linalg.norm((force.x, force.y, force.z)))
