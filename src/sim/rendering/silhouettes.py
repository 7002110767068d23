"""Counts the unoccluded pixels of things by occlusion queries.

Each is drawn alone, and a stencil counts every pixel once.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, List

from sim.arrays import Array
from sim.rendering import gl
from sim.rendering.drawing import SceneDrawer
from sim.rendering.gl import Functions

if TYPE_CHECKING:
    import moderngl

# Marks of things, beside 0 for none.
MARKS = 255


def silhouettes(
    context: moderngl.Context, functions: Functions, drawing: SceneDrawer, starts: Array
) -> List[int]:
    """Return the number of unoccluded pixels of each thing.

    The bound target has a stencil; a thing is drawn by the uploaded commands from one of ``starts``
    (n + 1,) to the next.
    """
    program = drawing.programs.get("count")
    functions.glDisable(gl.DEPTH_TEST)
    functions.glEnable(gl.STENCIL_TEST)
    functions.glStencilOp(gl.KEEP, gl.KEEP, gl.REPLACE)
    queries = []
    for number, (start, end) in enumerate(zip(starts.tolist(), starts.tolist()[1:])):
        if number % MARKS == 0:
            functions.glClearBufferiv(gl.STENCIL, 0, (ctypes.c_int * 1)(0))
        functions.glStencilFunc(gl.NOTEQUAL, number % MARKS + 1, MARKS)
        queries.append(context.query(samples=True))
        with queries[-1]:
            drawing.call(program, start, end - start)
    functions.glDisable(gl.STENCIL_TEST)
    functions.glEnable(gl.DEPTH_TEST)
    # Only here, since reading one waits for all earlier drawing.
    return [int(query.samples) for query in queries]
