"""Finds profile files, resolves inheritance and merges them.

Remembers the file of each entry.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

import yaml

from sim import checks
from sim.errors import InputError

KEYS = ("inherit", "description", "source", "seed", "chains")
# Origin of profiles given as text instead of a file.
CHANGES = "changes"
Keys = Tuple[str, ...]


@dataclass(frozen=True)
class ProfileDocument:
    """Merged values of profile files. ``origins`` has the last file that set each path of keys."""

    values: Dict[str, Any] = field(default_factory=dict)
    origins: Dict[Keys, str] = field(default_factory=dict)

    def origin(self, *path: str) -> str:
        """Return the file that last set an entry, or its nearest parent."""
        while path and path not in self.origins:
            path = path[:-1]
        return self.origins.get(path, "profile")

    def over(self, other: ProfileDocument) -> ProfileDocument:
        """Merge this document over another: mappings merge, other values are replaced."""
        return ProfileDocument(
            _merged(other.values, self.values), {**other.origins, **self.origins}
        )


def read_documents(
    names: str, folders: Sequence[Path], changes: Sequence[str] = ()
) -> ProfileDocument:
    """Read comma-separated profiles, each merged over the former.

    ``changes``, YAML texts, are merged over all of them.
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise InputError(
            "profile", f"no profile given; shipped: {', '.join(_known(folders)) or 'none'}"
        )
    document = ProfileDocument()
    for name in wanted:
        document = _read(_find(name, folders, "profile"), folders, ()).over(document)
    for text in changes:
        try:
            values = checks.parse_yaml(text)
        except yaml.YAMLError as error:
            raise InputError(CHANGES, f"malformed YAML ({str(error).splitlines()[0]})") from None
        document = _with_parents(values, CHANGES, folders, (), Path.cwd()).over(document)
    return document


def _read(path: Path, folders: Sequence[Path], children: Tuple[Path, ...]) -> ProfileDocument:
    if path in children:
        raise InputError(
            f"{path}/inherit",
            f"inherits itself, by way of {' and '.join(child.name for child in children)}",
        )
    return _with_parents(checks.read_yaml(path), str(path), folders, (*children, path), path.parent)


def _with_parents(
    values: Any, where: str, folders: Sequence[Path], children: Tuple[Path, ...], beside: Path
) -> ProfileDocument:
    checks.mapping(values, where, KEYS)
    inherited = values.get("inherit") or []
    parents = ProfileDocument()
    for name in inherited if isinstance(inherited, list) else [inherited]:
        path = _find(checks.text(name, f"{where}/inherit"), [beside, *folders], f"{where}/inherit")
        parents = _read(path, folders, children).over(parents)
    own = {key: value for key, value in values.items() if key in ("seed", "chains")}
    return ProfileDocument(own, dict.fromkeys(_paths(own), where)).over(parents)


def _find(name: str, folders: Sequence[Path], where: str) -> Path:
    """Return the file of a profile.

    ``name`` is a path to a .yaml file, or a name in one of the folders.
    """
    if "/" in name or name.endswith((".yaml", ".yml")):
        for path in [Path(name).expanduser(), *(folder / name for folder in folders)]:
            if path.is_file():
                return path.resolve()
        raise InputError(where, f"file {name} not found")
    for folder in folders:
        if (folder / f"{name}.yaml").is_file():
            return (folder / f"{name}.yaml").resolve()
    known = _known(folders)
    near = difflib.get_close_matches(name, known, 1)
    raise InputError(
        where,
        f"profile '{name}' not found; "
        + (f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known) or 'none'}"),
    )


def _known(folders: Sequence[Path]) -> List[str]:
    return sorted(
        {path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.yaml")}
    )


def _paths(values: Any, before: Keys = ()) -> List[Keys]:
    if not isinstance(values, dict):
        return [before]
    return [
        before,
        *(path for key, value in values.items() for path in _paths(value, (*before, str(key)))),
    ]


def _merged(under: Any, over: Any) -> Any:
    if not (isinstance(under, dict) and isinstance(over, dict)):
        return over
    # Another model has other parameters.
    if "model" in under and over.get("model", under["model"]) != under["model"]:
        return over
    return {**under, **{key: _merged(under.get(key), value) for key, value in over.items()}}
