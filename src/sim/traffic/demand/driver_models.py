"""SUMO's car-following and lane-change models for a demand's types.

Parameters have SUMO's names. Models and parameters are read from the schema of the installed SUMO
(data/xsd/types/route.xsd), so that they match its release.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Dict, Mapping, Tuple

from lxml import etree

from sim import checks
from sim.errors import InputError
from sim.traffic.sumo_home import sumo_home

XSD = "{http://www.w3.org/2001/XMLSchema}"
CAR_FOLLOWING_KEY = "car_following"
LANE_CHANGE_KEY = "lane_change"
# Keys of a type set these.
OWN = {
    "accel": "accel",
    "decel": "decel",
    "sigma": "sigma",
    "tau": "tau",
    "emergencyDecel": "decel",
}
# Minimum of parameters that must be above 0.
SMALLEST = 1e-9
# In addition to names that begin with "lc".
LATERAL = ("minGapLat", "maxSpeedLat", "latAlignment")
# Parameters by name, each with the type that the schema gives it.
Parameters = Mapping[str, str]


def read_models(type_given: Mapping[str, Any], where: str) -> Tuple[Tuple[str, str], ...]:
    """Return attributes of SUMO's ``vType`` from a type's driver models.

    The keys are ``car_following`` and ``lane_change``, each ``{model: NAME, PARAMETER: value,
    ...}``. InputError names an unknown model or parameter, or a value of the wrong kind.
    """
    attributes: Dict[str, str] = {}
    for key, attribute, models in (
        (CAR_FOLLOWING_KEY, "carFollowModel", _following()),
        (LANE_CHANGE_KEY, "laneChangeModel", _changing()),
    ):
        if key in type_given:
            attributes.update(_read_model(type_given[key], f"{where}.{key}", attribute, models))
    return tuple(attributes.items())


def _read_model(
    value: Any, where: str, attribute: str, models: Mapping[str, Parameters]
) -> Dict[str, str]:
    if not isinstance(value, dict) or "model" not in value:
        raise InputError(where, f"a mapping with 'model' is needed, one of: {', '.join(models)}")
    model = _name(value["model"], f"{where}.model", models)
    own = [name for name in value if name in OWN]
    if own:
        raise InputError(
            f"{where}.{own[0]}", f"set it as '{OWN[own[0]]}' of the type itself, for any model"
        )
    given = checks.mapping(value, where, ("model", *models[model]))
    return {
        attribute: model,
        **{
            name: _text(item, f"{where}.{name}", models[model][name])
            for name, item in given.items()
            if name != "model"
        },
    }


def _name(value: Any, where: str, models: Mapping[str, Parameters]) -> str:
    name = checks.text(value, where)
    if name not in models:
        near = {known.lower(): known for known in models}.get(name.lower())
        raise InputError(
            where,
            f"SUMO has no model '{name}'; "
            + (f"did you mean '{near}'?" if near else f"it has {', '.join(models)}"),
        )
    return name


def _text(value: Any, where: str, kind: str) -> str:
    """Return a parameter as SUMO's text, checked against the schema's type."""
    if kind == "boolType":
        if not isinstance(value, bool):
            raise InputError(where, f"true or false is needed, not {value!r}")
        return str(value).lower()
    if "string" in kind or "Alignment" in kind:
        return checks.text(value, where)
    low = (
        SMALLEST
        if kind.startswith("positive")
        else 0.0
        if kind.startswith("nonNegative")
        else -math.inf
    )
    return f"{checks.number(value, where, low):.12g}"


@lru_cache(maxsize=None)
def _schema() -> etree._Element:
    path = sumo_home() / "data" / "xsd" / "types" / "route.xsd"
    try:
        return etree.parse(
            str(path), etree.XMLParser(resolve_entities=False, no_network=True)
        ).getroot()
    except OSError as error:
        raise InputError(
            path,
            f"SUMO's schema, which lists its driver models, cannot be read ({error}); set "
            "SUMO_HOME to SUMO's folder",
        ) from None


def _found(path: str) -> etree._Element:
    """Return an element that every schema has."""
    element = _schema().find(path)
    assert element is not None, f"SUMO's schema has no {path}"
    return element


def _attributes(kind: str) -> Dict[str, str]:
    """Return the attributes of a schema type and their types by name."""
    return {
        name: attribute.get("type", "")
        for attribute in _found(f"{XSD}complexType[@name='{kind}']").iter(f"{XSD}attribute")
        if (name := attribute.get("name")) is not None
    }


def _following() -> Dict[str, Parameters]:
    prefix = "carFollowing-"
    models = {
        element.get("name", ""): element.get("type", "")
        for element in _schema().iter(f"{XSD}element")
    }
    return {
        model[len(prefix) :]: {
            name: kind for name, kind in _attributes(attributes).items() if name not in OWN
        }
        for model, attributes in models.items()
        if model.startswith(prefix)
    }


def _changing() -> Dict[str, Parameters]:
    every = _attributes("vTypeBaseType")
    parameters = {
        name: kind for name, kind in every.items() if name.startswith("lc") or name in LATERAL
    }
    attribute = _found(
        f"{XSD}complexType[@name='vTypeBaseType']/{XSD}attribute[@name='laneChangeModel']"
    )
    return {
        model: parameters
        for choice in attribute.iter(f"{XSD}enumeration")
        if (model := choice.get("value")) not in (None, "default")
    }
