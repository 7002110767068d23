"""GLSL programs of this folder, compiled as a picture needs them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Dict, Tuple

if TYPE_CHECKING:
    import moderngl

FOLDER = Path(__file__).parent / "shaders"
HEADER = "#version 330 core\n"
FRAME_BINDING = 0
# Parts of each program, in order.
PARTS: Dict[str, Tuple[Tuple[str, ...], Tuple[str, ...]]] = {
    "scene": (
        ("frame.glsl", "light.glsl", "scene.vert"),
        ("frame.glsl", "light.glsl", "sky.glsl", "shadow.glsl", "flow.glsl", "scene.frag"),
    ),
    "sky": (
        ("whole.vert",),
        ("frame.glsl", "sky.glsl", "fog.glsl", "flow.glsl", "background.frag"),
    ),
    "rain": (("frame.glsl", "rain.vert"), ("frame.glsl", "rain.frag")),
    "cast": (("cast.vert",), ("cast.frag",)),
    "count": (("frame.glsl", "count.vert"), ("cast.frag",)),
}
ONLY_WITH = {"shadow.glsl": "SHADOW_MAPS", "flow.glsl": "FLOW"}
Defines = Tuple[Tuple[str, str], ...]


class ShaderPrograms:
    """Programs by name and defines, compiled on first use."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._made: Dict[Tuple[str, Defines], moderngl.Program] = {}

    def get(self, name: str, **defines: object) -> moderngl.Program:
        """Return a program with these macros."""
        key = tuple(sorted((word, str(value)) for word, value in defines.items()))
        if (name, key) not in self._made:
            vertex, fragment = (_source(parts, key) for parts in PARTS[name])
            program = self._context.program(vertex_shader=vertex, fragment_shader=fragment)
            if "Frame" in program:
                program["Frame"].binding = FRAME_BINDING  # type: ignore[union-attr]
            self._made[name, key] = program
        return self._made[name, key]


def _source(parts: Tuple[str, ...], defines: Defines) -> str:
    words = {word for word, _ in defines}
    lines = [f"#define {word} {value}\n" for word, value in defines]
    return (
        HEADER
        + "".join(lines)
        + "".join(_text(part) for part in parts if ONLY_WITH.get(part, "") in {"", *words})
    )


@lru_cache(maxsize=None)
def _text(part: str) -> str:
    return (FOLDER / part).read_text(encoding="utf-8")
