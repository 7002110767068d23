"""OpenGL context on EGL without a display.

It works with or without a graphics card.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Tuple

from sim.errors import SimulationError
from sim.rendering.gl import UPPER_LEFT, ZERO_TO_ONE, Functions

if TYPE_CHECKING:
    import moderngl

NO_GL = (
    "cameras need OpenGL through EGL, which does not start here ({}); install libegl1, "
    "libegl-mesa0, libgl1 and libgl1-mesa-dri (or the graphics card's own EGL)"
)
NEEDED = ("GL_ARB_clip_control", "GL_ARB_multi_draw_indirect", "GL_ARB_base_instance")
# The name familiar to MuJoCo's users.
DEVICE = "MUJOCO_EGL_DEVICE_ID"


def start() -> Tuple[moderngl.Context, Functions]:
    """Create a context, current in this thread.

    Pictures have their first row at the top and reversed depth from 1 to 0; SimulationError without
    OpenGL.
    """
    try:
        import moderngl

        settings: Dict[str, Any] = {
            "backend": "egl",
            "libgl": "libGL.so.1",
            "libegl": "libEGL.so.1",
            "device_index": int(os.environ.get(DEVICE) or 0),
        }
        context = moderngl.create_context(standalone=True, **settings)
        missing = [name for name in NEEDED if name not in context.extensions]
        if missing:
            raise OSError(f"{context.info['GL_RENDERER']} has no {' nor '.join(missing)}")
        functions = Functions()
    except Exception as error:  # moderngl raises plain exceptions, ImportError and OSError
        raise SimulationError(
            NO_GL.format(" ".join(str(error).split()) or type(error).__name__)
        ) from error
    functions.glClipControl(UPPER_LEFT, ZERO_TO_ONE)
    return context, functions
