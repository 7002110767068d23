"""Hierarchical rejection sampling: blocks, pairs of blocks, up to the scene.

Let A and B be independent parts of a scene. Drawing A given its own requirements, B likewise, and
both again if the two together break one, gives A and B given that all requirements are met: the
same distribution as rejection of the whole, for fewer proposals, since a failed proposal of A does
not cost one of B. Parts of the same distribution draw from one stream of proposals; each is used
once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.sampling.boxes import BROKEN, UNCLEAR, Footprint, overlaps, pairs_of
from sim.scenes.sampling.tally import RejectionTally

# Proposals made at once: what arrays cost hardly grows with their length, up to some thousands of
# comparisons; what Scenic has to look at does.
MIN_BATCH = 16
# Of a pair, whose proposals take several of each inner part; it grows with the rejected ones.
MIN_PAIR_BATCH = 4
MAX_BATCH = 2048
MAX_COMPARISONS = 4096


class OutOfProposals(Exception):
    """A part took more proposals than it may."""


@dataclass
class SamplingContext:
    """Input for drawing one scene. The generator, the limit of proposals per part, the tally."""

    rng: np.random.Generator
    limit: int
    tally: RejectionTally


@dataclass(frozen=True)
class AcceptedProposals:
    """Accepted proposals of a part.

    Boxes (n, k, 7) of its objects, their exactness (n, k), and rows (n, b) of its blocks.
    """

    boxes: Array
    exact: Array
    rows: Array

    def take(self, which: Any) -> AcceptedProposals:
        return AcceptedProposals(self.boxes[which], self.exact[which], self.rows[which])

    def __len__(self) -> int:
        return len(self.rows)


def joined(parts: Sequence[AcceptedProposals], axis: int) -> AcceptedProposals:
    """Join proposals one after the other (0), or side by side (1)."""
    return AcceptedProposals(
        *(
            np.concatenate([getattr(part, name) for part in parts], axis=axis)
            for name in ("boxes", "exact", "rows")
        )
    )


class ScenePart:
    """A part of the scene.

    ``blocks`` are in the order of its rows' columns, ``objects`` in the order of its boxes.
    """

    uses = 1

    def __init__(self, blocks: Sequence[Any], fewest: int) -> None:
        self.blocks, self.fewest = list(blocks), fewest
        self.objects = [item for block in self.blocks for item in block.objects]
        self.checks: List[Check] = []
        self.asked: List[Any] = []
        self.clear()

    def clear(self) -> None:
        """Forget the last scene, which must not influence the next."""
        self._ready: List[AcceptedProposals] = []
        self._unasked: List[AcceptedProposals] = []
        self.tried = self._passed = self._looked_at = self._accepted = 0

    @property
    def acceptance(self) -> float:
        """About which share of its proposals was accepted in this scene."""
        return (
            (self._passed + 1.0)
            / (self.tried + 1.0)
            * (self._accepted + 1.0)
            / (self._looked_at + 1.0)
        )

    def draw(self, count: int, context: SamplingContext) -> AcceptedProposals:
        """Return ``count`` accepted proposals, in the order of drawing."""
        while sum(map(len, self._ready)) < count:
            missing = count - sum(map(len, self._ready))
            if not self._unasked:
                self._propose(missing, context)
            elif self.asked:
                self._ask(missing, context)
            else:
                self._ready += self._unasked
                self._unasked = []
        ready = joined(self._ready, 0) if len(self._ready) > 1 else self._ready[0]
        if len(ready) == count:
            self._ready = []
            return ready
        self._ready = [ready.take(slice(count, None))] if len(ready) > count else []
        return ready.take(slice(0, count))

    def _propose(self, missing: int, context: SamplingContext) -> None:
        """Draw about the missing number, and keep the ones that arrays accept."""
        if self.tried >= context.limit * self.uses:
            raise OutOfProposals()
        wanted = min(
            MAX_BATCH,
            max(
                self.fewest * (self.uses if self.fewest > 1 else 1),
                math.ceil(missing / self.acceptance),
            ),
        )
        proposed = self.propose(wanted, context)
        self.tried += wanted
        for check in self.checks:
            kept = check(self, proposed, context.tally) if len(proposed) else np.ones(0, bool)
            if not kept.all():
                proposed = proposed.take(np.nonzero(kept)[0])
        self._passed += len(proposed)
        if len(proposed):
            self._unasked.append(proposed)

    def _ask(self, missing: int, context: SamplingContext) -> None:
        """Check one proposal after the other with Scenic, until enough are accepted."""
        waiting, row = self._unasked.pop(0), 0
        kept: List[int] = []
        while row < len(waiting) and len(kept) < missing:
            broken = next(
                (item for item in self.asked if not item.holds(self, waiting.rows[row])), None
            )
            if broken is None:
                kept.append(row)
            else:
                context.tally.add(broken.requirement)
            row += 1
        self._looked_at += row
        self._accepted += len(kept)
        if kept:
            self._ready.append(waiting.take(kept))
        if row < len(waiting):
            self._unasked.insert(0, waiting.take(slice(row, None)))

    def propose(self, count: int, context: SamplingContext) -> AcceptedProposals:
        raise NotImplementedError


class Leaf(ScenePart):
    """A block alone."""

    def __init__(self, block: Any) -> None:
        super().__init__([block], MIN_BATCH if block.cheap else 1)
        self.block = block

    def propose(self, count: int, context: SamplingContext) -> AcceptedProposals:
        boxes, exact, rows = self.block.propose(context.rng, count, context.tally.add)
        return AcceptedProposals(boxes, exact, rows[:, None])


class Pair(ScenePart):
    """Two parts together, which may be the same one twice."""

    def __init__(self, first: ScenePart, second: ScenePart) -> None:
        comparisons = max(1, len(first.objects) * len(second.objects))
        super().__init__(
            first.blocks + second.blocks,
            max(1, min(MIN_PAIR_BATCH, MAX_COMPARISONS // comparisons)),
        )
        self.first, self.second = first, second

    def propose(self, count: int, context: SamplingContext) -> AcceptedProposals:
        if self.first is self.second:
            both = self.first.draw(2 * count, context)
            return joined([both.take(slice(0, count)), both.take(slice(count, None))], 1)
        return joined([self.first.draw(count, context), self.second.draw(count, context)], 1)


Check = Callable[[ScenePart, AcceptedProposals, RejectionTally], Array]
# Function that returns whether Scenic's own requirement holds for a row of a part.
Verdict = Callable[[ScenePart, Array, Any], bool]


def settled(
    part: ScenePart,
    drawn: AcceptedProposals,
    verdicts: Array,
    causes: Sequence[Any],
    ask: Verdict,
    tally: RejectionTally,
) -> Array:
    """Return the rows kept by all verdicts (n, c).

    One column per cause; unclear ones are checked by Scenic, if nothing else is broken.
    """
    broken = verdicts == BROKEN
    keep: Array = ~broken.any(axis=1)
    if not keep.all():
        counts = np.bincount(broken.argmax(axis=1)[~keep], minlength=len(causes))
        for column in np.nonzero(counts)[0]:
            tally.add(causes[column].requirement, int(counts[column]))
    for row in np.nonzero(keep & (verdicts == UNCLEAR).any(axis=1))[0]:
        for column in np.nonzero(verdicts[row] == UNCLEAR)[0]:
            if not ask(part, drawn.rows[row], causes[column]):
                keep[row] = False
                tally.add(causes[column].requirement)
                break
    return keep


class InsideRegion:
    """Each object of a part is inside its region."""

    def __init__(
        self, members: Sequence[Tuple[int, Optional[Footprint], Any]], ask: Verdict
    ) -> None:
        self._members, self._ask = list(members), ask

    def __call__(self, part: ScenePart, drawn: AcceptedProposals, tally: RejectionTally) -> Array:
        verdicts = np.full((len(drawn), len(self._members)), UNCLEAR)
        for column, (number, footprint, _) in enumerate(self._members):
            if footprint is not None:
                verdicts[:, column] = footprint.verdicts(
                    drawn.boxes[:, number], drawn.exact[:, number]
                )
        return settled(
            part, drawn, verdicts, [cause for _, _, cause in self._members], self._ask, tally
        )


class FixedRegionContact:
    """Objects of a part touch the fixed regions that are seen."""

    def __init__(self, members: Sequence[Tuple[int, Footprint, Any]], ask: Verdict) -> None:
        self._members, self._ask = list(members), ask

    def __call__(self, part: ScenePart, drawn: AcceptedProposals, tally: RejectionTally) -> Array:
        verdicts = np.stack(
            [footprint.touched(drawn.boxes[:, number]) for number, footprint, _ in self._members],
            axis=1,
        )
        return settled(
            part, drawn, verdicts, [cause for _, _, cause in self._members], self._ask, tally
        )


class NoOverlap:
    """Pairs of a part's objects do not overlap."""

    def __init__(self, pairs: Sequence[Tuple[int, int, Any]], ask: Verdict) -> None:
        self._a, self._b = (
            np.array([pair[column] for pair in pairs], dtype=int) for column in (0, 1)
        )
        self._causes, self._ask = [cause for _, _, cause in pairs], ask

    def __call__(self, part: ScenePart, drawn: AcceptedProposals, tally: RejectionTally) -> Array:
        a, b = drawn.boxes[:, self._a], drawn.boxes[:, self._b]
        exact = drawn.exact[:, self._a] & drawn.exact[:, self._b]
        verdicts = overlaps(a.reshape(-1, 7), b.reshape(-1, 7), exact.ravel()).reshape(exact.shape)
        return settled(part, drawn, verdicts, self._causes, self._ask, tally)


class NoFixedOverlap:
    """Requires that objects do not overlap fixed boxes (m, 7)."""

    def __init__(
        self,
        pairs: Sequence[Tuple[int, int, Any]],
        boxes: Array,
        exact: Array,
        ask: Verdict,
    ) -> None:
        self._a, self._b = (
            np.array([pair[column] for pair in pairs], dtype=int) for column in (0, 1)
        )
        self._boxes, self._exact = boxes[self._b], exact[self._b]
        self._causes, self._ask = [cause for _, _, cause in pairs], ask

    def __call__(self, part: ScenePart, drawn: AcceptedProposals, tally: RejectionTally) -> Array:
        a = drawn.boxes[:, self._a]
        exact = drawn.exact[:, self._a] & self._exact
        b = np.broadcast_to(self._boxes, a.shape)
        verdicts = overlaps(a.reshape(-1, 7), b.reshape(-1, 7), exact.ravel()).reshape(exact.shape)
        return settled(part, drawn, verdicts, self._causes, self._ask, tally)


class ScenicRequirement:
    """A requirement that only Scenic can check."""

    def __init__(self, requirement: Any, ask: Verdict) -> None:
        self.requirement, self._verdict = requirement, ask

    def holds(self, part: ScenePart, rows: Array) -> bool:
        return not self.requirement.active or self._verdict(part, rows, self.requirement)


def pairs_within(count: int) -> List[Tuple[int, int]]:
    """Return pairs of a part's own objects."""
    return list(zip(*map(list, pairs_of(count)))) if count > 1 else []


def tree(
    leaves: Sequence[ScenePart], pair: Callable[[ScenePart, ScenePart], ScenePart]
) -> ScenePart:
    """Build a binary tree of parts.

    The first half is as large a power of two as fits, so that equal adjacent leaves make equal
    parts.
    """
    if len(leaves) == 1:
        return leaves[0]
    first = 2 ** ((len(leaves) - 1).bit_length() - 1)
    return pair(tree(leaves[:first], pair), tree(leaves[first:], pair))


def costly(part: ScenePart) -> bool:
    """Return whether a proposal of a part needs Scenic.

    None is then drawn in advance; marks the parts in it.
    """
    if isinstance(part, Pair):
        inner = [costly(part.first), costly(part.second)]
        if any(inner):
            part.fewest = 1
        return any(inner) or bool(part.asked)
    return part.fewest == 1 or bool(part.asked)


def count_uses(root: ScenePart) -> None:
    """Count the occurrences of each part in the scene.

    A stream with many users is worth longer arrays.
    """
    counts: Dict[int, int] = {}

    def visit(part: ScenePart, times: int) -> None:
        counts[id(part)] = counts.get(id(part), 0) + times
        part.uses = counts[id(part)]
        if isinstance(part, Pair):
            visit(part.first, times)
            visit(part.second, times)

    visit(root, 1)
