"""Differences between two connection graphs, in the protocol's format."""

from __future__ import annotations

from typing import Any, Dict, List

from sim.monitor.source import Graph, Names


def update(old: Graph, new: Graph) -> Dict[str, Any]:
    """Return the fields of a ``connectionGraphUpdate``; empty without changes."""
    topics = set(old.publishers) | set(old.subscribers)
    left = set(new.publishers) | set(new.subscribers)
    fields = {
        "publishedTopics": _changed(old.publishers, new.publishers, left, "publisherIds"),
        "subscribedTopics": _changed(old.subscribers, new.subscribers, left, "subscriberIds"),
        "advertisedServices": _changed(
            old.providers, new.providers, set(new.providers), "providerIds"
        ),
        "removedTopics": sorted(topics - left),
        "removedServices": sorted(set(old.providers) - set(new.providers)),
    }
    return fields if any(fields.values()) else {}


def _changed(old: Names, new: Names, left: Any, ids: str) -> List[Dict[str, Any]]:
    names = sorted(
        name for name in left if old.get(name, frozenset()) != new.get(name, frozenset())
    )
    return [{"name": name, ids: sorted(new.get(name, ()))} for name in names]
