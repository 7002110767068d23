"""Values of parameters and variables, changed by actions at run time."""

from __future__ import annotations

from typing import Dict

from sim.errors import InputError
from sim.openscenario.model.global_actions import AddValue, ModifyAction, SetAction


def change(values: Dict[str, str], name: str, action: SetAction | ModifyAction) -> None:
    """Set or modify a value; raises InputError unless it is numeric."""
    if isinstance(action, SetAction):
        values[name] = action.value
        return
    try:
        number = float(values[name])
    except ValueError:
        raise InputError(
            action.source, f"modifies {name} = '{values[name]}', which is not a number"
        ) from None
    rule = action.rule
    adds = isinstance(rule, AddValue)
    values[name] = repr(number + rule.value if adds else number * rule.value)
