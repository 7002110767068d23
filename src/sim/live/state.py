"""State of a program that restarts in place.

It is passed in a file named by an environment variable.
"""

from __future__ import annotations

import logging
import os
import pickle
import tempfile
from typing import Any, Dict, Protocol

VARIABLE = "SIM_LIVE_STATE"
log = logging.getLogger(__name__)


class Owner(Protocol):
    """Object with a state that outlives a reload. The state is any picklable object."""

    def save_state(self) -> Any:
        """Return the state. A separate thread calls it just before the program ends."""

    def load_state(self, state: Any) -> None:
        """Restore the state of the former program."""


_OWNERS: Dict[str, Owner] = {}


def hand_over(owner: Owner, name: str = "") -> None:
    """Keep an object's state over reloads.

    The object receives at once the state saved by the former program under this name; its state is
    saved before the next reload. Without a reload, nothing happens. A state refused by
    ``load_state`` is reported, and the object stays as it is.
    """
    _OWNERS[name] = owner
    states = _received()
    if name not in states:
        return
    try:
        owner.load_state(pickle.loads(states.pop(name)))
    except Exception as error:  # noqa: BLE001 - code that is being written
        log.error(
            "the state saved before the reload is refused: %s: %s", type(error).__name__, error
        )


def save() -> None:
    """Write the states of all registered objects.

    The file is named in the environment, which the next program inherits; errors are reported.
    """
    states = {}
    for name, owner in _OWNERS.items():
        try:
            states[name] = pickle.dumps(owner.save_state())
        except Exception as error:  # noqa: BLE001 - code that is being written
            log.error("the state is not saved for this reload: %s: %s", type(error).__name__, error)
    os.environ.pop(VARIABLE, None)
    if states:
        number, path = tempfile.mkstemp(prefix="sim_live_")
        with os.fdopen(number, "wb") as file:
            pickle.dump(states, file)
        os.environ[VARIABLE] = path


_RECEIVED: Dict[str, bytes] = {}


def _received() -> Dict[str, bytes]:
    """Return the pickled states of the former program by name.

    They are read once, since the file is removed.
    """
    path = os.environ.pop(VARIABLE, None)
    if path is not None:
        with open(path, "rb") as file:
            _RECEIVED.update(pickle.load(file))
        os.unlink(path)
    return _RECEIVED
