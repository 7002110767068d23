"""Scenic's errors with the program's file and line and the objects' names.

Scenic does not give an object's line, nor the file of Python errors within the program; both are
found here.
"""

from __future__ import annotations

import difflib
import re
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence, Set, Tuple

from sim.errors import InputError, SimError


class Origins:
    """The lines on which a program makes its objects."""

    def __init__(self, path: str, text: str = "") -> None:
        self._path, self.text = path, text
        self._lines_of_ego = [
            number
            for number, line in enumerate(text.splitlines(), 1)
            if re.match(r"\s*ego\s*=", line)
        ]
        self._first = text.splitlines()[0] if text else ""
        self._lines: Dict[int, Tuple[Any, int]] = {}
        self.parameters: Set[str] = set()

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Record the line of each object registered by Scenic, and the global parameters' names.

        This applies within the block.
        """
        from scenic.syntax import veneer

        register, param = veneer.registerObject, veneer.param

        def noting(item: Any) -> None:
            line = next(
                (
                    frame.lineno
                    for frame in reversed(traceback.extract_stack())
                    if frame.filename == self._path
                ),
                0,
            )
            self._lines[id(item)] = (item, self._mended(line or 0))
            register(item)

        def naming(params: Dict[str, Any]) -> None:
            self.parameters.update(params)
            param(params)

        veneer.registerObject, veneer.param = noting, naming
        try:
            yield
        finally:
            veneer.registerObject, veneer.param = register, param

    def objects(self) -> List[Any]:
        """Return the registered objects, in their order."""
        return [item for item, _ in self._lines.values()]

    def _mended(self, line: int) -> int:
        """Correct the line of statements ``ego = ...``.

        Scenic gives them no line, so that they seem to be on the first.
        """
        if line == 1 and self._lines_of_ego and "new " not in self._first:
            return self._lines_of_ego.pop(0)
        return line

    def mended(self, line: int) -> int:
        """Return the line at which a program was stopped.

        The first line stands for that of the first ``ego = ...`` that made no object.
        """
        return (
            self._lines_of_ego[0]
            if line == 1 and self._lines_of_ego and "new " not in self._first
            else line
        )

    def imports(self, line: int) -> bool:
        """Return whether the statement at a first line is an import."""
        return line == 1 and self._first.startswith(("from ", "import ", "model "))

    def line(self, item: Any) -> int:
        """Return the line of an object or of its original, or 0.

        The original of a sampled object is the one in the program.
        """
        item = getattr(item, "_sampleParent", None) or item
        return self._lines.get(id(item), (item, 0))[1]

    def label(self, item: Any) -> str:
        """Return an object's label for messages, such as ``cube_2 (Cube, line 12)``."""
        line, kind = self.line(item), type(item).__name__
        name = getattr(item, "name", None) if "name" in item.properties else None
        place = f"line {line}" if line else "made by a function of the model"
        return f"{name} ({kind}, {place})" if isinstance(name, str) else f"{kind} ({place})"


@contextmanager
def explained(path: Path, origins: Origins, names: Sequence[str]) -> Iterator[None]:
    """Convert errors of compiling a program into an InputError.

    ``names`` are the names available to the program.
    """
    from scenic.core.errors import ASTParseError, InvalidScenarioError, ParseCompileError

    try:
        yield
    except SimError:
        raise
    except (ParseCompileError, ASTParseError, SyntaxError) as error:
        shown = (getattr(error, "text", "") or "").strip()
        raise InputError(
            f"{error.filename or path}:{error.lineno or 1}",
            f"{error.msg}{f' in {shown!r}' if shown else ''}",
        ) from error
    except InvalidScenarioError as error:
        where, what = _invalid(path, origins, error)
        raise InputError(where, what) from error
    except (Exception, SystemExit) as error:  # a program is Python code, which may raise anything
        raise InputError(_where(path, error, origins), _said(error, names)) from error


def _invalid(path: Path, origins: Origins, error: Exception) -> Tuple[str, str]:
    """Return place and text of an error of Scenic's static check.

    The check knows the objects, but its message does not contain them.
    """
    frame = next(
        (
            frame
            for frame, _ in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_name == "validate"
        ),
        None,
    )
    first = frame.f_locals.get("oi") if frame else None
    if frame is None or first is None:
        return _where(path, error, origins), str(error)
    where = f"{path}:{origins.line(first)}" if origins.line(first) else str(path)
    second, text = frame.f_locals.get("oj"), str(error)
    if "intersects" in text and second is not None:
        return where, (
            f"{origins.label(first)} at {_place(first)} overlaps {origins.label(second)} at "
            f"{_place(second)}, and both are fixed: "
            "move one of them, or let one allow collisions"
        )
    if "does not fit" in text:
        return (
            where,
            f"{origins.label(first)} at {_place(first)} is not inside its region (the workspace, "
            "unless regionContainedIn says another)",
        )
    if "sampled from everywhere" in text:
        return (
            where,
            f"{origins.label(first)} can be anywhere: give it a position or a region, or define a "
            "workspace",
        )
    return where, f"{origins.label(first)}: {text}"


def _place(item: Any) -> str:
    return "({:.3g}, {:.3g}, {:.3g})".format(*item.position)


def _where(path: Path, error: BaseException, origins: Origins) -> str:
    """Return the program's innermost running line, or the file."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [number for number, frame in enumerate(frames) if frame.filename == str(path)]
    if own:
        line = frames[own[-1]].lineno or 1
        deeper = any(frame.filename.endswith(".scenic") for frame in frames[own[-1] + 1 :])
        importing = origins.imports(line) and (deeper or isinstance(error, ImportError))
        return f"{path}:{line if importing else origins.mended(line)}"
    others = [frame for frame in frames if frame.filename.endswith(".scenic")]
    return f"{others[-1].filename}:{others[-1].lineno}" if others else str(path)


def _said(error: BaseException, names: Sequence[str]) -> str:
    text = str(error) or type(error).__name__
    if isinstance(error, SystemExit):
        return "the program ends its process (sys.exit), and so makes no scene; remove that"
    if isinstance(error, NameError):
        wanted = getattr(error, "name", None) or text.split("'")[1]
        return f"{wanted!r} is not known{_nearest(wanted, names)}"
    if isinstance(error, ImportError):
        return (
            f"{text}; the models of the descriptor are in gzscenic.model, other modules are "
            "looked for beside the program"
        )
    if isinstance(error, (TypeError, AttributeError, ValueError, ArithmeticError)):
        return text
    return f"{type(error).__name__}: {text}"


def _nearest(wanted: str, names: Sequence[str]) -> str:
    folded = {name.lower().replace("_", ""): name for name in names}
    close: List[str] = [
        folded[name]
        for name in difflib.get_close_matches(wanted.lower().replace("_", ""), folded, 3, 0.6)
    ]
    if close:
        return f"; did you mean {' or '.join(dict.fromkeys(close))}?"
    return f"; the models are {', '.join(names)}" if names else ""
