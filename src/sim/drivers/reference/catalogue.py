"""The reference drivers by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Dict, Mapping, Optional, Sequence

from sim.arrays import Array
from sim.drivers.reference import fsm, human, reg157, rss
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import Judgement, Reaction
from sim.errors import InputError

Judge = Callable[[Encounter], Judgement]
# Kinds of encounter: a leader brakes, a leader leaves the lane before a standing vehicle, a vehicle
# cuts in; or any of these, with all vehicles around.
CAR_FOLLOWING = "car_following"
CUT_OUT = "cut_out"
CUT_IN = "cut_in"
TRAFFIC = "traffic"


@dataclass(frozen=True)
class ReferenceDriver:
    """Reference driver.

    ``judges`` has a function for each kind of encounter that the driver is defined for;
    ``following_gap`` returns its gap at a speed (n,).
    """

    reaction: Reaction
    judges: Mapping[str, Judge] = field(repr=False)
    following_gap: Optional[Callable[[Array], Array]] = None


def named(name: str, where: str, besides: Sequence[str] = ()) -> ReferenceDriver:
    """Return the driver of this name.

    InputError with ``where`` and the other allowed names ``besides``.
    """
    if name not in DRIVERS:
        raise InputError(where, f"'{name}' is not one of: {', '.join([*besides, *DRIVERS])}")
    return DRIVERS[name]


def _always(judge: Judge) -> Dict[str, Judge]:
    return {kind: judge for kind in (CAR_FOLLOWING, CUT_OUT, CUT_IN, TRAFFIC)}


DRIVERS: Mapping[str, ReferenceDriver] = {
    "fsm": ReferenceDriver(fsm.REACTION, _always(fsm.judge), fsm.following_gap),
    "human": ReferenceDriver(
        human.REACTION,
        {
            **_always(human.judge_ahead),
            CUT_IN: human.judge_cut_in,
            TRAFFIC: human.judge_traffic,
        },
        human.following_gap,
    ),
    "rss": ReferenceDriver(rss.REACTION, _always(rss.judge), rss.following_gap),
    "reg157": ReferenceDriver(reg157.REACTION, {CUT_IN: reg157.judge, TRAFFIC: reg157.judge}),
}
