"""Render targets: colour and depth, with multisampling for smooth edges."""

from __future__ import annotations

import ctypes
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import SimulationError
from sim.rendering import gl
from sim.rendering.gl import Functions

# Attachment point of each depth format.
DEPTH_PLACES = {
    gl.DEPTH_COMPONENT32F: gl.DEPTH_ATTACHMENT,
    gl.DEPTH24_STENCIL8: gl.DEPTH_STENCIL_ATTACHMENT,
}


class Target:
    """Framebuffer of one size with colour ``formats`` and a ``depth`` format."""

    def __init__(
        self,
        functions: Functions,
        size: Tuple[int, int],
        formats: Tuple[int, ...],
        samples: int,
        depth: int = gl.DEPTH_COMPONENT32F,
    ) -> None:
        self.size, self.formats, self.samples = size, formats, samples
        self._gl = functions
        self._framebuffer = _name(functions.glGenFramebuffers)
        self._buffers: List[int] = []
        functions.glBindFramebuffer(gl.FRAMEBUFFER, self._framebuffer)
        places = [(gl.COLOR_ATTACHMENT0 + n, kind) for n, kind in enumerate(formats)]
        for place, kind in [*places, (DEPTH_PLACES[depth], depth)]:
            buffer = _name(functions.glGenRenderbuffers)
            self._buffers.append(buffer)
            functions.glBindRenderbuffer(gl.RENDERBUFFER, buffer)
            functions.glRenderbufferStorageMultisample(gl.RENDERBUFFER, samples, kind, *size)
            functions.glFramebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer)
        drawn = (ctypes.c_uint * len(formats))(*(place for place, _ in places))
        functions.glDrawBuffers(len(formats), drawn)
        if functions.glCheckFramebufferStatus(gl.FRAMEBUFFER) != gl.FRAMEBUFFER_COMPLETE:
            self.release()
            raise SimulationError(
                f"OpenGL has no room for a picture of {size[0]} x {size[1]} pixels with "
                f"{max(samples, 1)} samples; take a smaller one"
            )

    def bind(self, purpose: int = gl.FRAMEBUFFER) -> None:
        """Bind it for drawing or reading."""
        self._gl.glBindFramebuffer(purpose, self._framebuffer)

    def release(self) -> None:
        """Give its memory back."""
        for buffer in self._buffers:
            self._gl.glDeleteRenderbuffers(1, ctypes.byref(ctypes.c_uint(buffer)))
        self._gl.glDeleteFramebuffers(1, ctypes.byref(ctypes.c_uint(self._framebuffer)))

    def copy_to(self, other: Target, width: int, height: int) -> None:
        """Copy a corner's colours and depths to another target.

        Samples are averaged if the other has only one.
        """
        self.bind(gl.READ_FRAMEBUFFER)
        other.bind(gl.DRAW_FRAMEBUFFER)
        area = (0, 0, width, height)
        for number in range(len(self.formats)):
            self._gl.glReadBuffer(gl.COLOR_ATTACHMENT0 + number)
            place = (ctypes.c_uint * (number + 1))(*([0] * number), gl.COLOR_ATTACHMENT0 + number)
            self._gl.glDrawBuffers(number + 1, place)
            self._gl.glBlitFramebuffer(*area, *area, gl.COLOR_BUFFER_BIT, gl.NEAREST)
        self._gl.glBlitFramebuffer(*area, *area, gl.DEPTH_BUFFER_BIT, gl.NEAREST)

    def read(self, number: int, width: int, height: int, kind: Tuple[int, int], out: Array) -> None:
        """Read rows of one colour into ``out``, or depths for ``number`` -1."""
        self.bind(gl.READ_FRAMEBUFFER)
        if number >= 0:
            self._gl.glReadBuffer(gl.COLOR_ATTACHMENT0 + number)
        self._gl.glPixelStorei(gl.PACK_ALIGNMENT, 1)
        self._gl.glReadPixels(0, 0, width, height, *kind, out.ctypes.data)


def _name(generate: object) -> int:
    found = ctypes.c_uint()
    generate(1, ctypes.byref(found))  # type: ignore[operator]
    return found.value


def depths_of(nearness: Array, near: float, far: float) -> Array:
    """Convert a reversed depth buffer to depths (h, w) float32 in m.

    They are along the axis. The buffer is 1 at ``near`` and 0 at ``far``, linear in 1 / z; inf from
    ``far`` on.
    """
    empty = nearness <= 0.0
    depths: Array = np.float32(1.0) / (
        np.float32(1.0 / far) + nearness * np.float32(1.0 / near - 1.0 / far)
    )
    depths[empty] = np.inf
    return depths
