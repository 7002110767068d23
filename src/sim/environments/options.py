"""Options of an environment by name: fields of its parts."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Mapping, Tuple

from sim.environments.agent import ActionMapping
from sim.environments.arguments import check_names
from sim.environments.observations import Observed


def chosen(options: Mapping[str, Any]) -> Tuple[ActionMapping, Observed]:
    """Return the driving and observation settings from options."""
    known = {kind: {field.name for field in fields(kind)} for kind in (ActionMapping, Observed)}
    names = sorted(set().union(*known.values()))
    check_names("environment", options, names)
    driving, observed = (
        {name: value for name, value in options.items() if name in known[kind]}
        for kind in (ActionMapping, Observed)
    )
    return ActionMapping(**driving), Observed(**observed)
