"""Plot of the example scenario of a motorcycle, played as written.

``python3 -m bench.lib.motorcycle_plot OUT.png`` plays ``examples/validation/motorcycle.xosc``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np

from bench.lib.report import ROOT
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
from sim.picture_style import COLORS

SCENARIO = ROOT / "examples" / "validation" / "motorcycle.xosc"
LANE_WIDTH = 3.5  # m
BORDERS = (0.0, -LANE_WIDTH, -2.0 * LANE_WIDTH)
BOX_PERIOD = 3.0  # s, between two drawn boxes


def played() -> Tuple[List[float], Dict[str, np.ndarray], Dict[str, List[np.ndarray]]]:
    """Return times, states (n, 3) and boxes (4, 2) by entity."""
    player = ScenarioPlayer(read_scenario(SCENARIO), PlayOptions(ego=""))
    times: List[float] = []
    states: Dict[str, List[Tuple[float, float, float]]] = {name: [] for name in player.entities}
    boxes: Dict[str, List[np.ndarray]] = {name: [] for name in player.entities}
    for time in player.play():
        times.append(time)
        for name, each in player.entities.items():
            states[name].append((each.x, each.y, each.heading))
            boxes[name].append(each.corners())
    return times, {name: np.array(rows) for name, rows in states.items()}, boxes


def draw(out: Path) -> None:
    """Draw paths and boxes from above, and distances over time."""
    from matplotlib import pyplot

    times, states, boxes = played()
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8.0, 5.0), constrained_layout=True)
    for border in BORDERS:
        style = "-" if border == 0.0 else "--"
        above.axhline(border, color="0.5", linestyle=style, linewidth=1.0)
    for color, (name, rows) in zip(COLORS, states.items()):
        above.plot(rows[:, 0], rows[:, 1], color=color, label=name, linewidth=0.8)
        for i in range(0, len(times), round(BOX_PERIOD / (times[1] - times[0]))):
            corners = boxes[name][i]
            above.fill(corners[:, 0], corners[:, 1], color=color, alpha=0.5, linewidth=0.0)
            above.annotate(f"{times[i]:.0f}", corners[0], fontsize=6.0, color=color)
    above.set(xlabel="x in m", ylabel="y in m", title="Boxes each 3 s, with their times in s")
    above.legend(loc="upper right", ncols=2)
    right = np.array([corners[:, 1].min() for corners in boxes["Motorcycle"]])
    left = np.array([corners[:, 1].max() for corners in boxes["Ego"]])
    below.plot(times, right - BORDERS[1], color=COLORS[1], label="motorcycle to the lane's border")
    below.plot(times, right - left, color=COLORS[2], label="motorcycle to Ego, across")
    below.set(xlabel="time in s", ylabel="distance in m", ylim=(0.0, None))
    below.legend(loc="upper center")
    figure.savefig(out)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
