"""What a program that starts again in place hands over to itself: a file that one environment
variable names."""

from __future__ import annotations

import logging
import os
import pickle
import tempfile
from typing import Any, Dict, Protocol

VARIABLE = "SIM_LIVE_STATE"
log = logging.getLogger(__name__)


class Owner(Protocol):
    """Something whose state outlives a reload; the state is anything that pickle takes."""

    def save_state(self) -> Any:
        """The state, asked for by a thread of its own just before the program ends."""

    def load_state(self, state: Any) -> None:
        """Takes what the program before this one had."""


_OWNERS: Dict[str, Owner] = {}


def hand_over(owner: Owner, name: str = "") -> None:
    """Lets an object's state outlive a reload: gives it at once what the program before has saved
    under this name, and asks it for its state before the next. Without a reload, nothing happens.

    A state that ``load_state`` does not take is reported, and the object stays as it is.
    """
    _OWNERS[name] = owner
    states = _received()
    if name not in states:
        return
    try:
        owner.load_state(pickle.loads(states.pop(name)))
    except Exception as error:  # noqa: BLE001 - code that is being written
        log.error("the state before the reload is not taken: %s: %s", type(error).__name__, error)


def save() -> None:
    """Writes the states of all that have asked for it, and names the file in the environment, which
    the next program inherits; what cannot be saved is reported."""
    states = {}
    for name, owner in _OWNERS.items():
        try:
            states[name] = pickle.dumps(owner.save_state())
        except Exception as error:  # noqa: BLE001 - code that is being written
            log.error("no state outlives this reload: %s: %s", type(error).__name__, error)
    os.environ.pop(VARIABLE, None)
    if states:
        number, path = tempfile.mkstemp(prefix="sim_live_")
        with os.fdopen(number, "wb") as file:
            pickle.dump(states, file)
        os.environ[VARIABLE] = path


_RECEIVED: Dict[str, bytes] = {}


def _received() -> Dict[str, bytes]:
    """The pickled states of the program before by their names; read once, since the file goes."""
    path = os.environ.pop(VARIABLE, None)
    if path is not None:
        with open(path, "rb") as file:
            _RECEIVED.update(pickle.load(file))
        os.unlink(path)
    return _RECEIVED
