"""Counts the pixels that things would have if nothing hid them: each is drawn alone, and every
pixel is marked by the first of its fragments."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, List

from sim.arrays import Array

from . import gl
from .drawing import Drawing
from .gl import Functions

if TYPE_CHECKING:
    import moderngl

# Marks of things, beside 0 for none.
MARKS = 255


def silhouettes(
    context: moderngl.Context, functions: Functions, drawing: Drawing, starts: Array
) -> List[int]:
    """The pixels of each thing in the target that is bound, which has a stencil; a thing is drawn
    by the commands that were uploaded from one of ``starts`` (n + 1,) to the next."""
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
    # Only here, since to read one waits for all that was drawn before.
    return [int(query.samples) for query in queries]
