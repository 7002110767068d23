"""Noise profiles in YAML: chains of models by topic; see docs/noise_node.md.

A chain has models with parameters and a seed; profiles inherit and override. Every error names the
file and the path in it, as ``profile.yaml/chains/lidar/models/range/sigma``.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

from sim import checks
from sim.errors import InputError
from sim.noise.chain import ChainSpec, ChainStep
from sim.noise.models.catalogue import MODELS
from sim.noise.models.model import NoiseModel
from sim.noise.parts import ONE_BASE, TYPES, parts_for
from sim.noise.profile_files import ProfileDocument, read_documents
from sim.noise.registration_model import RegistrationError

ALL_MODELS: Dict[str, Type[NoiseModel]] = {**MODELS, "registration": RegistrationError}
CHAIN_KEYS = ("topic", "type", "seed", "rate", "draws_as", "models", "description", "source")
STEP_KEYS = ("model", "of", "source")
LARGEST_SEED = 2**63 - 1
TOPIC = re.compile(r"!?/[A-Za-z0-9_/*?]+")


@dataclass(frozen=True)
class NoiseProfile:
    """Noise profile of ``noise:=NAME``; ``chains`` in the order of the file."""

    name: str
    chains: Tuple[ChainSpec, ...] = ()
    seed: int = 0

    def chain_for(self, topic: str, message_type: str = "") -> Optional[ChainSpec]:
        """Return the chain of a topic.

        One that names the topic precedes those with patterns and its type; the last one wins.
        """
        named = [spec for spec in self.chains if topic in spec.topics]
        fitting = [
            spec
            for spec in self.chains
            if spec.type == message_type and matches(topic, spec.topics)
        ]
        found = named or fitting
        return found[-1] if found else None

    @property
    def named_topics(self) -> List[str]:
        """Topics that chains name without patterns."""
        return list(
            dict.fromkeys(
                topic for spec in self.chains for topic in spec.topics if not is_pattern(topic)
            )
        )

    @property
    def has_patterns(self) -> bool:
        return any(is_pattern(topic) for spec in self.chains for topic in spec.topics)


def matches(topic: str, patterns: Sequence[str]) -> bool:
    """Return whether a topic matches a pattern and no ``!`` pattern.

    ``*`` stands for a part between slashes, ``**`` for any.
    """
    return any(_expression(one).fullmatch(topic) for one in patterns if one[0] != "!") and not any(
        _expression(one[1:]).fullmatch(topic) for one in patterns if one[0] == "!"
    )


def _expression(pattern: str) -> re.Pattern[str]:
    text = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
    return re.compile(text)


def is_pattern(topic: str) -> bool:
    return topic[0] == "!" or "*" in topic or "?" in topic


def read_profile(names: str, folders: Sequence[Path], changes: Sequence[str] = ()) -> NoiseProfile:
    """Read one profile, or merge several comma-separated ones.

    Names of ``folders``, or paths. ``changes`` are YAML texts laid over them.
    """
    return profile_of(read_documents(names, folders, changes), names)


def profile_of(document: ProfileDocument, name: str = "profile") -> NoiseProfile:
    """Return the profile of a document with resolved inheritance."""
    seed = checks.whole(
        document.values.get("seed", 0), f"{document.origin('seed')}/seed", 0, LARGEST_SEED
    )
    chains = checks.mapping(
        document.values.get("chains", {}),
        f"{document.origin('chains')}/chains",
        document.values.get("chains") or {},
    )
    return NoiseProfile(
        name, tuple(_chain(document, one) for one in chains if chains[one] is not None), seed
    )


def _chain(document: ProfileDocument, name: str) -> ChainSpec:
    where = f"{document.origin('chains', name)}/chains/{name}"
    values = checks.mapping(document.values["chains"][name], where, CHAIN_KEYS, ("topic", "type"))
    kind = checks.text(values["type"], f"{where}/type")
    if kind not in TYPES:
        raise InputError(
            f"{where}/type",
            f"messages of type {kind} cannot be degraded; those that can: {', '.join(TYPES)}",
        )
    models = values.get("models") or {}
    if not isinstance(models, dict):
        raise InputError(
            f"{where}/models",
            "a mapping of names to models is needed, as 'range: {model: lidar_range, sigma: 0.01}'",
        )
    steps = tuple(_step(document, name, kind, step) for step in models if models[step] is not None)
    spec = ChainSpec(
        str(name),
        _topics(values["topic"], f"{where}/topic"),
        kind,
        steps,
        checks.whole(values.get("seed", 0), f"{where}/seed", 0, LARGEST_SEED),
        checks.number(values.get("rate", 0.0), f"{where}/rate", 0.0, 1e6),
        checks.text(values["draws_as"], f"{where}/draws_as") if values.get("draws_as") else "",
    )
    if kind in ONE_BASE and len(spec.bases) > 1:
        raise InputError(
            f"{where}/models",
            f"mix {' and '.join(spec.bases)}; a message of type {kind} has only one of them",
        )
    return spec


def _topics(value: Any, where: str) -> Tuple[str, ...]:
    topics = [checks.text(one, where) for one in (value if isinstance(value, list) else [value])]
    for topic in topics:
        if not TOPIC.fullmatch(topic):
            raise InputError(
                where,
                f"'{topic}' is not a topic; write it as /ego/camera/image_raw, with * for any word "
                "and ** for any words; "
                "! in front leaves topics out",
            )
        if topic.startswith("/noisy/"):
            raise InputError(
                where, f"'{topic}' is where degraded messages go; name the topic with the truth"
            )
    if not any(topic[0] != "!" for topic in topics):
        raise InputError(where, "no topic given")
    return tuple(topics)


def _step(document: ProfileDocument, chain: str, message_type: str, name: str) -> ChainStep:
    where = f"{document.origin('chains', chain, 'models', name)}/chains/{chain}/models/{name}"
    values = document.values["chains"][chain]["models"][name]
    if not isinstance(values, dict) or "model" not in values:
        raise InputError(
            where, "a mapping with the key 'model' and the model's parameters is needed"
        )
    kind = checks.text(values["model"], f"{where}/model")
    if kind not in ALL_MODELS:
        checks.mapping({kind: None}, f"{where}/model", ALL_MODELS)
    model = _model(ALL_MODELS[kind], values, where)
    if model.kind == "timing":
        if "of" in values:
            raise InputError(
                f"{where}/of", f"{kind} concerns when messages come, not a part of them"
            )
        return ChainStep(str(name), model)
    return ChainStep(str(name), model, _part(values.get("of"), message_type, kind, where))


def _model(kind: type, values: Dict[str, Any], where: str) -> Any:
    """Return a model of the parameters among a step's values."""
    known = [field for field in fields(kind) if field.init]
    required = [
        field.name
        for field in known
        if field.default is MISSING and field.default_factory is MISSING
    ]
    checks.mapping(values, where, [*STEP_KEYS, *(field.name for field in known)], required)
    try:
        return kind(**{key: value for key, value in values.items() if key not in STEP_KEYS})
    except InputError as error:
        raise InputError(f"{where}/{error.where}", str(error)[len(error.where) + 2 :]) from None


def _part(wanted: Any, message_type: str, model: str, where: str) -> str:
    kind = ALL_MODELS[model].kind
    fitting = parts_for(message_type, kind)
    if not fitting:
        raise InputError(
            f"{where}/model", f"{model} works on {kind}; {message_type} has no such part"
        )
    if wanted is None:
        own = [name for name in fitting if TYPES[message_type][name].kind == kind]
        if kind != "values" and len(own) == 1:
            return own[0]
        if len(fitting) == 1:
            return fitting[0]
        raise InputError(
            where,
            f"the key 'of' is missing: which part {model} works on; {message_type} has "
            f"{', '.join(fitting)}",
        )
    part = checks.text(wanted, f"{where}/of")
    if part not in fitting:
        raise InputError(
            f"{where}/of",
            f"{model} cannot work on '{part}' of {message_type}, but on {', '.join(fitting)}",
        )
    return part
