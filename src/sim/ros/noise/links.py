"""All links of a profile.

Links are created as topics appear. A change of the profile or a setting replaces all of them or
none.
"""

from __future__ import annotations

import math
import os
import threading
from pathlib import Path
from typing import Container, Dict, List, Optional, Sequence

import rospy

from sim.errors import InputError
from sim.noise.chain import ChainSpec, NoiseChain
from sim.noise.faults import MessageFault
from sim.noise.profile import NoiseProfile, read_profile
from sim.ros.noise.lazy import LARGE_TYPES
from sim.ros.noise.link import NoiseLink
from sim.ros.noise.outbox import DelayQueue
from sim.ros.noise.workers import IntakeWorkers


class NoiseLinks:
    """Links of the profile in use.

    ``folders`` contain profiles, ``prefix`` begins degraded topics; ``seed`` None is the profile's
    own.
    """

    def __init__(self, folders: Sequence[Path], prefix: str) -> None:
        self._folders, self._prefix = list(folders), prefix
        self._lock, self._outbox = threading.RLock(), DelayQueue(rospy.get_time)
        # Images and clouds take tens of ms each; small messages must not wait for them.
        self._large, self._small = IntakeWorkers(max(os.cpu_count() or 1, 2)), IntakeWorkers(1)
        self._links: Dict[str, NoiseLink] = {}
        self.profile = NoiseProfile("none")
        self.seed: Optional[int] = None
        self._factors: Dict[str, float] = {"": 1.0}
        self._changes: List[str] = []

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    @property
    def links(self) -> List[NoiseLink]:
        return list(self._links.values())

    @property
    def factor(self) -> float:
        """Noise factor of chains that set none."""
        return self._factors[""]

    def use(self, names: str, changes: str = "") -> None:
        """Switch to another profile, or change the present one.

        An empty name means the present one. InputError, and no change at all, if that fails.
        """
        laid = [*([] if names else self._changes), *([changes] if changes.strip() else [])]
        self._rebuild(
            read_profile(names or self.profile.name, self._folders, laid), self._factors, self.seed
        )
        self._changes = laid

    def scale(self, factor: float, chain: str = "") -> None:
        """Set the noise factor of all chains, or of one."""
        if not (math.isfinite(factor) and factor >= 0.0):
            raise InputError("factor", f"is {factor:g}; it must be a finite number of at least 0")
        self._rebuild(
            self.profile,
            {**self._factors, self._named(chain): factor} if chain else {"": factor},
            self.seed,
        )

    def reseed(self, seed: Optional[int]) -> None:
        """Restart all chains."""
        self._rebuild(self.profile, self._factors, seed, fresh=True)

    def inject(self, fault: MessageFault, chain: str = "") -> List[str]:
        """Add a fault to one chain or all; return the topics concerned."""
        chains = self._chains(chain)
        if not chains:
            raise InputError("fault/chain", "no chain is at work yet")
        for one in chains:
            one.check(fault)
        for one in chains:
            one.inject(fault)
        return [one.topic for one in chains]

    def discover(self) -> None:
        """Find topics that match patterns of the profile."""
        with self._lock:
            if self.profile.has_patterns:
                self._add(self._fitting(self.profile, self._links))
            for link in self._links.values():
                link.refresh()

    def close(self) -> None:
        with self._lock:
            for link in self._links.values():
                link.close()
            self._links.clear()
            self._outbox.close()
            self._large.close()
            self._small.close()

    def _chains(self, name: str) -> List[NoiseChain]:
        """Return the active chains of a name or a topic, or all."""
        found = [
            link.chain
            for link in self._links.values()
            if not name or name in (link.chain.spec.name, link.chain.topic)
        ]
        if name and not found:
            known = sorted({link.chain.spec.name for link in self._links.values()})
            raise InputError(
                "chain",
                f"no chain '{name}' at work; chains: {', '.join(known) or 'none'}",
            )
        return found

    def _named(self, chain: str) -> str:
        """Return a chain's name, given its name or its topic."""
        names = {spec.name for spec in self.profile.chains}
        return chain if chain in names else self._chains(chain)[0].spec.name

    def _rebuild(
        self,
        profile: NoiseProfile,
        factors: Dict[str, float],
        seed: Optional[int],
        fresh: bool = False,
    ) -> None:
        """Create all chains anew; nothing changes if one of them fails."""
        with self._lock:
            specs = {
                topic: profile.chain_for(topic, link.chain.spec.type)
                for topic, link in self._links.items()
            }
            specs.update({topic: profile.chain_for(topic) for topic in profile.named_topics})
            specs.update(self._fitting(profile, specs) if profile.has_patterns else {})
            chains = {
                topic: self._chain(spec, topic, profile, factors, seed)
                for topic, spec in specs.items()
                if spec is not None
            }
            self.profile, self._factors, self.seed = profile, factors, seed
            for topic, link in list(self._links.items()):
                if topic not in chains or chains[topic].spec.type != link.chain.spec.type:
                    self._links.pop(topic).close()
            for topic, chain in chains.items():
                if topic in self._links:
                    self._links[topic].use(chain, fresh)
                else:
                    self._links[topic] = self._link(chain)

    def _link(self, chain: NoiseChain) -> NoiseLink:
        return NoiseLink(
            chain,
            self._prefix,
            self._outbox,
            self._large if chain.spec.type in LARGE_TYPES else self._small,
        )

    def _chain(
        self,
        spec: ChainSpec,
        topic: str,
        profile: NoiseProfile,
        factors: Dict[str, float],
        seed: Optional[int],
    ) -> NoiseChain:
        return NoiseChain(
            spec, topic, profile.seed if seed is None else seed, factors.get(spec.name, factors[""])
        )

    def _fitting(self, profile: NoiseProfile, known: Container[str]) -> Dict[str, ChainSpec]:
        """Return the master's topics that match patterns of a profile."""
        found = {}
        for topic, kind in rospy.get_published_topics():
            spec = (
                None
                if topic in known or topic.startswith(self._prefix + "/")
                else profile.chain_for(topic, kind)
            )
            if spec is not None:
                found[topic] = spec
        return found

    def _add(self, specs: Dict[str, ChainSpec]) -> None:
        for topic, spec in specs.items():
            self._links[topic] = self._link(
                self._chain(spec, topic, self.profile, self._factors, self.seed)
            )
            rospy.loginfo("sensor_noise: %s%s by chain %s", self._prefix, topic, spec.name)
