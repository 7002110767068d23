"""Display of an environment by its render mode."""

from __future__ import annotations

import os
from typing import Any, Dict, Optional

from sim.arrays import Array
from sim.environments.agents import Agents
from sim.environments.arguments import EpisodeOverError
from sim.environments.closed_loop import ClosedLoop
from sim.environments.open_cv import drawing
from sim.environments.view import EgoView, ViewOptions
from sim.errors import InputError, SimulationError

HUMAN = "human"
RGB_ARRAY = "rgb_array"
MODES = (HUMAN, RGB_ARRAY)
# Of an environment's class, as Gymnasium and PettingZoo read them.
METADATA: Dict[str, Any] = {"render_modes": list(MODES), "render_fps": 10}
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


class RenderDisplay:
    """View of the ego ``name`` by a render mode; to be closed."""

    def __init__(self, mode: Optional[str], options: ViewOptions, name: str) -> None:
        if mode is not None and mode not in MODES:
            raise InputError("render_mode", f"got {mode!r}; allowed: None, {', '.join(MODES)}")
        if not isinstance(options, ViewOptions):
            raise InputError("view", f"got {options!r}; give ViewOptions(...)")
        if mode == HUMAN and not any(os.environ.get(one) for one in DISPLAYS):
            raise InputError(
                "render_mode", "'human' needs a display; use 'rgb_array' on a machine without one"
            )
        self._mode, self._options, self._name = mode, options, name
        self._view: Optional[EgoView] = None
        self._window = ""

    def show(self, loop: ClosedLoop) -> None:
        """Draw into the window of the mode ``human``."""
        if self._mode != HUMAN:
            return
        cv2 = drawing()
        self._window = f"sim: {self._name}"
        try:
            cv2.imshow(self._window, self._picture(loop)[:, :, ::-1])
            cv2.waitKey(1)
        except cv2.error as error:
            raise SimulationError(f"no window for render_mode 'human': {error}") from error

    def render(self, agents: Agents) -> Optional[Array]:
        """Return colours (height, width, 3) uint8 in the mode ``rgb_array``, else None."""
        if self._mode != RGB_ARRAY:
            return None
        if not agents.begun:
            raise EpisodeOverError("render", "no episode has begun; call reset first")
        return self._picture(agents.loop)

    def close(self) -> None:
        """Close the window and end the drawing."""
        if self._window:
            drawing().destroyWindow(self._window)
            self._window = ""
        if self._view is not None:
            self._view.close()
            self._view = None

    def _picture(self, loop: ClosedLoop) -> Array:
        if self._view is None:
            self._view = EgoView(loop, self._name, self._options)
        return self._view.picture()
