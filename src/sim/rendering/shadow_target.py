"""Draws what casts shadows into depth textures. Belongs to the context's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, List

from sim.arrays import Array
from sim.rendering import gl
from sim.rendering.gl import Functions
from sim.rendering.shadows import SIZE, ShadowMap

if TYPE_CHECKING:
    import moderngl

# Of the rasteriser, against a face's shadow on itself: by its slope, and in units of the depth.
SLOPE_OFFSET_FACTOR = 2.0
OFFSET_UNITS = 4.0


class ShadowTarget:
    """As many depth textures as there are maps."""

    def __init__(self, context: moderngl.Context, functions: Functions, count: int) -> None:
        self._context, self._gl = context, functions
        self.textures = [context.depth_texture((SIZE, SIZE)) for _ in range(count)]
        for texture in self.textures:
            texture.compare_func = "<="
            texture.filter = (context.LINEAR, context.LINEAR)
            texture.repeat_x = texture.repeat_y = False
        self._framebuffers = [
            context.framebuffer(depth_attachment=texture) for texture in self.textures
        ]

    def draw(self, maps: List[ShadowMap], cast: Callable[[ShadowMap, Array], None]) -> None:
        """Fill the textures in their visible parts.

        ``cast`` draws a map's casters with its clip matrix.
        """
        self._gl.glDisable(gl.CULL_FACE)
        self._gl.glEnable(gl.DEPTH_TEST)
        self._gl.glEnable(gl.DEPTH_CLAMP)
        self._gl.glEnable(gl.POLYGON_OFFSET_FILL)
        self._gl.glPolygonOffset(SLOPE_OFFSET_FACTOR, OFFSET_UNITS)
        self._gl.glDepthFunc(gl.LESS)
        self._gl.glDepthMask(1)
        for framebuffer, shadow in zip(self._framebuffers, maps):
            window = shadow.window()
            framebuffer.use()
            framebuffer.clear(depth=1.0, viewport=window)
            self._gl.glEnable(gl.SCISSOR_TEST)
            self._gl.glScissor(*window)
            cast(shadow, shadow.clip_matrix())
        self._gl.glDisable(gl.SCISSOR_TEST)
        self._gl.glDisable(gl.POLYGON_OFFSET_FILL)
        self._gl.glDisable(gl.DEPTH_CLAMP)

    def use(self, location: int) -> None:
        """Bind the textures to units from ``location`` on."""
        for number, texture in enumerate(self.textures):
            texture.use(location + number)

    def release(self) -> None:
        for framebuffer, texture in zip(self._framebuffers, self.textures):
            framebuffer.release()
            texture.release()
