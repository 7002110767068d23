"""Draws meshes by OpenGL, with or without a graphics card.

Belongs to the thread that makes it. The world is drawn as seen from the camera, so that float32
serves worlds of any size. While OpenGL works, Python's other threads run.
"""

from __future__ import annotations

import ctypes
from dataclasses import replace
from typing import Dict, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import SimulationError
from sim.rendering import gl
from sim.rendering.batches import DrawBatches, batches_of, earlier_poses
from sim.rendering.context import start
from sim.rendering.drawing import Defines, SceneDrawer, clip_bytes
from sim.rendering.extents import extents_of, things_in
from sim.rendering.frame import FRAME, MOST_LAMPS, axes_of, frame_of, nearest_lamps, put_lamps
from sim.rendering.label_runs import runs_of
from sim.rendering.lighting import Lighting
from sim.rendering.meshes import MeshStore
from sim.rendering.programs import FRAME_BINDING
from sim.rendering.rain import BOX, CORNERS, SHUTTER, VELOCITY, drops, offset
from sim.rendering.shadow_target import ShadowTarget
from sim.rendering.shadows import (
    OFFSET,
    REACHES,
    SIZE,
    TAPS,
    ShadowMap,
    above_nothing,
    over_something,
    shadow_maps,
)
from sim.rendering.targets import Target, depths_of
from sim.rendering.types import CameraView, DrawnInstances, Picture, Quality, RequestedOutputs
from sim.rendering.visible import visible

# Lamps that light a picture, the nearest ones, by level of quality.
MAX_LAMPS_BY_QUALITY = {"cheap": 7, "middle": 8, "best": MOST_LAMPS}
# Attachments of a target.
COLOR_ATTACHMENT = 0
LABEL_ATTACHMENT = 1


class Renderer:
    """Renderer with one OpenGL context.

    Its targets grow with the requested pictures; SimulationError without OpenGL. ``sky`` is the
    number of the sky's class, ``things`` the numbers of classes with boxes, ``ground`` of classes
    that hide everything below.
    """

    def __init__(
        self,
        quality: Quality,
        sky: int = 0,
        things: Sequence[int] = (),
        ground: Sequence[int] = (),
    ) -> None:
        self._quality, self._sky_kind, self._things = quality, sky, things
        self._ground, self._above_nothing = ground, np.empty(0, bool)
        self._context, self._gl = start()
        self.name = str(self._context.info["GL_RENDERER"])
        self._samples = min(quality.samples, self._context.max_samples)
        self._drawing = SceneDrawer(self._context, self._gl, quality.level)
        self._frame = self._context.buffer(reserve=FRAME.itemsize)
        self._targets: Dict[Tuple[int, Tuple[int, ...], int], Target] = {}
        self._shadows: Optional[ShadowTarget] = None
        self._rain_offset = (0.0, 0.0, 0.0)

    def load(self, store: MeshStore) -> Tuple[str, ...]:
        """Upload a store's meshes and images, replacing the former ones. Return warnings."""
        self._above_nothing = above_nothing(store, self._ground)
        return self._drawing.load(store)

    def render(
        self,
        drawn: DrawnInstances,
        view: CameraView,
        world_from_camera: Array,
        lighting: Lighting,
        wanted: RequestedOutputs = RequestedOutputs(),
        time: float = 0.0,
    ) -> Picture:
        """Render the picture at a time in s.

        The time places the drops of rain. With multisampling, labels and other outputs beside
        colours and depths are of the pixels' middles.
        """
        eye, store = world_from_camera[:3, 3], self._drawing.store
        seen = visible(drawn, store, view, world_from_camera, self._quality.smallest)
        batches = batches_of(seen, eye, store, self._drawing.meshes)
        frame = frame_of(view, world_from_camera, lighting)
        lamps = nearest_lamps(lighting.lamps, eye, MAX_LAMPS_BY_QUALITY[self._quality.level])
        put_lamps(frame, lamps, eye)
        maps: Tuple[ShadowMap, ...] = ()
        if lighting.shadows and REACHES[self._quality.level]:
            maps = self._cast(drawn, view, world_from_camera, lighting, frame)
        old = None
        if wanted.flow and wanted.earlier is not None:
            frame[0]["old_camera"][:, :3] = axes_of(wanted.earlier.world_from_camera)
            old = earlier_poses(batches.drawn, wanted.earlier)
        self._rain_offset = offset(eye, time)
        self._frame.write(frame.tobytes())
        self._frame.bind_to_uniform_block(FRAME_BINDING)
        self._drawing.upload(batches.instances, batches.commands, old)
        defines = self._defines(lighting, len(lamps), len(maps))
        labels, flow = wanted.labels or wanted.boxes, old is not None
        if not (labels or flow):
            return self._colored(batches, view, lighting, defines, wanted.depth)
        if self._samples:
            plain = self._colored(batches, view, lighting, defines, wanted.depth)
            truth = self._labelled(batches, view, lighting, defines, wanted, flow)
            return replace(truth, colors=plain.colors, depths=plain.depths)
        return self._labelled(batches, view, lighting, defines, wanted, flow)

    def close(self) -> None:
        """Give the graphics side up."""
        self._drawing.release()
        for target in self._targets.values():
            target.release()
        if self._shadows is not None:
            self._shadows.release()
        self._context.release()

    def _colored(
        self,
        batches: DrawBatches,
        view: CameraView,
        lighting: Lighting,
        defines: Defines,
        depth: bool,
    ) -> Picture:
        target = self._target(view, self._samples, (gl.RGBA8,))
        self._draw(target, batches, view, lighting, defines)
        if target.samples:
            single = self._target(view, 0, (gl.RGBA8,))
            target.copy_to(single, view.width, view.height)
            target = single
        return Picture(self._colors(target, view), self._depths(target, view) if depth else None)

    def _labelled(
        self,
        batches: DrawBatches,
        view: CameraView,
        lighting: Lighting,
        defines: Defines,
        wanted: RequestedOutputs,
        flow: bool,
    ) -> Picture:
        """Render all labels in one rasterisation."""
        formats = (gl.RGBA8, gl.RG16UI, *((gl.RG32F,) if flow else ()))
        target = self._target(view, 0, formats)
        more: Defines = {**defines, "LABELS": LABEL_ATTACHMENT}
        if flow:
            more["FLOW"] = LABEL_ATTACHMENT + 1
        self._draw(target, batches, view, lighting, more)
        size = (view.height, view.width)
        labels, moved = np.empty((*size, 2), np.uint16), None
        target.read(
            LABEL_ATTACHMENT, view.width, view.height, (gl.RG_INTEGER, gl.UNSIGNED_SHORT), labels
        )
        if flow:
            moved = np.empty((*size, 2), np.float32)
            target.read(LABEL_ATTACHMENT + 1, view.width, view.height, (gl.RG, gl.FLOAT), moved)
        kinds, instances = (np.ascontiguousarray(labels[..., part]) for part in (0, 1))
        kinds = kinds.astype(np.uint8)
        picture = Picture(
            self._colors(target, view),
            self._depths(target, view) if wanted.depth else None,
            kinds,
            instances,
            moved,
        )
        if not wanted.boxes:
            return picture
        self._target(view, 0, (), gl.DEPTH24_STENCIL8).bind()
        found = things_in(runs_of(kinds, instances), self._things)
        extents = extents_of(self._context, self._gl, self._drawing, batches, *found)
        return replace(picture, extents=extents)

    def _draw(
        self,
        target: Target,
        batches: DrawBatches,
        view: CameraView,
        lighting: Lighting,
        defines: Defines,
    ) -> None:
        self._begin(target, view, lighting)
        self._drawing.draw(batches, 0, batches.opaque, defines, self._shadows)
        if lighting.sky or "LABELS" in defines:
            self._sky(defines)
        if batches.opaque < len(batches.batches):
            self._blend(batches, defines, target)
        if lighting.rain > 0.0:
            self._rain(lighting.rain, target)

    def _defines(self, lighting: Lighting, lamps: int, maps: int) -> Defines:
        level = self._quality.level
        found: Defines = {"SUNS": len(lighting.suns), "LAMPS": lamps and _rounded(lamps)}
        if lighting.fog > 0.0:
            found["FOG"] = 1
        if lighting.wetness > 0.0:
            found["WET"] = 1
        if lamps or level != "cheap" or lighting.wetness > 0.0:
            found["PIXEL_LIGHT"] = 1
        if maps:
            found.update(SHADOW_MAPS=maps, SHADOW_TAPS=TAPS[level], SHADOW_SIZE=f"{SIZE}.0")
        return found

    def _cast(
        self,
        drawn: DrawnInstances,
        view: CameraView,
        world_from_camera: Array,
        lighting: Lighting,
        frame: Array,
    ) -> Tuple[ShadowMap, ...]:
        drawing, eye, level = self._drawing, world_from_camera[:3, 3], self._quality.level
        maps = shadow_maps(view, world_from_camera, lighting.suns[0].towards, level)
        if self._shadows is None:
            self._shadows = ShadowTarget(self._context, self._gl, len(maps))
        program = drawing.programs.get("cast")
        drawn = over_something(drawn, self._above_nothing)

        def cast(shadow: ShadowMap, clip: Array) -> None:
            casters = shadow.casters(drawn, drawing.store, eye)
            batches = batches_of(casters, eye, drawing.store, drawing.meshes)
            drawing.upload(batches.instances, batches.commands)
            program["light"].write(clip_bytes(clip))  # type: ignore[union-attr]
            drawing.call(program, 0, len(batches.commands))

        self._shadows.draw(list(maps), cast)
        for number, shadow in enumerate(maps):
            rows = shadow.texture_rows()
            for name, row in zip(("shadow_x", "shadow_y", "shadow_z"), rows):
                frame[0][name][number] = row
            frame[0]["shadow_reach"][number] = shadow.reach
            frame[0]["shadow_reach"][2 + number] = OFFSET * shadow.texel
        return maps

    def _target(
        self,
        view: CameraView,
        samples: int,
        formats: Tuple[int, ...],
        depth: int = gl.DEPTH_COMPONENT32F,
    ) -> Target:
        """Return a target of at least the view's size."""
        width, height, key = view.width, view.height, (samples, formats, depth)
        target = self._targets.get(key)
        if target is None or target.size[0] < width or target.size[1] < height:
            if target is not None:
                width, height = max(width, target.size[0]), max(height, target.size[1])
                target.release()
                del self._targets[key]
            self._targets[key] = Target(self._gl, (width, height), formats, samples, depth)
        return self._targets[key]

    def _begin(self, target: Target, view: CameraView, lighting: Lighting) -> None:
        target.bind()
        self._gl.glViewport(0, 0, view.width, view.height)
        self._gl.glEnable(gl.CULL_FACE)
        self._gl.glEnable(gl.DEPTH_TEST)
        self._gl.glDisable(gl.BLEND)
        self._gl.glDepthFunc(gl.GREATER)
        self._gl.glDepthMask(1)
        color = (ctypes.c_float * 4)(*lighting.background, 1.0)
        self._gl.glClearBufferfv(gl.COLOR, COLOR_ATTACHMENT, color)
        self._gl.glClearBufferfv(gl.DEPTH, 0, (ctypes.c_float * 1)(0.0))

    def _sky(self, defines: Defines) -> None:
        kept: Defines = {
            name: defines[name] for name in ("FOG", "LABELS", "FLOW") if name in defines
        }
        if "LABELS" in kept:
            kept["SKY"] = f"{self._sky_kind}u"
        self._gl.glDepthFunc(gl.GEQUAL)
        self._gl.glDepthMask(0)
        self._drawing.cover(self._drawing.programs.get("sky", **kept))

    def _begin_blending(self, target: Target, depth: bool) -> None:
        self._gl.glDepthFunc(gl.GREATER)
        self._gl.glDepthMask(1 if depth else 0)
        self._gl.glEnable(gl.BLEND)
        self._gl.glBlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
        for number in range(1, len(target.formats)):
            self._gl.glDisablei(gl.BLEND, number)

    def _rain(self, strength: float, target: Target) -> None:
        """Draw streaks in colours only. Labels, flow, and depths are of the scene behind them."""
        program = self._drawing.programs.get("rain")
        program["box"].value = tuple(BOX)  # type: ignore[union-attr]
        program["offset"].value = self._rain_offset  # type: ignore[union-attr]
        program["streak"].value = tuple(SHUTTER * VELOCITY)  # type: ignore[union-attr]
        program["seed"].value = self._quality.rain_seed  # type: ignore[union-attr]
        self._begin_blending(target, depth=False)
        self._gl.glDisable(gl.CULL_FACE)
        labels = range(1, len(target.formats))
        for number in labels:
            self._gl.glColorMaski(number, 0, 0, 0, 0)
        self._drawing.cover(program, CORNERS * drops(strength))
        for number in labels:
            self._gl.glColorMaski(number, 1, 1, 1, 1)
        self._gl.glDisable(gl.BLEND)

    def _blend(self, batches: DrawBatches, defines: Defines, target: Target) -> None:
        self._begin_blending(target, depth=True)
        self._drawing.draw(batches, batches.opaque, len(batches.batches), defines, self._shadows)
        self._gl.glDisable(gl.BLEND)

    def _colors(self, target: Target, view: CameraView) -> Array:
        colors = np.empty((view.height, view.width, 3), np.uint8)
        target.read(COLOR_ATTACHMENT, view.width, view.height, (gl.RGB, gl.UNSIGNED_BYTE), colors)
        if self._gl.glGetError():
            raise SimulationError("OpenGL failed to draw a picture")
        return colors

    def _depths(self, target: Target, view: CameraView) -> Array:
        nearness = np.empty((view.height, view.width), np.float32)
        target.read(-1, view.width, view.height, (gl.DEPTH_COMPONENT, gl.FLOAT), nearness)
        return depths_of(nearness, view.near, view.far)


def _rounded(count: int) -> int:
    """Round a number of lamps up to a supported one. Thus few programs serve all numbers."""
    return next(most for most in (1, 2, 4, 8, MOST_LAMPS) if most >= count)
