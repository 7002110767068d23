"""Reader of ``<material>``: its colour, and its script's image.

Scripts are Ogre's ``.material`` files beside the model; their first diffuse or ambient colour and
the first texture count. Gazebo's own scripts are looked up by name (``colors``). Colours are r g b
a from 0 to 1.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.materials.colors import DEFAULT, named_color
from sim.sdf.types import Color
from sim.sdf.xml.elements import Element, parse_numbers, text_of

COLOR_NAMES = "red green blue alpha, each from 0 to 1"
Paint = Tuple[Color, str]
_LARGEST = 2**20
_TOKEN = re.compile(r'"[^"]*"|[{}]|[^\s{}]+')


def read_paint(material: Optional[Element], context: DocumentContext) -> Paint:
    """Return colour and image of a material.

    Diffuse colour, else ambient, else that in the named script, in the precedence of Gazebo's
    renderer.
    """
    if material is None:
        return DEFAULT, ""
    script = _script(material.find("script"), context)
    for tag in ("diffuse", "ambient"):
        element = material.find(tag)
        text = text_of(element)
        if element is not None and text is not None:
            values = parse_numbers(element, text, (3, 4), COLOR_NAMES)
            red, green, blue, alpha = (
                min(max(value, 0.0), 1.0) for value in values + (1.0,) * (4 - len(values))
            )
            return (red, green, blue, alpha), script[1] if script else ""
    return script or (DEFAULT, "")


def _script(script: Optional[Element], context: DocumentContext) -> Optional[Paint]:
    if script is None:
        return None
    element = script.find("name")
    name = text_of(element)
    if element is None or name is None:
        return None
    folders = _folders(script, context)
    for folder in folders:
        for file in (
            [folder]
            if os.path.isfile(folder)
            else sorted(str(path) for path in Path(folder).glob("*.material"))
        ):
            paint = _materials(file).get(name)
            if paint is not None:
                return paint[0], _image(paint[1], file, folders) if paint[1] else ""
    color = named_color(name)
    if color is None:
        context.report.add(
            element,
            f"material {name!r} not found in its script's folders, shown grey",
        )
    return None if color is None else (color, "")


def _folders(script: Element, context: DocumentContext) -> List[str]:
    """Return the existing folders and files of a script's URIs. Gazebo's own are mostly missing."""
    found = []
    for uri in script.iterfind("uri"):
        try:
            found.append(context.resolve(uri, text_of(uri, "")))
        except InputError:
            continue
    return found


def _materials(path: str) -> Dict[str, Paint]:
    """Return colour and texture name of each material in a file.

    Empty if the file is unreadable.
    """
    try:
        text = (
            Path(path).read_text(encoding="utf-8", errors="replace")
            if os.path.getsize(path) <= _LARGEST
            else ""
        )
    except OSError:
        return {}
    tokens = [
        token.strip('"')
        for token in _TOKEN.findall(re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL))
    ]
    materials: Dict[str, Paint] = {}
    depth, start = 0, 0
    name, parent = "", ""
    for number, token in enumerate(tokens):
        if depth == 0 and token == "material" and number + 1 < len(tokens):
            name, parent, start = tokens[number + 1], "", number + 2
        elif depth == 0 and token == ":" and number + 1 < len(tokens):
            parent = tokens[number + 1]
        depth += (token == "{") - (token == "}")
        if token == "}" and depth == 0 and name:
            materials[name] = _paint(tokens[start:number], materials.get(parent, (DEFAULT, "")))
            name = ""
    return materials


def _paint(tokens: List[str], inherited: Paint) -> Paint:
    colors: Dict[str, Color] = {}
    image = ""
    for number, token in enumerate(tokens):
        if token in ("diffuse", "ambient") and token not in colors:
            color = _color(tokens[number + 1 : number + 5])
            if color is not None:
                colors[token] = color
        elif token == "texture" and not image and number + 1 < len(tokens):
            image = tokens[number + 1]
    plain: Color = (1.0, 1.0, 1.0, 1.0) if image and inherited == (DEFAULT, "") else inherited[0]
    return colors.get("diffuse") or colors.get("ambient") or plain, image or inherited[1]


def _color(words: List[str]) -> Optional[Color]:
    values: List[float] = []
    for word in words:
        try:
            values.append(min(max(float(word), 0.0), 1.0))
        except ValueError:
            break
    return (
        (values[0], values[1], values[2], values[3] if len(values) > 3 else 1.0)
        if len(values) > 2
        else None
    )


def _image(name: str, script: str, folders: List[str]) -> str:
    """Return the texture's file in or beside a script's folders.

    If it is missing, its expected path.
    """
    places = [folder for folder in folders if os.path.isdir(folder)] + [os.path.dirname(script)]
    places.append(os.path.join(os.path.dirname(script), os.pardir, "textures"))
    candidates = [os.path.normpath(os.path.join(place, os.path.basename(name))) for place in places]
    return next((path for path in candidates if os.path.isfile(path)), candidates[-1])
